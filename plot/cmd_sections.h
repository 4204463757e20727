/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_sections.h: the sections of an analysis as charts: where bench-plot joins its drawing to the
 * statistics. */
#ifndef BENCHMAT_PLOT_CMD_SECTIONS_H
#define BENCHMAT_PLOT_CMD_SECTIONS_H

#include "analyze/table.h"
#include "plot/figure.h"

/* Charts and everything they borrow. */
struct section_charts {
    struct chart *charts; /* for each section of the table a row, for each kind a column */
    size_t count;
    char *title;                     /* the actions */
    char *caption;                   /* every chart's title and subtitle */
    struct section_numbers *numbers; /* private, as are the following */
    size_t section_count;
    char **texts;
    size_t text_count;
};

/* Makes the charts of those KINDS. A library has the same colour in all of them. The time chart
 * shows the mean with its interval, the ratio chart the ratio with its own. TABLE must outlive
 * CHARTS, which the caller gives to sections_release, after a failure too. */
int sections_chart(struct section_charts *charts, const struct table *table,
                   const enum chart_kind *kinds, size_t kind_count, struct err *err);
void sections_release(struct section_charts *charts);

#endif
