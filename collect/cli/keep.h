/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep.h: bench-collect's run on its way into the archive. */
#ifndef BENCHMAT_COLLECT_CLI_KEEP_H
#define BENCHMAT_COLLECT_CLI_KEEP_H

#include "collect/cli/console.h"
#include "collect/job/job.h"
#include "store/archive/archive.h"

struct keep {
    struct keeper keeper; /* first */
    const char *path;
    struct access access;
    struct console *console;
    struct archive_run *writer; /* NULL: the archive has nothing of the run */
    struct run *run;            /* borrowed; NULL before its first measurement */
    size_t measurement;         /* the number of the one that is being measured */
    int is_begun;               /* the archive has that one */
    double lock_timeout;        /* as long as nothing has gone wrong */
    double due;                 /* when to write again, by wall_clock_now */
    int has_failed;             /* the last time that it wrote */
};

/* Whether a run could be kept in the archive at PATH, before it is measured; tells CONSOLE when an
 * interrupted change had to be undone. */
int keep_check(const char *path, double lock_timeout, struct console *console, struct err *err);

/* Every finished (size, round) is put into the archive at PATH, in a transaction of its own as long
 * as these take no more than KEEPER_SHARE of the time, or else several together. What cannot be
 * kept yet, be it the run's very beginning, is told, and tried again at every later point, without
 * waiting for others, until all that was measured meanwhile is kept; that is told too. What is on
 * disk is told, in a line each, to who asks for details. LOCK_TIMEOUT as in store/file/lock.h. */
void keep_begin(struct keep *keep, const char *path, double lock_timeout, struct console *console);

/* Goes on with RUN, which was read from the archive when its digest was DIGEST. */
int keep_resume(struct keep *keep, struct run *run, const char *digest, struct err *err);

/* Ends the run in the archive as "complete" or "interrupted". One that cannot be written there gets
 * a file of its own in TMPDIR, which the message names; where that fails too, the message says what
 * is lost. */
int keep_end(struct keep *keep, struct run *run, int is_complete, struct err *err);

#endif
