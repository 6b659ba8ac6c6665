#ifndef CONFORMANCE_RECORDER_STATE_H
#define CONFORMANCE_RECORDER_STATE_H

#include <limits.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

/* What the calls that are looked in on share. But for the first two functions, the caller must hold
 * the lock. */
int recorder_is_on(void);
void recorder_lock(void);
void recorder_unlock(void);

void recorder_note(unsigned int kind, unsigned int flags, ino_t file, long long offset,
                   long long size, const char *path, size_t path_length, const void *data,
                   size_t data_length);
void recorder_note_path(unsigned int kind, ino_t file, const char *path);

int recorder_resolve(int base, const char *path, char out[PATH_MAX]);
void recorder_learn(const struct stat *info, int is_nameless);
void recorder_forget(const struct stat *info);
int recorder_knows(int descriptor, struct stat *info);
int recorder_knows_folder(int descriptor, char out[PATH_MAX]);
int recorder_takes_mark(int descriptor, const char *bytes, size_t count);
int recorder_fails(unsigned int call);
int recorder_is_short(void);

#pragma GCC visibility pop

#endif
