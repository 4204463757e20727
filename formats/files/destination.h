/* SPDX-License-Identifier: GPL-3.0-or-later */
/* destination.h: a result that is there whole, or not at all. */
#ifndef BENCHMAT_FORMATS_FILES_DESTINATION_H
#define BENCHMAT_FORMATS_FILES_DESTINATION_H

#include <stdio.h>

#include "formats/text/err.h"

struct destination {
    FILE *file;      /* to be written to */
    char *path;      /* NULL for standard output */
    char *temporary; /* where it is written until it is whole; NULL when written in place */
};

/* Opens PATH for writing; NULL or "-" is standard output. A regular or new file is written aside,
 * in the same directory, and keeps its permissions; a symbolic link is followed; a device or a pipe
 * is written in place. A signal that ends the process removes what is aside. An HDF5 file is never
 * replaced (ERR_USAGE): a slip must not cost an archive.
 */
int destination_open(struct destination *destination, const char *path, struct err *err);

/* Ends the writing: makes sure that all of it arrived, and puts it in its place. On failure what
 * was there before still is. */
int destination_commit(struct destination *destination, struct err *err);

/* Ends the writing and leaves everything as it was. */
void destination_abandon(struct destination *destination);

#endif
