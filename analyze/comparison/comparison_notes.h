/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_notes.h: what besides the libraries' speed differs between two sides (conditions.h),
 * in words. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARISON_NOTES_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARISON_NOTES_H

#include "analyze/comparison/compared.h"
#include "analyze/text/string_pool.h"

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

#endif
