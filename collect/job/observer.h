/* SPDX-License-Identifier: GPL-3.0-or-later */
/* observer.h: who is told how a session goes. The library code itself never prints. */
#ifndef BENCHMAT_COLLECT_JOB_OBSERVER_H
#define BENCHMAT_COLLECT_JOB_OBSERVER_H

#include "collect/job/precision.h"
#include "collect/harness/design_point.h"

enum note_kind {
    NOTE_DETAIL,  /* for those who ask for details */
    NOTE_PLAN,    /* what will be done */
    NOTE_SKIPPED, /* something asked for is not measured */
    NOTE_FAULT    /* a library did wrong */
};

/* Where a session stands. */
struct progress {
    const char *action;
    const char *stage;   /* "planning", "round 2 of 5" */
    const char *library; /* what runs now */
    const struct design_point *design_point;
    const char *where;  /* the same for people: "n = 100, stride 8" */
    double done, total; /* seconds of measuring, as estimated; total 0: not known */
    const struct precision_widest
        *widest; /* the least precise ratio; NULL: not asked for or known */
    const char *widest_where;
};

struct observer {
    void (*note)(struct observer *observer, enum note_kind kind, const char *line);
    void (*progress)(struct observer *observer, const struct progress *progress);
};

#endif
