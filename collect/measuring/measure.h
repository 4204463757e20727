/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h: the second stage: rounds over everything that was planned. */
#ifndef BENCHMAT_COLLECT_MEASURING_MEASURE_H
#define BENCHMAT_COLLECT_MEASURING_MEASURE_H

#include "collect/design/settings.h"
#include "collect/job/disturbance.h"
#include "collect/job/job.h"
#include "collect/planning/plan.h"
#include "collect/processes/worker_pool.h"
#include "formats/model/run.h"

/* One turn of one worker: a batch. */
struct batch_order {
    size_t member;
    const struct design_point *design_point;
    struct wire_batch request;
    double limit; /* seconds for each attempt */
};

/* The result: the least disturbed attempt. */
struct batch {
    struct wire_sample sample;
    int attempts; /* that ended well; 0: there is no sample */
    int is_disturbed;
};

/* Measures a batch, and immediately again while it is disturbed, as far as DISTURBANCE allows.
 * Returns and sets FATE as worker_pool_ask does for the attempt that failed; earlier ones are in
 * BATCH all the same. SPENDING may be NULL. */
int batch_measure(struct batch *batch, struct worker_pool *pool, const struct batch_order *order,
                  struct disturbance *disturbance, struct spending *spending,
                  enum cell_status *fate, struct err *err);

/* --- stopping --- */

/* How many rounds there are. */

/* All but WIDEST is to be set. */
struct stopping {
    const struct settings *settings;
    struct precision *precision; /* needed where the settings want a precision */
    double begin, until;         /* of the rounds, and settings->time's end, by wall_clock_now */
    struct precision_widest widest;
};

/* How many rounds a measurement must have room for: those the settings want, and with a precision
 * at least PRECISION_MOST_ROUNDS. */
size_t stopping_most_rounds(const struct settings *settings);

/* Why none is to be begun after so many ROUNDS, of MOST: "rounds", "time", "max-time", "precision".
 * NULL: one is. */
const char *stopping_reason(const struct stopping *stopping, size_t rounds, size_t most);

/* Sets the facts precision_target, precision_reached and rounds_ended_by (REASON, which may be
 * NULL), where the settings want a precision. */
void stopping_record(const struct stopping *stopping, const char *reason, struct facts *facts);

/* Whether a measurement that was recorded so is as precise as was wanted, or has taken as long as
 * it may. */
int stopping_has_ended(const struct measurement *measurement);

/* --- measure --- */

/* The second stage: rounds over everything that was planned.
 *
 * A round starts fresh workers on a fresh arena in a layout drawn for it; where there are several
 * numbers of threads, for one number after the other (round_order.h), on the same arena in the
 * same layout. For every point and seed all participants run one after the other, so that samples
 * that are compared are neighbours in time; or, where the schedule is blocked, each runs at all
 * points and seeds of a number of threads before the next one does. Order and layouts follow from
 * the run's seed, the action, the round and the point alone. */

/* What the rounds need to know. */
struct measure_setup {
    const struct process_conditions *conditions;
    const struct action_info *action;
    const struct settings *settings;
    const struct participant *participants;
    size_t participant_count;
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
