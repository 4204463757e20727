/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth_words.h: what growth.h finds, in words. */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_GROWTH_WORDS_H
#define BENCHMAT_ANALYZE_COMPLEXITY_GROWTH_WORDS_H

#include <stdio.h>

#include "analyze/complexity/growth.h"

/* "n^0.12 to 512, n^1.02 to 30,000, n^1.40 beyond"; "n^1.02" where there is no break, nothing where
 * nothing is known. */
void growth_words_pieces(const struct segments *pieces, FILE *file);

/* The laws that are as good as the best: "n log n, n²"; nothing where there are none. */
void growth_words_as_good(const struct complexity *complexity, FILE *file);

#endif
