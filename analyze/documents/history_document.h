/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_document.h: histories as a document. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_HISTORY_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_HISTORY_DOCUMENT_H

#include "analyze/history/history_levels.h"
#include "analyze/output/document.h"
#include "analyze/columns/view.h"

/* A concluded history, and how to show it. */
struct history_report {
    const struct history *history;
    const struct history_cells *cells;
    struct history_asked asked; /* the settings it was concluded with */
    size_t copies;              /* runs found in several files */
    const struct view *view;    /* columns; NULL for the default view */
    int verbose;                /* list cells that did not change instead of counting them */

    struct history_levels changes, others; /* private: made for the document */
};

/* For people: one row per change, then what else changed between the same runs, and how many cells
 * are steady. The caller must release DOCUMENT in any case, and after it REPORT. ERR_USAGE for
 * names of the view that are not in history_columns. */
int history_sheet(struct document *document, struct history_report *report, struct err *err);

/* For programs: all levels of all cells in one grid. */
int history_document_of_all(struct document *document, struct history_report *report,
                            struct err *err);

void history_report_release(struct history_report *report);

#endif
