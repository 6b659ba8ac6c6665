/* Calls that open files and change their names. */
#if defined(__linux__) && __SIZEOF_LONG__ == 8

#define _GNU_SOURCE
#include "recorder.h"
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Fails calls with names that are not of the folder never. */
static int name_fails(int is_ours, unsigned int call) { return is_ours && recorder_fails(call); }

static void note_opened(int descriptor, int flags, const char *path, int was_there) {
    struct stat info;
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) return;
    int is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
    recorder_learn(&info, is_nameless);
    if (is_nameless) {
        recorder_note_path(CONFORMANCE_CREATED, info.st_ino, "");
    } else if (was_there) {
        recorder_note_path(CONFORMANCE_OPENED, info.st_ino, path);
        if (flags & O_TRUNC)
            recorder_note(CONFORMANCE_TRUNCATE, 0, info.st_ino, 0, 0, NULL, 0, NULL, 0);
    } else {
        recorder_note_path(CONFORMANCE_CREATED, info.st_ino, path);
    }
}

static int recorded_open(int base, const char *path, int flags, mode_t mode) {
    if (!recorder_is_on()) return (int)syscall(SYS_openat, base, path, flags, mode);
    recorder_lock();
    int error = errno;
    char resolved[PATH_MAX];
    int is_ours = recorder_resolve(base, path, resolved);
    struct stat info;
    /* A link that leads elsewhere is followed by the call. */
    int was_there = is_ours && stat(resolved, &info) == 0;
    errno = error;
    int result = -1;
    if (!name_fails(is_ours, CONFORMANCE_CALL_OPEN)) {
        result = (int)syscall(SYS_openat, base, path, flags, mode);
        if (result >= 0 && is_ours) note_opened(result, flags, resolved, was_there);
    }
    recorder_unlock();
    return result;
}

#define MODE(flags)                                                 \
    mode_t mode = 0;                                                \
    if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) { \
        va_list rest;                                               \
        va_start(rest, flags);                                      \
        mode = va_arg(rest, mode_t);                                \
        va_end(rest);                                               \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return recorded_open(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    return recorded_open(AT_FDCWD, path, flags, mode);
}

int openat(int base, const char *path, int flags, ...) {
    MODE(flags)
    return recorded_open(base, path, flags, mode);
}

int openat64(int base, const char *path, int flags, ...) {
    MODE(flags)
    return recorded_open(base, path, flags, mode);
}

int creat(const char *path, mode_t mode) {
    return recorded_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int creat64(const char *path, mode_t mode) { return creat(path, mode); }

/* What is made of them when a program is compiled with checks. */
int __open_2(const char *path, int flags) { return recorded_open(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return recorded_open(AT_FDCWD, path, flags, 0); }
int __openat_2(int base, const char *path, int flags) {
    return recorded_open(base, path, flags, 0);
}
int __openat64_2(int base, const char *path, int flags) {
    return recorded_open(base, path, flags, 0);
}

static int recorded_rename(int from_base, const char *from, int to_base, const char *to,
                           unsigned int flags) {
    if (!recorder_is_on())
        return (int)syscall(SYS_renameat2, from_base, from, to_base, to, flags);
    recorder_lock();
    char names[2 * PATH_MAX];
    char target[PATH_MAX];
    int from_is_ours = recorder_resolve(from_base, from, names);
    int to_is_ours = recorder_resolve(to_base, to, target);
    int result = -1;
    if (!name_fails(from_is_ours || to_is_ours, CONFORMANCE_CALL_NAME)) {
        result = (int)syscall(SYS_renameat2, from_base, from, to_base, to, flags);
        if (result == 0 && from_is_ours && to_is_ours && flags != RENAME_EXCHANGE) {
            size_t length = strlen(names);
            strcpy(names + length + 1, target);
            recorder_note(CONFORMANCE_RENAME, 0, 0, 0, 0, names, length + 1 + strlen(target), NULL,
                          0);
        } else if (result == 0 && (from_is_ours || to_is_ours)) {
            recorder_note_path(CONFORMANCE_MISSED, 0, "rename");
        }
    }
    recorder_unlock();
    return result;
}

int rename(const char *from, const char *to) {
    return recorded_rename(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat(int from_base, const char *from, int to_base, const char *to) {
    return recorded_rename(from_base, from, to_base, to, 0);
}

int renameat2(int from_base, const char *from, int to_base, const char *to, unsigned int flags) {
    return recorded_rename(from_base, from, to_base, to, flags);
}

int linkat(int from_base, const char *from, int to_base, const char *to, int flags) {
    if (!recorder_is_on()) return (int)syscall(SYS_linkat, from_base, from, to_base, to, flags);
    recorder_lock();
    char path[PATH_MAX];
    int is_ours = recorder_resolve(to_base, to, path);
    int result = -1;
    if (!name_fails(is_ours, CONFORMANCE_CALL_NAME)) {
        result = (int)syscall(SYS_linkat, from_base, from, to_base, to, flags);
        struct stat info;
        if (result == 0 && is_ours && stat(path, &info) == 0) {
            recorder_learn(&info, 0);
            recorder_note_path(CONFORMANCE_LINK, info.st_ino, path);
        }
    }
    recorder_unlock();
    return result;
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int base, const char *path, int flags) {
    if (!recorder_is_on()) return (int)syscall(SYS_unlinkat, base, path, flags);
    recorder_lock();
    char resolved[PATH_MAX];
    int is_ours = recorder_resolve(base, path, resolved);
    struct stat info;
    int is_last = is_ours && lstat(resolved, &info) == 0 && info.st_nlink == 1;
    int result = -1;
    if (!name_fails(is_ours, CONFORMANCE_CALL_NAME)) {
        result = (int)syscall(SYS_unlinkat, base, path, flags);
        if (result == 0 && is_ours) {
            int is_folder = (flags & AT_REMOVEDIR) != 0;
            recorder_note_path(is_folder ? CONFORMANCE_REMOVE_FOLDER : CONFORMANCE_UNLINK, 0,
                               resolved);
            if (is_last && !is_folder) recorder_forget(&info);
        }
    }
    recorder_unlock();
    return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
    int result = unlink(path);
    return result != 0 && errno == EISDIR ? rmdir(path) : result;
}

int mkdirat(int base, const char *path, mode_t mode) {
    if (!recorder_is_on()) return (int)syscall(SYS_mkdirat, base, path, mode);
    recorder_lock();
    char resolved[PATH_MAX];
    int is_ours = recorder_resolve(base, path, resolved);
    int result = -1;
    if (!name_fails(is_ours, CONFORMANCE_CALL_NAME)) {
        result = (int)syscall(SYS_mkdirat, base, path, mode);
        if (result == 0 && is_ours) recorder_note_path(CONFORMANCE_MAKE_FOLDER, 0, resolved);
    }
    recorder_unlock();
    return result;
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int symlinkat(const char *target, int base, const char *path) {
    int result = (int)syscall(SYS_symlinkat, target, base, path);
    if (result != 0 || !recorder_is_on()) return result;
    recorder_lock();
    char resolved[PATH_MAX];
    if (recorder_resolve(base, path, resolved))
        recorder_note_path(CONFORMANCE_MISSED, 0, "symlink");
    recorder_unlock();
    return result;
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

#endif
