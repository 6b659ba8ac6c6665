#include "baseline.h"
#include <lmdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Keys are big-endian, so that their bytes sort as the numbers do. A record is its numbers one
// behind the other, then its strings, each with its length in front.
struct baseline_store {
    MDB_env *env;
    MDB_txn *reader;
    MDB_dbi people, by_score;
    // The environment is closed by the store that opened it.
    int is_sibling;
};

static uint64_t ordered(double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits >> 63 ? ~bits : bits ^ (1ull << 63);
}

static void put_key(uint64_t value, unsigned char *into) {
    value = __builtin_bswap64(value);
    memcpy(into, &value, 8);
}

static void id_key(int64_t id, unsigned char *into) { put_key((uint64_t)id ^ (1ull << 63), into); }

static void score_key(double score, int64_t id, unsigned char *into) {
    put_key(ordered(score), into);
    id_key(id, into + 8);
}

static size_t put_text(unsigned char *into, const char *text) {
    size_t length = strlen(text);
    into[0] = (unsigned char)length;
    memcpy(into + 1, text, length);
    return length + 1;
}

static size_t encode(const baseline_record *r, unsigned char *into) {
    memcpy(into, &r->id, 8);
    memcpy(into + 8, &r->age, 8);
    memcpy(into + 16, &r->score, 8);
    memcpy(into + 24, &r->created_at, 8);
    into[32] = (unsigned char)r->active;
    into[33] = (unsigned char)r->tag_count;
    size_t size = 34;
    size += put_text(into + size, r->name);
    size += put_text(into + size, r->email);
    for (int32_t i = 0; i < r->tag_count; i++) size += put_text(into + size, r->tags[i]);
    return size;
}

static const unsigned char *take_text(const unsigned char *from, char *into) {
    size_t length = from[0];
    memcpy(into, from + 1, length);
    into[length] = 0;
    return from + 1 + length;
}

static uint64_t decode(const unsigned char *from, baseline_record *r) {
    memcpy(&r->id, from, 8);
    memcpy(&r->age, from + 8, 8);
    memcpy(&r->score, from + 16, 8);
    memcpy(&r->created_at, from + 24, 8);
    r->active = from[32];
    r->tag_count = from[33];
    from = take_text(from + 34, r->name);
    from = take_text(from, r->email);
    for (int32_t i = 0; i < r->tag_count && i < 3; i++) from = take_text(from, r->tags[i]);
    return baseline_sum(r);
}

static int open_store(const char *path, baseline_store **result) {
    baseline_store *s = calloc(1, sizeof *s);
    *result = s;
    mkdir(path, 0777);
    int code = mdb_env_create(&s->env);
    if (!code) code = mdb_env_set_mapsize(s->env, (size_t)4 << 30);
    if (!code) code = mdb_env_set_maxdbs(s->env, 2);
    if (!code) code = mdb_env_open(s->env, path, MDB_NOTLS, 0666);
    MDB_txn *txn = NULL;
    if (!code) code = mdb_txn_begin(s->env, NULL, 0, &txn);
    if (!code) code = mdb_dbi_open(txn, "people", MDB_CREATE, &s->people);
    if (!code) code = mdb_dbi_open(txn, "by_score", MDB_CREATE, &s->by_score);
    if (!code) code = mdb_txn_commit(txn);
    if (!code) code = mdb_txn_begin(s->env, NULL, MDB_RDONLY, &s->reader);
    if (!code) mdb_txn_reset(s->reader);
    return code;
}

// A reading transaction belongs to one thread at a time, so that each has its own.
static int sibling(baseline_store *s, baseline_store **result) {
    baseline_store *other = calloc(1, sizeof *other);
    *result = other;
    *other = *s;
    other->is_sibling = 1;
    other->reader = NULL;
    int code = mdb_txn_begin(s->env, NULL, MDB_RDONLY, &other->reader);
    if (!code) mdb_txn_reset(other->reader);
    return code;
}

static void close_store(baseline_store *s) {
    mdb_txn_abort(s->reader);
    if (!s->is_sibling) mdb_env_close(s->env);
    free(s);
}

static int put(baseline_store *s, MDB_txn *txn, const baseline_record *r, unsigned flags) {
    unsigned char key[8], index[16], bytes[256];
    id_key(r->id, key);
    score_key(r->score, r->id, index);
    MDB_val k = {8, key}, v = {encode(r, bytes), bytes}, i = {16, index}, none = {0, NULL};
    int code = mdb_put(txn, s->people, &k, &v, flags);
    return code ? code : mdb_put(txn, s->by_score, &i, &none, 0);
}

// Commits unless something went wrong.
static int end(MDB_txn *txn, int code) {
    if (!code) return mdb_txn_commit(txn);
    mdb_txn_abort(txn);
    return code;
}

static int insert_all(baseline_store *s, const baseline_record *records, size_t count) {
    MDB_txn *txn;
    int code = mdb_txn_begin(s->env, NULL, 0, &txn);
    if (code) return code;
    for (size_t i = 0; i < count && !code; i++) code = put(s, txn, &records[i], MDB_NOOVERWRITE);
    return end(txn, code);
}

