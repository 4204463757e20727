/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sqlite.c: writes a SQLite database (version 3), which SQL, Datasette, Grafana, DuckDB and the
 * libraries of most languages read.
 *
 *     runs      one row a run
 *     facts     what is known of a run, of a measurement (action) and of a series (library)
 *     cells     one row for each library at each point, with the details of a point
 *     samples   one row for each time, with those details of samples that some sample has
 *     summaries a view: n, mean, variance, median, least and most of each cell
 *
 * Names of details are those of run.h. NULL is what is not known. What single threads of a trial
 * did has no table. docs/formats.md shows the schema and how to ask it.
 *
 * SQLite writes into the file that the destination has opened under another name, so the result is
 * complete or not there; it needs no journal. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/format.h"
#include "formats/json/json_write.h"
#include "formats/model/run.h"
#include "formats/text/unicode.h"

struct state {
    sqlite3 *database;
    sqlite3_stmt *run, *fact, *cell, *sample;
    struct detail_set details; /* optional details of samples that are known */
    char *run_name;            /* of the run whose measurements are being written */
    sqlite3_int64 run_id, cell_id;
};

static const char settings[] =
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA user_version = 1; BEGIN;";

/* The view comes after the tables that it names. */
static const char schema[] =
    "CREATE TABLE runs (run_id INTEGER PRIMARY KEY, name TEXT NOT NULL, started TEXT, host TEXT,"
    " cpu_model TEXT, uuid TEXT);"
    "CREATE TABLE facts (run_id INTEGER NOT NULL REFERENCES runs, action TEXT, library TEXT,"
    " name TEXT NOT NULL, value);"
    "CREATE INDEX facts_by_name ON facts (name, run_id);"
    "CREATE VIEW summaries AS"
    " WITH ranked AS (SELECT cell_id, seconds,"
    "  row_number() OVER (PARTITION BY cell_id ORDER BY seconds) AS place,"
    "  count(*) OVER (PARTITION BY cell_id) AS n,"
    "  avg(seconds) OVER (PARTITION BY cell_id) AS mean FROM samples),"
    " moments AS (SELECT cell_id, n, mean,"
    "  sum((seconds - mean) * (seconds - mean)) / (n - 1) AS variance,"
    "  avg(CASE WHEN place IN ((n + 1) / 2, n / 2 + 1) THEN seconds END) AS median,"
    "  min(seconds) AS least, max(seconds) AS most FROM ranked GROUP BY cell_id)"
    " SELECT runs.name AS run, runs.started AS started, action, library, size, parameters, status,"
    "  coalesce(n, 0) AS n, mean, CASE WHEN n > 1 THEN variance END AS variance, median, least,"
    "  most, run_id, cell_id"
    " FROM cells JOIN runs USING (run_id) LEFT JOIN moments USING (cell_id);";

static int fail(const struct writing *writing, struct err *err) {
    const struct state *state = writing->state;
    return err_set(err, ERR_FAILED, "%s: %s; is the disk full?", writing->destination.path,
                   state && state->database ? sqlite3_errmsg(state->database) : "no memory");
}

/* --- tables --- */

/* Whether DETAIL has a column in the table of points, or of samples. */
static int is_column(const struct state *state, size_t detail, enum detail_shape shape) {
    const struct series_detail *d = &series_details[detail];
    if (d->shape != shape || strcmp(d->name, "status") == 0)
        return 0;
    return !d->is_optional || detail_set_has(&state->details, detail);
}

/* Writes a column, or a place for a value, for each detail of that SHAPE. */
static void write_columns(FILE *file, const struct state *state, enum detail_shape shape,
                          int is_value) {
    for (size_t d = 0; d < DETAILS; d++)
        if (is_column(state, d, shape))
            fprintf(file, is_value ? ", ?" : ", \"%s\" %s", series_details[d].name,
                    series_details[d].type == DETAIL_REAL ? "REAL" : "INTEGER");
}

static int make_tables(struct state *state) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return 0;
    fputs(
        "CREATE TABLE cells (cell_id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs,"
        " action TEXT NOT NULL, library TEXT NOT NULL, size INTEGER, parameters TEXT, status TEXT,"
        " flops REAL, bytes REAL",
        file);
    write_columns(file, state, PER_POINT, 0);
    fputs(");CREATE INDEX cells_by_action ON cells (action, library, size);"
          "CREATE TABLE samples (cell_id INTEGER NOT NULL REFERENCES cells, round INTEGER NOT NULL,"
          " seed INTEGER NOT NULL, seconds REAL NOT NULL",
          file);
    write_columns(file, state, PER_SAMPLE, 0);
    fputs(", PRIMARY KEY (cell_id, round, seed)) WITHOUT ROWID;", file);
    int is_made = fclose(file) == 0 &&
                  sqlite3_exec(state->database, settings, NULL, NULL, NULL) == SQLITE_OK &&
                  sqlite3_exec(state->database, text, NULL, NULL, NULL) == SQLITE_OK &&
                  sqlite3_exec(state->database, schema, NULL, NULL, NULL) == SQLITE_OK;
    free(text);
    return is_made;
}

