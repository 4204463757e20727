/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_notes.h: what besides the libraries' speed differs between two sides (conditions.h),
 * in words. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARISON_NOTES_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARISON_NOTES_H

#include "analyze/comparison/compare.h"
#include "analyze/output/document.h"
#include "formats/model/string_pool.h"

/* Each once, in the order of actions. Zero-initialised is none. */
struct comparison_notes {
    struct string_pool doubtful; /* "CPU model: X -> Y", "openblas: threads: 1 -> 2" */
    struct string_pool to_know;
    struct string_pool unknown[COMPARE_SETS]; /* doubtful, but of one side not known: "CPU model" */
};

/* Of each action that both have its last run on either side is looked at. Where ratios are
 * compared, whatever differs of their reference makes them doubtful. When everything was measured
 * is not among it: whoever compares knows that. Returns 0 when there is no memory; to be released
 * either way. */
int comparison_notes_of(struct comparison_notes *notes, const struct compared *compared);
void comparison_notes_release(struct comparison_notes *notes);

/* --- comparison alone --- */

/* The cells of a comparison that have no partner, in words. */

enum { COMPARISON_ALONE_LINES = 20 };

/* Adds how many they are, then a line for each library of an action, by what the other side lacks,
 * with its points: COMPARISON_ALONE_LINES and how many more there are; with VERBOSE all. Nothing
 * where every cell has a partner. Returns 0 when there is no memory. */
int comparison_alone(struct document *document, const struct compared *compared, int verbose);

#endif
