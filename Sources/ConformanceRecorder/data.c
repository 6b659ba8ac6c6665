/* Calls that read, write, resize and synchronise files. */
#if defined(__linux__) && __SIZEOF_LONG__ == 8

#define _GNU_SOURCE
#include "recorder.h"
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static const off_t at_position = -1;

static size_t total(const struct iovec *parts, int count) {
    size_t sum = 0;
    for (int index = 0; index < count; index++) sum += parts[index].iov_len;
    return sum;
}

/* Makes the call that writes the first `wanted` bytes of `parts`. */
static ssize_t write_parts(int descriptor, const struct iovec *parts, int count, size_t wanted,
                           off_t offset) {
    struct iovec cut[count > 0 ? count : 1];
    int used = 0;
    for (; used < count && wanted > 0; used++) {
        cut[used] = parts[used];
        if (cut[used].iov_len > wanted) cut[used].iov_len = wanted;
        wanted -= cut[used].iov_len;
    }
    if (offset == at_position) return syscall(SYS_writev, descriptor, cut, used);
    return syscall(SYS_pwritev, descriptor, cut, used, offset, 0L);
}

static void note_written(ino_t file, unsigned int flags, off_t offset, const struct iovec *parts,
                         int count, size_t written) {
    for (int index = 0; index < count && written > 0; index++) {
        size_t length = parts[index].iov_len < written ? parts[index].iov_len : written;
        if (length == 0) continue;
        recorder_note(CONFORMANCE_WRITE, flags, file, offset, (long long)length, NULL, 0,
                      parts[index].iov_base, length);
        offset += (off_t)length;
        written -= length;
    }
}

