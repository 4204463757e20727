/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate_verdicts.h: what the rows of a measurement can only be told once all of them are known:
 * the errors of their ratios (error_model.h), and their verdicts. Private to aggregate*.c. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_VERDICTS_H
#define BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_VERDICTS_H

#include "analyze/aggregate/aggregate_points.h"

/* Sets the error model of the section, if its test is moderated-t, and the intervals and p-values
 * that follow from it; then the adjusted p-values, verdicts and detectable differences of all rows.
 */
void aggregate_judge(struct aggregate *aggregate);

#endif
