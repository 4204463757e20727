/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h: one cell's time over many runs: whether it changed, and if so, when.
 *
 * Cells. A cell is identified by host, action, type, library and point (variants.h), so runs on
 * different machines belong to different histories. Runs are ordered by their start; a run with an
 * unknown start follows the run that was added before it. A cell's value in a run is the logarithm
 * of its mean or, if the history is relative, that of its ratio to the reference, which cancels
 * what slows the machine as a whole; cells with different references are different then. The run is
 * the unit, because runs differ by more than their own intervals say (change_points.h).
 *
 * Many cells. At a level of 5 % for each cell, five of a hundred steady cells would be called
 * changing. So the probabilities p(1) <= ... <= p(m) of the m cells with enough runs to show a
 * change are judged together: with k the largest number for which
 *
 *     p(k) <= level k / m
 *
 * the first k cells are called changing, and are searched for changes at that level. Each p is the
 * probability of such an alarm at any time (change_alarm.h), so a user may look after every run. As
 * long as the same cells are measured, p only falls with more runs, and so no cell that was called
 * changing is called steady later. Y. Benjamini,
 * Y. Hochberg, "Controlling the false discovery rate: a practical and powerful approach to multiple
 * testing", J. Roy. Statist. Soc. B 57 (1995) 289-300. If no cell changed, the probability that any
 * is called changing is at most LEVEL (R. J. Simes, Biometrika 73 (1986) 751-754), for cells that
 * are independent or rise and fall together, as those of one machine do (Y. Benjamini, D.
 * Yekutieli, Ann. Statist. 29 (2001) 1165-1188). If some changed, at most the fraction LEVEL of the
 * cells called changing are steady, on average. Holm's correction would promise more and find less:
 * most changes affect many cells at once, as a new version of a library does.
 *
 * A point takes 24 bytes, so that 100 cells in 10,000 runs take 24 MB, and twice that while they
 * are added. */
#ifndef BENCHMAT_ANALYZE_HISTORY_HISTORY_H
#define BENCHMAT_ANALYZE_HISTORY_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/model/conditions.h"
#include "analyze/aggregate/table.h"
#include "formats/text/err.h"
#include "formats/model/run.h"

struct history;

enum history_values { HISTORY_MEANS, HISTORY_RATIOS };

/* VALUES are those of all cells. The caller must call history_free (NULL is fine). */
struct history *history_new(enum history_values values);
enum history_values history_values(const struct history *history);
void history_free(struct history *history);

/* --- input --- */

/* Selects the run NAME of ARCHIVE (NULL: in no archive) for the rows added next. FACTS give a new
 * run its start, host and surroundings. A known run is continued, because archives are read action
 * by action. Returns 0; or 1 if the run is new but its FACT_UUID is known, as in an archive that
 * was merged into another: it is a copy, and the caller must not add its rows. */
int history_add_run(struct history *history, const char *archive, const char *name,
                    const struct facts *facts);

/* Adds the rows of SECTION, which belongs to TABLE, to the selected run. What is known about the
 * measurement and its libraries comes from the section's provenance, if it has one. Skips rows
 * whose status is not ok or whose mean is not positive and finite; of a relative history the
 * reference, and rows of which not both answers are right. */
int history_add_rows(struct history *history, const struct table *table,
                     const struct section *section, struct err *err);

/* --- results --- */

struct history_run {
    const char *archive, *name, *started, *host; /* "" if unknown */
};

/* Runs are numbered from 0 in the order in which they were added. */
size_t history_run_count(const struct history *history);
struct history_run history_run(const struct history *history, size_t run);

/* Of each cell in each run, so that it is kept small. */
struct history_point {
    double mean;           /* seconds per call; in a relative history the ratio */
    float low, high;       /* its interval, as fractions of the mean; NaN for none */
    uint32_t run;          /* index for history_run */
    uint32_t circumstance; /* number for history_version */
};

/* Returns how many rows were skipped because a quantity other than seconds was 0 on average, which
 * has no ratio. */
size_t history_zeros(const struct history *history);

/* Returns "0.3.21 (Haswell)", or the build id if the library does not tell its version; "" if
 * unknown. */
const char *history_version(const struct history *history, uint32_t circumstance);

struct history_change {
    size_t before, first; /* indices in the cell's points: the last of the old level, the first of
                             the new one */
    size_t earliest, latest; /* the change is after the one and not after the other, at 95 % */
    size_t shown;            /* the point with which it was shown, at the level reached since */
    struct interval ratio;   /* new / old (location.h), also of rates, where above 1 is faster */
    double probability;      /* change_points.h */

    /* What is recorded to have changed between EARLIEST and LATEST, from one run of the cell to the
     * next: the library's version (NULL if it is the same at both), and anything else. */
    const char *version_before, *version_after;
    struct differences differences;
};

struct history_cell {
    const char *host, *action, *type, *library, *point; /* "" if unknown */
    const char *reference;                              /* of a relative history, else "" */
    const struct history_point *points;                 /* in time order */
    size_t count;                                       /* number of runs; 1: no history */
    double log_resolution; /* of a relative history: mean least half width of a run's ln ratio */
    double probability; /* that a steady cell looks as unsteady at any time; 1 for too few runs */
    struct history_change *changes;
    size_t change_count; /* 0: steady */
};

/* In the order in which the cells were added first. */
struct history_cells {
    struct history_cell *items;
    size_t count;
    size_t tested;          /* cells with enough runs to show a change */
    size_t changing;        /* cells with changes */
    enum quantity quantity; /* of all rows */
};

struct history_asked {
    double level, confidence; /* such as 0.05 and 0.95 */
    double least; /* changes by a smaller fraction, such as 0.01, are not reported; or 0 */
    enum quantity quantity; /* of all rows that were added */
};

/* Judges all cells; nothing may be added to HISTORY afterwards. HISTORY owns the texts and points
 * of CELLS. On failure CELLS is empty. The caller must call history_cells_release in either case.
 */
int history_conclude(struct history *history, const struct history_asked *asked,
                     struct history_cells *cells, struct err *err);
void history_cells_release(struct history_cells *cells);

#endif
