/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_sections.h: the sections of an analysis as charts: where bench-plot joins its drawing to the
 * statistics. */
#ifndef BENCHMAT_PLOT_CMD_SECTIONS_H
#define BENCHMAT_PLOT_CMD_SECTIONS_H

#include "analyze/table.h"
#include "plot/cmd_charts.h"
#include "plot/cmd_curves.h"
#include "plot/cmd_measures.h"

struct sections_options {
    const struct measure *const *measures;
    size_t measure_count;
    const char *across;    /* "size", or the parameter to be on the x axis; NULL: the action's own
                              choice, or if that is the same everywhere the first that is not */
    struct curves *curves; /* receives those of each section, which are SET's; NULL if not wanted */
};

/* Adds charts to SET: for each section of the table a row, for each measure a column. A library has
 * the same colour in all of them. An action that has not what is to be on the x axis is an
 * ERR_USAGE that lists what it has. TABLE must outlive SET. */
int sections_chart(struct chart_set *set, const struct table *table,
                   const struct sections_options *options, struct err *err);

#endif
