/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/history/history_state.h"
#include "analyze/model/variants.h"
#include "formats/text/date.h"
#include "formats/text/unicode.h"

int history_no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for the history");
}

/* --- creation --- */

struct history *history_new(enum history_values values) {
    struct history *history = calloc(1, sizeof *history);
    if (history)
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
    string_pool_release(&history->names);
    string_pool_release(&history->uuids);
    for (size_t i = 0; i < history->circumstance_keys.count; i++)
        free(history->circumstances[i].surroundings);
    string_pool_release(&history->keys);
    string_pool_release(&history->circumstance_keys);
    free(history->circumstances);
    free(history->runs);
    free(history->cells);
    free(history);
}

/* Makes room for one more item in an array of COUNT items, which doubles at powers of two. Returns
 * NULL if memory runs out. */
static void *room_for_one(void *items, size_t count, size_t size) {
    return count & (count - 1) ? items : realloc(items, (count ? 2 * count : 1) * size);
}

/* Sets NUMBER to TEXT's number, or STRING_POOL_NONE for NULL. Returns 0 if memory runs out. */
static int keep(struct history *history, const char *text, uint32_t *number) {
    *number = text ? string_pool_number(&history->texts, text) : STRING_POOL_NONE;
    return !text || *number != STRING_POOL_NONE;
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

static int keep_surroundings(struct history *history, struct history_entry *entry,
                             const struct facts *facts) {
    entry->surroundings = calloc(surrounding_count, sizeof *entry->surroundings);
    int ok = entry->surroundings != NULL;
    for (size_t i = 0; ok && i < surrounding_count; i++) {
        const struct fact *fact =
            history_keeps(&surroundings[i]) ? facts_find(facts, surroundings[i].fact) : NULL;
        char *value = surroundings_value(fact);
        ok = !fact == !value && keep(history, value, &entry->surroundings[i]);
        free(value);
    }
    return ok;
}

/* A run with an unknown start gets that of the run before it, and so follows it. */
static double start_of(const struct history *history, size_t run, const char *started) {
    double seconds = date_read(started);
    return !isnan(seconds) ? seconds : run ? history->runs[run - 1].seconds : -INFINITY;
}

static int fill_entry(struct history *history, size_t run, const char *archive, const char *name,
                      const struct facts *facts) {
    const char *started = facts_text(facts, FACT_STARTED, NULL);
    struct history_entry *entry = &history->runs[run];
    *entry = (struct history_entry){.seconds = start_of(history, run, started), .order = run};
    return keep(history, archive, &entry->archive) && keep(history, name, &entry->name) &&
           keep(history, started, &entry->started) &&
           keep(history, run_machine(facts), &entry->host) &&
           keep_surroundings(history, entry, facts);
}

static int new_run(struct history *history, const char *key, const char *archive, const char *name,
                   const struct facts *facts) {
    uint32_t run = history->names.count;
    struct history_entry *runs = room_for_one(history->runs, run, sizeof *runs);
    if (!runs)
        return 0;
    history->runs = runs;
    runs[run] = (struct history_entry){0};
    return string_pool_number(&history->names, key) == run &&
           fill_entry(history, run, archive, name, facts);
}

int history_add_run(struct history *history, const char *archive, const char *name,
                    const struct facts *facts, struct err *err) {
    char *raw, *key;
    if (asprintf(&raw, "%s: %s", archive ? archive : "", name) < 0)
        return history_no_memory(err);
    key = utf8_escape(raw); /* as the pool keeps it */
    free(raw);
    if (!key)
        return history_no_memory(err);
    uint32_t run = string_pool_find(&history->names, key);
    int code = 0;
    if (run == STRING_POOL_NONE) {
        run = history->names.count;

        /* CODE is 1 if the UUID is known, 0 if it is new. */
        const char *uuid = facts_text(facts, FACT_UUID, NULL);
        uint32_t known = history->uuids.count;
        uint32_t number = uuid ? string_pool_number(&history->uuids, uuid) : known;
        code = number == STRING_POOL_NONE ? history_no_memory(err) : number < known;
        if (code == 0 && !new_run(history, key, archive, name, facts))
            code = history_no_memory(err);
    }
    if (code == 0)
        history->run = run;
    free(key);
    return code;
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

/* Finds the cell of KEY or adds it. Returns NULL if memory runs out. */
static struct history_series *find_cell(struct history *history, const uint32_t key[KEY_PARTS]) {
    char name[KEY_PARTS * 11 + 1];
    size_t length = 0;
    if (is_next(history, key))
        return &history->cells[history->cell];
    for (int i = 0; i < KEY_PARTS; i++)
        length += (size_t)snprintf(name + length, sizeof name - length, "%u ", key[i]);
    uint32_t known = history->keys.count;
    struct history_series *cells = room_for_one(history->cells, known, sizeof *cells);
    if (!cells)
        return NULL;
    history->cells = cells;
    uint32_t number = string_pool_number(&history->keys, name);
    if (number == STRING_POOL_NONE)
        return NULL;
    if (number == known) {
        cells[number] = (struct history_series){0};
        memcpy(cells[number].key, key, sizeof cells[number].key);
    }
    history->cell = number;
    return &cells[number];
}

static int add_point(struct history_series *cell, const struct history_point *point) {
    if (cell->count == cell->workspace) {
        size_t workspace = cell->workspace ? 2 * cell->workspace : 4;
        struct history_point *points = realloc(cell->points, workspace * sizeof *points);
        if (!points)
            return 0;
        cell->points = points;
        cell->workspace = workspace;
    }
    cell->points[cell->count++] = *point;
    return 1;
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

static int find_point(struct arrival *arrival, size_t point) {
    uint32_t *number = &arrival->points[point];
    const struct provenance *provenance = arrival->section->provenance;
    if (*number == STRING_POOL_NONE) {
        char *text = point_key(arrival->section->space, point,
                               provenance ? &provenance->action_facts : NULL);
        *number = text ? string_pool_number(&arrival->history->texts, text) : STRING_POOL_NONE;
        free(text);
    }
    arrival->key[KEY_POINT] = *number;
    return *number != STRING_POOL_NONE;
}

/* Keeps a version such as "0.3.21 (Haswell), LAPACK 3.11.0". */
static int keep_version(struct history *history, const struct facts *library, uint32_t *number) {
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
    return keep(history, text, number);
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
static int add_circumstance(struct history *history, const struct history_circumstance *like,
                            uint32_t *number) {
    enum { NEAR = 8 };
    char *key = NULL;

    /* Most runs have the same libraries in the same order. */
    uint32_t count = history->circumstance_keys.count;
    for (uint32_t i = 0; i < NEAR && i < count; i++) {
        *number = (history->circumstance + 1 + i) % count;
        if (is_circumstance(&history->circumstances[*number], like)) {
            history->circumstance = *number;
            return 1;
        }
    }
    size_t size = 0;
    FILE *file = open_memstream(&key, &size);
    if (!file)
        return 0;
    fprintf(file, "%u %u", like->version, like->reference);
    for (size_t i = 0; i < surrounding_count; i++)
        fprintf(file, " %u", like->surroundings[i]);
    int ok = fclose(file) == 0;
    uint32_t known = history->circumstance_keys.count;
    struct history_circumstance *items =
        ok ? room_for_one(history->circumstances, known, sizeof *items) : NULL;
    if (items) {
        history->circumstances = items;
        *number = string_pool_find(&history->circumstance_keys, key);
    }
    if (items && *number == STRING_POOL_NONE) {
        items[known] = *like;
        items[known].surroundings = malloc(surrounding_count * sizeof *like->surroundings);
        if (items[known].surroundings)
            memcpy(items[known].surroundings, like->surroundings,
                   surrounding_count * sizeof *like->surroundings);
        *number = items[known].surroundings ? string_pool_number(&history->circumstance_keys, key)
                                            : STRING_POOL_NONE;
        if (*number == STRING_POOL_NONE)
            free(items[known].surroundings);
    }
    free(key);
    history->circumstance = *number;
    return items && *number != STRING_POOL_NONE;
}

/* Keeps what SECTION says of LIBRARY, and of REFERENCE unless that is NULL. */
static int keep_circumstance(struct history *history, const struct section *section,
                             const char *library, const char *reference, uint32_t *number) {
    const struct provenance *provenance = section->provenance;
    const struct facts *facts = provenance ? provenance_facts(provenance, library) : NULL;
    struct history_circumstance like = {.reference = STRING_POOL_NONE};
    like.surroundings = malloc(surrounding_count * sizeof *like.surroundings);
    int ok = like.surroundings && keep_version(history, facts, &like.version);
    if (ok && reference)
        ok = keep_version(history, provenance ? provenance_facts(provenance, reference) : NULL,
                          &like.reference);
    for (size_t i = 0; ok && i < surrounding_count; i++) {
        const struct facts *of =
            circumstance_of(&surroundings[i], facts, provenance ? &provenance->action_facts : NULL);
        const struct fact *fact = of ? facts_find(of, surroundings[i].fact) : NULL;
        char *value = surroundings_value(fact);
        ok = !fact == !value && keep(history, value, &like.surroundings[i]);
        free(value);
    }
    ok = ok && add_circumstance(history, &like, number);
    free(like.surroundings);
    return ok;
}

size_t history_zeros(const struct history *history) {
    return history->zeros;
}

static int add_library(struct arrival *arrival, const char *name, const char *reference) {
    size_t n = arrival->library_count;
    struct arriving_library *libraries = room_for_one(arrival->libraries, n, sizeof *libraries);
    if (!libraries)
        return 0;
    arrival->libraries = libraries;
    libraries[n] = (struct arriving_library){.name = name};
    arrival->library = n;
    arrival->library_count++;
    return keep(arrival->history, name, &libraries[n].number) &&
           keep_circumstance(arrival->history, arrival->section, name, reference,
                             &libraries[n].circumstance);
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

static int add_row(struct arrival *arrival, const struct row *row) {
    struct history_point point = point_of(arrival->history, row);
    const char *reference = arrival->history->values == HISTORY_RATIOS ? row->reference : NULL;
    if (row->status != CELL_OK || !(point.mean > 0) || !isfinite(point.mean)) {
        arrival->history->zeros +=
            row->status == CELL_OK && row->mean.estimate == 0 && row->quantity != QUANTITY_SECONDS;
        return 1;
    }
    if (!find_point(arrival, row->point))
        return 0;

    /* Most likely it is the one after the last. */
    const char *name = row->library ? row->library : "";
    size_t n = arrival->library_count, i = 0, at = 0;
    for (; i < n; i++) {
        at = (arrival->library + 1 + i) % n;
        if (strcmp(arrival->libraries[at].name, name) == 0)
            break;
    }
    arrival->library = at;
    if (!(i < n || add_library(arrival, name, reference)) ||
        !keep(arrival->history, reference ? reference : "", &arrival->key[KEY_REFERENCE]))
        return 0;
    const struct arriving_library *library = &arrival->libraries[arrival->library];
    arrival->key[KEY_LIBRARY] = library->number;
    struct history_series *cell = find_cell(arrival->history, arrival->key);
    point.circumstance = library->circumstance;
    if (cell && reference && row->log_resolution > 0)
        cell->resolutions += row->log_resolution;
    return cell && add_point(cell, &point);
}

int history_add_rows(struct history *history, const struct table *table,
                     const struct section *section, struct err *err) {
    struct arrival arrival;
    if (!history->names.count)
        return err_set(err, ERR_USAGE, "a history's cells come after their run");

    size_t points = section->space->points;
    arrival = (struct arrival){.history = history,
                               .section = section,
                               .points = calloc(points + 1, sizeof *arrival.points)};
    for (size_t i = 0; arrival.points && i < points; i++)
        arrival.points[i] = STRING_POOL_NONE;
    arrival.key[KEY_HOST] = history->runs[history->run].host;
    int ok = arrival.points &&
             keep(history, section->action ? section->action : "", &arrival.key[KEY_ACTION]) &&
             keep(history, section->type ? section->type : "", &arrival.key[KEY_TYPE]);
    for (size_t i = 0; ok && i < section->row_count; i++)
        ok = add_row(&arrival, &table->rows[section->first_row + i]);
    free(arrival.points);
    free(arrival.libraries);
    return ok ? 0 : history_no_memory(err);
}