static ssize_t recorded_write(int descriptor, const struct iovec *parts, int count, off_t offset) {
    size_t wanted = total(parts, count);
    if (!recorder_is_on()) return write_parts(descriptor, parts, count, wanted, offset);
    recorder_lock();
    struct stat info;
    if (!recorder_knows(descriptor, &info)) {
        for (int index = 0; index < count; index++)
            recorder_takes_mark(descriptor, parts[index].iov_base, parts[index].iov_len);
        recorder_unlock();
        return write_parts(descriptor, parts, count, wanted, offset);
    }
    ssize_t result = -1;
    if (recorder_fails(CONFORMANCE_CALL_WRITE)) {
        if (!recorder_is_short() || wanted < 2) {
            recorder_unlock();
            return -1;
        }
        wanted /= 2;
    }
    long flags = syscall(SYS_fcntl, descriptor, F_GETFL);
    off_t start = offset;
    if (flags & O_APPEND)
        start = info.st_size;
    else if (offset == at_position)
        start = (off_t)syscall(SYS_lseek, descriptor, 0L, SEEK_CUR);
    result = write_parts(descriptor, parts, count, wanted, offset);
    if (result > 0)
        note_written(info.st_ino, (flags & O_DSYNC) != 0, start, parts, count, (size_t)result);
    recorder_unlock();
    return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    struct iovec part = {(void *)(uintptr_t)bytes, count};
    return recorded_write(descriptor, &part, 1, at_position);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    struct iovec part = {(void *)(uintptr_t)bytes, count};
    if (offset < 0) {
        errno = EINVAL;
        return -1;
    }
    return recorded_write(descriptor, &part, 1, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return pwrite(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    return recorded_write(descriptor, parts, count, at_position);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
    return recorded_write(descriptor, parts, count, offset);
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off64_t offset) {
    return recorded_write(descriptor, parts, count, offset);
}

static ssize_t recorded_read(int descriptor, void *bytes, size_t count, off_t offset) {
    if (recorder_is_on()) {
        recorder_lock();
        struct stat info;
        int fails = recorder_knows(descriptor, &info) && recorder_fails(CONFORMANCE_CALL_READ);
        recorder_unlock();
        if (fails && (!recorder_is_short() || count < 2)) return -1;
        if (fails) count /= 2;
    }
    if (offset == at_position) return syscall(SYS_read, descriptor, bytes, count);
    return syscall(SYS_pread64, descriptor, bytes, count, offset);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    return recorded_read(descriptor, bytes, count, at_position);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    return recorded_read(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    return recorded_read(descriptor, bytes, count, offset);
}

/* What is made of them when a program is compiled with checks of its buffers. */
ssize_t __read_chk(int descriptor, void *bytes, size_t count, size_t size) {
    if (count > size) abort();
    return read(descriptor, bytes, count);
}

ssize_t __pread_chk(int descriptor, void *bytes, size_t count, off_t offset, size_t size) {
    if (count > size) abort();
    return pread(descriptor, bytes, count, offset);
}

ssize_t __pread64_chk(int descriptor, void *bytes, size_t count, off64_t offset, size_t size) {
    if (count > size) abort();
    return pread(descriptor, bytes, count, offset);
}

static int recorded_sync(long number, int descriptor) {
    if (!recorder_is_on()) return (int)syscall(number, descriptor);
    recorder_lock();
    struct stat info;
    char path[PATH_MAX];
    int is_file = recorder_knows(descriptor, &info);
    int is_folder = !is_file && recorder_knows_folder(descriptor, path);
    int result = -1;
    if (!(is_file || is_folder) || !recorder_fails(CONFORMANCE_CALL_SYNC)) {
        result = (int)syscall(number, descriptor);
        if (result == 0 && is_file)
            recorder_note(CONFORMANCE_SYNC, 0, info.st_ino, 0, 0, NULL, 0, NULL, 0);
        if (result == 0 && is_folder) recorder_note_path(CONFORMANCE_SYNC_FOLDER, 0, path);
    }
    recorder_unlock();
    return result;
}

int fsync(int descriptor) { return recorded_sync(SYS_fsync, descriptor); }

int fdatasync(int descriptor) { return recorded_sync(SYS_fdatasync, descriptor); }

void sync(void) {
    syscall(SYS_sync);
    if (!recorder_is_on()) return;
    recorder_lock();
    recorder_note_path(CONFORMANCE_SYNC_ALL, 0, "");
    recorder_unlock();
}

int syncfs(int descriptor) {
    int result = (int)syscall(SYS_syncfs, descriptor);
    if (result != 0 || !recorder_is_on()) return result;
    recorder_lock();
    recorder_note_path(CONFORMANCE_SYNC_ALL, 0, "");
    recorder_unlock();
    return result;
}

int ftruncate(int descriptor, off_t size) {
    if (!recorder_is_on()) return (int)syscall(SYS_ftruncate, descriptor, size);
    recorder_lock();
    struct stat info;
    int is_known = recorder_knows(descriptor, &info);
    int result = -1;
    unsigned int call = is_known && size > info.st_size ? CONFORMANCE_CALL_GROW : CONFORMANCE_CALL_CUT;
    if (!is_known || !recorder_fails(call)) {
        result = (int)syscall(SYS_ftruncate, descriptor, size);
        if (result == 0 && is_known)
            recorder_note(CONFORMANCE_TRUNCATE, 0, info.st_ino, 0, size, NULL, 0, NULL, 0);
    }
    recorder_unlock();
    return result;
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

int truncate(const char *path, off_t size) {
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    int result = ftruncate(descriptor, size);
    int error = errno;
    syscall(SYS_close, descriptor);
    errno = error;
    return result;
}

int truncate64(const char *path, off64_t size) { return truncate(path, size); }

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
    if (!recorder_is_on()) return (int)syscall(SYS_fallocate, descriptor, mode, offset, length);
    recorder_lock();
    struct stat info;
    int is_known = recorder_knows(descriptor, &info);
    int result = -1;
    if (!is_known || !recorder_fails(CONFORMANCE_CALL_GROW)) {
        result = (int)syscall(SYS_fallocate, descriptor, mode, offset, length);
        if (result == 0 && is_known) {
            if (mode == 0)
                recorder_note(CONFORMANCE_ALLOCATE, 0, info.st_ino, offset, length, NULL, 0, NULL,
                              0);
            else if (mode != FALLOC_FL_KEEP_SIZE)
                recorder_note_path(CONFORMANCE_MISSED, info.st_ino, "fallocate");
        }
    }
    recorder_unlock();
    return result;
}

int fallocate64(int descriptor, int mode, off64_t offset, off64_t length) {
    return fallocate(descriptor, mode, offset, length);
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
    int error = errno;
    int result = fallocate(descriptor, 0, offset, length) == 0 ? 0 : errno;
    errno = error;
    return result;
}

int posix_fallocate64(int descriptor, off64_t offset, off64_t length) {
    return posix_fallocate(descriptor, offset, length);
}

ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t count,
                        unsigned int flags) {
    ssize_t result = syscall(SYS_copy_file_range, from, from_offset, to, to_offset, count, flags);
    struct stat info;
    if (result <= 0 || !recorder_is_on()) return result;
    recorder_lock();
    if (recorder_knows(to, &info))
        recorder_note_path(CONFORMANCE_MISSED, info.st_ino, "copy_file_range");
    recorder_unlock();
    return result;
}

/* The parts of memory that are files. Guarded by the lock. */
static struct mapping {
    char *start;
    size_t length;
    ino_t file;
    off_t offset;
} *mappings;
static size_t mapping_count;

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    void *result =
        (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
    int is_shared = (flags & MAP_TYPE) != MAP_PRIVATE && (protection & PROT_WRITE);
    if (result == MAP_FAILED || !recorder_is_on() || descriptor < 0 || !is_shared) return result;
    recorder_lock();
    struct stat info;
    if (recorder_knows(descriptor, &info)) {
        recorder_note(CONFORMANCE_MAPPED, 0, info.st_ino, offset, (long long)length, NULL, 0, NULL,
                      0);
        struct mapping *grown = realloc(mappings, (mapping_count + 1) * sizeof *mappings);
        if (grown) {
            mappings = grown;
            mappings[mapping_count++] = (struct mapping){result, length, info.st_ino, offset};
        }
    }
    recorder_unlock();
    return result;
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor,
             off64_t offset) {
    return mmap(address, length, protection, flags, descriptor, offset);
}

int munmap(void *address, size_t length) {
    if (recorder_is_on()) {
        recorder_lock();
        for (size_t index = 0; index < mapping_count; index++)
            if (mappings[index].start == address) mappings[index--] = mappings[--mapping_count];
        recorder_unlock();
    }
    return (int)syscall(SYS_munmap, address, length);
}

int msync(void *address, size_t length, int flags) {
    if (!recorder_is_on() || !(flags & MS_SYNC)) {
        return (int)syscall(SYS_msync, address, length, flags);
    }
    recorder_lock();
    int result = -1;
    if (!recorder_fails(CONFORMANCE_CALL_SYNC)) {
        result = (int)syscall(SYS_msync, address, length, flags);
        char *start = address;
        for (size_t index = 0; result == 0 && index < mapping_count; index++) {
            struct mapping *part = &mappings[index];
            if (start < part->start || start >= part->start + part->length) continue;
            size_t rest = part->length - (size_t)(start - part->start);
            recorder_note(CONFORMANCE_WRITE, 1, part->file, part->offset + (start - part->start),
                          0, NULL, 0, start, length < rest ? length : rest);
        }
    }
    recorder_unlock();
    return result;
}

#endif
