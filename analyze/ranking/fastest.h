/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest.h: finds the fastest library at each point of a measurement (crossover.h).
 *
 * Libraries are ranked by their typical times, by the pairs of crossover.h. Their round means are
 * the table's ln ratios to the reference by round or, if samples are unpaired, the libraries' own
 * locations are compared. If the reference is wrong or was not measured, there are no ratios, and
 * no library is the fastest.
 *
 * Which library is shown to be slower than another, and so is not the fastest, depends on the
 * verdicts as far as they go (crossing_shown): a library that is not shown to differ from the
 * reference is as good as the reference. Two other libraries are told apart by an interval at 1 -
 * (1 - C) / (points x pairs of others), where C is the table's confidence, beyond the margin of the
 * verdicts at that point. Two of which one has a single round, the reference too, are told apart by
 * an interval over their samples, at 1 - (1 - C) / (pairs with intervals at all points), beyond the
 * margin of single rounds (verdict.h): the answer is the same whatever is the reference. So if
 * libraries are all alike, any is left out anywhere in at most 1 - C of all tables.
 *
 * If another statistic is chosen (statistic.h), read that for typical times, and means dispute
 * nothing. Otherwise means may give another ranking (ratio.h). A library is slower by means if its
 * typical ratio to the library of the smallest mean disagrees with its ratio of means, by the
 * rounds of the point alone, and the interval of the latter lies beyond the margin of the verdicts.
 * It is then called neither the fastest nor not shown to be slower. If it has the shortest typical
 * time, the fastest is disputed, and both are named. */
#ifndef BENCHMAT_ANALYZE_RANKING_FASTEST_H
#define BENCHMAT_ANALYZE_RANKING_FASTEST_H

#include "analyze/aggregate/table.h"
#include "analyze/columns/columns.h"
#include "analyze/ranking/crossover.h"
#include "formats/model/string_pool.h"

/* One point. Undefined numbers are NaN, undefined texts NULL; texts belong to the table or the
 * rows. */
struct fastest_row {
    const char *archive, *action, *run, *type;
    int64_t size;
    int has_size;           /* the action has sizes */
    const char *size_word;  /* as its file has the size (spellings.h); NULL: as digits */
    const char *parameters; /* those that vary besides the size: "stride 8, threads 2" */
    size_t libraries;       /* number of those compared */
    const char *ranked_by;  /* "typical", or another statistic.h; "disputed" if means disagree;
                               NULL: no fastest */
    const char *fastest;    /* NULL if disputed */
    const char *by_typical, *by_means; /* the fastest by each */
    double p_fastest;                  /* probability that by_typical has the smallest typical time
                                          (location_draws.h); NaN for a single round, or if not computed */
    struct interval mean;              /* of the fastest, in seconds */
    const char *not_shown_slower;      /* than any other: "blis, netlib" */
    const char *slower_by_means;       /* only by means: "blis, netlib" */
    const char *next;                  /* the fastest of those shown to be slower */
    struct interval next_ratio;        /* its time over that of the fastest */
    double noise_floor;
};

/* The points of all sections so far: by section, then by point. Zero-initialised: none. */
struct fastest_rows {
    struct fastest_row *items;
    size_t count;
    struct string_pool texts; /* private */
};

extern const struct column_set fastest_columns;

/* Adds the points of SECTION. The caller must call fastest_release. */
void fastest_add(struct fastest_rows *rows, const struct table *table,
                 const struct section *section);
void fastest_release(struct fastest_rows *rows);

/* Returns all libraries at a point and the margin there; borrowed from TABLE. */
struct crossing_size fastest_size(const struct table *table, const struct section *section,
                                  size_t point);

/* Returns the ranks of all libraries, [points][libraries], which the caller must free. */
enum crossing_rank *fastest_ranks(const struct table *table, const struct section *section);

/* Returns the confidence of the intervals that tell two libraries apart. */
double fastest_confidence(const struct table *table, const struct section *section);

/* Returns whether there are enough rounds for intervals. */
int fastest_is_sure(const struct section *section);

/* Returns whether there is one sample of each library at each point, so that nothing can be said
 * but how they were measured. */
int fastest_is_as_measured(const struct section *section);
/* What is said then. */
#define FASTEST_AS_MEASURED "one run of each; the order is as measured"

#endif
