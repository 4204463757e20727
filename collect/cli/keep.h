/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep.h: writes bench-collect's run into the archive while it is measured. */
#ifndef BENCHMAT_COLLECT_CLI_KEEP_H
#define BENCHMAT_COLLECT_CLI_KEEP_H

#include "collect/cli/console.h"
#include "collect/cli/live_chart.h"
#include "collect/job/job.h"
#include "store/archive/archive.h"

struct keep {
    struct keeper keeper; /* first */
    const char *path;
    struct access access;
    struct console *console;
    struct archive_run *writer; /* NULL: nothing of the run is in the archive */
    struct run *run;            /* borrowed; NULL before its first measurement */
    size_t measurement;         /* the number of the current one */
    int is_begun;               /* the archive has the current one */
    double lock_timeout;        /* used as long as no write has failed */
    double due;                 /* when to write again, as wall_clock_now counts */
    int has_failed;             /* whether the last write failed */
    struct live_chart *chart;   /* drawn between rounds; NULL: none */
};

/* Checks, before a run is measured, whether the archive at PATH can take it. Tells CONSOLE if an
 * interrupted change had to be undone. */
int keep_check(const char *path, double lock_timeout, struct console *console, struct err *err);

/* From now on puts every finished (size, round) into the archive at PATH: each in its own
 * transaction as long as transactions take no more than KEEPER_SHARE of the time, else several
 * together. If a write fails, even of the run's very beginning, CONSOLE is told once, and every
 * later point tries again, without waiting for a lock, until everything measured meanwhile is kept;
 * CONSOLE is told that too. With --verbose each point that is on disk gets a line. LOCK_TIMEOUT as
 * in store/file/lock.h. */
void keep_begin(struct keep *keep, const char *path, double lock_timeout, struct console *console);

/* Resumes RUN, which was read from the archive when its digest was DIGEST. */
int keep_resume(struct keep *keep, struct run *run, const char *digest, struct err *err);

/* Ends the run in the archive as "complete" or "interrupted". A run that cannot be written there
 * goes to a file of its own in TMPDIR or, without one, beside the archive, which the message names;
 * if that fails too, the message says what is lost. */
int keep_end(struct keep *keep, struct run *run, int is_complete, struct err *err);

#endif
