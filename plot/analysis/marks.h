/* SPDX-License-Identifier: GPL-3.0-or-later */
/* marks.h: lines in charts to hold the rows of an analysis against: where data outgrow a cache,
 * peaks, thresholds. */
#ifndef BENCHMAT_PLOT_ANALYSIS_MARKS_H
#define BENCHMAT_PLOT_ANALYSIS_MARKS_H

#include <stddef.h>

#include "analyze/model/cache.h"
#include "plot/analysis/measures.h"

/* Where along X the bytes of a call equal CAPACITY: between two neighbours as a power law has it.
 * X [COUNT] ascends; BYTES [COUNT] may be NaN. NaN where they do not get there, or where what they
 * are at one x is not the same at all its points. */
double marks_crossing(const double *x, const double *bytes, size_t count, double capacity);

/* Gives CHART, which is SET's, the line of its measure, and where calls move bytes that the action
 * says, a line for each cache that its sizes outgrow; the axis number AXIS goes across. -1 when
 * there is no memory. */
int marks_add(struct chart_set *set, struct chart *chart, const struct measured *of, size_t axis);

#endif
