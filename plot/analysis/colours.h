/* SPDX-License-Identifier: GPL-3.0-or-later */
/* colours.h: which library has which colour, marker and dash.
 *
 * That goes by its place among all libraries of a file, whatever is chosen of them: a library looks
 * alike in every picture and in the report of one archive. The first measurement's own reference
 * has the first place, then come the others as they are met, run by run: what is appended to an
 * archive changes none that has been there. Another archive counts anew. */
#ifndef BENCHMAT_PLOT_ANALYSIS_COLOURS_H
#define BENCHMAT_PLOT_ANALYSIS_COLOURS_H

#include "analyze/cli/input.h"
#include "plot/analysis/chart_set.h"

/* INPUT tells SET of all libraries of its file while it is read. */
void colours_survey(struct input *input, struct chart_set *set);

/* Adds the libraries of TABLE that SET does not know: rows of an analysis come without the file
 * that they are from. No other libraries are met from here on. -1 when there is no memory. */
int colours_settle(struct chart_set *set, const struct table *table);

#endif
