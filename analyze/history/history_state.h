/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_state.h: the internals of a history. Private to history*.c. */
#ifndef BENCHMAT_ANALYZE_HISTORY_HISTORY_STATE_H
#define BENCHMAT_ANALYZE_HISTORY_HISTORY_STATE_H

#include "analyze/history/history.h"
#include "formats/model/key_index.h"
#include "formats/model/string_pool.h"

enum history_key {
    KEY_HOST,
    KEY_ACTION,
    KEY_TYPE,
    KEY_LIBRARY,
    KEY_POINT,
    KEY_REFERENCE,
    KEY_PARTS
};

/* A run. The numbers are those of history.texts; STRING_POOL_NONE if unknown. */
struct history_entry {
    uint32_t archive, name, started, host;
    uint32_t *surroundings; /* [surrounding_count], set for those that history_keeps */
    double seconds;         /* time of its start */
    size_t order; /* order in which it was added; after history_conclude, position in time */
};

/* What is known of a library and its action besides the run: numbers of texts, as above. Points
 * that agree share one. */
struct history_circumstance {
    uint32_t version, reference; /* of the library, and of the one that ratios are taken to */
    uint32_t *surroundings;      /* [surrounding_count], of the library and the action */
};

struct history_series {
    uint32_t key[KEY_PARTS];
    double resolutions; /* sum over the points of the least half widths of ln ratio */
    struct history_point *points;
    size_t count;
};

struct history {
    struct string_pool texts;
    struct string_pool uuids; /* of the runs that have one */
    struct key_index names;   /* of the runs, by archive and name */
    struct key_index keys;    /* of the cells */
    struct key_index circumstance_keys;
    struct history_entry *runs;                 /* [names.count] */
    struct history_series *cells;               /* [keys.count] */
    struct history_circumstance *circumstances; /* [circumstance_keys.count] */
    enum history_values values;
    size_t run, cell;      /* the current ones */
    uint32_t circumstance; /* the last one that was found */
    size_t zeros;          /* rows skipped because their quantity was 0 */
};

/* Returns whether a history keeps this surrounding of its runs. */
int history_keeps(const struct surrounding *in);

/* Returns "" for STRING_POOL_NONE. */
const char *history_text(const struct history *history, uint32_t number);

#endif
