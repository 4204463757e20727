/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/history/history_state.h"
#include "analyze/model/variants.h"
#include "formats/text/array.h"
#include "formats/text/date.h"
#include "formats/text/xalloc.h"

/* --- creation --- */

struct history *history_new(enum history_values values) {
    struct history *history = xcalloc(1, sizeof *history);
    history->values = values;
    return history;
}

enum history_values history_values(const struct history *history) {
    return history->values;
}

void history_free(struct history *history) {
    if (!history)
        return;
    for (size_t i = 0; i < history->names.count; i++)
        free(history->runs[i].surroundings);
    for (size_t i = 0; i < history->keys.count; i++)
        free(history->cells[i].points);
    string_pool_release(&history->texts);
    string_pool_release(&history->uuids);
    key_index_release(&history->names);
    for (size_t i = 0; i < history->circumstance_keys.count; i++)
        free(history->circumstances[i].surroundings);
    key_index_release(&history->keys);
    key_index_release(&history->circumstance_keys);
    free(history->circumstances);
    free(history->runs);
    free(history->cells);
    free(history);
}

/* Returns TEXT's number, or STRING_POOL_NONE for NULL. */
static uint32_t keep(struct history *history, const char *text) {
    return text ? xstring_pool_number(&history->texts, text) : STRING_POOL_NONE;
}

const char *history_text(const struct history *history, uint32_t number) {
    const char *text = string_pool_text(&history->texts, number);
    return text ? text : "";
}

/* --- runs --- */

/* The time of measurement differs in every run, and the state of a run explains nothing. */
int history_keeps(const struct surrounding *in) {
    return in->of == SURROUNDING_RUN && strcmp(in->fact, FACT_STARTED) != 0 &&
           strcmp(in->fact, FACT_STATE) != 0;
}

/* Keeps a fact as people read it; STRING_POOL_NONE for NULL. */
static uint32_t keep_fact(struct history *history, const struct fact *fact) {
    char *value = surroundings_value(fact);
    uint32_t number = keep(history, value);
    free(value);
    return number;
}

static uint32_t *keep_surroundings(struct history *history, const struct facts *facts) {
    uint32_t *kept = xcalloc(surrounding_count, sizeof *kept);
    for (size_t i = 0; i < surrounding_count; i++)
        kept[i] = keep_fact(history, history_keeps(&surroundings[i])
                                         ? facts_find(facts, surroundings[i].fact)
                                         : NULL);
    return kept;
}

/* A run with an unknown start gets that of the run before it, and so follows it. */
static double start_of(const struct history *history, size_t run, const char *started) {
    double seconds = date_read(started);
    return !isnan(seconds) ? seconds : run ? history->runs[run - 1].seconds : -INFINITY;
}

int history_add_run(struct history *history, const char *archive, const char *name,
                    const struct facts *facts) {
    const uint32_t key[] = {keep(history, archive), keep(history, name)};
    uint32_t known = history->names.count, run = key_index_find(&history->names, key, sizeof key);
    if (run == KEY_INDEX_NONE) {
        const char *uuid = facts_text(facts, FACT_UUID, NULL);
        uint32_t uuids = history->uuids.count;
        if (uuid && xstring_pool_number(&history->uuids, uuid) < uuids)
            return 1;
        const char *started = facts_text(facts, FACT_STARTED, NULL);
        run = xkey_index_number(&history->names, key, sizeof key);
        history->runs = xarray_grow(history->runs, known, sizeof *history->runs);
        history->runs[run] =
            (struct history_entry){.archive = key[0],
                                   .name = key[1],
                                   .started = keep(history, started),
                                   .host = keep(history, run_machine(facts)),
                                   .surroundings = keep_surroundings(history, facts),
                                   .seconds = start_of(history, run, started),
                                   .order = run};
    }
    history->run = run;
    return 0;
}

size_t history_run_count(const struct history *history) {
    return history->names.count;
}

struct history_run history_run(const struct history *history, size_t run) {
    const struct history_entry *entry = &history->runs[run];
    return (struct history_run){
        history_text(history, entry->archive), history_text(history, entry->name),
        history_text(history, entry->started), history_text(history, entry->host)};
}

/* --- cells --- */

static int is_key_of(const struct history *history, size_t cell, const uint32_t key[KEY_PARTS]) {
    return memcmp(history->cells[cell].key, key, sizeof history->cells[cell].key) == 0;
}

/* Moves on to the next cell if it is the one of KEY. Most runs have the same cells in the same
 * order. */
