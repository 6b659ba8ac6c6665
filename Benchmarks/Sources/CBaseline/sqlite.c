#include "baseline.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct baseline_sqlite {
    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *insert, *get, *scan, *range, *filter, *update, *delete;
};

#define COLUMNS "id, name, email, age, score, active, created_at, tags"

static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

int baseline_sqlite_open(const char *path, baseline_sqlite **result) {
    baseline_sqlite *s = calloc(1, sizeof *s);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int code = sqlite3_open_v2(path, &s->db, flags, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(
            s->db,
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
            "CREATE TABLE IF NOT EXISTS people (id INTEGER PRIMARY KEY, name TEXT, email TEXT,"
            " age INTEGER, score REAL, active INTEGER, created_at REAL, tags BLOB);"
            "CREATE INDEX IF NOT EXISTS by_score ON people (score);",
            NULL, NULL, NULL);
    if (code == SQLITE_OK) code = prepare(s->db, "BEGIN IMMEDIATE", &s->begin);
    if (code == SQLITE_OK) code = prepare(s->db, "COMMIT", &s->commit);
    if (code == SQLITE_OK)
        code = prepare(s->db, "INSERT INTO people (" COLUMNS ") VALUES (?,?,?,?,?,?,?,?)", &s->insert);
    if (code == SQLITE_OK)
        code = prepare(s->db, "SELECT " COLUMNS " FROM people WHERE id = ?", &s->get);
    if (code == SQLITE_OK)
        code = prepare(s->db, "SELECT " COLUMNS " FROM people ORDER BY id", &s->scan);
    if (code == SQLITE_OK)
        code = prepare(
            s->db,
            "SELECT " COLUMNS " FROM people WHERE score >= ? AND score < ? ORDER BY score, id",
            &s->range);
    if (code == SQLITE_OK)
        code = prepare(
            s->db, "SELECT " COLUMNS " FROM people WHERE created_at < ? ORDER BY id", &s->filter);
    if (code == SQLITE_OK)
        code = prepare(
            s->db,
            "UPDATE people SET name = ?2, email = ?3, age = ?4, score = ?5, active = ?6,"
            " created_at = ?7, tags = ?8 WHERE id = ?1",
            &s->update);
    if (code == SQLITE_OK) code = prepare(s->db, "DELETE FROM people WHERE id = ?", &s->delete);
    *result = s;
    return code;
}

void baseline_sqlite_close(baseline_sqlite *s) {
    sqlite3_stmt *all[] = {s->begin, s->commit, s->insert, s->get,   s->scan,
                           s->range, s->filter, s->update, s->delete};
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
    return (uint64_t)r->id + (uint64_t)r->age + (unsigned char)r->email[4] + (uint64_t)r->tag_count;
}

static int each(sqlite3_stmt *st, uint64_t *sum) {
    baseline_record record;
    int code;
    while ((code = sqlite3_step(st)) == SQLITE_ROW) *sum += decode(st, &record);
    sqlite3_reset(st);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_sqlite_insert_all(baseline_sqlite *s, const baseline_record *records, size_t count) {
    char tags[64];
    int code = run(s->begin);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        bind(s->insert, &records[i], tags);
        code = run(s->insert);
    }
    return code == SQLITE_OK ? run(s->commit) : code;
}

int baseline_sqlite_insert_one(baseline_sqlite *s, const baseline_record *record) {
    return baseline_sqlite_insert_all(s, record, 1);
}

int baseline_sqlite_get_each(baseline_sqlite *s, const int64_t *ids, size_t count, uint64_t *sum) {
    int code = SQLITE_OK;
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        sqlite3_bind_int64(s->get, 1, ids[i]);
        code = each(s->get, sum);
    }
    return code;
}

int baseline_sqlite_get_inside(baseline_sqlite *s, const int64_t *ids, size_t count, uint64_t *sum) {
    int code = sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL);
    if (code == SQLITE_OK) code = baseline_sqlite_get_each(s, ids, count, sum);
    return code == SQLITE_OK ? run(s->commit) : code;
}

int baseline_sqlite_scan(baseline_sqlite *s, uint64_t *sum) { return each(s->scan, sum); }

int baseline_sqlite_range(baseline_sqlite *s, double from, double until, uint64_t *sum) {
    sqlite3_bind_double(s->range, 1, from);
    sqlite3_bind_double(s->range, 2, until);
    return each(s->range, sum);
}

int baseline_sqlite_filter(baseline_sqlite *s, double before, uint64_t *sum) {
    sqlite3_bind_double(s->filter, 1, before);
    return each(s->filter, sum);
}

int baseline_sqlite_update(baseline_sqlite *s, const baseline_record *records, size_t count) {
    char tags[64];
    int code = run(s->begin);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        bind(s->update, &records[i], tags);
        code = run(s->update);
    }
    return code == SQLITE_OK ? run(s->commit) : code;
}

int baseline_sqlite_delete(baseline_sqlite *s, const int64_t *ids, size_t count) {
    int code = run(s->begin);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        sqlite3_bind_int64(s->delete, 1, ids[i]);
        code = run(s->delete);
    }
    return code == SQLITE_OK ? run(s->commit) : code;
}
