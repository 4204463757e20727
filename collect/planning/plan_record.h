/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_record.h: a plan written down in its measurement, and made again from that, so that a run
 * that was interrupted goes on with the plan that it had. */
#ifndef BENCHMAT_COLLECT_PLANNING_PLAN_RECORD_H
#define BENCHMAT_COLLECT_PLANNING_PLAN_RECORD_H

#include "collect/design/action_info.h"
#include "collect/job/job.h"
#include "collect/planning/plan.h"
#include "formats/model/run.h"

/* Puts the sizes, the values of ACTION's parameters, what it says of a call, the threads, the seeds
 * and all that planning found out into MEASUREMENT, whose points are the plan's and whose series
 * are the participants', in their order. The threads are a parameter where there are several
 * numbers of them, else the fact "threads". ERR_FAILED: no memory. */
int plan_record(struct measurement *measurement, const struct action_info *action,
                const struct plan *plan, const struct participant *participants, struct err *err);

/* Adds LINE to the fact "faults" of SERIES, which keeps all. */
void plan_record_fault(struct series *series, const char *line);

/* Makes the plan that was recorded in MEASUREMENT, of ACTION and its series but the control: all
 * that measuring needs, but not what answers were worth, nor what starting and keeping take. A
 * measurement without a plan, with an impossible one, or with other parameters than ACTION has, is
 * ERR_DAMAGED. The caller gives PLAN to plan_release in any case. */
int plan_recall(struct plan *plan, const struct action_info *action,
                const struct measurement *measurement, struct err *err);

/* --- terms record --- */

/* What an action says of a call (design_point.h), written down in its measurement. */

/* Puts what ACTION says of a call at DESIGN_POINT into MEASUREMENT, whose point number POINT that
 * is, as far as it says anything and has been asked: a guess is not recorded.
 * ERR_FAILED: no memory. */
int terms_record(struct measurement *measurement, size_t point, const struct action_info *action,
                 const struct design_point *design_point, struct err *err);

/* Writes "flops of a call were 20 and are 40" to LINE where ACTION says something else of
 * DESIGN_POINT than it did when the point was recorded, else "". What was not said then, or is not
 * now, is no difference. */
void terms_compare(const struct measurement *measurement, size_t point,
                   const struct action_info *action, const struct design_point *design_point,
                   char *line, size_t size);

/* --- output errors --- */

/* How far each output was off, where an action has several of them or a name for
 * its own. */

/* Sets FACT_OUTPUT_ERRORS of SERIES, which is library I of the plan. Nothing where an action has
 * one output without a name, for then the series' details say it all. */
void output_errors_record(struct series *series, const struct plan *plan, size_t i);

#endif
