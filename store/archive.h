/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive.h: a file of runs.
 *
 * An archive is one HDF5 file that is also a MATLAB 7.3 MAT-file and a netCDF-4 file; its layout is
 * described in docs/archive-format.md. Runs are only ever appended. */
#ifndef BENCHMAT_STORE_ARCHIVE_H
#define BENCHMAT_STORE_ARCHIVE_H

#include <stddef.h>

#include "formats/err.h"
#include "formats/run.h"

/* --- appending ------------------------------------------------------------------------------ */

/* Whether a run could be appended to PATH: its directory exists and can be written, and PATH is
 * absent, empty, or an archive this program may extend. Changes nothing. To be asked before an
 * hour of measuring, not after. */
int archive_check_appendable(const char *path, struct err *err);

/* Appends RUN to the archive at PATH, creating it where there is none, and sets RUN's name to the
 * one it got ("run_000002"). All or nothing: the new archive is written aside, synced, and renamed
 * over the old one, so that a full disk, a crash or a kill leaves the old archive as it was. A
 * second appender waits. A symbolic link is followed, the file's permissions are kept. Needs memory
 * for the run's compressed bytes and disk for a second copy of the archive. A run without
 * measurements, or with facts that are `incomplete`, is refused.
 *
 * Text facts are kept as UTF-8; in one longer than 4096 bytes, what is not UTF-8 becomes U+FFFD.
 * A program that may meet a file size limit has to ignore SIGXFSZ, so that the limit becomes an
 * error instead of its end. */
int archive_append(const char *path, struct run *run, struct err *err);

/* --- reading -------------------------------------------------------------------------------- */

struct archive;

/* Opens for reading; the caller gives the result to archive_close (NULL is fine). Refused with
 * ERR_DAMAGED: empty, not an HDF5 file, HDF5 but no archive, a newer major format version; with
 * ERR_FAILED: what the system refuses to open or read, a directory. What is appended to the file
 * while it is open is not seen. */
int archive_open(struct archive **archive, const char *path, struct err *err);
void archive_close(struct archive *archive);

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
 * texts of more than 4096 bytes after the others. */
int archive_read_run(struct archive *archive, size_t run, const char *action, struct run **result,
                     struct err *err);

/* The same, but only what statistics need, several times as fast: the sizes, seeds, seconds and
 * statuses, and the facts of the run and of its measurements up to 4096 bytes each. The facts of
 * the series and their other details are left undefined. */
int archive_read_times(struct archive *archive, size_t run, const char *action, struct run **result,
                       struct err *err);

#endif
