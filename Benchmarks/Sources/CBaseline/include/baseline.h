// The workloads in plain C on the engines' own APIs: what a careful C programmer would write, with
// prepared statements, cursors and reused transactions. Every function returns 0, or the engine's
// code for what went wrong; what was read is added up in a checksum, so that it cannot be left out.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A record of the benchmarks. Strings end in a zero byte and are at most as long as their arrays.
typedef struct {
    int64_t id;
    int64_t age;
    double score;
    double created_at;
    int32_t active;
    int32_t tag_count;
    char name[32];
    char email[48];
    char tags[3][16];
} baseline_record;

typedef struct baseline_sqlite baseline_sqlite;
int baseline_sqlite_open(const char *path, baseline_sqlite **store);
void baseline_sqlite_close(baseline_sqlite *store);
int baseline_sqlite_insert_all(baseline_sqlite *store, const baseline_record *records, size_t count);
int baseline_sqlite_insert_one(baseline_sqlite *store, const baseline_record *record);
int baseline_sqlite_get_each(baseline_sqlite *store, const int64_t *ids, size_t count, uint64_t *sum);
int baseline_sqlite_get_inside(baseline_sqlite *store, const int64_t *ids, size_t count, uint64_t *sum);
int baseline_sqlite_scan(baseline_sqlite *store, uint64_t *sum);
int baseline_sqlite_range(baseline_sqlite *store, double from, double until, uint64_t *sum);
int baseline_sqlite_filter(baseline_sqlite *store, double before, uint64_t *sum);
int baseline_sqlite_update(baseline_sqlite *store, const baseline_record *records, size_t count);
int baseline_sqlite_delete(baseline_sqlite *store, const int64_t *ids, size_t count);

typedef struct baseline_lmdb baseline_lmdb;
int baseline_lmdb_open(const char *path, baseline_lmdb **store);
void baseline_lmdb_close(baseline_lmdb *store);
int baseline_lmdb_insert_all(baseline_lmdb *store, const baseline_record *records, size_t count);
int baseline_lmdb_insert_one(baseline_lmdb *store, const baseline_record *record);
int baseline_lmdb_get_each(baseline_lmdb *store, const int64_t *ids, size_t count, uint64_t *sum);
int baseline_lmdb_get_inside(baseline_lmdb *store, const int64_t *ids, size_t count, uint64_t *sum);
int baseline_lmdb_scan(baseline_lmdb *store, uint64_t *sum);
int baseline_lmdb_range(baseline_lmdb *store, double from, double until, uint64_t *sum);
int baseline_lmdb_filter(baseline_lmdb *store, double before, uint64_t *sum);
int baseline_lmdb_update(baseline_lmdb *store, const baseline_record *records, size_t count);
int baseline_lmdb_delete(baseline_lmdb *store, const int64_t *ids, size_t count);

// One append of `size` bytes to an open file and its synchronisation, `count` times.
int baseline_append(const char *path, const void *bytes, size_t size, size_t count);
