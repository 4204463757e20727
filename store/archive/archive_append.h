/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive_append.h: runs added to an archive, whole or bit by bit.
 *
 * Each call that changes the archive is one transaction: whatever happens on the way — a full disk,
 * a crash, a kill, a loss of power — the archive ends exactly as it was before or as it is to be
 * after. docs/durability.md says what that is worth. Its cost is that of the change, whatever the
 * size of the archive. A second writer waits; so does the change itself while others read.
 *
 * HDF5 works in a child process that can read the archive and nothing else (store/update/update.h),
 * as it is not safe from a hostile file: what makes it crash, allocate or loop without end is
 * ERR_DAMAGED, and stays as it was.
 *
 * A symbolic link is followed. A program that may meet a file size limit has to ignore SIGXFSZ, so
 * that the limit becomes an error instead of its end. */
#ifndef BENCHMAT_STORE_ARCHIVE_ARCHIVE_APPEND_H
#define BENCHMAT_STORE_ARCHIVE_ARCHIVE_APPEND_H

#include <stddef.h>

#include "formats/model/run.h"
#include "formats/text/err.h"
#include "store/file/lock.h"

/* Whether a run could be appended to PATH: its directory exists and can be written, locks can be
 * trusted there, and PATH is absent, empty, or an archive this program may extend. Changes nothing
 * (but undoes what an interrupted change left, and tells HOW, which may be NULL). To be asked
 * before an hour of measuring, not after. */
int archive_check_appendable(const char *path, const struct access *how, struct err *err);

/* --- a whole run ---------------------------------------------------------------------------- */

/* Appends RUN to the archive at PATH, creating it where there is none, and sets RUN's name to the
 * one it got ("run_000002"). A run without measurements, or with facts that are `incomplete`, is
 * refused. After ERR_UNSURE the disk failed so late that the run may be there or not.
 *
 * Text facts are kept as UTF-8; in one longer than 4096 bytes, what is not UTF-8 becomes U+FFFD. */
int archive_append(const char *path, struct run *run, struct err *err);
int archive_append_with(const char *path, struct run *run, const struct access *how,
                        struct err *err);
/* The same unless the archive has a run of RUN's uuid: then it stays as it was, RUN gets the name
 * of that one, and WAS_THERE becomes 1 instead of 0. In one transaction, so that of two who append
 * one run at once the second finds it there. */
int archive_append_once(const char *path, struct run *run, const struct access *how, int *was_there,
                        struct err *err);

/* --- a run, bit by bit ---------------------------------------------------------------------- */

/* A run that is being measured. Between two calls nothing is locked, so that others can read, and
 * append runs of their own; but for as long as the writer lives, it is known that somebody still
 * works on this run. */
struct archive_run;

/* Appends RUN as far as it goes: all its facts, and the measurements that it has, of which sizes,
 * seeds and series must be known, and the seconds as far as there are any. Its state becomes
 * "running", and RUN gets its name. RUN is borrowed until archive_run_end, and may get more
 * measurements. HOW may be NULL; it is copied.
 *
 * On failure WRITER is NULL, but after ERR_UNSURE, here and in archive_run_add, the archive may
 * have the run: then the next archive_run_add, or archive_run_end, begins it again, in the place of
 * the one with its uuid if that is there.
 *
 * If the process dies before archive_run_end, the archive keeps all that was flushed, and readers
 * see the run's state as "interrupted". */
int archive_run_begin(struct archive_run **writer, const char *path, struct run *run,
                      const struct access *how, struct err *err);

/* Goes on with a run that was interrupted: RUN, as it was read from PATH when its digest (digest.h)
 * was DIGEST; since then it may have got facts, and room for more rounds. It keeps its name and its
 * place, and its state becomes "running" again; all else is as with archive_run_begin. Refused when
 * somebody still measures it, or when it is no longer what it was: in one transaction, so that two
 * cannot go on with it. */
int archive_run_resume(struct archive_run **writer, const char *path, struct run *run,
                       const char *digest, const struct access *how, struct err *err);

/* Says how long the calls below wait for others from now on: as access.lock_timeout. */
void archive_run_set_patience(struct archive_run *writer, double lock_timeout);

/* Appends the measurements that RUN got since, if any: as far as they go, seconds too. After a
 * failure it is to be called again. */
int archive_run_add(struct archive_run *writer, struct err *err);

/* Takes up what all series have measured at POINT in ROUND (positions, from 0) of RUN's measurement
 * number MEASUREMENT: the seconds and the details of that point and round, and the details of the
 * point. Nothing is written yet, as much may be measured more quickly than a transaction takes. */
int archive_run_defer(struct archive_run *writer, size_t measurement, size_t point, size_t round,
                      struct err *err);

/* Keeps all that was deferred: it is on disk when this returns 0. Otherwise (somebody reads the
 * archive for longer than HOW's limit, the disk is full) it is not lost: each later flush tries
 * again, and so does the end. So the caller may warn and go on. */
int archive_run_flush(struct archive_run *writer, struct err *err);

/* One point in one round, by their positions. */
struct archive_cell {
    size_t measurement, point, round;
};

/* How many cells wait to be kept, and CELLS, the oldest first: valid until the next that is
 * deferred, even when a flush has kept them meanwhile. */
size_t archive_run_waiting(const struct archive_run *writer, const struct archive_cell **cells);

/* Writes the run once more, with all of RUN's facts, compactly, in one transaction, and ends the
 * writer, also on failure. RUN's state becomes STATE, "complete" or "interrupted". After a failure
 * the archive has what was flushed before. */
int archive_run_end(struct archive_run *writer, const char *state, struct err *err);

#endif
