/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_summary.h: what comparisons come to, one row per action, type and library.
 *
 *     ln ratio = mean over the cells of ln ratio of a pair (compare.h)
 *     half width = mean of the half widths of the pairs' intervals
 *
 * This holds however the cells depend on each other, as they do if the machine was slower that day,
 * and is too wide if they are independent. A cell without an interval leaves the mean without
 * one. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARISON_SUMMARY_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARISON_SUMMARY_H

#include "analyze/columns/columns.h"
#include "analyze/comparison/compared.h"

/* Texts are borrowed from the comparison. */
struct comparison_summary_row {
    const char *earlier_archive, *later_archive, *action, *type, *library;
    enum quantity quantity;
    struct interval ratio; /* later over earlier; ends are NaN if any pair has none */
    size_t cells, faster, slower, inconclusive;
};

struct comparison_summary {
    struct comparison_summary_row *rows; /* in the order of the pairs */
    size_t count;
};

extern const struct column_set comparison_summary_columns;

/* Sums up COUNT comparisons, which must live as long. The caller must free the rows. */
void comparison_summary_of(struct comparison_summary *summary, const struct compared *compared,
                           size_t count);

#endif
