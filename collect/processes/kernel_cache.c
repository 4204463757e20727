/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/kernel_cache.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static char directory[PATH_MAX]; /* "": none */

const char *kernel_cache_make(void) {
    const char *parent = getenv("TMPDIR");
    int length = snprintf(directory, sizeof directory, "%s/benchmat-kernels-XXXXXX",
                          parent && *parent ? parent : "/tmp");
    if (length >= (int)sizeof directory || !mkdtemp(directory))
        directory[0] = '\0';
    return directory[0] ? directory : NULL;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status, (void)kind, (void)where;
    remove(path);
    return 0;
}

void kernel_cache_remove(void) {
    const int open_at_once = 16;
    if (directory[0])
        nftw(directory, remove_one, open_at_once, FTW_DEPTH | FTW_PHYS);
    directory[0] = '\0';
}
