/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replication.h: how many rounds of how many seeds would make the ratios of a measurement as
 * precise as wanted, in the least time.
 *
 * A round costs c2 seconds by itself, for starting and ending its processes, and c1 for each seed
 * of all libraries at all points: batches, warming up, filling inputs, batches measured again.
 * Both are what the measurement's own rounds took (FACT_ROUND_SECONDS). R rounds of n seeds take
 *
 *     R (c2 + n c1)
 *
 * and the ratio of each cell needs R = rounds_needed (variance_components.h), which falls with n.
 * Of several n, at most as many as were measured, the one with the least time for the cell that
 * needs the most rounds is taken. For a single cell whose interval rests on means that is Kalibera
 * and Jones's sqrt(c2/c1 v/a).
 *
 * Never fewer than three, because the trimmed mean of three outlives one that was disturbed.
 * Where points have different numbers of seeds, because one call takes long, n is the largest, and
 * the others change in proportion. The seeds stay as measured where fewer of them would be a claim
 * about fewer inputs: if inputs are shown to differ in any ratio (corrected for all of them by
 * Bonferroni) with a standard deviation above the wanted half width; and if nothing pairs samples,
 * if there was one seed, or if costs are unknown. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_REPLICATION_H
#define BENCHMAT_ANALYZE_AGGREGATE_REPLICATION_H

#include "analyze/aggregate/table.h"
#include "analyze/inference/variance_components.h"

enum {
    REPLICATION_CHOICES = 11,   /* numbers of seeds: as measured, then fewer */
    REPLICATION_ROUNDS = 100000 /* more are never planned */
};

/* Returns the seeds of that CHOICE, where at most MEASURED were; 0 if it is no choice of its own.
 */
size_t replication_seeds(size_t choice, size_t measured);

/* What a row's samples say. */
struct replication_basis {
    struct variance_components ratio; /* of ln ratio; unknown if samples are unpaired */
    struct variance_components times; /* of the library's own ln t */
    struct round_scatter scatters[REPLICATION_CHOICES]; /* NaN if unknown */
    size_t seeds;                                       /* at this point */
    double weight; /* this cell's part of the time of a round, in any unit */
};

/* The samples of a row, [rounds][seeds] each. */
struct replication_samples {
    const double *library, *reference; /* NULL: there is no reference */
    size_t rounds, seeds;
    size_t most_seeds; /* at any point */
    int is_paired;
    double confidence;
};

/* ROW has its ratio. WORKSPACE holds (rounds + 3) x seeds numbers. Sets all but `weight`. */
void replication_basis_of(struct replication_basis *basis, const struct row *row,
                          const struct replication_samples *samples, double *workspace);

struct replication_terms {
    double half_width; /* of the interval, as a part of the ratio: 0.01 */
    double confidence;
    size_t pilot;        /* round_terms.pilot */
    size_t least, most;  /* rounds; LEAST 0: as few as rounds_needed; MOST at most
                            REPLICATION_ROUNDS */
    double most_seconds; /* of all rounds together; 0: any time */
    int keeps_seeds;     /* seeds stay as measured in any case */
};

struct replication {
    size_t ratios;  /* that it is about: right, and measured in two rounds or more */
    size_t unknown; /* ratios with a single round: left out */
    size_t coarse;  /* ratios whose samples come in steps too coarse for it: left out */
    size_t coarse_row;
    size_t needed;        /* rounds; 0 if more than REPLICATION_ROUNDS */
    size_t rounds, seeds; /* what to measure: NEEDED rounds, or as many as are allowed; 0 if there
                             is no ratio */
    int is_reached;       /* whether NEEDED rounds are allowed */
    double seconds;       /* of all these rounds; NaN if unknown */
    double half_width;    /* reached by them with ROUNDS_ASSURANCE, as a part of the ratio */
    size_t row;           /* where it is widest, from the section's first row */
    int inputs_differ;    /* the seeds stay because inputs differ in some ratio */
};

/* About the ratios of the COUNT rows of SECTION, which has its bases, from its row FIRST on. */
struct replication replication_of(const struct table *table, const struct section *section,
                                  size_t first, size_t count,
                                  const struct replication_terms *terms);

/* The seconds of a round with the seeds of that choice; NaN if unknown. */
double replication_round_seconds(const struct section *section, size_t choice);

#endif
