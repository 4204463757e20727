/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h: the second stage: measures everything that was planned, in rounds. */
#ifndef BENCHMAT_COLLECT_MEASURING_MEASURE_H
#define BENCHMAT_COLLECT_MEASURING_MEASURE_H

#include "collect/design/settings.h"
#include "collect/job/disturbance.h"
#include "collect/job/job.h"
#include "collect/planning/plan.h"
#include "collect/processes/worker_pool.h"
#include "formats/model/run.h"

/* One turn of one worker, which measures a batch. */
struct batch_order {
    size_t member;
    const struct design_point *design_point;
    struct wire_batch request;
    double limit;            /* seconds for each attempt */
    struct wire_call *calls; /* receives each call if the request keeps them */
};

/* The result of a batch: the least disturbed attempt. */
struct batch {
    struct wire_sample sample;
    struct wire_left left; /* by all attempts */
    int attempts;          /* successful ones; 0: there is no sample */
    int is_disturbed;
};

/* Measures a batch, and repeats it at once while it is disturbed, as far as DISTURBANCE allows. A
 * batch that keeps its calls is never repeated, because that would take away slow calls, which such
 * a batch is to show. For a first call each attempt has a fresh worker.
 * Returns and sets FATE as worker_pool_ask does for the attempt that failed; BATCH has the earlier
 * attempts even then. SPENDING may be NULL. */
int batch_measure(struct batch *batch, struct worker_pool *pool, const struct batch_order *order,
                  struct disturbance *disturbance, struct spending *spending,
                  enum cell_status *fate, struct err *err);

/* --- stopping --- */

/* Decides how many rounds there are. */

/* The caller sets all members; WIDEST may be zero-initialised. */
struct stopping {
    const struct settings *settings;
    struct precision *precision; /* needed if the settings want any of what it tells */
    double begin, until;         /* of the rounds, and the end by settings_whole_time, by
                                    wall_clock_now */
    double next;                 /* about the seconds of the next round; 0: not known */
    struct precision_widest widest;
    double detectable; /* what the rounds so far would show in the median cell; NaN: nothing could
                          be shown */
    size_t planned;    /* settings->planned, or what was planned since; 0: nothing yet */
};

/* The number of rounds that a measurement must have room for: those that the settings want, and
 * with a precision or a detectable difference, or while none are planned for one, at least
 * PRECISION_MOST_ROUNDS. */
size_t stopping_most_rounds(const struct settings *settings);

/* The same, of a measurement that begins now and whose rounds take about ROUND seconds: rounds that
 * would not end by UNTIL need no room. */
size_t stopping_room(const struct settings *settings, double until, double round);

/* Returns why no round may begin after ROUNDS, of at most MOST: "rounds", "time", "max-time",
 * "precision", "plan"; NULL: one may begin. With a detectable difference, "precision" says that it
 * was reached, and "max-time" that the next round would not end in the whole time. */
const char *stopping_reason(const struct stopping *stopping, size_t rounds, size_t most);

/* If the settings want a precision or a plan for one, sets the facts precision_target,
 * precision_reached and rounds_ended_by (REASON, which may be NULL); and detectable_reached instead
 * of the former two if they want a detectable difference. */
void stopping_record(const struct stopping *stopping, const char *reason, struct facts *facts);

/* Whether stopping_record recorded that the measurement ended: it is as precise as wanted, or has
 * used its time or its rounds. */
int stopping_has_ended(const struct measurement *measurement);

/* --- measure --- */

/* Measures everything that was planned, in rounds.
 *
 * A round starts fresh workers on a fresh arena, in a layout drawn for it; with several numbers of
 * threads, for one number after the other (round_order.h), on the same arena in the same layout.
 * For every point and seed all participants run one after the other, so that samples that are
 * compared are adjacent in time; with the blocked schedule, each participant runs at all points and
 * seeds of a number of threads before the next one does. In a plan that keeps calls, a participant
 * has one turn per point and round, with the round's number as its seed; what is known of the batch
 * as a whole is then kept with its first sample. Order and layouts follow from the run's
 * seed, the action, the round and the point alone. */

/* The input of measure_rounds. */
struct measure_setup {
    const struct process_conditions *conditions;
    const struct action_info *action;
    const struct settings *settings;
    const struct participant *participants;
    size_t participant_count;
    size_t arena_bytes;
    double until;                  /* settings_whole_time: when the rounds must end */
    struct keeper *keeper;         /* gets every finished point of a round; may be NULL */
    struct precision *precision;   /* needed if the settings want any of what it tells */
    struct round_planner *planner; /* needed if the settings want such a plan */
    struct spending *spending;     /* may be NULL */
};

/* Measures all rounds into MEASUREMENT, which has the plan (plan_record.h) and room for
 * stopping_most_rounds. A library that dies loses its cell and goes on with the next. On
 * ERR_INTERRUPTED MEASUREMENT has what was measured so far.
 *
 * Samples that MEASUREMENT already has, from before an interruption, stay as they are: rounds that
 * have all samples are skipped, and in the others only missing samples are measured, in their place
 * in the order. But if a seed's turns were cut short all libraries repeat theirs, so that samples
 * that are compared are adjacent there too.
 *
 * With a precision, rounds are added to those that the settings want until every ratio is that
 * precise, or the maximal time has passed (after which no round begins except the first), or the
 * room is full. MEASUREMENT then has the facts precision_target, precision_reached (as a part of
 * the ratio; absent if a ratio has no interval) and rounds_ended_by: "precision", "max-time",
 * "rounds". With a detectable difference rounds are added in the same way until that would be shown
 * in the median cell, or the next round would not end by UNTIL; the fact is then
 * detectable_reached, absent if nothing could be shown. With a plan for a precision, the number of
 * rounds is fixed once: by the planner, after those that the settings want, unless the settings
 * have it already; the facts are the same, with "plan", and besides planned_rounds and planned_by.
 * The measurement always has the facts FACT_ROUND_SECONDS and FACT_ROUND_START_SECONDS. It is
 * trimmed to the rounds that were measured, but after an interruption to no fewer than the settings
 * want. With several numbers of threads it has the fact thread_orders. */
int measure_rounds(struct measurement *measurement, const struct plan *plan,
                   const struct measure_setup *setup, struct observer *observer, struct err *err);

#endif
