/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scratch.h: a directory for one run, such as the one where drivers keep the kernels that they
 * compile: all workers of the run find there what the first one compiled. */
#ifndef BENCHMAT_COLLECT_PROCESSES_SCRATCH_H
#define BENCHMAT_COLLECT_PROCESSES_SCRATCH_H

#include <limits.h>

struct scratch {
    char path[PATH_MAX]; /* "": none */
    int lock;            /* a descriptor of it, which is locked as long as we live */
};

/* Makes "benchmat-PURPOSE-XXXXXX" in TMPDIR, or in /tmp. Returns its path, which is SCRATCH's own;
 * NULL: it cannot be made. Removes those that collectors of the same user left there when they were
 * killed: as long as one lives, it holds a lock on its own. */
const char *scratch_make(struct scratch *scratch, const char *purpose);

/* Removes it with all that is in it; does nothing if SCRATCH is zero-initialised, or has none. */
void scratch_remove(struct scratch *scratch);

#endif
