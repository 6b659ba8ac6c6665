#include "baseline.h"
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct baseline_store {
    sqlite3 *db;
    int cache_size;
    char path[1024];
    sqlite3_stmt *begin, *commit, *insert, *get, *scan, *range, *filter, *update, *delete;
    sqlite3_stmt *savepoint, *release, *snapshot;
};

// Threads take turns at writing, which is faster than SQLite's own way of waiting: it sleeps.
static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;

#define COLUMNS "id, name, email, age, score, active, created_at, tags"

static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int execute(sqlite3 *db, const char *sql) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static int prepare_all(baseline_store *s) {
    struct {
        sqlite3_stmt **statement;
        const char *sql;
    } all[] = {
        {&s->begin, "BEGIN IMMEDIATE"},
        {&s->commit, "COMMIT"},
        {&s->savepoint, "SAVEPOINT one"},
        {&s->release, "RELEASE one"},
        {&s->snapshot, "BEGIN"},
        {&s->insert, "INSERT INTO people (" COLUMNS ") VALUES (?,?,?,?,?,?,?,?)"},
        {&s->get, "SELECT " COLUMNS " FROM people WHERE id = ?"},
        {&s->scan, "SELECT " COLUMNS " FROM people ORDER BY id"},
        {&s->range,
         "SELECT " COLUMNS " FROM people WHERE score >= ? AND score < ? ORDER BY score, id"},
        {&s->filter, "SELECT " COLUMNS " FROM people WHERE created_at < ? ORDER BY id"},
        {&s->update,
         "UPDATE people SET name = ?2, email = ?3, age = ?4, score = ?5, active = ?6,"
         " created_at = ?7, tags = ?8 WHERE id = ?1"},
        {&s->delete, "DELETE FROM people WHERE id = ?"},
    };
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && code == SQLITE_OK; i++)
        code = prepare(s->db, all[i].sql, all[i].statement);
    return code;
}

// `cache_size` is in KiB, and 0 for SQLite's own.
static int open_sized(const char *path, int cache_size, baseline_store **result) {
    baseline_store *s = calloc(1, sizeof *s);
    *result = s;
    s->cache_size = cache_size;
    snprintf(s->path, sizeof s->path, "%s", path);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int code = sqlite3_open_v2(path, &s->db, flags, NULL);
    if (code == SQLITE_OK)
        code = execute(
            s->db,
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
            "CREATE TABLE IF NOT EXISTS people (id INTEGER PRIMARY KEY, name TEXT, email TEXT,"
            " age INTEGER, score REAL, active INTEGER, created_at REAL, tags BLOB);"
            "CREATE INDEX IF NOT EXISTS by_score ON people (score);");
    if (code == SQLITE_OK && cache_size) {
        char sql[64];
        snprintf(sql, sizeof sql, "PRAGMA cache_size = -%d", cache_size);
        code = execute(s->db, sql);
    }
    return code == SQLITE_OK ? prepare_all(s) : code;
}

static int open_plain(const char *path, baseline_store **store) {
    return open_sized(path, 0, store);
}

static int open_cached(const char *path, baseline_store **store) {
    return open_sized(path, 64 << 10, store);
}

// WAL lets each connection read while another one writes.
static int sibling(baseline_store *s, baseline_store **result) {
    return open_sized(s->path, s->cache_size, result);
}

static void close_store(baseline_store *s) {
    sqlite3_stmt *all[] = {s->begin,  s->commit, s->insert, s->get,       s->scan,    s->range,
                           s->filter, s->update, s->delete, s->savepoint, s->release, s->snapshot};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
    sqlite3_close_v2(s->db);
    free(s);
}

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

// Tags are kept as strings that end in a zero byte, one behind the other.
static size_t pack_tags(const baseline_record *r, char *into) {
    size_t size = 0;
    for (int32_t i = 0; i < r->tag_count; i++) {
        size_t length = strlen(r->tags[i]) + 1;
        memcpy(into + size, r->tags[i], length);
        size += length;
    }
    return size;
}

static void unpack_tags(baseline_record *r, const char *from, size_t size) {
    r->tag_count = 0;
    size_t position = 0;
    while (position < size && r->tag_count < 3) {
        size_t length = strnlen(from + position, size - position);
        memcpy(r->tags[r->tag_count], from + position, length);
        r->tags[r->tag_count++][length] = 0;
        position += length + 1;
    }
}

