/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_page.h: a report as one HTML file that needs nothing else.
 *
 * The page is HTML 5 and well-formed XML as well. It has its styles and its script in it, and a
 * Content-Security-Policy that allows these two by their hashes and nothing else: no network, no
 * other script, no styles in attributes. Without the script charts can still be switched, since
 * style rules follow the radio buttons; the script adds tooltips, arrow keys and sorting. The same
 * report gives the same bytes. */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_PAGE_H
#define BENCHMAT_PLOT_REPORT_REPORT_PAGE_H

#include <stdio.h>

#include "formats/text/err.h"
#include "plot/output/output_svg.h"
#include "plot/report/report.h"
#include "plot/report/report_svg.h"

/* --- report parts --- */

/* The larger parts of a page, for report_page.c: its tables and its charts. */

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

/* The page's styles and its script, line by line, up to NULL: report.css and report.js. */
extern const char *const report_css[], *const report_js[];

/* --- report page --- */

/* Writes REPORT to PATH, whole or not at all (destination.h). */
int report_page_write(const struct report *report, const char *path, struct err *err);

#endif
