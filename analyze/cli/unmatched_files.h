/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unmatched_files.h: of several files, those that have nothing of what is asked for. */
#ifndef BENCHMAT_ANALYZE_CLI_UNMATCHED_FILES_H
#define BENCHMAT_ANALYZE_CLI_UNMATCHED_FILES_H

#include <stddef.h>

#include "formats/text/err.h"

/* Zero-initialised is none. */
struct unmatched_files {
    size_t files, count; /* that were read, and of these that lack it */
    char names[512];     /* of the latter, the first few */
    struct err first;    /* why, of the first of them */
};

/* To be asked after each FILE: CODE is what became of reading it. Where that is ERR_ABSENT, FILE is
 * passed over, and the result 0; otherwise CODE. */
int unmatched_files_note(struct unmatched_files *unmatched, const char *file, int code,
                         const struct err *err);

/* To be asked after the last, with the code of all: where every file lacks it, that is the
 * ERR_ABSENT of the first. Where some do, PROGRAM (NULL: nobody) tells which in a line on standard
 * error. */
int unmatched_files_conclude(const struct unmatched_files *unmatched, const char *program, int code,
                             struct err *err);

#endif
