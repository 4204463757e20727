/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/evict.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { LINE = 64 };

static int lacks(const struct sweep *eviction, size_t bytes) {
    struct stat file;
    return fstat(eviction->file, &file) != 0 || (size_t)file.st_size < eviction->offset ||
           (size_t)file.st_size - eviction->offset < bytes;
}

int evict_prepare(struct sweep *eviction, size_t bytes, struct err *err) {
    if (bytes <= eviction->bytes)
        return 0;
    if (lacks(eviction, bytes))
        return err_set(err, ERR_FAILED, "there are no %zu bytes to sweep the caches with", bytes);
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                        eviction->file, (off_t)eviction->offset);
    if (memory == MAP_FAILED)
        return err_set(err, ERR_FAILED, "cannot get %zu bytes to sweep the caches with: %s", bytes,
                       strerror(errno));
    if (eviction->memory)
        munmap(eviction->memory, eviction->bytes);
    eviction->memory = memory;
    eviction->bytes = bytes;
    return 0;
}

void evict_sweep(const struct sweep *eviction) {
    volatile char *memory = eviction->memory;
    for (size_t i = 0; i < eviction->bytes; i += LINE)
        memory[i] = (char)(memory[i] + 1);
}
