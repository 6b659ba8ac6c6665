#include <errno.h>
#include <fcntl.h>
#include <lmdb.h>
#include <stdint.h>
#include <sys/stat.h>

#ifdef __linux__
#include <linux/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#endif

// Asks the processor to fetch memory that will be read soon. The memory need not be there.
static inline void clmdb_prefetch(const void *start, size_t size) {
    for (size_t offset = 0; offset < size; offset += 64)
        __builtin_prefetch((const char *)start + offset);
}

// Finds out which file a path leads to, without asking for its times. Returns 0 or an error number.
//
// Linux writes a file's times with the next synchronization if somebody has asked for them since the
// last write ("multigrain timestamps", from 6.13 on), which is a write to the disk more.
static inline int clmdb_identify(const char *path, uint64_t *device, uint64_t *inode) {
#ifdef SYS_statx
    struct statx found;
    if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_TYPE | STATX_INO, &found) == 0) {
        *device = makedev(found.stx_dev_major, found.stx_dev_minor);
        *inode = found.stx_ino;
        return 0;
    }
    // Containers can forbid what they do not know.
    if (errno != ENOSYS && errno != EPERM) return errno;
#endif
    struct stat status;
    if (stat(path, &status)) return errno;
    *device = status.st_dev;
    *inode = status.st_ino;
    return 0;
}
