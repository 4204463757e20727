/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive.h: a file of runs.
 *
 * An archive is one HDF5 file that is also a MATLAB 7.3 MAT-file and a netCDF-4 file; its layout is
 * described in docs/archive-format.md. Runs are only ever appended: see archive_append.h. */
#ifndef BENCHMAT_STORE_ARCHIVE_ARCHIVE_H
#define BENCHMAT_STORE_ARCHIVE_ARCHIVE_H

#include <stddef.h>

#include "formats/text/err.h"
#include "formats/model/run.h"
#include "store/archive/archive_append.h"

/* --- reading -------------------------------------------------------------------------------- */

/* An archive is read by a child process that can do nothing else (store/sandbox/sandbox.h), since
 * HDF5 is not safe from a hostile file. What makes it crash, allocate or loop without end is
 * ERR_DAMAGED, with one line that says so; what comes back is sound, whatever its numbers say. */
struct archive;

/* Opens for reading; the caller gives the result to archive_close (NULL is fine). Refused with
 * ERR_DAMAGED: empty, not an HDF5 file, HDF5 but no archive, a newer major format version; with
 * ERR_FAILED: what the system refuses to open or read, a directory. Nothing is appended to
 * the file while it is open: whoever wants to waits. HOW, which may be NULL and is borrowed until
 * archive_close, is told when an interrupted change had to be undone first, and when the child's
 * system calls are not filtered (lock.h). */
int archive_open(struct archive **archive, const char *path, struct err *err);
int archive_open_with(struct archive **archive, const char *path, const struct access *how,
                      struct err *err);
void archive_close(struct archive *archive);

/* Whether the child's system calls are filtered. Where they are not (an old kernel, a container
 * that does not permit it, valgrind) a hostile file is kept from more memory, time and descriptors,
 * but not from all the rest. */
int archive_is_filtered(const struct archive *archive);

/* Runs stand in the order in which they were appended, numbered from 0. */
size_t archive_run_count(const struct archive *archive);
/* "run_000001"; valid until archive_close. */
const char *archive_run_name(const struct archive *archive, size_t run);
/* The number in that name: 1. Numbers grow from run to run, but some may be missing. */
unsigned long archive_run_number(const struct archive *archive, size_t run);
/* The file as it was named to archive_open; valid until archive_close. */
const char *archive_path(const struct archive *archive);

/* The names of the actions that a run has measured, sorted; an array of COUNT strings, valid until
 * archive_close. Reads no data. */
int archive_run_actions(struct archive *archive, size_t run, const char *const **actions,
                        size_t *count, struct err *err);

/* Reads one whole run, or of its measurements only that of ACTION (NULL for all; one that the run
 * has not is an ERR_USAGE). The caller gives the result to run_free. Every size in the file is
 * bounded before anything is allocated. Facts come back in the order in which they were set, but
 * texts of more than 4096 bytes after the others. See choices_stream (choose.h) for what is too
 * large to be in memory at once, for many runs, and for less than all of each. */
int archive_read_run(struct archive *archive, size_t run, const char *action, struct run **result,
                     struct err *err);

#endif
