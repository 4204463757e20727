/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compared.h: two tables, all of whose cells are compared (compare.h). */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARED_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARED_H

#include "analyze/comparison/compare.h"

struct compared_options {
    struct compare_asked asked;
    enum quantity quantity;     /* of both tables */
    struct statistic statistic; /* the same */
    int is_relative;            /* compare ratios to the reference, not the quantity itself */
    int has_margin;             /* look for regressions by more than asked.margin */
};

/* What a table calls what it was given another name for; NULL where it was not. */
struct own_names {
    const char *action, *library;
};

/* An earlier and a later table and the result of comparing them. */
struct compared {
    const char *files[COMPARE_SETS];          /* as they are called in texts */
    const struct table *tables[COMPARE_SETS]; /* borrowed; their sections must have a provenance */
    struct own_names own[COMPARE_SETS];       /* of the tables, as compared_adopt_names has it */
    const struct table *others; /* other runs, which may tell what runs differ by; may be NULL */
    const struct compared_options *options;
    struct compare *compare;
    struct comparison found;
};

/* If TO does not say in which type an action was measured, assumes the type that FROM has for it,
 * if that is unique. FROM owns the texts. */
void compared_adopt_types(struct table *to, const struct table *from);

/* Gives the only action, and the only library, of TO the names that FROM has for its own, where
 * files do not say them: they are those of the file, or a library is called after its program or
 * command, which may be another build. Returns the names that TO had. FROM owns the new ones. */
struct own_names compared_adopt_names(struct table *to, const struct table *from);

/* Compares the tables; the caller sets them, the others, the files and the options. A run that is
 * on a side twice, by its uuid, counts once. Other runs count if they are of the machine of a side,
 * and not compared themselves. A cell that is not CELL_OK has no times to compare; cells measured
 * on neither side are left out. If a cell has one round, its samples are the units, as everywhere
 * (table.h).
 *
 * Relative comparisons leave out the rows of the reference and cells whose reference is not
 * CELL_OK; ERR_USAGE if the two sides take their ratios for one action to different libraries. The
 * caller must call compared_release in either case. */
int compared_conclude(struct compared *compared, struct err *err);
void compared_release(struct compared *compared);

/* Returns the last section of TABLE with the action and type of LIKE; NULL if there is none. */
const struct section *compared_last_section(const struct table *table, const struct section *like);

/* Returns the number of cells that were right in the earlier table and are present but not right in
 * the later. For ratios this includes cells whose reference is no longer right. */
size_t compared_lost(const struct compared *compared);

/* Returns the number of cells, such as those of page faults, where all samples of the earlier table
 * are zero and all of the later are above. Such an increase has no ratio. */
size_t compared_from_zero(const struct compared *compared);
/* Returns the number of cells that are right on both sides and have no ratio because of zeros, with
 * those of compared_from_zero. */
size_t compared_with_zeros(const struct compared *compared);

/* Returns the number of cells that are right on both sides and have no ratio, not because of zeros,
 * but because a side has too few samples for the quantile of --statistic. */
size_t compared_too_few(const struct compared *compared);

/* Returns the number of pairs that could not be tested because a side has no standard error. */
size_t compared_untested(const struct compared *compared);

#endif
