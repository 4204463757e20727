/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compared.h: two tables beside each other: all of their cells, compared (compare.h). */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARED_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARED_H

#include "analyze/comparison/compare.h"

struct compared_options {
    struct compare_asked asked;
    int is_relative; /* ratios to the reference, not times */
    int has_margin;  /* somebody wants to know what regressed by more than asked.margin */
};

/* An earlier and a later table, and what came of comparing them. */
struct compared {
    const char *files[COMPARE_SETS];
    const struct table *tables[COMPARE_SETS]; /* borrowed; their sections have a provenance */
    const struct compared_options *options;
    struct compare *compare;
    struct comparison found;
};

/* A file that does not say in which type TO was measured is taken to mean the type that FROM has of
 * the same action, if it has one only. The texts are FROM's. */
void compared_adopt_types(struct table *to, const struct table *from);

/* Compares the tables, which with the files and options are set. Cells that are not CELL_OK have
 * no times to be compared; what was measured on neither side is left out. Of a cell with one round
 * the samples are the units, as everywhere (table.h).
 *
 * Relative ones leave out the rows of the reference, and cells whose reference is not CELL_OK;
 * ERR_USAGE where the two sides take their ratios of one action to different libraries. To be given
 * to compared_release either way. */
int compared_conclude(struct compared *compared, struct err *err);
void compared_release(struct compared *compared);

/* The last section of TABLE with the action and type of LIKE; NULL for none. */
const struct section *compared_last_section(const struct table *table, const struct section *like);

/* How many cells were right in the earlier table and are not in the later, though they are there.
 * Of ratios this is so, too, where the reference is not right any more. */
size_t compared_lost(const struct compared *compared);

/* How many pairs could not be tested, as a side has no standard error. */
size_t compared_untested(const struct compared *compared);

#endif
