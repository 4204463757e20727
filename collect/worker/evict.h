/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evict.h: emptying the caches by filling them with something else. */
#ifndef BENCHMAT_COLLECT_WORKER_EVICT_H
#define BENCHMAT_COLLECT_WORKER_EVICT_H

#include <stddef.h>

#include "formats/text/err.h"

/* Memory to sweep through: a part of FILE, from OFFSET on, a page boundary. All workers on an arena
 * have the same part of its file (see wire.h), so that it takes memory once. */
struct sweep {
    int file;
    size_t offset;
    char *memory; /* NULL until it is prepared; stays mapped until the process ends */
    size_t bytes;
};

/* Sees to it that there are BYTES bytes, all pages present. ERR_FAILED when FILE is shorter or
 * memory is unmatched. */
int evict_prepare(struct sweep *eviction, size_t bytes, struct err *err);

/* Reads and writes one byte of every 64. With twice the last-level cache's size or more, nothing
 * that was cached before is left in any cache of data; nor is the code of a library, outside the
 * innermost cache of instructions. What fills them now is modified and has to be written back, as
 * after any other work on data. */
void evict_sweep(const struct sweep *eviction);

#endif
