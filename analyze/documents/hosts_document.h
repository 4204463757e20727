/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosts_document.h: ratios of several machines as a document: side by side, or combined. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_HOSTS_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_HOSTS_DOCUMENT_H

#include "analyze/columns/view.h"
#include "analyze/comparison/hosts.h"
#include "analyze/output/document.h"

/* Columns of ratios by machine, and of cells across machines. */
extern const struct column_set hosts_columns, across_columns;

/* Concluded hosts, and how to show them. */
struct hosts_report {
    const struct hosts *hosts;
    const struct view *view; /* columns; NULL for the default view */
    size_t width;            /* of a line: decides how many hosts stand side by side */

    void **lent; /* private: rows that the document borrows */
    size_t lent_count;
};

/* For people: for each action a table with a row per cell and a column per host, as many hosts as
 * fit side by side, then the next; a row per cell and host if the view has columns or an order. The
 * caller must release DOCUMENT in any case, and after it REPORT. ERR_USAGE for names of the view
 * that are not in hosts_columns. */
int hosts_sheet(struct document *document, struct hosts_report *report, struct err *err);
/* For people: for each action a row per cell, of all hosts together. The same errors. */
int across_sheet(struct document *document, struct hosts_report *report, struct err *err);

/* For programs: all ratios by host, or all cells across hosts, in one grid. */
int hosts_document_of_all(struct document *document, const struct hosts_report *report,
                          struct err *err);
int across_document_of_all(struct document *document, const struct hosts_report *report,
                           struct err *err);

void hosts_report_release(struct hosts_report *report);

#endif