static void bind(sqlite3_stmt *st, const baseline_record *r, char *tags) {
    sqlite3_bind_int64(st, 1, r->id);
    sqlite3_bind_text(st, 2, r->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(st, 3, r->email, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 4, r->age);
    sqlite3_bind_double(st, 5, r->score);
    sqlite3_bind_int(st, 6, r->active);
    sqlite3_bind_double(st, 7, r->created_at);
    sqlite3_bind_blob(st, 8, tags, (int)pack_tags(r, tags), SQLITE_STATIC);
}

static void text(sqlite3_stmt *st, int column, char *into, size_t size) {
    const unsigned char *bytes = sqlite3_column_text(st, column);
    size_t count = (size_t)sqlite3_column_bytes(st, column);
    if (count >= size) count = size - 1;
    memcpy(into, bytes, count);
    into[count] = 0;
}

static uint64_t decode(sqlite3_stmt *st, baseline_record *r) {
    r->id = sqlite3_column_int64(st, 0);
    text(st, 1, r->name, sizeof r->name);
    text(st, 2, r->email, sizeof r->email);
    r->age = sqlite3_column_int64(st, 3);
    r->score = sqlite3_column_double(st, 4);
    r->active = sqlite3_column_int(st, 5);
    r->created_at = sqlite3_column_double(st, 6);
    const char *tags = sqlite3_column_blob(st, 7);
    unpack_tags(r, tags, (size_t)sqlite3_column_bytes(st, 7));
    return baseline_sum(r);
}

static int each(sqlite3_stmt *st, uint64_t *sum) {
    baseline_record record;
    int code;
    while ((code = sqlite3_step(st)) == SQLITE_ROW) *sum += decode(st, &record);
    sqlite3_reset(st);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int begin(baseline_store *s) {
    pthread_mutex_lock(&writers);
    return run(s->begin);
}

// Commits unless something went wrong.
static int end(baseline_store *s, int code) {
    if (code == SQLITE_OK) code = run(s->commit);
    pthread_mutex_unlock(&writers);
    return code;
}

static int put_each(
    sqlite3_stmt *statement, const baseline_record *records, size_t count, int code) {
    char tags[64];
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        bind(statement, &records[i], tags);
        code = run(statement);
    }
    return code;
}

static int insert_all(baseline_store *s, const baseline_record *records, size_t count) {
    return end(s, put_each(s->insert, records, count, begin(s)));
}

static int insert_group(baseline_store *s, const baseline_record *records, size_t count) {
    int code = begin(s);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        code = put_each(s->insert, &records[i], 1, run(s->savepoint));
        if (code == SQLITE_OK) code = run(s->release);
    }
    return end(s, code);
}

// A statement outside of a transaction has one of its own.
static int get_each(baseline_store *s, const int64_t *ids, size_t count, uint64_t *sum) {
    int code = SQLITE_OK;
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        sqlite3_bind_int64(s->get, 1, ids[i]);
        code = each(s->get, sum);
    }
    return code;
}

static int get_inside(baseline_store *s, const int64_t *ids, size_t count, uint64_t *sum) {
    int code = run(s->snapshot);
    if (code == SQLITE_OK) code = get_each(s, ids, count, sum);
    return code == SQLITE_OK ? run(s->commit) : code;
}

static int scan(baseline_store *s, uint64_t *sum) { return each(s->scan, sum); }

static int range(baseline_store *s, double from, double until, uint64_t *sum) {
    sqlite3_bind_double(s->range, 1, from);
    sqlite3_bind_double(s->range, 2, until);
    return each(s->range, sum);
}

static int filter(baseline_store *s, double before, uint64_t *sum) {
    sqlite3_bind_double(s->filter, 1, before);
    return each(s->filter, sum);
}

static int update(baseline_store *s, const baseline_record *records, size_t count) {
    return end(s, put_each(s->update, records, count, begin(s)));
}

static int mix(baseline_store *s, const baseline_record *records, size_t count, uint64_t *sum) {
    int code = SQLITE_OK;
    for (size_t i = 0; i < count && code == SQLITE_OK; i++)
        code = baseline_is_write(i) ? update(s, &records[i], 1) : get_each(s, &records[i].id, 1, sum);
    return code;
}

static int delete_each(baseline_store *s, const int64_t *ids, size_t count) {
    int code = begin(s);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        sqlite3_bind_int64(s->delete, 1, ids[i]);
        code = run(s->delete);
    }
    return end(s, code);
}

#define ENGINE(open)                                                                              \
    {open,  sibling, close_store, insert_all, insert_group, get_each, get_inside, scan,           \
     range, filter,  mix,         update,     delete_each}

const baseline_engine baseline_sqlite = ENGINE(open_plain);
const baseline_engine baseline_sqlite_cached = ENGINE(open_cached);