static int is_next(struct history *history, const uint32_t key[KEY_PARTS]) {
    size_t next = history->cell + 1 < history->keys.count ? history->cell + 1 : 0;
    if (!history->keys.count || !is_key_of(history, next, key))
        return 0;
    history->cell = next;
    return 1;
}

/* Finds the cell of KEY or adds it. */
static struct history_series *find_cell(struct history *history, const uint32_t key[KEY_PARTS]) {
    if (is_next(history, key))
        return &history->cells[history->cell];
    uint32_t known = history->keys.count;
    uint32_t number = xkey_index_number(&history->keys, key, KEY_PARTS * sizeof *key);
    if (number == known) {
        history->cells = xarray_grow(history->cells, known, sizeof *history->cells);
        history->cells[number] = (struct history_series){0};
        memcpy(history->cells[number].key, key, sizeof history->cells[number].key);
    }
    history->cell = number;
    return &history->cells[number];
}

/* --- sections --- */

struct arriving_library {
    const char *name;
    uint32_t number, circumstance;
};

/* A section that is being added. What its rows have in common is looked up once. */
struct arrival {
    struct history *history;
    const struct section *section;
    uint32_t key[KEY_PARTS];
    uint32_t *points; /* [space->points] number of each point's text; STRING_POOL_NONE: not looked
                         up yet */
    struct arriving_library *libraries;
    size_t library_count, library; /* LIBRARY: the last one that was looked up */
};

static uint32_t find_point(struct arrival *arrival, size_t point) {
    uint32_t *number = &arrival->points[point];
    const struct provenance *provenance = arrival->section->provenance;
    if (*number == STRING_POOL_NONE) {
        char *text = point_key(arrival->section->space, point,
                               provenance ? &provenance->action_facts : NULL);
        *number = keep(arrival->history, text);
        free(text);
    }
    return *number;
}

/* Keeps a version such as "0.3.21 (Haswell), LAPACK 3.11.0". */
static uint32_t keep_version(struct history *history, const struct facts *library) {
    static const struct {
        const char *fact, *before, *after;
    } parts[] = {{"version", "", ""},
                 {"build_id", "build ", ""}, /* only if there is no version */
                 {"kernel", " (", ")"},
                 {"lapack_version", ", LAPACK ", ""}};
    char text[512] = "";
    size_t length = 0;
    for (size_t i = 0; library && i < sizeof parts / sizeof *parts && length < sizeof text; i++) {
        const char *value = facts_text(library, parts[i].fact, NULL);
        if (value && (i != 1 || !length))
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s%s",
                                       parts[i].before, value, parts[i].after);
    }
    return keep(history, text);
}

const char *history_version(const struct history *history, uint32_t circumstance) {
    return history_text(history, history->circumstances[circumstance].version);
}

/* --- circumstances --- */

/* Facts of libraries that the version contains are left out. */
static const struct facts *circumstance_of(const struct surrounding *in,
                                           const struct facts *library,
                                           const struct facts *action) {
    static const char *const contained[] = {"version", "kernel", "lapack_version"};
    if (in->of == SURROUNDING_ACTION)
        return action;
    for (size_t i = 0; i < sizeof contained / sizeof *contained; i++)
        if (strcmp(in->fact, contained[i]) == 0)
            return NULL;
    return in->of == SURROUNDING_LIBRARY ? library : NULL;
}

static int is_circumstance(const struct history_circumstance *a,
                           const struct history_circumstance *b) {
    return a->version == b->version && a->reference == b->reference &&
           memcmp(a->surroundings, b->surroundings, surrounding_count * sizeof *a->surroundings) ==
               0;
}

/* Finds the circumstance, or adds a copy of it. */
static uint32_t add_circumstance(struct history *history, const struct history_circumstance *like) {
    enum { NEAR = 8 };

    /* Most runs have the same libraries in the same order. */
    uint32_t known = history->circumstance_keys.count;
    for (uint32_t i = 0; i < NEAR && i < known; i++) {
        uint32_t number = (history->circumstance + 1 + i) % known;
        if (is_circumstance(&history->circumstances[number], like))
            return history->circumstance = number;
    }
    uint32_t *key = xcalloc(2 + surrounding_count, sizeof *key);
    key[0] = like->version;
    key[1] = like->reference;
    memcpy(key + 2, like->surroundings, surrounding_count * sizeof *key);
    uint32_t number =
        xkey_index_number(&history->circumstance_keys, key, (2 + surrounding_count) * sizeof *key);
    free(key);
    if (number == known) {
        history->circumstances =
            xarray_grow(history->circumstances, known, sizeof *history->circumstances);
        history->circumstances[number] = *like;
        history->circumstances[number].surroundings =
            xmemdup(like->surroundings, surrounding_count * sizeof *like->surroundings);
    }
    return history->circumstance = number;
}

