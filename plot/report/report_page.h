/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_page.h: the printer of documents in HTML: writes a report as one self-contained file.
 *
 * The page is HTML 5 and well-formed XML as well. It contains its styles and its script, and a
 * Content-Security-Policy that allows only these two, by their hashes, and images in data: URLs: no
 * network, no other script, no styles in attributes. Without the script charts can still be
 * switched, since style rules follow the radio buttons; the script adds tooltips, arrow keys,
 * sorting and copying. The same report gives the same bytes. */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_PAGE_H
#define BENCHMAT_PLOT_REPORT_REPORT_PAGE_H

#include <stdio.h>

#include "formats/text/err.h"
#include "plot/output/markup.h"
#include "plot/report/report.h"

/* --- parts of a page --- */

/* Used by report_page.c. */

/* A page being written. */
struct page_state {
    FILE *file;
    struct markup_names names;
    size_t libraries;
    size_t figures, pictures; /* how many so far; their ids contain these numbers */
};

/* report_table.c: writes a grid, which has records. More than 200 sortable rows are folded: they
 * are in the page as text with tabs, which can be read and copied as it is, and which the script
 * makes a table when the reader opens it. So the page is small and quickly shown. A column whose
 * parts are aligned separately takes several columns of the HTML table, under one heading. Every
 * number is one text, padded so that its decimal point is in line with the others. */
void report_table_write(const struct page_state *page, const struct document_block *block);

/* The page's styles and script: the lines of report.css and report.js, each ending with NULL. */
extern const char *const report_css[], *const report_js[];

/* --- writing a page --- */

/* Writes REPORT to PATH, completely or not at all (destination.h). */
int report_page_write(const struct report *report, const char *path, struct err *err);

#endif
