/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest_words.h: the fastest libraries of a measurement in a few lines, below its table.
 *
 *     fastest: gslcblas at 1 to 41 · openblas at 52 to 3000
 *     not shown slower: blis at 3000
 *     openblas overtakes gslcblas at n ≈ 46 (between 41 and 52)
 *
 * A curve (variants.h) is divided into as few spans as possible, of each of which a library is
 * among the fastest everywhere, by crossing_rank: each span is that of the library that stays there
 * for longest, of several the one that is the fastest where it begins. The second line has those
 * that are among the fastest elsewhere. Where means disagree on the fastest (fastest.h) no span
 * goes on, and a line of its own names both. Of the crossovers there are those between libraries
 * that have a span, the first FASTEST_WORDS_CROSSOVERS of them. */
#ifndef BENCHMAT_ANALYZE_RANKING_FASTEST_WORDS_H
#define BENCHMAT_ANALYZE_RANKING_FASTEST_WORDS_H

#include <stdio.h>

#include "analyze/aggregate/table.h"

enum { FASTEST_WORDS_VARIANTS = 3, FASTEST_WORDS_SPANS = 8, FASTEST_WORDS_CROSSOVERS = 5 };

/* Nothing where there is one library, or no curve of two points. The last line has no newline.
 * Returns 0 when there is no memory. */
int fastest_words_write(const struct table *table, const struct section *section, FILE *file);
/* The same without the crossovers. */
int fastest_words_write_spans(const struct table *table, const struct section *section, FILE *file);

#endif
