/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output_errors.h: how far each output was off, where an action has several of them or a name for
 * its own. */
#ifndef BENCHMAT_COLLECT_PLANNING_OUTPUT_ERRORS_H
#define BENCHMAT_COLLECT_PLANNING_OUTPUT_ERRORS_H

#include "collect/planning/plan.h"

/* Sets FACT_OUTPUT_ERRORS of SERIES, which is library I of the plan. Nothing where an action has
 * one output without a name, for then the series' details say it all. */
void output_errors_record(struct series *series, const struct plan *plan, size_t i);

#endif
