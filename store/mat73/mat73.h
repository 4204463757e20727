/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat73.h: reads runs from MAT-files of version 7.3 that are not archives of ours: what MATLAB's
 * `save -v7.3` writes, and other programs in the same form.
 *
 * Such a file is HDF5 behind a block of 512 bytes that begins with a MAT-file's header. Its
 * variables are converted to those of an older MAT-file, from which formats/mat_runs/mat.h makes
 * the runs. HDF5 is not safe from a hostile file, so all of this happens in a sandboxed child
 * (sandbox.h); the parent parses nothing but the header. */
#ifndef BENCHMAT_STORE_MAT73_MAT73_H
#define BENCHMAT_STORE_MAT73_MAT73_H

#include "formats/import/format.h"
#include "store/file/lock.h"
#include "formats/processes/message.h"

/* Whether the file at PATH has the header of version 7.3, followed by HDF5, and is not an
 * archive. */
int mat73_is(const char *path);

/* Reads the file, as format_read reads other formats. OPTIONS and HOW may be NULL; HOW is told if
 * the child's system calls are not filtered. The caller gives RUNS to runs_release; after a failure
 * they are empty. */
int mat73_read(const char *path, const struct format_options *options, const struct access *how,
               struct runs *runs, struct err *err);

/* --- in the child --- */

/* The questions that the sandboxed child answers about a MAT-file of version 7.3. Private.
 *
 * A request is the number of the question; each opens the file and closes it:
 *
 *     MAT73_IS_ARCHIVE     whether the file is one of our archives
 *         -> 1 or 0
 *     MAT73_READ           its runs (mat_variables.h)
 *         -> count, per run: its name or NULL, a codec (run_codec.h) with READER_ALL */

enum mat73_question { MAT73_IS_ARCHIVE, MAT73_READ };

#define MAT73_TEXT 116

/* The file, as both processes see it. */
struct mat73_file {
    const char *path; /* for messages; borrowed */
    int fd;
    uint64_t size;
    char text[MAT73_TEXT + 1]; /* of its header; [MAT73_TEXT] is the terminator */
    struct format_options options;
};

/* A sandbox_work (sandbox.h); FILE is a struct mat73_file. */
int mat73_answer(void *file, struct message *request, struct message *reply, struct err *err);

#endif
