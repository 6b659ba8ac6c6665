// The workloads in plain C on the engines' own APIs: what a careful C programmer would write, with
// prepared statements, cursors and reused transactions.
//
// Equal to what the Swift contenders do:
//   - the record, with all its eight fields, and one index on the score;
//   - durability: SQLite with WAL and synchronous = FULL, LMDB with its two synchronisations;
//   - inserts refuse a key that is there, updates replace all fields, and both keep the index;
//   - all fields of what is read are copied out of the engine, and added up in a checksum, which has
//     to agree with that of every other contender;
//   - keys in an order that no cache likes, the same for all.
// Not equal: C copies strings into arrays of the caller's, where Swift makes objects on the heap, and
// it knows its layout at compile time. That is what the ratios measure.
//
// Every function returns 0, or the engine's code for what went wrong.
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

// What all ways of reading add up.
static inline uint64_t baseline_sum(const baseline_record *_Nonnull r) {
    return (uint64_t)r->id + (uint64_t)r->age + (unsigned char)r->email[4] + (uint64_t)r->tag_count;
}

// Which operations of a mix are writes.
static inline int baseline_is_write(size_t operation) { return operation % 20 == 19; }

// An open store, used by one thread at a time.
typedef struct baseline_store baseline_store;

// The workloads of one engine.
typedef struct {
    int (*_Nonnull open)(const char *_Nonnull path, baseline_store *_Nullable *_Nonnull store);
    // The same store for another thread; it is closed before the first one.
    int (*_Nonnull sibling)(
        baseline_store *_Nonnull store, baseline_store *_Nullable *_Nonnull sibling);
    void (*_Nonnull close)(baseline_store *_Nonnull store);
    int (*_Nonnull insert_all)(
        baseline_store *_Nonnull store, const baseline_record *_Nonnull records, size_t count);
    // In one transaction, each in a savepoint or nested transaction of its own.
    int (*_Nonnull insert_group)(
        baseline_store *_Nonnull store, const baseline_record *_Nonnull records, size_t count);
    int (*_Nonnull get_each)(
        baseline_store *_Nonnull store, const int64_t *_Nonnull ids, size_t count,
        uint64_t *_Nonnull sum);
    int (*_Nonnull get_inside)(
        baseline_store *_Nonnull store, const int64_t *_Nonnull ids, size_t count,
        uint64_t *_Nonnull sum);
    int (*_Nonnull scan)(baseline_store *_Nonnull store, uint64_t *_Nonnull sum);
    int (*_Nonnull range)(
        baseline_store *_Nonnull store, double from, double until, uint64_t *_Nonnull sum);
    int (*_Nonnull filter)(baseline_store *_Nonnull store, double before, uint64_t *_Nonnull sum);
    // Reads each of `records` by its id or, where `baseline_is_write`, replaces it.
    int (*_Nonnull mix)(
        baseline_store *_Nonnull store, const baseline_record *_Nonnull records, size_t count,
        uint64_t *_Nonnull sum);
    int (*_Nonnull update)(
        baseline_store *_Nonnull store, const baseline_record *_Nonnull records, size_t count);
    int (*_Nonnull remove)(
        baseline_store *_Nonnull store, const int64_t *_Nonnull ids, size_t count);
} baseline_engine;

extern const baseline_engine baseline_sqlite, baseline_lmdb;
// SQLite with the page cache that our backend asks for, in place of its own of 2 MiB.
extern const baseline_engine baseline_sqlite_cached;

// What a commit to a journal comes to: one append to a file that stays open, and its
// synchronisation.
int baseline_append_open(const char *_Nonnull path, int *_Nonnull file);
int baseline_append(int file, const void *_Nonnull bytes, size_t size);
int baseline_append_close(int file);
