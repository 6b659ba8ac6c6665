#include "baseline.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int baseline_append(const char *path, const void *bytes, size_t size, size_t count) {
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (file < 0) return errno;
    for (size_t i = 0; i < count; i++) {
        if (write(file, bytes, size) != (ssize_t)size || fdatasync(file) != 0) {
            int code = errno;
            close(file);
            return code;
        }
    }
    return close(file) == 0 ? 0 : errno;
}
