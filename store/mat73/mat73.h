/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat73.h: runs out of MAT-files of version 7.3 that are no archives of ours: what MATLAB's
 * `save -v7.3` writes, and others in its likeness.
 *
 * Such a file is HDF5 behind a block of 512 bytes that begins with a MAT-file's header. Here it
 * becomes the same variables that an older one has, of which formats/mat_runs/mat.h makes
 * the runs. As HDF5 is not safe from a hostile file, all of that is done in a child that can do
 * nothing else (sandbox.h); here nothing of the file is parsed but its header. */
#ifndef BENCHMAT_STORE_MAT73_MAT73_H
#define BENCHMAT_STORE_MAT73_MAT73_H

#include "formats/import/format.h"
#include "store/file/lock.h"
#include "formats/processes/message.h"

/* Whether the file at PATH has the header of version 7.3 and HDF5 behind it, and is no archive. */
int mat73_is(const char *path);

/* Reads it. OPTIONS may be NULL, and so may HOW, which is told where the child's system calls are
 * not filtered. RUNS are to be given to runs_release; none on failure. As format_read, of which it
 * is the counterpart. */
int mat73_read(const char *path, const struct format_options *options, const struct access *how,
               struct runs *runs, struct err *err);

/* --- mat73 serve --- */

/* What the sandboxed child answers about a MAT-file of version 7.3. Private.
 *
 * A request is a number that says what is asked; each opens the file and closes it:
 *
 *     MAT73_IS_ARCHIVE     whether the file is one of ours
 *         -> 1 or 0
 *     MAT73_READ           its runs (mat_theirs.h)
 *         -> count, per run: its name or NULL, a codec (run_codec.h) with READER_ALL */

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
