/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dot_plot.h: charts of curves with one size, or few, as rows (forest.h): a row for each library,
 * with its value, its interval and its numbers.
 *
 * With a single size the rows are in the order of the ratio, or of the value where there is no
 * ratio: the fastest first, then wrong answers, then what has no value; commits stay in their
 * order. With several sizes each has a heading, and the rows below it are in the order of the
 * libraries' colours; the sizes of a single library are rows under its name. */
#ifndef BENCHMAT_PLOT_ANALYSIS_DOT_PLOT_H
#define BENCHMAT_PLOT_ANALYSIS_DOT_PLOT_H

#include "plot/analysis/chart_set.h"
#include "plot/analysis/curves.h"
#include "plot/analysis/measures.h"

/* Returns whether the COUNT charts ROW of one section are better drawn as rows: with one x only; or
 * with few, and not too many libraries, if no line joins any points or ARE_COMPARED, so that the
 * values at one x are what matters. */
int dot_plots_suit(const struct chart *row, size_t count, int are_compared);

/* Turns the charts ROW [COUNT] of CURVES, which SET owns, into rows. ROW[i] shows OF[i], along an
 * axis of TERMS[i]; the x of the curves is called ACROSS. */
void dot_plots_make(struct chart_set *set, struct chart *row, const struct measured *of,
                    const struct axis_terms *terms, size_t count, const struct curves *curves,
                    const struct parameter_grid_axis *across);

/* Makes JOINED show the rows of the COUNT charts ALL[0], ALL[STRIDE], ..., each under its heading
 * in HEADINGS or, if ARE_NAMES and each has one row only, called that. */
void dot_plots_join(struct chart_set *set, struct chart *joined, const struct chart *all,
                    size_t count, size_t stride, const char *const *headings, int are_names,
                    const struct axis_terms *terms);

/* Returns whether charts of so many rows in all may be joined. */
int dot_plots_may_join(size_t rows);

#endif
