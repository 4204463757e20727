/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/processes/machine.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __GLIBC__
#    include <malloc.h>
#endif

size_t machine_cpus(void) {
    long count = 0;
#ifdef CPU_COUNT
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        count = CPU_COUNT(&allowed);
#endif
    if (count < 1)
        count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (size_t)count;
}

void machine_keep_memory(int bytes) {
    (void)bytes;
#ifdef M_TRIM_THRESHOLD
    mallopt(M_TRIM_THRESHOLD, bytes);
    mallopt(M_MMAP_THRESHOLD, bytes);
#endif
}

void machine_use_large_pages(void *memory, size_t bytes) {
    (void)memory, (void)bytes;
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

void machine_drop_pages(void *memory, size_t bytes) {
    (void)memory, (void)bytes;
#ifdef MADV_REMOVE
    madvise(memory, bytes, MADV_REMOVE);
#endif
}
