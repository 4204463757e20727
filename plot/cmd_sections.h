/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_sections.h: the sections of an analysis as charts: where bench-plot joins its drawing to the
 * statistics. */
#ifndef BENCHMAT_PLOT_CMD_SECTIONS_H
#define BENCHMAT_PLOT_CMD_SECTIONS_H

#include "analyze/table.h"
#include "plot/cmd_curves.h"
#include "plot/figure.h"

/* Charts and everything they borrow. */
struct section_charts {
    struct chart *charts; /* for each section of the table a row, for each kind a column */
    size_t count;
    char *title;           /* the actions */
    char *caption;         /* every chart's title and subtitle */
    struct curves *curves; /* private, as are the following: of each section */
    size_t section_count;
    char **texts;
    size_t text_count;
};

struct sections_options {
    const enum chart_kind *kinds;
    size_t kind_count;
    const char *across; /* "size", or the parameter to be on the x axis; NULL: the action's own
                           choice, or if that is the same everywhere the first that is not */
};

/* Makes the charts. A library has the same colour in all of them. The time chart shows the mean
 * with its interval, the ratio chart the ratio with its own. An action that has not what is to be
 * on the x axis is an ERR_USAGE that lists what it has. TABLE must outlive CHARTS, which the caller
 * gives to sections_release, after a failure too. */
int sections_chart(struct section_charts *charts, const struct table *table,
                   const struct sections_options *options, struct err *err);
void sections_release(struct section_charts *charts);

#endif
