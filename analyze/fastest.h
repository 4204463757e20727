/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest.h: the fastest library at each point of a measurement (crossing.h).
 *
 * Round means are the table's ln ratios to the reference by round. Where the reference was not
 * measured or wrong there are none, and no library is the fastest. Where samples are unpaired there
 * are the libraries' own locations in their place. What is no more than the noise
 * floor of the point (control.h) is no difference.
 *
 * Intervals have the confidence crossing_confidence(C, libraries), C being that of the table. With
 * a single round there are none: the fastest is that of the smallest mean, whoever comes next is
 * next, and who is as fast cannot be told. */
#ifndef BENCHMAT_ANALYZE_FASTEST_H
#define BENCHMAT_ANALYZE_FASTEST_H

#include "analyze/columns.h"
#include "analyze/crossing.h"
#include "analyze/table.h"
#include "analyze/texts.h"

/* One point. NaN, and NULL of texts, where undefined; texts are the table's or the fastest's. */
struct fastest_row {
    const char *archive, *action, *run, *type;
    int64_t size;
    int has_size;           /* of the action */
    const char *parameters; /* that vary beside the size: "stride 8, threads 2" */
    size_t libraries;       /* compared */
    const char *fastest;
    double mean, mean_low, mean_high; /* its mean, in seconds */
    const char *as_fast;              /* those that cannot be told from it: "blis, netlib" */
    const char *next;                 /* the fastest of those that are slower, */
    double next_ratio, next_ratio_low, next_ratio_high; /* and its time over that of the fastest */
    double noise_floor;
};

/* Those of all sections added so far: by section, then by point. Zero-initialised is none. */
struct fastest_rows {
    struct fastest_row *items;
    size_t count;
    struct texts texts; /* private */
};

extern const struct column_set fastest_columns;

/* Adds the points of SECTION. Fails without memory; to be given to fastest_release. */
int fastest_add(struct fastest_rows *rows, const struct table *table, const struct section *section,
                struct err *err);
void fastest_release(struct fastest_rows *rows);

/* All libraries at a point, and its noise; borrowed from TABLE. */
struct crossing_size fastest_size(const struct table *table, const struct section *section,
                                  size_t point);

/* The ranks of all libraries, [points][libraries]. For spill_free (formats/spill.h); NULL without
 * memory. */
enum crossing_rank *fastest_ranks(const struct table *table, const struct section *section);

/* Whether there are rounds enough for intervals. */
int fastest_is_sure(const struct section *section);

#endif
