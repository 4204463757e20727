/* SPDX-License-Identifier: GPL-3.0-or-later */
/* many_runs ARCHIVE RUNS: appends RUNS runs of 5 libraries x 25 sizes x 5 rounds x 8 seeds, with
 * times as a vector operation has them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/random.h"
#include "store/archive.h"

static const char *const libraries[] = {"atlas", "blis", "gslcblas", "netlib", "openblas"};
enum { LIBRARIES = 5, SIZES = 25, ROUNDS = 5, SEEDS = 8 };

static void fill(struct measurement *m, struct series *series, double speed,
                 struct random *random) {
    for (size_t p = 0; p < m->points; p++) {
        series->status[p] = CELL_OK;
        for (size_t i = 0; i < ROUNDS * SEEDS; i++) {
            double noise;
            random_fill_double(random, &noise, 1);
            series->seconds[p * ROUNDS * SEEDS + i] =
                (1e-8 + 1e-10 * speed * (double)m->sizes[p]) * (1 + 0.02 * noise);
        }
    }
}

static struct run *make_run(struct random *random) {
    struct err err;
    struct run *run = run_new();
    struct measurement *m =
        run ? run_add_measurement(run, "axpy", SIZES, ROUNDS, SEEDS, &err) : NULL;
    if (!m)
        return run;
    facts_set_text(&run->facts, FACT_STARTED, "2026-01-01T00:00:00+00:00");
    facts_set_text(&m->facts, FACT_TYPE, "d");
    for (size_t p = 0; p < SIZES; p++) {
        m->sizes[p] = (int64_t)round(10 * pow(10, (double)p / 5));
        m->seeds[p] = SEEDS;
    }
    for (size_t i = 0; i < LIBRARIES; i++) {
        struct series *series = measurement_add_series(m, libraries[i], &err);
        if (series)
            fill(m, series, 1 + 0.5 * (double)i, random);
    }
    return run;
}

int main(int argc, char **argv) {
    struct random random = {1};
    struct err err = {""};
    long runs = argc == 3 ? atol(argv[2]) : 0;
    if (runs <= 0) {
        fputs("usage: many_runs ARCHIVE RUNS\n", stderr);
        return 64;
    }
    for (long r = 0; r < runs; r++) {
        struct run *run = make_run(&random);
        int status = run ? archive_append(argv[1], run, &err) : -1;
        run_free(run);
        if (status) {
            fprintf(stderr, "many_runs: %s\n", err.message);
            return 1;
        }
    }
    return 0;
}
