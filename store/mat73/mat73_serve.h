/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat73_serve.h: what the sandboxed child answers about a MAT-file of version 7.3. Private.
 *
 * A request is a number that says what is asked; each opens the file and closes it:
 *
 *     MAT73_IS_ARCHIVE     whether the file is one of ours
 *         -> 1 or 0
 *     MAT73_READ           its runs (mat_variables.h)
 *         -> count, per run: its name or NULL, a codec (run_codec.h) with READER_ALL */
#ifndef BENCHMAT_STORE_MAT73_MAT73_SERVE_H
#define BENCHMAT_STORE_MAT73_MAT73_SERVE_H

#include "formats/import/format.h"
#include "store/sandbox/message.h"

enum mat73_question { MAT73_IS_ARCHIVE, MAT73_READ };

#define MAT73_TEXT 116

/* The file, as both processes see it. */
struct mat73_file {
    const char *path; /* for messages; borrowed */
    int fd;
    uint64_t size;
    char text[MAT73_TEXT + 1]; /* of its header */
    struct format_options options;
};

/* A sandbox_work (sandbox.h); FILE is a struct mat73_file. */
int mat73_answer(void *file, struct message *request, struct message *reply, struct err *err);

#endif
