/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_parts.h: the larger parts of a page, for report_page.c: its tables and its charts. */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_PARTS_H
#define BENCHMAT_PLOT_REPORT_REPORT_PARTS_H

#include <stdio.h>

#include "plot/output/output_svg.h"
#include "plot/report/report.h"
#include "plot/report/report_svg.h"

/* A page being written. */
struct page_state {
    FILE *file;
    struct markup_names names;
    struct colours colours;
    size_t libraries;
    struct letters letters;
    size_t charts, pictures; /* so many so far, by which their ids differ */
};

/* A column that is made of parts stands in several columns of the table, under one heading; every
 * number in it is one text, whose point stands under those of the others by its padding. */
void report_table_write(const struct page_state *page, const struct report_table *table);

/* All views, of which style rules show those that are chosen, with their points. */
int report_charts_write(struct page_state *page, const struct report_charts *charts,
                        struct err *err);

/* The page's styles and its script, line by line, up to NULL: report.css and report.js. */
extern const char *const report_css[], *const report_js[];

#endif
