/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_document.h: comparisons as documents.
 *
 * For people first the two sides and what makes it doubtful to compare them, then the pairs of
 * cells, how many changed, and what has no partner. For programs the rows alone. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_COMPARISON_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_COMPARISON_DOCUMENT_H

#include "analyze/comparison/comparison_rows.h"
#include "analyze/output/document.h"
#include "analyze/columns/view.h"

/* Zero-initialised is the usual. */
struct comparison_view {
    int verbose; /* everything that differs or has no partner, not the first of it */
    const struct view *view;
};

/* For people: COMPARED, of which alone ROWS are. Both must live as long as the document. ERR_USAGE
 * for names of the view that are no columns. SHEET is to be released in any case. */
int comparison_sheet(struct document *document, const struct compared *compared,
                     const struct comparison_rows *rows, const struct comparison_view *how,
                     struct err *err);

/* For programs: all ROWS, of however many comparisons, in one grid. */
int comparison_document_of_all(struct document *document, const struct comparison_rows *rows,
                               const struct comparison_view *how, struct err *err);

#endif
