/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.h: a run as rows of an SQLite database: all that the archive has of it, a row per fact, per
 * point and per sample of every library. */
#ifndef BENCHMAT_TESTS_BENCH_ROWS_H
#define BENCHMAT_TESTS_BENCH_ROWS_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/run.h"

static inline void rows_check(sqlite3 *db, int is_right) {
    if (is_right)
        return;
    fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(db));
    exit(1);
}

static inline void rows_execute(sqlite3 *db, const char *sql) {
    rows_check(db, sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

/* The table of what has that SHAPE: run, action, library, place, then a column per detail, and for
 * samples the seconds. Either made, or a row inserted. */
static inline void rows_table(char *sql, size_t size, enum detail_shape shape, int is_insert) {
    const char *table = shape == PER_SAMPLE ? "samples" : "points";
    size_t end = (size_t)snprintf(sql, size,
                                  is_insert ? "INSERT INTO %s VALUES(?,?,?,?"
                                            : "CREATE TABLE %s(run,action,library,place",
                                  table);
    if (shape == PER_SAMPLE)
        end += (size_t)snprintf(sql + end, size - end, is_insert ? ",?" : ",seconds");
    for (size_t d = 0; d < DETAILS; d++)
        if (series_details[d].shape == shape)
            end += (size_t)snprintf(sql + end, size - end, is_insert ? ",?" : ",\"%s\"",
                                    series_details[d].name);
    snprintf(sql + end, size - end, ")");
}

/* JOURNAL: DELETE, TRUNCATE or PERSIST. */
static inline sqlite3 *rows_open(const char *path, const char *journal) {
    char sql[1000];
    sqlite3 *db;
    rows_check(NULL, sqlite3_open(path, &db) == SQLITE_OK);
    snprintf(sql, sizeof sql, "PRAGMA journal_mode=%s; PRAGMA synchronous=FULL", journal);
    rows_execute(db, sql);
    rows_execute(db, "CREATE TABLE facts(run,action,library,name,value)");
    rows_table(sql, sizeof sql, PER_POINT, 0);
    rows_execute(db, sql);
    rows_table(sql, sizeof sql, PER_SAMPLE, 0);
    rows_execute(db, sql);
    return db;
}

static inline void rows_bind_place(sqlite3_stmt *row, const char *run, const char *action,
                                   const char *library) {
    sqlite3_bind_text(row, 1, run, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 2, action, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 3, library, -1, SQLITE_STATIC);
}

static inline void rows_step(sqlite3 *db, sqlite3_stmt *row) {
    rows_check(db, sqlite3_step(row) == SQLITE_DONE);
    sqlite3_reset(row);
}

static inline void rows_insert_facts(sqlite3 *db, const struct facts *facts, const char *run,
                                     const char *action, const char *library) {
    sqlite3_stmt *row;
    rows_check(db, sqlite3_prepare_v2(db, "INSERT INTO facts VALUES(?,?,?,?,?)", -1, &row, NULL) ==
                       SQLITE_OK);
    rows_bind_place(row, run, action, library);
    for (size_t i = 0; i < facts->count; i++) {
        const struct fact *f = &facts->items[i];
        sqlite3_bind_text(row, 4, f->name, -1, SQLITE_STATIC);
        if (f->kind == FACT_TEXT)
            sqlite3_bind_text(row, 5, f->text, -1, SQLITE_STATIC);
        else if (f->kind == FACT_REAL)
            sqlite3_bind_double(row, 5, f->real);
        else
            sqlite3_bind_int64(row, 5, f->integer);
        rows_step(db, row);
    }
    sqlite3_finalize(row);
}

static inline void rows_bind_details(sqlite3_stmt *row, const struct series *s,
                                     enum detail_shape shape, size_t place, int column) {
    for (size_t d = 0; d < DETAILS; d++) {
        const struct series_detail *detail = &series_details[d];
        const void *values = series_detail_values(s, detail);
        if (detail->shape != shape)
            continue;
        if (!values)
            sqlite3_bind_null(row, column++);
        else if (detail->type == DETAIL_REAL)
            sqlite3_bind_double(row, column++, ((const double *)values)[place]);
        else
            sqlite3_bind_int64(row, column++, ((const int64_t *)values)[place]);
    }
}

static inline void rows_insert_shape(sqlite3 *db, const struct measurement *m,
                                     const struct series *s, enum detail_shape shape,
                                     const char *run) {
    char sql[1000];
    sqlite3_stmt *row;
    rows_table(sql, sizeof sql, shape, 1);
    rows_check(db, sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK);
    rows_bind_place(row, run, m->name, s->name);
    for (size_t i = 0; i < measurement_elements(m, shape); i++) {
        sqlite3_bind_int64(row, 4, (sqlite3_int64)i);
        if (shape == PER_SAMPLE)
            sqlite3_bind_double(row, 5, s->seconds[i]);
        rows_bind_details(row, s, shape, i, shape == PER_SAMPLE ? 6 : 5);
        rows_step(db, row);
    }
    sqlite3_finalize(row);
}

/* One transaction. */
static inline void rows_insert_run(sqlite3 *db, const struct run *run) {
    const char *uuid = facts_text(&run->facts, FACT_UUID, "");
    rows_execute(db, "BEGIN");
    rows_insert_facts(db, &run->facts, uuid, NULL, NULL);
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        rows_insert_facts(db, &m->facts, uuid, m->name, NULL);
        for (size_t k = 0; k < m->series_count; k++) {
            rows_insert_facts(db, &m->series[k].facts, uuid, m->name, m->series[k].name);
            rows_insert_shape(db, m, &m->series[k], PER_POINT, uuid);
            rows_insert_shape(db, m, &m->series[k], PER_SAMPLE, uuid);
        }
    }
    rows_execute(db, "COMMIT");
}

#endif