static int prepare(struct state *state, sqlite3_stmt **statement, const char *begin,
                   enum detail_shape shape) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return 0;
    fputs(begin, file);
    if (shape != PER_THREAD)
        write_columns(file, state, shape, 1);
    fputs(")", file);
    int is_made = fclose(file) == 0 &&
                  sqlite3_prepare_v2(state->database, text, -1, statement, NULL) == SQLITE_OK;
    free(text);
    return is_made;
}

/* Opens the database before the first row, when it is known which details there are. */
static int open_database(struct writing *writing, struct err *err) {
    struct state *state = writing->state;
    if (state->database)
        return 0;
    int is_open =
        sqlite3_open_v2(writing->destination.temporary, &state->database,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
        make_tables(state) &&
        prepare(state, &state->run, "INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?", PER_THREAD) &&
        prepare(state, &state->fact, "INSERT INTO facts VALUES (?, ?, ?, ?, ?", PER_THREAD) &&
        prepare(state, &state->cell, "INSERT INTO cells VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?",
                PER_POINT) &&
        prepare(state, &state->sample, "INSERT INTO samples VALUES (?, ?, ?, ?", PER_SAMPLE);
    return is_open ? 0 : fail(writing, err);
}

/* --- values --- */

/* Malformed bytes, which no reader could decode, become '?'. */
static void bind_text(sqlite3_stmt *statement, int column, const char *text) {
    uint32_t code;
    char *copy = text ? strdup(text) : NULL;
    for (char *at = copy; at && *at;) {
        size_t length = utf8_decode(at, &code);
        if (!length)
            *at = '?';
        at += length ? length : 1;
    }
    if (copy)
        sqlite3_bind_text(statement, column, copy, -1, free);
    else
        sqlite3_bind_null(statement, column);
}

static void bind_real(sqlite3_stmt *statement, int column, double value) {
    if (isnan(value))
        sqlite3_bind_null(statement, column);
    else
        sqlite3_bind_double(statement, column, value);
}

/* Binds the details of that SHAPE, at AT in their arrays, from COLUMN on. */
static void bind_details(const struct state *state, sqlite3_stmt *statement, int column,
                         const struct series *series, enum detail_shape shape, size_t at) {
    for (size_t d = 0; d < DETAILS; d++) {
        if (!is_column(state, d, shape))
            continue;
        const void *values = series->details[d];
        if (series_details[d].type == DETAIL_REAL)
            bind_real(statement, column, values ? ((const double *)values)[at] : NAN);
        else if (values && ((const int64_t *)values)[at] >= 0)
            sqlite3_bind_int64(statement, column, ((const int64_t *)values)[at]);
        else
            sqlite3_bind_null(statement, column);
        column++;
    }
}

static int step(sqlite3_stmt *statement) {
    int is_done = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    return is_done;
}

/* --- rows --- */

static int add_facts(struct state *state, const struct facts *facts, const char *action,
                     const char *library) {
    int is_done = 1;
    for (size_t i = 0; is_done && i < facts->count; i++) {
        const struct fact *fact = &facts->items[i];
        sqlite3_bind_int64(state->fact, 1, state->run_id);
        bind_text(state->fact, 2, action);
        bind_text(state->fact, 3, library);
        bind_text(state->fact, 4, fact->name);
        if (fact->kind == FACT_INTEGER)
            sqlite3_bind_int64(state->fact, 5, fact->integer);
        else if (fact->kind == FACT_REAL)
            bind_real(state->fact, 5, fact->real);
        else
            bind_text(state->fact, 5, fact->text);
        is_done = step(state->fact);
    }
    return is_done;
}

static int add_run(struct state *state, const struct run *run) {
    static const char *const known[] = {FACT_STARTED, NULL, FACT_CPU, FACT_UUID};
    if (state->run_name && strcmp(state->run_name, run->name) == 0)
        return 1;
    free(state->run_name);
    if (!(state->run_name = strdup(run->name)))
        return 0;
    bind_text(state->run, 1, run->name);
    for (int i = 0; i < 4; i++)
        bind_text(state->run, i + 2,
                  known[i] ? facts_text(&run->facts, known[i], NULL) : run_machine(&run->facts));
    int is_done = step(state->run);
    state->run_id = sqlite3_last_insert_rowid(state->database);
    return is_done && add_facts(state, &run->facts, NULL, NULL);
}

/* Writes {"stride":2,"threads":4}; NULL if memory runs out. */
static char *parameters_text(const struct measurement *m, size_t point) {
    char *text = NULL;
    size_t size = 0, count = 0;
    const struct fact *threads = facts_find(&m->facts, FACT_THREADS);
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    for (size_t i = 0; i < m->parameter_count; i++) {
        if (!isfinite(m->parameters[i].values[point]))
            continue;
        fputs(count++ ? ", " : "{", file);
        json_write_text(file, m->parameters[i].name);
        fputs(": ", file);
        json_write_real(file, m->parameters[i].values[point]);
    }
    if (threads && threads->kind == FACT_INTEGER)
        fprintf(file, "%s\"threads\": %lld", count++ ? ", " : "{", (long long)threads->integer);
    fputs(count ? "}" : "{}", file);
    return fclose(file) == 0 ? text : NULL;
}

static int add_samples(struct state *state, const struct measurement *m,
                       const struct series *series, size_t point) {
    int is_done = 1;
    for (size_t r = 0; r < m->rounds; r++)
        for (size_t k = 0; is_done && k < m->max_seeds; k++) {
            size_t at = measurement_index(m, point, r, k);
            if (!isfinite(series->seconds[at]))
                continue;
            sqlite3_bind_int64(state->sample, 1, state->cell_id);
            sqlite3_bind_int64(state->sample, 2, (sqlite3_int64)r);
            sqlite3_bind_int64(state->sample, 3, (sqlite3_int64)k);
            sqlite3_bind_double(state->sample, 4, series->seconds[at]);
            bind_details(state, state->sample, 5, series, PER_SAMPLE, at);
            is_done = step(state->sample);
        }
    return is_done;
}

static int add_cell(struct state *state, const struct measurement *m, const struct series *series,
                    size_t point) {
    sqlite3_stmt *cell = state->cell;
    sqlite3_bind_int64(cell, 1, state->run_id);
    bind_text(cell, 2, m->name);
    bind_text(cell, 3, series->name);
    if (facts_find(&m->facts, FACT_AXIS))
        sqlite3_bind_null(cell, 4);
    else
        sqlite3_bind_int64(cell, 4, m->sizes[point]);
    char *parameters = parameters_text(m, point);
    bind_text(cell, 5, parameters);
    free(parameters);
    bind_text(cell, 6, cell_status_name((int)series->status[point]));
    bind_real(cell, 7, m->flops ? m->flops[point] : NAN);
    bind_real(cell, 8, m->bytes ? m->bytes[point] : NAN);
    bind_details(state, cell, 9, series, PER_POINT, point);
    int is_done = step(cell);
    state->cell_id = sqlite3_last_insert_rowid(state->database);
    return is_done && add_samples(state, m, series, point);
}

/* --- writing --- */

static int begin(struct writing *writing, struct err *err) {
    if (!writing->destination.temporary)
        return err_set(err, ERR_USAGE,
                       "a SQLite database is a file, which neither standard output nor a device "
                       "holds; name one by -o");
    writing->state = calloc(1, sizeof(struct state));
    return writing->state ? 0 : err_set(err, ERR_FAILED, "no memory to write a database");
}

static int plan(struct writing *writing, const struct run *run, const struct measurement *whole,
                struct err *err) {
    (void)writing;
    (void)run;
    (void)whole;
    (void)err;
    return 0;
}

/* Each optional detail of samples that is known somewhere gets a column. */
static void plan_samples(struct writing *writing, const struct measurement *window) {
    struct state *state = writing->state;
    for (size_t s = 0; s < window->series_count; s++)
        for (size_t d = 0; d < DETAILS; d++)
            if (series_details[d].shape != PER_THREAD && series_details[d].is_optional &&
                series_detail_is_known(window, &window->series[s], &series_details[d]))
                detail_set_add(&state->details, d);
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    struct state *state = writing->state;
    int code = open_database(writing, err);
    if (code)
        return code;
    int is_done = add_run(state, run) && add_facts(state, &m->facts, m->name, NULL);
    for (size_t s = 0; s < m->series_count && is_done; s++) {
        is_done = add_facts(state, &m->series[s].facts, m->name, m->series[s].name);
        for (size_t p = 0; p < m->points && is_done; p++)
            is_done = add_cell(state, m, &m->series[s], p);
    }
    return is_done ? 0 : fail(writing, err);
}

static void close_database(struct state *state) {
    sqlite3_finalize(state->run);
    sqlite3_finalize(state->fact);
    sqlite3_finalize(state->cell);
    sqlite3_finalize(state->sample);
    sqlite3_close(state->database);
    state->database = NULL;
    state->run = state->fact = state->cell = state->sample = NULL;
}

static int end(struct writing *writing, struct err *err) {
    struct state *state = writing->state;
    return sqlite3_exec(state->database, "COMMIT; PRAGMA optimize", NULL, NULL, NULL) == SQLITE_OK
               ? 0
               : fail(writing, err);
}

static void release(void *context) {
    struct state *state = context;
    if (!state)
        return;
    close_database(state);
    free(state->run_name);
    free(state);
}

static const struct format_writer sqlite_writer = {.shapes = 1 << WRITING_SAMPLES,
                                                   .holds_many_runs = 1,
                                                   .begin = begin,
                                                   .plan = plan,
                                                   .plan_samples = plan_samples,
                                                   .add = add,
                                                   .end = end,
                                                   .release = release};

const struct format sqlite_format = {
    .name = "sqlite",
    .about = "SQLite: tables of runs, facts, cells and samples, and a view of summaries",
    .extensions = "sqlite sqlite3 db",
    .writer = &sqlite_writer,
};
