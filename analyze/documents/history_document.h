/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_document.h: histories as a document. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_HISTORY_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_HISTORY_DOCUMENT_H

#include "analyze/history/history_levels.h"
#include "analyze/output/document.h"
#include "analyze/columns/view.h"

/* A concluded history, and how it is to be seen. */
struct history_report {
    const struct history *history;
    const struct history_cells *cells;
    struct history_asked asked; /* what it was concluded with */
    size_t copies;              /* runs that were in several files */
    const struct view *view;    /* of columns; NULL for the usual one */
    int verbose;                /* cells that did not change are listed, not counted */

    struct history_levels changes, others; /* private: made for the document */
};

/* For people: the changes, a row each, below them what else changed between the same runs, and how
 * many cells are steady. SHEET is to be released in any case, and then REPORT. ERR_USAGE for names
 * of the view that are no columns of history_columns. */
int history_sheet(struct document *document, struct history_report *report, struct err *err);

/* For programs: all levels of all cells in one grid. */
int history_document_of_all(struct document *document, struct history_report *report,
                            struct err *err);

void history_report_release(struct history_report *report);

#endif
