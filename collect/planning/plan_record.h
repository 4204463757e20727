/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_record.h: records a plan in its measurement, and makes the plan again from it, so that an
 * interrupted run goes on with the plan that it had. */
#ifndef BENCHMAT_COLLECT_PLANNING_PLAN_RECORD_H
#define BENCHMAT_COLLECT_PLANNING_PLAN_RECORD_H

#include "collect/design/action_info.h"
#include "collect/job/job.h"
#include "collect/planning/plan.h"
#include "formats/model/run.h"

/* Records the plan in MEASUREMENT: the sizes, the values of ACTION's parameters, what it says of a
 * call, the threads, the seeds, and all that planning found out. The measurement's points are the
 * plan's and its series the participants', in the same order. The threads are a parameter if there
 * are several numbers of them, else the fact "threads". ERR_FAILED: no memory. */
int plan_record(struct measurement *measurement, const struct action_info *action,
                const struct plan *plan, const struct participant *participants, struct err *err);

/* Adds LINE to the fact "faults" of SERIES, which keeps all. */
void plan_record_fault(struct series *series, const char *line);

/* Makes the plan that was recorded in MEASUREMENT, of ACTION and all series but the control. The
 * plan has all that measuring needs, but not the differences of answers, nor what starting and
 * keeping take. ERR_DAMAGED: the measurement has no plan, an impossible one, or other parameters
 * than ACTION. The caller gives PLAN to plan_release in any case. */
int plan_recall(struct plan *plan, const struct action_info *action,
                const struct measurement *measurement, struct err *err);

/* --- terms --- */

/* Records in MEASUREMENT what ACTION says of a call at DESIGN_POINT, which is point number POINT.
 * It records only what the action says and has been asked about, no guess. ERR_FAILED: no memory.
 */
int terms_record(struct measurement *measurement, size_t point, const struct action_info *action,
                 const struct design_point *design_point, struct err *err);

/* Writes "flops of a call were 20 and are 40" to LINE if ACTION says something else of DESIGN_POINT
 * than was recorded, else "". A term that is missing then or now makes no difference. */
void terms_compare(const struct measurement *measurement, size_t point,
                   const struct action_info *action, const struct design_point *design_point,
                   char *line, size_t size);

/* --- output errors --- */

/* Sets FACT_OUTPUT_ERRORS of SERIES, which is library I of the plan: how far each output was off.
 * Does nothing for an action with one output without a name, because the series' details then say
 * it all. */
void output_errors_record(struct series *series, const struct plan *plan, size_t i);

#endif
