/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.h: reads a whole file, which another program may have written, into memory. */
#ifndef BENCHMAT_FORMATS_FILES_SOURCE_H
#define BENCHMAT_FORMATS_FILES_SOURCE_H

#include <stddef.h>

#include "formats/text/err.h"

/* The longest file that is read: 1 GiB. */
#define SOURCE_MOST_BYTES ((size_t)1 << 30)

struct source {
    const char *path; /* borrowed; for messages, and for formats in which the file's name matters */
    const char *text; /* LENGTH bytes, perhaps without a NUL after them */
    size_t length;
    char *owned; /* the memory of TEXT if it was read from a file; a stream's is kept (stream.h) */
};

/* Sets ERR to why PATH cannot be opened, where REASON is the errno value, so that every program
 * says "no such file" in the same way. Returns ERR_FAILED, or ERR_USAGE for an empty PATH. */
int source_refuse(const char *path, int reason, struct err *err);

/* Reads at most LIMIT bytes of the file or pipe at PATH. A longer file is not an error if LIMIT is
 * less than SOURCE_MOST_BYTES. ERR_FAILED if it cannot be read; ERR_DAMAGED if it is longer than
 * SOURCE_MOST_BYTES. What gzip or zstd has compressed is expanded (compressed.h), and what it
 * expands to has these limits. A UTF-8 byte order mark is dropped. Text in UTF-16 that begins with
 * one, as PowerShell writes it, becomes UTF-8, and carriage returns become line feeds in a text
 * that has none of these. Call source_release even after a failure. */
int source_read(struct source *source, const char *path, size_t limit, struct err *err);
void source_release(struct source *source);

/* Whether the file at PATH, which is no stream, is compressed (compressed.h). */
int source_is_compressed(const char *path);

/* Returns the number, from 1, of the line with the byte at OFFSET. */
size_t source_line(const struct source *source, size_t offset);

/* Returns ERR_DAMAGED if there is a NUL, since a text has none. */
int source_check_text(const struct source *source, struct err *err);

/* Writes the file's name without directory and extension to BUFFER of SIZE bytes, and returns
 * BUFFER: "before" for "runs/before.json" and "runs/before.json.gz". A name that does not fit is
 * cut. */
char *source_stem(char *buffer, size_t size, const char *path);

#endif
