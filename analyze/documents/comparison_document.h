/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_document.h: comparisons as documents.
 *
 * People get how a gate ended, the numbers of changes and the largest, the two sides, and geometric
 * means: at most ten lines, without what a gate says; then whatever makes the comparison doubtful,
 * the pairs of cells, and the cells without a partner. Programs get only the rows. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_COMPARISON_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_COMPARISON_DOCUMENT_H

#include "analyze/comparison/comparison_rows.h"
#include "analyze/comparison/comparison_summary.h"
#include "analyze/comparison/gate.h"
#include "analyze/output/document.h"
#include "analyze/columns/view.h"

/* Zero-initialised: the defaults. */
struct comparison_view {
    int verbose; /* show all differences and all cells without a partner, not only the first ones */
    size_t width; /* of text; 0 for TERMINAL_USUAL_WIDTH */
    const struct view *view;
    int all_means;           /* show all geometric means, not only those of the first libraries */
    int summary_only;        /* the geometric means alone, to which the view applies */
    const struct gate *gate; /* of this comparison; NULL for none */
    enum gate_policy policy;
};

/* For people: COMPARED, with ROWS and SUMMARY of this comparison only. All must live as long as the
 * document.
 * ERR_USAGE for names of the view that are not columns. The caller must release DOCUMENT in any
 * case. */
int comparison_sheet(struct document *document, const struct compared *compared,
                     const struct comparison_rows *rows, const struct comparison_summary *summary,
                     const struct comparison_view *how, struct err *err);

/* For programs: all ROWS, of any number of comparisons, or their SUMMARY, in one grid. */
int comparison_document_of_all(struct document *document, const struct comparison_rows *rows,
                               const struct comparison_summary *summary,
                               const struct comparison_view *how, struct err *err);

#endif
