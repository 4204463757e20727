/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sections.h: the sections of an analysis as charts: where bench-plot joins its drawing to the
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

/* Lines in charts to hold the rows of an analysis against: where data outgrow a cache,
 * peaks, thresholds. */

/* Where along X the bytes of a call equal CAPACITY: between two neighbours as a power law has it.
 * X [COUNT] ascends; BYTES [COUNT] may be NaN. NaN where they do not get there, or where what they
 * are at one x is not the same at all its points. */
double marks_crossing(const double *x, const double *bytes, size_t count, double capacity);

/* Gives CHART, which is SET's, the line of its measure, and where calls move bytes that the action
 * says, a line for each cache that its sizes outgrow; the axis number AXIS goes across. -1 when
 * there is no memory. */
int marks_add(struct chart_set *set, struct chart *chart, const struct measured *of, size_t axis);

/* --- sections --- */

enum { SECTIONS_MOST_MEASURES = 2 };

struct sections_options {
    const struct measure *const *measures; /* at most SECTIONS_MOST_MEASURES, side by side, */
    size_t measure_count;
    int is_stacked;     /* or where there are few sections and no grid, one under the other */
    const char *across; /* "size", or the parameter to be on the x axis; NULL: the action's own
                           choice, or if that is the same everywhere the first that is not */
    const struct axes_asked *axes; /* scales and ranges; NULL for the usual ones */
    const struct rates_peak *peak; /* NULL for none */
    struct curves *curves; /* receives those of each section, which are SET's, and of which none is
                              left out; NULL if not wanted */
};

/* Adds charts to SET: for each section of the table a row, for each measure a column; or where SET
 * is a grid, all one after the other. A library has the same colour in all of them. A section of
 * which nothing of a measure is known, or where no library has a result, is left out, and
 * SET->left_out says so; ERR_USAGE where that leaves none. An action that has not what is to be on
 * the x axis is an ERR_USAGE that lists what it has. TABLE must outlive SET. */
int sections_chart(struct chart_set *set, const struct table *table,
                   const struct sections_options *options, struct err *err);

/* --- words, for whoever draws something else of a section; NULL, or -1, when there is no memory
 * --- */

/* " (run_000007)" where the action of SECTION stands in TABLE more than once, else "". */
const char *sections_run(struct chart_set *set, const struct table *table,
                         const struct section *section);
/* How it was measured: rounds, precision, machine; and what went wrong. */
const char *sections_setting(struct chart_set *set, const struct table *table,
                             const struct section *section);
/* SETTING, and in few words what to beware of. */
const char *sections_warning(struct chart_set *set, const struct section *section,
                             const char *setting);
/* Gives SET a title, the actions of TABLE, and a caption, the words of its charts and the warnings.
 */
int sections_caption(struct chart_set *set, const struct table *table);

#endif
