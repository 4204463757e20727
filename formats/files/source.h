/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.h: a file that somebody else wrote, as a whole in memory. */
#ifndef BENCHMAT_FORMATS_FILES_SOURCE_H
#define BENCHMAT_FORMATS_FILES_SOURCE_H

#include <stddef.h>

#include "formats/text/err.h"

/* The longest file that is read, 1 GiB. */
#define SOURCE_MOST_BYTES ((size_t)1 << 30)

struct source {
    const char *path; /* borrowed; for messages, and where a file's name says something */
    const char *text; /* LENGTH bytes; no NUL need follow */
    size_t length;
    char *owned; /* TEXT where it was read from a file */
};

/* Says why PATH cannot be opened, REASON being its errno: what is not there is "no such file" for
 * every program. Returns ERR_FAILED, or ERR_USAGE for an empty PATH. */
int source_refuse(const char *path, int reason, struct err *err);

/* Reads the file, or the pipe, at PATH; of it no more than LIMIT bytes, which is no error where
 * LIMIT is less than SOURCE_MOST_BYTES. ERR_FAILED: it cannot be read; ERR_DAMAGED: it is longer
 * than SOURCE_MOST_BYTES. A byte order mark of UTF-8 is left out. To be given to source_release,
 * also after a failure. */
int source_read(struct source *source, const char *path, size_t limit, struct err *err);
void source_release(struct source *source);

/* The number, from 1, of the line that the byte at OFFSET is in. */
size_t source_line(const struct source *source, size_t offset);

/* ERR_DAMAGED unless all of it is text: without a NUL. */
int source_check_text(const struct source *source, struct err *err);

/* Writes the file's name without directory and extension to BUFFER of SIZE bytes, and returns it:
 * "before" of "runs/before.json". A name that does not fit is cut. */
char *source_stem(char *buffer, size_t size, const char *path);

#endif
