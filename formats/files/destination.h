/* SPDX-License-Identifier: GPL-3.0-or-later */
/* destination.h: writes a file or a directory that is complete in its place, or not there at all,
 * even if a signal ends the process. */
#ifndef BENCHMAT_FORMATS_FILES_DESTINATION_H
#define BENCHMAT_FORMATS_FILES_DESTINATION_H

#include <stddef.h>
#include <stdio.h>

#include "formats/text/err.h"

/* --- files --- */

struct destination {
    FILE *file;      /* write to this */
    char *path;      /* NULL for standard output */
    char *temporary; /* name of the file while it is written; NULL if it is written in place */
};

/* Opens PATH for writing; NULL or "-" is standard output. A regular or new file is written under a
 * temporary name in the same directory; a file that exists keeps its permissions, another user's as
 * far as a new one would have them. Symbolic links are followed, unless a stranger laid them
 * (link.h). Devices and pipes are written in place. A signal that ends the process removes the
 * temporary file. An HDF5 file is never replaced (ERR_USAGE), so that a mistake does not destroy an
 * archive. */
int destination_open(struct destination *destination, const char *path, struct err *err);

/* Finishes the file: makes sure that everything was written and puts it in its place. On failure
 * the previous file is still there. */
int destination_commit(struct destination *destination, struct err *err);

/* Stops writing and leaves everything as it was. */
void destination_abandon(struct destination *destination);

/* Removes all files and directories that are not finished, as exit() does. For handlers of signals
 * that end the program by _exit(). */
void destination_remove_unfinished(void);

/* --- directories --- */

/* A directory that is being written. */
struct directory {
    char *path;
    char *temporary; /* name of the directory while it is written; NULL if it is written in place */
    char **names;    /* private: names of the files so far */
    size_t name_count;
};

/* Begins the directory PATH. A new directory is written under a temporary name in the same parent.
 * An existing one is written in place and must be empty, because its files would be mistaken for
 * parts of the result. ERR_USAGE if PATH is "-", has files in it, or is not a directory. After a
 * failure there is nothing to commit or abandon. */
int directory_open(struct directory *directory, const char *path, struct err *err);

/* Opens a new file in the directory; the caller must pass it to directory_end_file. A '/' or
 * control character in NAME, which must not be in a file's name, becomes '_'. ERR_USAGE if the
 * directory already has a file of the resulting name, which happens if two names differ only in
 * such characters. */
int directory_begin_file(struct directory *directory, const char *name, FILE **file,
                         struct err *err);
/* Closes FILE and makes sure that everything was written. */
int directory_end_file(struct directory *directory, FILE *file, struct err *err);

/* Puts the directory in its place. On failure the directory is abandoned. */
int directory_commit(struct directory *directory, struct err *err);

/* Removes the files that were written and leaves everything as it was. */
void directory_abandon(struct directory *directory);

#endif
