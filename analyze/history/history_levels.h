/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_levels.h: histories as records, one for each level of a cell's time.
 *
 * A cell that did not change, or has too few runs to tell, has one level, of all its runs; a cell
 * that changed once has two. Members that compare a level with the one before are undefined for the
 * first level. */
#ifndef BENCHMAT_ANALYZE_HISTORY_HISTORY_LEVELS_H
#define BENCHMAT_ANALYZE_HISTORY_HISTORY_LEVELS_H

#include "analyze/columns/columns.h"
#include "analyze/history/history.h"

enum history_state {
    HISTORY_CHANGED,
    HISTORY_STEADY, /* no change was shown */
    HISTORY_TOO_FEW_RUNS,
    HISTORY_ONE_RUN,
    HISTORY_STATES
};

/* The history owns all texts except the differences; NULL if unknown. */
struct history_level {
    const char *host, *action, *type, *library, *point, *reference;
    enum history_state state; /* of the cell */
    size_t runs, levels;      /* number of runs and levels of the cell */
    size_t level;             /* number of this level, from 1 */
    size_t level_runs;        /* number of runs on this level */
    double seconds;           /* exp of the 20 % trimmed mean of ln of its runs' means */
    double relative;          /* the same of ratios to REFERENCE; only one is defined */
    struct interval ratio;    /* of costs (quantity.h), so that below 1 is faster */
    double p;
    enum quantity quantity;
    const char *verdict;        /* "faster" or "slower" than the level before, of any quantity */
    const char *since, *until;  /* start of its first and of its last run */
    const char *archive;        /* archive of its first run */
    const char *run, *last_run; /* names of its first and of its last run */
    const char *run_before;     /* last run of the level before */
    const char *version;        /* of the library in its first run */
    const char *version_before; /* of the library in run_before */
    const char *changed_after, *changed_by; /* runs between which the change is, at 95 % */
    const char *shown;                      /* run with which it was shown */
    char *differences;                      /* what else changed between these, separated by
                                               "; "; owned */
    const struct history_cell *cell;
    const struct history_change *change; /* the change to this level; NULL for the first */
};

extern const struct column_set history_columns;

/* Selects levels. */
enum history_part {
    HISTORY_ALL,
    HISTORY_CHANGES,  /* levels of changed cells, except the first */
    HISTORY_UNCHANGED /* levels of cells without changes */
};

struct history_levels {
    struct history_level *items; /* in the order of the cells, and of their levels */
    size_t count;
};

/* Fails if memory runs out. The caller must call history_levels_release in either case, and before
 * it releases HISTORY and CELLS. */
int history_levels_of(struct history_levels *levels, const struct history *history,
                      const struct history_cells *cells, enum history_part part, struct err *err);
void history_levels_release(struct history_levels *levels);

enum history_state history_state_of(const struct history_cell *cell);

#endif
