/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facets.h: small multiples: a chart of its own for each value of a parameter, with the same axes
 * and under one legend, in place of many lines in one chart.
 *
 * W. S. Cleveland, The Elements of Graphing Data, Wadsworth 1985, section 3.4. */
#ifndef BENCHMAT_PLOT_ANALYSIS_FACETS_H
#define BENCHMAT_PLOT_ANALYSIS_FACETS_H

#include "analyze/aggregate/table.h"
#include "plot/analysis/chart_set.h"

enum { FACETS_MOST = 16, FACETS_FEW_LINES = 8 };

/* The value of --facet that keeps all lines in one chart. */
#define FACETS_NONE "none"

/* Returns the parameter to make facets of where none is asked for: if more than FACETS_FEW_LINES
 * lines would be in one chart, the parameter that has the most values in a section of TABLE, of
 * those by which facets_split can split it; otherwise NULL. It belongs to TABLE. */
const char *facets_choose(const struct table *table, const char *across);

/* Returns what goes across where nothing is asked for: NULL for each action's own choice unless
 * that puts more than FACETS_FEW_LINES lines into a chart, even into one of facets. Then it is the
 * parameter of all actions with which there are the fewest, if these are fewer. It belongs to
 * TABLE. */
const char *facets_across(const struct table *table);

/* Sets FACETED to TABLE with each section that has several values of the parameter NAME split into
 * one for each, in ascending order. SET owns FACETED, which borrows
 * TABLE. Returns ERR_USAGE if no section has several values of NAME, or a section more than
 * FACETS_MOST, or if NAME goes ACROSS. */
int facets_split(const struct table **faceted, struct chart_set *set, const struct table *table,
                 const char *name, const char *across, struct err *err);

/* Returns in how many columns the charts of FACETED stand, of MEASURES for each section: a row for
 * each of several actions if it has room, otherwise about a square. */
size_t facets_columns(const struct table *faceted, size_t measures);

/* Gives every STEP-th of CHARTS [COUNT], from the first on, axes that hold the data of all of them,
 * unless their ends were asked for. They must show the same measure. */
void facets_share_axes(struct chart *charts, size_t count, size_t step);

/* Does the same for all that have the same y label, and for those with the same x label: charts of
 * different actions may have different quantities along x. */
void facets_share_labelled(struct chart *charts, size_t count);

#endif
