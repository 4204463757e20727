/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spending.h: what a session spends its time on, as seen from the clock on the wall. */
#ifndef BENCHMAT_COLLECT_JOB_SPENDING_H
#define BENCHMAT_COLLECT_JOB_SPENDING_H

#include <stddef.h>

#include "formats/model/run.h"

enum spending_kind {
    SPENDING_TIMED,    /* inside timed batches */
    SPENDING_WARM_UP,  /* warming up for them */
    SPENDING_INPUTS,   /* filling inputs before them */
    SPENDING_PLANNING, /* the first stage, and calibrating */
    SPENDING_STARTING, /* starting and ending workers, loading libraries */
    SPENDING_ARCHIVE,  /* putting what is finished into the archive */
    SPENDING_KINDS
};

struct spending {
    double begin;
    double seconds[SPENDING_KINDS];
};

void spending_begin(struct spending *spending);

/* Goes on where the run with these FACTS, as set by spending_describe, was interrupted. */
void spending_resume(struct spending *spending, const struct facts *facts);

/* Adds so many seconds; does nothing where SPENDING is NULL. */
void spending_add(struct spending *spending, enum spending_kind kind, double seconds);
/* The same with the seconds since FROM, of wall_clock_now. */
void spending_since(struct spending *spending, enum spending_kind kind, double from);

/* Sets the facts "seconds_timed", "seconds_warm_up", ... and "seconds_total": all until now. */
void spending_describe(const struct spending *spending, struct facts *facts);

/* Writes "12.3 s: 61 % timed batches, 20 % warming up, ..., 2 % the rest", all until now. */
void spending_tell(const struct spending *spending, char *text, size_t size);

#endif
