/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_history.h: histories in the making, a run a day from 2025-01-01 on. Includes what cmocka
 * needs. */
#ifndef BENCHMAT_TESTS_ANALYZE_SAMPLE_HISTORY_H
#define BENCHMAT_TESTS_ANALYZE_SAMPLE_HISTORY_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/history/history.h"
#include "tests/analyze/sample_cells.h"
#include "tests/test.h"

struct diary {
    struct history *history;
    struct sample_cells cells;
    struct facts library; /* of all libraries */
    int day, runs;
};

static inline struct diary diary_begin(size_t points) {
    return (struct diary){history_new(HISTORY_MEANS), sample_cells(points), {0}, 0, 0};
}

static inline void diary_end(struct diary *diary) {
    history_free(diary->history);
    sample_cells_release(&diary->cells);
    facts_release(&diary->library);
}

/* A run on the next day; what else is known of it is set before. */
static inline void diary_run(struct diary *diary) {
    char started[64], name[32];
    snprintf(started, sizeof started, "2025-%02d-%02dT12:00:00+00:00", 1 + diary->day / 28,
             1 + diary->day % 28);
    snprintf(name, sizeof name, "run_%06d", ++diary->runs);
    facts_set_text(&diary->cells.run->facts, FACT_STARTED, started);
    assert_int_equal(history_add_run(diary->history, NULL, name, &diary->cells.run->facts), 0);
    diary->day++;
}

static inline int diary_try(struct diary *diary, struct row *row, struct err *err) {
    struct provenance_library library = {(char *)row->library, diary->library};
    struct provenance provenance = {.action_facts = diary->cells.run->measurements[0].facts,
                                    .libraries = &library,
                                    .library_count = 1};
    struct section section = {.action = row->action,
                              .type = row->type,
                              .space = diary->cells.space,
                              .row_count = 1,
                              .provenance = &provenance};
    struct table table = {.rows = row, .row_count = 1, .sections = &section, .section_count = 1};
    return history_add_rows(diary->history, &table, &section, err);
}

static inline void diary_add(struct diary *diary, const char *library, size_t point, double mean) {
    struct row row = sample_cell(&diary->cells, library, point, mean);
    assert_int_equal(diary_try(diary, &row, NULL), 0);
}

static inline struct history_cells diary_conclude(struct diary *diary) {
    static const struct history_asked usual = {.level = 0.05, .confidence = 0.95};
    struct history_cells cells;
    assert_int_equal(history_conclude(diary->history, &usual, &cells, NULL), 0);
    return cells;
}

#endif
