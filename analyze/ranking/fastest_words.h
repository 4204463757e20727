/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest_words.h: the fastest libraries of a measurement in a few lines.
 *
 *     fastest: gslcblas at 1 to 41 · openblas at 52 to 1389 · openblas or blis at 3000
 *     openblas overtakes gslcblas at n ≈ 46 (between 41 and 52)
 *
 * Curves are divided into spans (lead.h). Of a span those points are named at which no other
 * library may be the fastest as well: "openblas at 52 to 94 and 200", or, where they are more than
 * FASTEST_WORDS_SPANS ranges, how many there are from the first to the last of them: "openblas at
 * 30 of 52 sizes from 52 to 1389". The points at which others may be, follow, with the names of all
 * that may; "undecided" stands for more than FASTEST_WORDS_NAMES of them, and for all where there
 * are several such sets.
 *
 * Where each library has a single sample at each point, no answer can be given: "one run of each;
 * the order is as measured".
 *
 * Where the main axis does not vary, a curve goes along another parameter and names it:
 * "openblas at threads 1 to 4". */
#ifndef BENCHMAT_ANALYZE_RANKING_FASTEST_WORDS_H
#define BENCHMAT_ANALYZE_RANKING_FASTEST_WORDS_H

#include <stdio.h>

#include "analyze/aggregate/table.h"

enum {
    FASTEST_WORDS_VARIANTS = 3,
    FASTEST_WORDS_SPANS = 5,
    FASTEST_WORDS_NAMES = 3,
    FASTEST_WORDS_SETS = 2,
    FASTEST_WORDS_CROSSOVERS = 3
};

/* Each writes lines, the last without a newline; nothing if there is only one library. */

/* The answer: a line for each of the first curves, and another where means disagree on the fastest
 * (fastest.h), which ends every span. Of a measurement of one point: "fastest: blis", or "fastest:
 * blis or netlib". */
void fastest_words_write_answer(const struct table *table, const struct section *section,
                                FILE *file);
/* What goes with it: who is not shown to be slower where the answer is "undecided", who is slower
 * by means alone, and the first crossovers at which the lead passes from one span to the next. */
void fastest_words_write_details(const struct table *table, const struct section *section,
                                 FILE *file);
/* Both for curves, without crossovers. */
void fastest_words_write_spans(const struct table *table, const struct section *section,
                               FILE *file);

#endif
