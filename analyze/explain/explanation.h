/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explanation.h: shows how each number of one cell came about, so that people can check it.
 *
 * Every formula is written out with the numbers put in and a short form of its source; with a
 * pocket calculator each number follows from those above it. To make that possible, times have one
 * unit and enough decimals to give the smaller of their standard deviations six digits; the same
 * holds for logarithms. If a round has more than EXPLANATION_SAMPLES samples, only the first are
 * listed, and the calculation starts from the sums over all of them.
 *
 * Results are those of the table's row, so this explains what the table says; everything between
 * the samples and the results is calculated anew. */
#ifndef BENCHMAT_ANALYZE_EXPLAIN_EXPLANATION_H
#define BENCHMAT_ANALYZE_EXPLAIN_EXPLANATION_H

#include "analyze/output/document.h"
#include "analyze/aggregate/table.h"

enum { EXPLANATION_SAMPLES = 8 };

/* Adds to DOCUMENT the explanation of the cell whose samples the section has kept (filter.h).
 * SECTION belongs to TABLE, for which no statistic may have been left out. */
void explanation_add(struct document *document, const struct table *table,
                     const struct section *section);

#endif
