/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive_append.h: adds runs to an archive, whole or piece by piece.
 *
 * Each call that changes the archive is one transaction: whatever happens on the way — a full disk,
 * a crash, a kill, a loss of power — the archive ends either exactly as it was before or with the
 * whole change. docs/durability.md says what that guarantees. The cost depends on the size of the
 * change, not of the archive. A second writer waits; the change itself waits while others read.
 *
 * HDF5 is not safe from a hostile file, so it works in a child process that can read the archive
 * and nothing else (store/update/update.h). If the file makes it crash, allocate or loop without
 * end, the error is ERR_DAMAGED and the file stays as it was.
 *
 * Symbolic links are followed. A program that may meet a file size limit must ignore SIGXFSZ, so
 * that the limit becomes an error instead of killing the program. */
#ifndef BENCHMAT_STORE_ARCHIVE_ARCHIVE_APPEND_H
#define BENCHMAT_STORE_ARCHIVE_ARCHIVE_APPEND_H

#include <stddef.h>

#include "formats/model/run.h"
#include "formats/text/err.h"
#include "store/file/lock.h"

/* Checks whether a run could be appended to PATH: its directory exists and is writable, locks can
 * be trusted there, nothing lies in its journal's place that may not be written to, and PATH is
 * absent, empty, or an archive that this program may extend. Changes nothing, except that it undoes
 * an interrupted change and tells HOW (may be NULL). Call this before an hour of measuring, not
 * after. */
int archive_check_appendable(const char *path, const struct access *how, struct err *err);

/* --- a whole run ---------------------------------------------------------------------------- */

/* Appends RUN to the archive at PATH, creating the archive if needed, and sets RUN's name to the
 * one it got ("run_000002"). Refuses a run without measurements, or with facts that are
 * `incomplete`. After ERR_UNSURE (the disk failed at the very end) the run may or may not be there.
 *
 * Text facts are stored as UTF-8; in a text longer than 4096 bytes, invalid bytes become U+FFFD. */
int archive_append(const char *path, struct run *run, struct err *err);
int archive_append_with(const char *path, struct run *run, const struct access *how,
                        struct err *err);
/* Appends COUNT runs in one transaction: all or none. Where the archive, or one of the RUNS before,
 * has a run with the same uuid, that one is kept, the run gets its name, and WERE_THERE[i] becomes
 * 1 instead of 0. If two processes append the same run at once, the second finds it there. The
 * archive's runs are looked through once, however many are appended. */
int archive_append_once(const char *path, struct run *const *runs, size_t count,
                        const struct access *how, int *were_there, struct err *err);

/* --- a run, piece by piece -------------------------------------------------------------------- */

/* A run that is being measured. Nothing is locked between two calls, so others can read the archive
 * and append runs of their own; but as long as the writer lives, others can tell that this run is
 * still being measured. */
struct archive_run;

/* Appends RUN as it stands: all its facts, and the measurements that it has. Their sizes, seeds and
 * series must be known; the seconds may be incomplete. RUN's state becomes "running", and RUN gets
 * its name. RUN is borrowed until archive_run_end, and may get more measurements. HOW may be NULL;
 * it is copied.
 *
 * On failure WRITER is NULL, except after ERR_UNSURE: then the archive may have the run, and the
 * next archive_run_add or archive_run_end begins it again, replacing the run with its uuid if that
 * is there. The same holds after ERR_UNSURE from archive_run_add.
 *
 * If the process dies before archive_run_end, the archive keeps all that was flushed, and readers
 * see the run's state as "interrupted". */
int archive_run_begin(struct archive_run **writer, const char *path, struct run *run,
                      const struct access *how, struct err *err);

/* Continues an interrupted run. RUN is as it was read from PATH when its digest (digest.h) was
 * DIGEST; since then it may have got facts, and room for more rounds. It keeps its name and its
 * place, and its state becomes "running" again; otherwise as archive_run_begin. Fails if somebody
 * still measures the run, or if it no longer has that digest; the check is part of the transaction,
 * so two processes cannot both continue it. */
int archive_run_resume(struct archive_run **writer, const char *path, struct run *run,
                       const char *digest, const struct access *how, struct err *err);

/* Sets how long the calls below wait for others from now on: as access.lock_timeout. */
void archive_run_set_patience(struct archive_run *writer, double lock_timeout);

/* Appends the measurements that RUN got since the last call, if any, including the seconds so far.
 * After a failure, call it again. */
int archive_run_add(struct archive_run *writer, struct err *err);

/* Notes that all series have been measured at POINT in ROUND (positions, from 0) of RUN's
 * measurement number MEASUREMENT. A flush will write the seconds and details of that point and
 * round, and the details of the point. Nothing is written yet, since measuring a cell may be
 * quicker than a transaction. */
int archive_run_defer(struct archive_run *writer, size_t measurement, size_t point, size_t round,
                      struct err *err);

/* Writes everything deferred: if this returns 0, it is on disk. On failure (somebody reads the
 * archive for longer than HOW's limit, the disk is full) nothing is lost: each later flush tries
 * again, and so does archive_run_end. So the caller may warn and go on. */
int archive_run_flush(struct archive_run *writer, struct err *err);

/* One point in one round, by position. */
struct archive_cell {
    size_t measurement, point, round;
};

/* Returns how many cells wait to be written, and sets CELLS to them, oldest first: valid until the
 * next archive_run_defer, even if a flush comes in between. */
size_t archive_run_waiting(const struct archive_run *writer, const struct archive_cell **cells);

/* Rewrites the run compactly, with all of RUN's facts, in one transaction, and frees the writer,
 * even on failure. RUN's state becomes STATE, "complete" or "interrupted". After a failure the
 * archive has what was flushed before. */
int archive_run_end(struct archive_run *writer, const char *state, struct err *err);

#endif
