#if defined(__linux__) && __SIZEOF_LONG__ == 8

#define _GNU_SOURCE
#include "recorder.h"
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* All of it is guarded by the lock, which is held while a call is made and noted: the order in the
 * log is that in which the calls took effect. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int log_file = -1;
static char folder[PATH_MAX];
static size_t folder_length;
static dev_t mark_device;
static ino_t mark_node;

struct known_file {
    dev_t device;
    ino_t node;
    int is_nameless;
};
static struct known_file *known;
static size_t known_count;

static struct {
    unsigned int calls;
    int action;
    int number;
    long skip;
    long count;
    int is_armed;
} fault;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("CONFORMANCE_RECORDER_FOLDER");
    const char *log = getenv("CONFORMANCE_RECORDER_LOG");
    if (!path || !log || strlen(path) >= sizeof folder) return;
    struct stat info;
    if (fstat(STDOUT_FILENO, &info) == 0) {
        mark_device = info.st_dev;
        mark_node = info.st_ino;
    }
    strcpy(folder, path);
    folder_length = strlen(folder);
    const char *text = getenv("CONFORMANCE_RECORDER_FAULT");
    if (text) {
        sscanf(text, "%u %d %d %ld %ld", &fault.calls, &fault.action, &fault.number, &fault.skip,
               &fault.count);
        const char *armed = getenv("CONFORMANCE_RECORDER_ARMED");
        fault.is_armed = armed && *armed == '1';
    }
    log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
}

int recorder_is_on(void) { return log_file >= 0; }

void recorder_lock(void) { pthread_mutex_lock(&lock); }

void recorder_unlock(void) {
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
}

static void put(const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        long written = syscall(SYS_write, log_file, next, count);
        if (written < 0 && errno == EINTR) continue;
        /* A log that ends within a record is found out by whoever reads it. */
        if (written <= 0) return;
        next += written;
        count -= (size_t)written;
    }
}

void recorder_note(unsigned int kind, unsigned int flags, ino_t file, long long offset,
                   long long size, const char *path, size_t path_length, const void *data,
                   size_t data_length) {
    int error = errno;
    struct conformance_record record = {kind, flags, file, offset, size,
                                        (unsigned int)path_length, (unsigned int)data_length};
    put(&record, sizeof record);
    put(path, path_length);
    put(data, data_length);
    errno = error;
}

void recorder_note_path(unsigned int kind, ino_t file, const char *path) {
    recorder_note(kind, 0, file, 0, 0, path, strlen(path), NULL, 0);
}

/* Whether the path belongs to the folder; then it is written to `out` without links and dots, but
 * for its last part. */
int recorder_resolve(int base, const char *path, char out[PATH_MAX]) {
    char whole[PATH_MAX * 2];
    if (path[0] == '/') {
        if (strlen(path) >= PATH_MAX) return 0;
        strcpy(whole, path);
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", base);
        ssize_t length = base == AT_FDCWD ? readlink("/proc/self/cwd", whole, PATH_MAX - 1)
                                          : readlink(link, whole, PATH_MAX - 1);
        if (length < 0 || strlen(path) + 2 > PATH_MAX) return 0;
        whole[length] = '/';
        strcpy(whole + length + 1, path);
    }
    size_t length = strlen(whole);
    while (length > 1 && whole[length - 1] == '/') whole[--length] = 0;
    char *slash = strrchr(whole, '/');
    if (!slash || slash == whole) return 0;
    *slash = 0;
    if (!realpath(whole, out)) return 0;
    size_t parent = strlen(out);
    if (parent + strlen(slash + 1) + 2 > PATH_MAX) return 0;
    out[parent] = '/';
    strcpy(out + parent + 1, slash + 1);
    return strncmp(out, folder, folder_length) == 0 &&
           (out[folder_length] == '/' || out[folder_length] == 0);
}

static struct known_file *find(dev_t device, ino_t node) {
    for (size_t index = 0; index < known_count; index++)
        if (known[index].device == device && known[index].node == node) return &known[index];
    return NULL;
}

void recorder_learn(const struct stat *info, int is_nameless) {
    struct known_file *file = find(info->st_dev, info->st_ino);
    if (!file) {
        struct known_file *grown = realloc(known, (known_count + 1) * sizeof *known);
        if (!grown) return;
        known = grown;
        file = &known[known_count++];
    }
    *file = (struct known_file){info->st_dev, info->st_ino, is_nameless};
}

void recorder_forget(const struct stat *info) {
    struct known_file *file = find(info->st_dev, info->st_ino);
    if (file) *file = known[--known_count];
}

/* Whether a descriptor is that of a file of the folder. One that has no name any more is not: its
 * number may be given to another file. */
int recorder_knows(int descriptor, struct stat *info) {
    int error = errno;
    int result = 0;
    if (fstat(descriptor, info) == 0 && S_ISREG(info->st_mode)) {
        struct known_file *file = find(info->st_dev, info->st_ino);
        result = file && (info->st_nlink > 0 || file->is_nameless);
    }
    errno = error;
    return result;
}

/* Whether a descriptor is that of the folder, or of one within it; then its path is in `out`. */
int recorder_knows_folder(int descriptor, char out[PATH_MAX]) {
    int error = errno;
    struct stat info;
    int result = 0;
    if (fstat(descriptor, &info) == 0 && S_ISDIR(info.st_mode)) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t length = readlink(link, out, PATH_MAX - 1);
        if (length >= (ssize_t)folder_length) {
            out[length] = 0;
            result = strncmp(out, folder, folder_length) == 0 &&
                     (out[folder_length] == '/' || out[folder_length] == 0);
        }
    }
    errno = error;
    return result;
}

/* Whether what is written to a descriptor is a mark. */
int recorder_takes_mark(int descriptor, const char *bytes, size_t count) {
    int error = errno;
    struct stat info;
    int result = fstat(descriptor, &info) == 0 && info.st_dev == mark_device &&
                 info.st_ino == mark_node && S_ISFIFO(info.st_mode);
    errno = error;
    if (!result) return 0;
    recorder_note(CONFORMANCE_MARK, 0, 0, 0, 0, NULL, 0, bytes, count);
    if (memmem(bytes, count, "\"armed\"", 7)) fault.is_armed = 1;
    if (memmem(bytes, count, "\"disarmed\"", 10)) fault.is_armed = 0;
    return 1;
}

/* Whether a call is hit by the fault. An action that is to fail has set errno then. */
int recorder_fails(unsigned int call) {
    if (!fault.is_armed || !(fault.calls & call)) return 0;
    if (fault.skip > 0) {
        fault.skip--;
        return 0;
    }
    if (fault.count == 0) return 0;
    if (fault.count > 0) fault.count--;
    recorder_note(CONFORMANCE_FAULT, call, 0, 0, fault.number, NULL, 0, NULL, 0);
    if (fault.action == CONFORMANCE_ACTION_KILL) {
        syscall(SYS_kill, getpid(), SIGKILL);
        pause();
    }
    errno = fault.number;
    return 1;
}

/* Whether calls that are hit do half of what they should. */
int recorder_is_short(void) { return fault.action == CONFORMANCE_ACTION_SHORT; }

#else

/* Elsewhere there is no recorder, and who looks for what it noted finds nothing. */
typedef int conformance_recorder_is_not_there;

#endif
