/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_alone.h: the cells of a comparison that have no partner, in words. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARISON_ALONE_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARISON_ALONE_H

#include "analyze/comparison/compared.h"
#include "analyze/output/document.h"

enum { COMPARISON_ALONE_LINES = 20 };

/* Adds how many they are, then a line for each library of an action, by what the other side lacks,
 * with its points: COMPARISON_ALONE_LINES and how many more there are; with VERBOSE all. Nothing
 * where every cell has a partner. Returns 0 when there is no memory. */
int comparison_alone(struct document *document, const struct compared *compared, int verbose);

#endif
