/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest.h: the fastest library at each point of a measurement (crossover.h).
 *
 * Libraries are ranked by their typical times: the pairs of crossover.h, whose round means are the
 * table's ln ratios to the reference by round, or where samples are unpaired the libraries' own
 * locations. Where the reference was not measured or wrong there are none, and no library is the
 * fastest.
 *
 * Which is shown to be slower than another, and so not the fastest, is a matter of the verdicts, as
 * far as they go (crossing_shown): a library that is not shown to differ from the reference is as
 * good as that. Two others are told apart by an interval at 1 - (1 - C) / (points x pairs of
 * others), C being the confidence of the table, beyond the margin of the verdicts at that point. So
 * of libraries which are all alike any is left out anywhere in at most 1 - C of all tables.
 *
 * Means may rank otherwise (ratio.h). A library is slower by means where its typical ratio to
 * the one of the least mean and its ratio of means disagree, and the interval of the latter lies
 * beyond the margin of the verdicts. It is not called the fastest then, nor not shown to be slower;
 * where it has the least typical time, the fastest is disputed, and both are named. */
#ifndef BENCHMAT_ANALYZE_RANKING_FASTEST_H
#define BENCHMAT_ANALYZE_RANKING_FASTEST_H

#include <stdio.h>

#include "analyze/aggregate/table.h"
#include "analyze/columns/columns.h"
#include "analyze/ranking/crossover.h"
#include "formats/model/string_pool.h"

/* One point. NaN, and NULL of texts, where undefined; texts are the table's or the fastest's. */
struct fastest_row {
    const char *archive, *action, *run, *type;
    int64_t size;
    int has_size;           /* of the action */
    const char *parameters; /* that vary beside the size: "stride 8, threads 2" */
    size_t libraries;       /* compared */
    const char *ranked_by;  /* "typical" times; "disputed" where means disagree; NULL for nothing */
    const char *fastest;    /* NULL where it is disputed */
    const char *by_typical, *by_means; /* the fastest by either */
    double mean, mean_low, mean_high;  /* of the fastest, in seconds */
    const char *not_shown_slower;      /* than any other: "blis, netlib"; */
    const char *slower_by_means;       /* nor these typically, but they are by means */
    const char *next;                  /* the fastest of those that are shown to be slower, */
    double next_ratio, next_ratio_low, next_ratio_high; /* and its time over that of the fastest */
    double noise_floor;
};

/* Those of all sections added so far: by section, then by point. Zero-initialised is none. */
struct fastest_rows {
    struct fastest_row *items;
    size_t count;
    struct string_pool texts; /* private */
};

extern const struct column_set fastest_columns;

/* Adds the points of SECTION. Fails without memory; to be given to fastest_release. */
int fastest_add(struct fastest_rows *rows, const struct table *table, const struct section *section,
                struct err *err);
void fastest_release(struct fastest_rows *rows);

/* All libraries at a point, and its noise; borrowed from TABLE. */
struct crossing_size fastest_size(const struct table *table, const struct section *section,
                                  size_t point);

/* The ranks of all libraries, [points][libraries]. To be freed; NULL without memory. */
enum crossing_rank *fastest_ranks(const struct table *table, const struct section *section);

/* Of the intervals that tell two libraries apart of which neither is the reference. */
double fastest_confidence(const struct table *table, const struct section *section);

/* Whether there are rounds enough for intervals. */
int fastest_is_sure(const struct section *section);

/* --- fastest words --- */

/* The fastest libraries of a measurement in a few lines, below its table.
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

enum { FASTEST_WORDS_VARIANTS = 3, FASTEST_WORDS_SPANS = 8, FASTEST_WORDS_CROSSOVERS = 5 };

/* Nothing where there is one library, or no curve of two points. The last line has no newline.
 * Returns 0 when there is no memory. */
int fastest_words_write(const struct table *table, const struct section *section, FILE *file);
/* The same without the crossovers. */
int fastest_words_write_spans(const struct table *table, const struct section *section, FILE *file);

#endif
