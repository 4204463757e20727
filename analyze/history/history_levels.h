/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_levels.h: histories as records: one for each level that a cell's time was on.
 *
 * A cell that stayed as it was, or has too few runs to tell, has one level, of all its runs; one
 * that changed once has two. What says how a level differs from the one before is undefined for the
 * first. */
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

/* Texts are the history's, but for the differences; NULL where not known. */
struct history_level {
    const char *host, *action, *type, *library, *point;
    enum history_state state;   /* of the cell, */
    size_t runs, levels;        /* which has so many, */
    size_t level;               /* and this is one of these, from 1 */
    size_t level_runs;          /* runs on it */
    double seconds;             /* exp of the 20 % trimmed mean of ln of the runs' means */
    double ratio, low, high, p; /* struct history_change */
    const char *since, *until;  /* the start of its first and of its last run, */
    const char *archive;        /* where the first is, */
    const char *run, *last_run; /* and their names */
    const char *run_before;     /* the last of the level before */
    const char *version;        /* of the library, in its first run */
    const char *version_before; /* in the last of the level before */
    char *differences;          /* of the surroundings of these two, separated by "; "; owned */
    const struct history_cell *cell;
    const struct history_change *change; /* to it; NULL for the first level */
};

extern const struct column_set history_columns;

/* Which of the levels. */
enum history_part {
    HISTORY_ALL,
    HISTORY_CHANGES,  /* those of changed cells that have a level before */
    HISTORY_UNCHANGED /* those of cells that are not changed */
};

struct history_levels {
    struct history_level *items; /* in the order of the cells, each from its first level on */
    size_t count;
};

/* LEVELS is to be released before HISTORY and CELLS, and in either case. */
int history_levels_of(struct history_levels *levels, const struct history *history,
                      const struct history_cells *cells, enum history_part part, struct err *err);
void history_levels_release(struct history_levels *levels);

enum history_state history_state_of(const struct history_cell *cell);

#endif
