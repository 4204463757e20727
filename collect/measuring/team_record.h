/* SPDX-License-Identifier: GPL-3.0-or-later */
/* team_record.h: records what the threads of trials did. */
#ifndef BENCHMAT_COLLECT_MEASURING_TEAM_RECORD_H
#define BENCHMAT_COLLECT_MEASURING_TEAM_RECORD_H

#include "collect/design/action_info.h"
#include "collect/measuring/measure.h"
#include "collect/planning/plan.h"
#include "formats/model/run.h"

/* Gives MEASUREMENT room for the teams of PLAN, with details for every thread of each of its
 * series, and sets the facts that tell how the trials of ACTION are made: trial_seconds, team_cpus,
 * pinning, counters. */
int team_record_begin(struct measurement *measurement, const struct action_info *action,
                      const struct plan *plan, const struct settings *settings,
                      const struct process_conditions *conditions, struct err *err);

/* Asks the member that has just made the trial of ORDER what its threads did, and keeps it as
 * sample AT of SERIES. Returns and sets FATE as worker_pool_ask does. */
int team_record_fetch(struct worker_pool *pool, const struct batch_order *order,
                      const struct measurement *measurement, struct series *series, size_t at,
                      enum cell_status *fate, struct err *err);

#endif
