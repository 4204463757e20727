/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_run.h: runs of any extent, with times as a vector operation has them. For the benchmarks
 * only. */
#ifndef BENCHMAT_TESTS_BENCH_MADE_RUN_H
#define BENCHMAT_TESTS_BENCH_MADE_RUN_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/harness/random.h"
#include "formats/model/run.h"
#include "tests/collected_series.h"

static const char *const made_libraries[] = {"atlas", "blis", "gslcblas", "netlib", "openblas"};
enum { MADE_LIBRARIES = 5 };

struct made {
    size_t sizes, libraries, rounds, seeds;
};

static inline void made_fill(struct measurement *m, struct series *series, double speed,
                             struct random *random) {
    size_t per_cell = m->rounds * m->max_seeds;
    for (size_t p = 0; p < m->points; p++) {
        series->status[p] = CELL_OK;
        for (size_t i = 0; i < per_cell; i++) {
            double noise;
            random_fill_double(random, &noise, 1);
            series->seconds[p * per_cell + i] =
                (1e-8 + 1e-10 * speed * (double)m->sizes[p]) * (1 + 0.02 * noise);
        }
    }
}

static inline struct run *made_run(struct random *random, const struct made *made, size_t number) {
    char uuid[60];
    struct err err;
    struct run *run = run_new();
    struct measurement *m =
        run ? run_add_measurement(run, "axpy", made->sizes, made->rounds, made->seeds, &err) : NULL;
    if (!m)
        return run;
    snprintf(uuid, sizeof uuid, "00000000-0000-4000-8000-%012zu", number);
    facts_set_text(&run->facts, FACT_UUID, uuid);
    facts_set_text(&run->facts, FACT_HOST, "bench");
    facts_set_text(&run->facts, FACT_STATE, "complete");
    facts_set_text(&run->facts, FACT_STARTED, "2026-01-01T00:00:00+00:00");
    facts_set_text(&m->facts, FACT_TYPE, "d");
    facts_set_text(&m->facts, FACT_SCHEDULE, "interleaved");
    for (size_t p = 0; p < made->sizes; p++) {
        m->sizes[p] = (int64_t)round(10 * pow(10, (double)p / 5));
        m->seeds[p] = (int64_t)made->seeds;
    }
    for (size_t i = 0; i < made->libraries; i++) {
        struct series *series = collected_series(m, made_libraries[i]);
        if (series)
            made_fill(m, series, 1 + 0.5 * (double)i, random);
    }
    return run;
}

/* The number that stands at PLACE on the command line; 0 where it is none. */
static inline size_t made_number(int argc, char **argv, int place, size_t otherwise) {
    long number = place < argc ? atol(argv[place]) : (long)otherwise;
    return number > 0 ? (size_t)number : 0;
}

/* From the words of the command line that begin at PLACE: sizes, libraries, rounds, seeds, of which
 * the last may be missing. SIZES is 0 where one of them is no such number. */
static inline struct made made_parse(int argc, char **argv, int place) {
    struct made made = {
        made_number(argc, argv, place, 25), made_number(argc, argv, place + 1, MADE_LIBRARIES),
        made_number(argc, argv, place + 2, 5), made_number(argc, argv, place + 3, 8)};
    if (!made.libraries || made.libraries > MADE_LIBRARIES || !made.rounds || !made.seeds)
        made.sizes = 0;
    return made;
}

#endif
