/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_cache.h: the directory where drivers keep the kernels that they compile, for one run: all
 * workers of the run find there what the first one compiled. */
#ifndef BENCHMAT_COLLECT_PROCESSES_KERNEL_CACHE_H
#define BENCHMAT_COLLECT_PROCESSES_KERNEL_CACHE_H

/* Makes it in TMPDIR, or in /tmp, and returns its path, of static memory. NULL: it cannot be made,
 * so that every worker compiles anew. Removes those that collectors of the same user left there
 * when they were killed: as long as one lives, it holds a lock on its own. */
const char *kernel_cache_make(void);

/* Removes it with all that is in it; does nothing if there is none. */
void kernel_cache_remove(void);

#endif
