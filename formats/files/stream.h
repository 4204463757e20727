/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stream.h: pipes and the like, whose bytes come only once. They are kept until the program ends,
 * so that whoever reads a file twice can read a pipe twice, too. */
#ifndef BENCHMAT_FORMATS_FILES_STREAM_H
#define BENCHMAT_FORMATS_FILES_STREAM_H

#include <stddef.h>
#include <stdio.h>

#include "formats/text/err.h"

/* The path of what an argument of a command names: "-" is standard input. */
const char *stream_path(const char *argument);

/* Whether PATH is neither a file nor a directory, so that it can be read only once. */
int stream_is(const char *path);

/* Sets TEXT to all LENGTH bytes of the stream at PATH, which the first call reads; it stays valid.
 * ERR_FAILED if it cannot be read; ERR_DAMAGED if it is longer than MOST bytes. */
int stream_read(const char *path, size_t most, const char **text, size_t *length, struct err *err);

/* Opens a file or a stream for reading, from the beginning. The caller closes it; NULL if it cannot
 * be opened, with the reason in ERR. */
FILE *stream_open(const char *path, size_t most, struct err *err);

#endif
