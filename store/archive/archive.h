/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive.h: reads an archive, a file of runs.
 *
 * An archive is one HDF5 file that is also a MATLAB 7.3 MAT-file and a netCDF-4 file;
 * docs/archive-format.md describes its layout. Runs are only ever appended: see archive_append.h.
 */
#ifndef BENCHMAT_STORE_ARCHIVE_ARCHIVE_H
#define BENCHMAT_STORE_ARCHIVE_ARCHIVE_H

#include <stddef.h>

#include "formats/text/err.h"
#include "formats/model/run.h"
#include "store/archive/archive_append.h"

/* --- reading -------------------------------------------------------------------------------- */

/* A sandboxed child process reads the archive (store/sandbox/sandbox.h), since HDF5 is not safe
 * from a hostile file. If the file makes the child crash, allocate or loop without end, the error
 * is ERR_DAMAGED with a one-line message. Whatever is returned is a sound structure, but its
 * numbers may be anything. */
struct archive;

/* Opens PATH for reading; the caller gives the result to archive_close (NULL is fine). ERR_DAMAGED:
 * the file is empty, not an HDF5 file, an HDF5 file but not an archive, or of a newer major format
 * version. ERR_FAILED: the system refuses to open or read it, or it is a directory. While it is
 * open, nobody can append to the file: writers wait. HOW may be NULL and is borrowed until
 * archive_close; it is told if an interrupted change had to be undone first, and if the child's
 * system calls are not filtered (lock.h). */
int archive_open(struct archive **archive, const char *path, struct err *err);
int archive_open_with(struct archive **archive, const char *path, const struct access *how,
                      struct err *err);
void archive_close(struct archive *archive);

/* Whether the child's system calls are filtered. If not (an old kernel, a container that does not
 * permit it, valgrind), limits on memory, time and descriptors still hold, but a hostile file could
 * do other harm. */
int archive_is_filtered(const struct archive *archive);

/* Runs are numbered from 0, in the order in which they were appended. */
size_t archive_run_count(const struct archive *archive);
/* "run_000001"; valid until archive_close. */
const char *archive_run_name(const struct archive *archive, size_t run);
/* The number in that name, here 1. Numbers increase from run to run, with possible gaps. */
unsigned long archive_run_number(const struct archive *archive, size_t run);
/* The path as given to archive_open; valid until archive_close. */
const char *archive_path(const struct archive *archive);

/* Sets ACTIONS to the sorted names of the actions that a run has measured: COUNT strings, valid
 * until archive_close. Reads no data. */
int archive_run_actions(struct archive *archive, size_t run, const char *const **actions,
                        size_t *count, struct err *err);

/* Reads one run with all its measurements, or only that of ACTION if it is not NULL (ERR_USAGE if
 * the run does not have it). The caller gives the result to run_free. Checks every size in the file
 * against a limit before it allocates. Facts come back in the order in which they were set, except
 * that texts of more than 4096 bytes follow the others. For many runs, for parts of them, and for
 * data too large to be in memory at once, see choices_stream (choose.h). */
int archive_read_run(struct archive *archive, size_t run, const char *action, struct run **result,
                     struct err *err);

#endif
