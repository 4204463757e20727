/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h: the second stage: rounds over everything that was planned.
 *
 * A round starts fresh workers on a fresh arena in a layout drawn for it; where there are several
 * numbers of threads, for one number after the other (thread_groups.h), on the same arena in the
 * same layout. For every point and seed all participants run one after the other, so that samples
 * that are compared are neighbours in time; or, where the schedule is blocked, each runs at all
 * points and seeds of a number of threads before the next one does. Order and layouts follow from
 * the run's seed, the action, the round and the point alone. */
#ifndef BENCHMAT_COLLECT_MEASURING_MEASURE_H
#define BENCHMAT_COLLECT_MEASURING_MEASURE_H

#include "collect/job/participants.h"
#include "collect/job/keeper.h"
#include "collect/planning/plan.h"
#include "collect/job/precision.h"
#include "collect/job/spending.h"

/* What the rounds need to know. */
struct measure_setup {
    const struct process_conditions *conditions;
    const struct action_info *action;
    const struct settings *settings;
    const struct participant *participants;
    size_t entrant_count;
    size_t arena_bytes;
    double until;                /* settings->time: when the rounds must end, by wall_clock_now */
    struct keeper *keeper;       /* is given every finished point of a round; may be NULL */
    struct precision *precision; /* needed where the settings want a precision */
    struct spending *spending;   /* may be NULL */
};

/* Measures all rounds into MEASUREMENT, which has the plan (plan_record.h) and room for
 * stopping_most_rounds. A library that dies loses its cell and goes on with the next. On
 * ERR_INTERRUPTED what was measured so far is there.
 *
 * Samples that MEASUREMENT has already, from before an interruption, stay as they are: rounds that
 * have all are not begun, and of the others only what is missing is measured, in its place in the
 * order. But where a seed's turns were cut short all libraries take theirs again, so that samples
 * that are compared are neighbours there too.
 *
 * With a precision rounds are added to those the settings want until every ratio is that precise;
 * or the maximal time has passed, after which no round is begun but the first; or the room is full.
 * MEASUREMENT then has the facts precision_target, precision_reached (in parts of one; absent where
 * a ratio has no interval) and rounds_ended_by: "precision", "max-time", "rounds". It is trimmed to
 * the rounds that were measured; after an interruption to no fewer than the settings want. With
 * several numbers of threads it has the fact thread_orders. */
int measure_rounds(struct measurement *measurement, const struct plan *plan,
                   const struct measure_setup *setup, struct observer *observer, struct err *err);

#endif
