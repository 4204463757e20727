/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reading.h: opens a file so that nobody changes it meanwhile. Private. */
#ifndef BENCHMAT_STORE_FILE_READING_H
#define BENCHMAT_STORE_FILE_READING_H

#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/lock.h"

struct reading {
    int fd;
    uint64_t size;
    struct lock lock;
    char *path; /* without symbolic links */
};

/* Opens PATH and locks it for reading until reading_end; first undoes an interrupted change that
 * left it half changed. A process that appends waits at its commit. HOW may be NULL, and is
 * borrowed. On a file system without trustworthy locks this takes no lock, since our programs never
 * change files there. ERR_FAILED with ERR filled: PATH is not a readable file, or an interrupted
 * change cannot be undone because the file is not writable. */
int reading_begin(struct reading *reading, const char *path, const struct access *how,
                  struct err *err);

/* Safe to call twice, and on a READING that is zero-initialised except for an FD of -1. */
void reading_end(struct reading *reading);

/* Whether somebody still measures the run of that number. */
int reading_is_run_held(const struct reading *reading, unsigned long number);

#endif
