/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sections.h: turns the sections of an analysis into charts; here bench-plot's drawing meets the
 * statistics. */
#ifndef BENCHMAT_PLOT_ANALYSIS_SECTIONS_H
#define BENCHMAT_PLOT_ANALYSIS_SECTIONS_H

#include <stddef.h>

#include "analyze/aggregate/table.h"
#include "analyze/model/cache.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"
#include "plot/analysis/curves.h"
#include "plot/analysis/measures.h"

/* --- marks --- */

/* Lines to compare curves with: sizes at which data outgrow a cache, peaks, thresholds. */

/* Returns the x at which the bytes of a call reach CAPACITY, interpolated between two neighbours by
 * a power law. X [COUNT] ascends; BYTES [COUNT] may be NaN. Returns NaN if the bytes do not reach
 * CAPACITY, or if points with the same x have different bytes. */
double marks_crossing(const double *x, const double *bytes, size_t count, double capacity);

/* Gives CHART, which SET owns, the line of its measure, and marks where the lead passes (leads.h).
 * If the measure shows caches and the action reports the bytes of a call, also adds a line for each
 * cache that the sizes outgrow. The axis number AXIS goes across. */
void marks_add(struct chart_set *set, struct chart *chart, const struct measured *of, size_t axis);

/* --- sections --- */

enum { SECTIONS_MOST_MEASURES = 2 };

struct sections_options {
    const struct measure *const *measures; /* [measure_count] side by side, */
    size_t measure_count;
    int is_stacked;     /* or one above the other, if there are few sections and no grid */
    const char *across; /* "size" or the parameter to show on the x axis; NULL: the action's own
                           choice or, if that does not vary, the first parameter that does */
    int keeps_axis;     /* the x axis is what the chart is about, even if it has a single value */
    int are_compared;   /* values at one x are what matters, not how they follow from x */
    const char *facet;  /* the parameter of which each section shows one value (facets.h); NULL */
    const struct axes_asked *axes; /* scales and ranges; NULL for the defaults */
    const struct rates_peak *peak; /* for rates; NULL for none */
    struct curves *curves; /* receives the curves of each section, which SET owns; no section is
                              left out then; NULL if not wanted */
};

/* Returns which axis of SECTION goes across: that called ACROSS or, if it is NULL or there is none
 * of that name, the action's own choice, or the first that varies if that does not. */
size_t sections_axis(const struct section *section, const char *across);

/* Adds charts to SET: a row for each section of TABLE and a column for each measure or, if SET is a
 * grid, one chart after the other. A library has the same colour in all of them. Where there is a
 * single x, or few as dot_plot.h says, the chart has a row for each library. The rows of sections
 * with a single point share a chart, or several if they are many. Ratios are left out where only
 * the reference has them. A section is left out if its first measure has no values, or if there is
 * no result to draw; SET->left_out names it and says why. Returns ERR_USAGE if that leaves no
 * chart. Returns ERR_USAGE, with a list of an action's parameters, if the action lacks the one for
 * the x axis. TABLE must outlive SET. */
int sections_chart(struct chart_set *set, const struct table *table,
                   const struct sections_options *options, struct err *err);

#endif
