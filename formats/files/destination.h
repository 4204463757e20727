/* SPDX-License-Identifier: GPL-3.0-or-later */
/* destination.h: a result that is there whole, or not at all. */
#ifndef BENCHMAT_FORMATS_FILES_DESTINATION_H
#define BENCHMAT_FORMATS_FILES_DESTINATION_H

#include <stddef.h>
#include <stdio.h>

#include "formats/text/err.h"

/* --- destination --- */

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

/* --- directory --- */

/* A result of many files that is there whole, or not at all, also when a signal ends
 * the process; destination.h for a directory. */

struct directory {
    char *path;
    char *temporary; /* where it is written until it is whole; NULL when written in place */
    char **names;    /* private: of the files so far */
    size_t name_count;
};

/* Begins the directory PATH. A new one is written aside, under the same parent; one that is there
 * must be empty, or what is in it would be taken for a part of the result, and is written in place.
 * ERR_USAGE: PATH is "-", has files in it, or is no directory. On failure there is nothing to end.
 */
int directory_open(struct directory *directory, const char *path, struct err *err);

/* Opens a new file in it, to be given to directory_end_file. A '/' and control characters in NAME,
 * which a file's name cannot have, become '_'. ERR_USAGE where that has a file of this name
 * already: two names that differ in such characters alone. */
int directory_begin_file(struct directory *directory, const char *name, FILE **file,
                         struct err *err);
/* Makes sure that all of it arrived. */
int directory_end_file(struct directory *directory, FILE *file, struct err *err);

/* Ends the writing and puts the directory in its place. On failure it is abandoned. */
int directory_commit(struct directory *directory, struct err *err);

/* Ends the writing and leaves everything as it was. */
void directory_abandon(struct directory *directory);

#endif
