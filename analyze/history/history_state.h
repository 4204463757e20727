/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_state.h: a history in the making. Private to history*.c. */
#ifndef BENCHMAT_ANALYZE_HISTORY_HISTORY_STATE_H
#define BENCHMAT_ANALYZE_HISTORY_HISTORY_STATE_H

#include "analyze/history/history.h"
#include "formats/model/string_pool.h"

enum history_key { KEY_HOST, KEY_ACTION, KEY_TYPE, KEY_LIBRARY, KEY_POINT, KEY_PARTS };

/* Numbers are those of texts; STRING_POOL_NONE for what is not known. */
struct history_entry {
    uint32_t archive, name, started, host;
    uint32_t *surroundings; /* [surrounding_count], of those that are kept */
    double seconds;         /* of its start */
    size_t order;           /* of adding; once concluded, the place in time */
};

struct history_series {
    uint32_t key[KEY_PARTS];
    struct history_point *points;
    size_t count, workspace;
};

struct history {
    struct string_pool texts;
    struct string_pool names;     /* a text for each run, whose number is the run's, */
    struct string_pool uuids;     /* for each that has such, */
    struct string_pool keys;      /* and for each cell, whose number is the cell's */
    struct history_entry *runs;   /* [names.count] */
    struct history_series *cells; /* [keys.count] */
    size_t run, cell;             /* the ones at work */
};

/* Whether of the runs' surroundings this one is kept. */
int history_keeps(const struct surrounding *in);

/* "" for STRING_POOL_NONE. */
const char *history_text(const struct history *history, uint32_t number);

int history_no_memory(struct err *err);

#endif
