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

#include "formats/text/err.h"
#include "plot/report/report.h"

/* Writes REPORT to PATH, whole or not at all (destination.h). */
int report_page_write(const struct report *report, const char *path, struct err *err);

#endif
