/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forecast.h: what plan_make would find, foretold from a few calls without answers. */
#ifndef BENCHMAT_COLLECT_PLANNING_FORECAST_H
#define BENCHMAT_COLLECT_PLANNING_FORECAST_H

#include "collect/planning/plan.h"

/* Makes PLAN from a few calls: upward along every curve, from a size that takes about a
 * millisecond, for about SECONDS in all. Beyond that, times grow with the action's operations. The
 * caller gives PLAN to plan_release in any case. */
int plan_forecast(struct plan *plan, struct worker_pool *pool, size_t library_count, size_t builtin,
                  const struct settings *settings, const struct design_points *design_points,
                  double seconds, struct observer *observer, struct err *err);

/* The seconds that planning itself takes, according to a forecast. */
double plan_forecast_planning(const struct plan *plan, const struct settings *settings);

/* Takes the points out of a forecast that plan_make would leave out with that BUDGET. Every curve
 * keeps at least one point. */
void plan_forecast_cut(struct plan *plan, const struct settings *settings, double budget);

#endif
