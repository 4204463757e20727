/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reading.h: a file opened so that nobody changes it meanwhile. Private. */
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

/* Opens PATH and locks it for reading until reading_end; makes it what it was before where an
 * interrupted change left it half changed. Whoever appends waits at the commit. HOW may be NULL,
 * and is borrowed. On a file system without locks that can be trusted nobody of us changes files,
 * so there it does without. ERR_FAILED with ERR filled when PATH is no file that can be read, or
 * cannot be put right because it may not be written. */
int reading_begin(struct reading *reading, const char *path, const struct access *how,
                  struct err *err);

/* Safe on a zero-initialised one whose FD is -1, and twice. */
void reading_end(struct reading *reading);

/* Whether somebody still measures the run of that number. */
int reading_is_run_held(const struct reading *reading, unsigned long number);

#endif
