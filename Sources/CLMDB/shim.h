#include <lmdb.h>

// Asks the processor to fetch memory that will be read soon. The memory need not be there.
static inline void clmdb_prefetch(const void *start, size_t size) {
    for (size_t offset = 0; offset < size; offset += 64)
        __builtin_prefetch((const char *)start + offset);
}
