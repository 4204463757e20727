/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_run.h: a run with all that runs can have, written as a MAT-file, for the tests. */
#ifndef BENCHMAT_TESTS_FORMATS_MAT_RUN_H
#define BENCHMAT_TESTS_FORMATS_MAT_RUN_H

#include <unistd.h>

#include "formats/mat_runs/mat.h"
#include "formats/import/format.h"
#include "tests/formats/foreign.h"
#include "tests/test.h"

enum { MAT_RUN_POINTS = 4, MAT_RUN_ROUNDS = 3, MAT_RUN_SEEDS = 2 };

static inline void mat_run_fill(const struct measurement *m, struct series *series, double scale) {
    assert_int_equal(measurement_add_detail(m, series, "order", NULL), 0);
    for (size_t i = 0; i < measurement_elements(m, PER_SAMPLE); i++) {
        series->seconds[i] = scale / (double)(3 * i + 7);
        series->order[i] = (int64_t)i % 5;
    }
    for (size_t p = 0; p < m->points; p++) {
        series->status[p] = CELL_OK;
        series->first_call[p] = scale * (double)p / 3;
    }
    series->seconds[1] = NAN;
    facts_set_text(&series->facts, "path", "/usr/lib/libx.so.0");
}

static inline void mat_run_add(struct run *run, const char *name, const char *const *libraries) {
    struct err err = {""};
    struct measurement *m =
        run_add_measurement(run, name, MAT_RUN_POINTS, MAT_RUN_ROUNDS, MAT_RUN_SEEDS, &err);
    assert_non_null(m);
    for (size_t p = 0; p < MAT_RUN_POINTS; p++) {
        m->sizes[p] = (int64_t)(10 + p * p * 1000);
        m->seeds[p] = p == 3 ? 1 : 2;
    }
    facts_set_text(&m->facts, FACT_ABOUT, "y := a x + y");
    facts_set_integer(&m->facts, FACT_THREADS, 3);
    struct parameter *parameter = measurement_add_parameter(m, "cache size", &err);
    for (size_t p = 0; p < MAT_RUN_POINTS; p++)
        parameter->values[p] = 0.5 * (double)p;
    measurement_add_term(m, "flops", &err)[2] = 123.25;
    for (size_t l = 0; libraries[l]; l++)
        mat_run_fill(m, measurement_add_series(m, libraries[l], &err), 1e-6 * (double)(l + 1));
    assert_int_equal(measurement_add_detail(m, &m->series[0], "iterations", &err), 0);
    m->series[0].iterations[3] = 17;
    m->series[1].status[1] = CELL_CRASHED;
}

/* With ACTIONS of them, at most two. */
static inline struct run *mat_run_made(size_t actions) {
    static const char *const libraries[] = {"openblas", "my lib-2 (µ)", "sizes", "end", NULL};
    struct run *run = run_new();
    run->name = strdup("run_000007");
    facts_set_text(&run->facts, FACT_UUID, "11111111-2222-4333-8444-555555555555");
    facts_set_text(&run->facts, "text with \"µ\"", "1\n2");
    facts_set_text(&run->facts, "empty", "");
    facts_set_integer(&run->facts, "whole", INT64_MAX);
    facts_set_real(&run->facts, "real", 1.0 / 3);
    mat_run_add(run, "axpy", libraries);
    if (actions > 1)
        mat_run_add(run, "dot product", libraries);
    return run;
}

/* Writes RUN to PATH. */
static inline void mat_run_write(const struct run *run, const char *path,
                                 enum writing_shape shape) {
    struct err err = {""};
    const struct writing_options options = {.shape = shape};
    struct writing writing;
    int rc = writing_begin(&writing, &mat_format, path, &options, &err);
    for (size_t i = 0; rc == 0 && i < run->measurement_count; i++)
        rc = writing_plan(&writing, run, &run->measurements[i], &err);
    for (size_t i = 0; rc == 0 && i < run->measurement_count; i++)
        rc = writing_add(&writing, run, &run->measurements[i], &err);
    rc = writing_end(&writing, rc, &err);
    if (rc)
        fail_msg("%s", err.message);
}

/* The name of a file in a new directory, which mat_run_remove removes. */
static inline char *mat_run_path(char *path) {
    strcpy(path, "/tmp/benchmat-mat-XXXXXX");
    assert_non_null(mkdtemp(path));
    return strcat(path, "/run.mat");
}

static inline void mat_run_remove(char *path) {
    unlink(path);
    *strrchr(path, '/') = '\0';
    assert_int_equal(rmdir(path), 0);
}

#endif
