/* SPDX-License-Identifier: GPL-3.0-or-later */
/* participants.h: who takes turns: every library, and the control. */
#ifndef BENCHMAT_COLLECT_JOB_PARTICIPANTS_H
#define BENCHMAT_COLLECT_JOB_PARTICIPANTS_H

#include <stddef.h>

#include "collect/libraries/library.h"
#include "collect/design/settings.h"
#include "formats/model/run.h"

struct job;

/* Each has a worker and a series of its own. Every library of the plan is one; the control is one
 * more, which has the reference's library and its share in the plan. */
struct participant {
    const struct library *library;
    size_t planned; /* its number in the plan and among the job's candidates */
};

/* Whether the reference is measured a second time: where SETTINGS want it, and there is a library
 * that is not the same as the reference, for else the candidates are each other's controls. */
int participants_want_control(const struct settings *settings, const struct job *job);

/* Writes JOB's candidates to ENTRANTS, which has room for one more than these: the control, behind
 * them, where one is wanted. Returns how many. */
size_t participants_choose(const struct settings *settings, const struct job *job,
                           struct participant *participants);

/* Adds a series for each to MEASUREMENT, with its candidate's facts. The control's is called
 * "NAME.control", or "NAME.control2" and so on where that is taken, and has the fact control_of. */
int participants_add_series(struct measurement *measurement, const struct job *job,
                            const struct participant *participants, size_t count, struct err *err);

#endif
