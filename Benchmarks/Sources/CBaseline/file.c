#include "baseline.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int baseline_append_open(const char *path, int *file) {
    *file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    return *file < 0 ? errno : 0;
}

int baseline_append(int file, const void *bytes, size_t size) {
    return write(file, bytes, size) == (ssize_t)size && fdatasync(file) == 0 ? 0 : errno;
}

int baseline_append_close(int file) { return close(file) == 0 ? 0 : errno; }