static int insert_group(baseline_store *s, const baseline_record *records, size_t count) {
    MDB_txn *txn, *nested;
    int code = mdb_txn_begin(s->env, NULL, 0, &txn);
    if (code) return code;
    for (size_t i = 0; i < count && !code; i++) {
        code = mdb_txn_begin(s->env, txn, 0, &nested);
        if (!code) code = end(nested, put(s, nested, &records[i], MDB_NOOVERWRITE));
    }
    return end(txn, code);
}

static int get(baseline_store *s, MDB_txn *txn, int64_t id, uint64_t *sum) {
    unsigned char key[8];
    id_key(id, key);
    MDB_val k = {8, key}, v;
    baseline_record record;
    int code = mdb_get(txn, s->people, &k, &v);
    if (!code) *sum += decode(v.mv_data, &record);
    return code;
}

static int get_each(baseline_store *s, const int64_t *ids, size_t count, uint64_t *sum) {
    int code = 0;
    for (size_t i = 0; i < count && !code; i++) {
        code = mdb_txn_renew(s->reader);
        if (!code) code = get(s, s->reader, ids[i], sum);
        mdb_txn_reset(s->reader);
    }
    return code;
}

static int get_inside(baseline_store *s, const int64_t *ids, size_t count, uint64_t *sum) {
    int code = mdb_txn_renew(s->reader);
    for (size_t i = 0; i < count && !code; i++) code = get(s, s->reader, ids[i], sum);
    mdb_txn_reset(s->reader);
    return code;
}

// Visits all records, and adds up those created before `before`.
static int visit(baseline_store *s, double before, uint64_t *sum) {
    MDB_cursor *cursor;
    MDB_val k, v;
    baseline_record record;
    int code = mdb_txn_renew(s->reader);
    if (!code) code = mdb_cursor_open(s->reader, s->people, &cursor);
    if (code) return code;
    while (!(code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT))) {
        double created_at;
        memcpy(&created_at, (unsigned char *)v.mv_data + 24, 8);
        if (created_at < before) *sum += decode(v.mv_data, &record);
    }
    mdb_cursor_close(cursor);
    mdb_txn_reset(s->reader);
    return code == MDB_NOTFOUND ? 0 : code;
}

static int scan(baseline_store *s, uint64_t *sum) {
    return visit(s, __builtin_inf(), sum);
}

static int filter(baseline_store *s, double before, uint64_t *sum) {
    return visit(s, before, sum);
}

static int range(baseline_store *s, double from, double until, uint64_t *sum) {
    unsigned char lower[8], upper[8];
    put_key(ordered(from), lower);
    put_key(ordered(until), upper);
    MDB_cursor *cursor;
    MDB_val k = {8, lower}, none, v;
    baseline_record record;
    int code = mdb_txn_renew(s->reader);
    if (!code) code = mdb_cursor_open(s->reader, s->by_score, &cursor);
    if (code) return code;
    code = mdb_cursor_get(cursor, &k, &none, MDB_SET_RANGE);
    while (!code && memcmp(k.mv_data, upper, 8) < 0) {
        MDB_val id = {8, (unsigned char *)k.mv_data + 8};
        code = mdb_get(s->reader, s->people, &id, &v);
        if (!code) *sum += decode(v.mv_data, &record);
        if (!code) code = mdb_cursor_get(cursor, &k, &none, MDB_NEXT);
    }
    mdb_cursor_close(cursor);
    mdb_txn_reset(s->reader);
    return code == MDB_NOTFOUND ? 0 : code;
}

// What stands in the index for a record has to be read before the record changes.
static int forget(baseline_store *s, MDB_txn *txn, MDB_val *key, int64_t id) {
    MDB_val v;
    int code = mdb_get(txn, s->people, key, &v);
    if (code) return code;
    double score;
    memcpy(&score, (unsigned char *)v.mv_data + 16, 8);
    unsigned char index[16];
    score_key(score, id, index);
    MDB_val i = {16, index};
    return mdb_del(txn, s->by_score, &i, NULL);
}

static int update(baseline_store *s, const baseline_record *records, size_t count) {
    MDB_txn *txn;
    int code = mdb_txn_begin(s->env, NULL, 0, &txn);
    if (code) return code;
    for (size_t i = 0; i < count && !code; i++) {
        unsigned char key[8];
        id_key(records[i].id, key);
        MDB_val k = {8, key};
        code = forget(s, txn, &k, records[i].id);
        if (!code) code = put(s, txn, &records[i], 0);
    }
    return end(txn, code);
}

static int delete_each(baseline_store *s, const int64_t *ids, size_t count) {
    MDB_txn *txn;
    int code = mdb_txn_begin(s->env, NULL, 0, &txn);
    if (code) return code;
    for (size_t i = 0; i < count && !code; i++) {
        unsigned char key[8];
        id_key(ids[i], key);
        MDB_val k = {8, key};
        code = forget(s, txn, &k, ids[i]);
        if (!code) code = mdb_del(txn, s->people, &k, NULL);
    }
    return end(txn, code);
}

static int mix(baseline_store *s, const baseline_record *records, size_t count, uint64_t *sum) {
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = baseline_is_write(i) ? update(s, &records[i], 1) : get_each(s, &records[i].id, 1, sum);
    return code;
}

const baseline_engine baseline_lmdb = {open_store, sibling, close_store, insert_all, insert_group,
                                       get_each,   get_inside, scan,     range,      filter,
                                       mix,        update,     delete_each};
