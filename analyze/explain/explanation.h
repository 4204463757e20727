/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explanation.h: how each number of one cell came about, for people to check.
 *
 * Every formula is written out with the numbers that are put in and the short form of its source;
 * whoever has a pocket calculator gets each number from those that stand above it. For that, times
 * have one unit and as many decimals as give the smaller of their standard deviations six digits;
 * logarithms likewise. Of more than EXPLANATION_SAMPLES samples per round the first are told, and
 * the sums over all of them are where to start from.
 *
 * Results are those of the table's row, so that this is what the table says; what is between the
 * samples and the result is calculated anew. */
#ifndef BENCHMAT_ANALYZE_EXPLAIN_EXPLANATION_H
#define BENCHMAT_ANALYZE_EXPLAIN_EXPLANATION_H

#include "analyze/output/listing.h"
#include "analyze/output/document.h"
#include "analyze/aggregate/table.h"

enum { EXPLANATION_SAMPLES = 8, EXPLANATION_LISTINGS = 4 };

/* Zero-initialised is none. */
struct explanation {
    struct document document;
    struct listing *listings[EXPLANATION_LISTINGS]; /* what the document's grids are made of */
    size_t listing_count;
};

/* Explains the cell of which the section has kept the samples (filter.h). SECTION is one
 * of the table, which has to have spared nothing; both are borrowed until the explanation
 * is released. Fails when there is no memory; to be released either way. */
int explanation_of(struct explanation *explanation, const struct table *table,
                   const struct section *section, struct err *err);
void explanation_release(struct explanation *explanation);

#endif
