/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_notes.h: describes in words what differs between two sides apart from the libraries'
 * speed (conditions.h). */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARISON_NOTES_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARISON_NOTES_H

#include "analyze/comparison/compared.h"
#include "analyze/output/document.h"
#include "formats/model/string_pool.h"

/* Distinct texts, in the order of actions. Zero-initialised: none. */
struct comparison_notes {
    struct string_pool doubtful; /* "CPU model: X -> Y", "openblas: threads: 1 -> 2" */
    struct string_pool to_know;
    struct string_pool unknown[COMPARE_SETS]; /* doubtful, but unknown on one side: "CPU model" */
};

/* Collects notes from the last run, on each side, of every action that both have. If ratios are
 * compared, any difference in their reference makes them doubtful. Times of measurement are left
 * out, because whoever compares knows them. The caller must release NOTES. */
void comparison_notes_of(struct comparison_notes *notes, const struct compared *compared);
void comparison_notes_release(struct comparison_notes *notes);

/* --- cells without a partner --- */

enum { COMPARISON_ALONE_LINES = 20 };

/* Adds the number of cells without a partner, then one line per library, action and missing part,
 * with its points: at most COMPARISON_ALONE_LINES and the number of the rest; all with VERBOSE.
 * Adds nothing if every cell has a partner. */
void comparison_alone(struct document *document, const struct compared *compared, int verbose);

#endif
