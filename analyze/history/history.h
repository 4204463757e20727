/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h: one cell's time over many runs: whether it stayed as it was, and if not, since when.
 *
 * What is one cell: host, action, type, library and point (variants.h) are the same. So runs of
 * different machines are different histories. Runs stand in the order of their start; one whose
 * start is not known follows the run that was added before it. A cell's value in a run is the
 * logarithm of its mean; runs differ by more than their own intervals say, so that it is the run
 * that is the independent unit (change_points.h).
 *
 * Many cells. At a level of 5 % for each, five of a hundred steady cells would be called changing.
 * So the probabilities p(1) <= ... <= p(m) of the m cells that have enough runs to show a change
 * are taken together: with k the largest number for which
 *
 *     p(k) <= level k / m
 *
 * the k first cells have changes, and are searched for them at that level. Y. Benjamini, Y.
 * Hochberg, "Controlling the false discovery rate: a practical and powerful approach to multiple
 * testing", J. Roy. Statist. Soc. B 57 (1995) 289-300. Where no cell changed, any is called
 * changing with at most the probability LEVEL (R. J. Simes, Biometrika 73 (1986) 751-754), for
 * cells that are independent or rise and fall together, as those of one machine do (Y. Benjamini,
 * D. Yekutieli, Ann. Statist. 29 (2001) 1165-1188). Where some did, at most that part of the cells
 * called changing are steady ones, on average. Holm's correction would promise more and find less:
 * what changes mostly changes in many cells at once, as with a new version of a library.
 *
 * A point takes 24 bytes, so that 100 cells in 10,000 runs take 24 MB, twice that while they come.
 */
#ifndef BENCHMAT_ANALYZE_HISTORY_HISTORY_H
#define BENCHMAT_ANALYZE_HISTORY_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/model/conditions.h"
#include "analyze/aggregate/table.h"
#include "formats/text/err.h"
#include "formats/model/run.h"

struct history;

/* NULL when there is no memory. */
struct history *history_new(void);
void history_free(struct history *history);

/* --- what goes in --- */

/* What is added next belongs to the run NAME of ARCHIVE (NULL: it is in none). A run that is new
 * brings its start, host and surroundings in its FACTS. One that was there before is gone on with,
 * as archives are read action by action. Returns 1 for a run whose FACT_UUID came from elsewhere
 * before, as from an archive that was merged into another: a copy, of which nothing may be added.
 */
int history_add_run(struct history *history, const char *archive, const char *name,
                    const struct facts *facts, struct err *err);

/* Adds the rows of SECTION, which is in TABLE, to that run; what is known of the measurement and of
 * its libraries is in the section's provenance, if it has one. Rows whose status is not ok, or
 * whose mean is not positive and finite, are passed over. */
int history_add_rows(struct history *history, const struct table *table,
                     const struct section *section, struct err *err);

/* --- what comes out --- */

struct history_run {
    const char *archive, *name, *started, *host; /* "" where not known */
};

/* Runs are numbered from 0 in the order in which they came. */
size_t history_run_count(const struct history *history);
struct history_run history_run(const struct history *history, size_t run);

struct history_point {
    double mean;      /* seconds per call */
    float low, high;  /* its interval, as parts of the mean; NaN where there is none */
    uint32_t run;     /* history_run */
    uint32_t version; /* history_version */
};

/* "0.3.21 (Haswell)", or the build id where the library does not say its version; "" if unknown. */
const char *history_version(const struct history *history, uint32_t version);

struct history_change {
    size_t before,
        first; /* of the cell's points: the last of the old, the first of the new level */
    double ratio, low, high;                    /* new / old; above 1 is slower (location.h) */
    double probability;                         /* change_points.h */
    const char *version_before, *version_after; /* NULL where they are the same */
    struct differences differences;             /* of the surroundings of these two runs */
};

struct history_cell {
    const char *host, *action, *type, *library, *point; /* "" where not known */
    const struct history_point *points;                 /* in the order of time */
    size_t count;                                       /* of runs; 1: no history */
    double probability; /* that a steady cell looks as little steady; 1 for too few runs */
    struct history_change *changes;
    size_t change_count; /* 0: steady */
};

/* By host, action, ... in the order in which they came. */
struct history_cells {
    struct history_cell *items;
    size_t count;
    size_t tested;   /* cells with enough runs to show a change */
    size_t changing; /* cells with changes */
};

struct history_asked {
    double level, confidence; /* such as 0.05 and 0.95 */
    double least;             /* smaller changes than this part are not told: 0.01, or 0 */
};

/* All cells. Nothing may be added later. The texts and points are the history's. On failure CELLS
 * is empty; to be released either way. */
int history_conclude(struct history *history, const struct history_asked *asked,
                     struct history_cells *cells, struct err *err);
void history_cells_release(struct history_cells *cells);

#endif
