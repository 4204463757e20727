/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_sheet.h: histories as a sheet. */
#ifndef BENCHMAT_ANALYZE_SHEETS_HISTORY_SHEET_H
#define BENCHMAT_ANALYZE_SHEETS_HISTORY_SHEET_H

#include "analyze/history/history_levels.h"
#include "analyze/output/sheet.h"
#include "analyze/columns/view.h"

/* A concluded history, and how it is to be seen. */
struct history_report {
    const struct history *history;
    const struct history_cells *cells;
    struct history_asked asked; /* what it was concluded with */
    size_t copies;              /* runs that were in several files */
    const struct view *view;    /* of columns; NULL for the usual one */
    int verbose;                /* cells that did not change are listed, not counted */

    struct history_levels changes, others; /* private: made for the sheet */
};

/* For people: the changes, a row each, below them what else changed between the same runs, and how
 * many cells are steady. SHEET is to be released in any case, and then REPORT. ERR_USAGE for names
 * of the view that are no columns of history_columns. */
int history_sheet(struct sheet *sheet, struct history_report *report, struct err *err);

/* For programs: all levels of all cells in one grid. */
int history_sheet_of_all(struct sheet *sheet, struct history_report *report, struct err *err);

void history_report_release(struct history_report *report);

#endif