/* Keeps what SECTION says of LIBRARY, and of REFERENCE unless that is NULL. */
static uint32_t keep_circumstance(struct history *history, const struct section *section,
                                  const char *library, const char *reference) {
    const struct provenance *provenance = section->provenance;
    const struct facts *facts = provenance ? provenance_facts(provenance, library) : NULL;
    struct history_circumstance like = {.version = keep_version(history, facts),
                                        .reference = STRING_POOL_NONE,
                                        .surroundings =
                                            xcalloc(surrounding_count, sizeof *like.surroundings)};
    if (reference)
        like.reference =
            keep_version(history, provenance ? provenance_facts(provenance, reference) : NULL);
    for (size_t i = 0; i < surrounding_count; i++) {
        const struct facts *of =
            circumstance_of(&surroundings[i], facts, provenance ? &provenance->action_facts : NULL);
        like.surroundings[i] = keep_fact(history, of ? facts_find(of, surroundings[i].fact) : NULL);
    }
    uint32_t number = add_circumstance(history, &like);
    free(like.surroundings);
    return number;
}

size_t history_zeros(const struct history *history) {
    return history->zeros;
}

static void add_library(struct arrival *arrival, const char *name, const char *reference) {
    size_t n = arrival->library_count++;
    arrival->libraries = xarray_grow(arrival->libraries, n, sizeof *arrival->libraries);
    arrival->libraries[n] = (struct arriving_library){
        name, keep(arrival->history, name),
        keep_circumstance(arrival->history, arrival->section, name, reference)};
    arrival->library = n;
}

/* Returns the row's value with its interval; its mean is NaN for one without a ratio. */
static struct history_point point_of(const struct history *history, const struct row *row) {
    struct interval value = row->mean;
    if (history->values == HISTORY_RATIOS)
        value = row->both_right && !row->is_reference ? row->ratio : interval_unknown;
    return (struct history_point){.mean = value.estimate,
                                  .low = (float)(value.low / value.estimate),
                                  .high = (float)(value.high / value.estimate),
                                  .run = (uint32_t)history->run};
}

static void add_row(struct arrival *arrival, const struct row *row) {
    struct history *history = arrival->history;
    struct history_point point = point_of(history, row);
    const char *reference = history->values == HISTORY_RATIOS ? row->reference : NULL;
    if (row->status != CELL_OK || !(point.mean > 0) || !isfinite(point.mean)) {
        history->zeros +=
            row->status == CELL_OK && row->mean.estimate == 0 && row->quantity != QUANTITY_SECONDS;
        return;
    }

    /* Most likely it is the one after the last. */
    const char *name = row->library ? row->library : "";
    size_t n = arrival->library_count, i = 0, at = 0;
    for (; i < n; i++) {
        at = (arrival->library + 1 + i) % n;
        if (strcmp(arrival->libraries[at].name, name) == 0)
            break;
    }
    arrival->library = at;
    if (i == n)
        add_library(arrival, name, reference);
    const struct arriving_library *library = &arrival->libraries[arrival->library];
    arrival->key[KEY_POINT] = find_point(arrival, row->point);
    arrival->key[KEY_LIBRARY] = library->number;
    arrival->key[KEY_REFERENCE] = keep(history, reference ? reference : "");
    struct history_series *cell = find_cell(history, arrival->key);
    point.circumstance = library->circumstance;
    if (reference && row->log_resolution > 0)
        cell->resolutions += row->log_resolution;
    cell->points = xarray_grow(cell->points, cell->count, sizeof *cell->points);
    cell->points[cell->count++] = point;
}

int history_add_rows(struct history *history, const struct table *table,
                     const struct section *section, struct err *err) {
    if (!history->names.count)
        return err_set(err, ERR_USAGE, "a history's cells come after their run");

    size_t points = section->space->points;
    struct arrival arrival = {
        .history = history, .section = section, .points = xcalloc(points, sizeof *arrival.points)};
    for (size_t i = 0; i < points; i++)
        arrival.points[i] = STRING_POOL_NONE;
    arrival.key[KEY_HOST] = history->runs[history->run].host;
    arrival.key[KEY_ACTION] = keep(history, section->action ? section->action : "");
    arrival.key[KEY_TYPE] = keep(history, section->type ? section->type : "");
    for (size_t i = 0; i < section->row_count; i++)
        add_row(&arrival, &table->rows[section->first_row + i]);
    free(arrival.points);
    free(arrival.libraries);
    return 0;
}
