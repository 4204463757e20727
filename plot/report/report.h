/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: a page for readers before it becomes HTML (report_page.h): a document, and what only a
 * page has: charts, and names that it marks. Nothing here knows about archives or statistics. */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_H
#define BENCHMAT_PLOT_REPORT_REPORT_H

#include "analyze/output/document.h"
#include "plot/figure/figure.h"

/* A chart in one of the forms that the reader can choose. Its title and subtitle are written beside
 * the picture, not into it. */
struct report_view {
    const char *shows; /* "ratio"; views of one action that show the same differ in scale */
    const char *name;  /* what readers call what it shows; NULL: as SHOWS says */
    const char *scale; /* "log", "linear"; "" if there is no other */
    struct chart chart;
    char **tips; /* tooltips of the points of all series, one series after another; the first line
                    of each is its series. NULL for a point without one */
};

/* All views of the same numbers. At first the page shows the scale of the first view. */
struct report_charts {
    struct report_view *views;
    size_t count;
};

/* Empty if zero-initialised. */
struct report {
    struct document document;
    struct report_charts *charts; /* [chart_count] what the document's figures show, in order */
    size_t chart_count;
    char **names; /* isolated from the text around them, wherever they occur (markup.h) */
    size_t name_count;
    size_t libraries; /* number of colours in all charts, the reference's included */
    int has_faint;    /* some lines have no colour */
};

/* Adds NAME unless it is there already. */
void report_add_name(struct report *report, const char *name);

/* Adds a figure and returns its COUNT views, zero-initialised, which the document keeps; what their
 * charts borrow must live as long. LABEL tells the figure apart from others of the page. */
struct report_view *report_add_charts(struct report *report, size_t count, const char *label);

void report_release(struct report *report);

#endif
