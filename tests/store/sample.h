/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample.h: runs that the store's tests write and read back. */
#ifndef BENCHMAT_TESTS_STORE_SAMPLE_H
#define BENCHMAT_TESTS_STORE_SAMPLE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/model/run.h"
#include "tests/collected_series.h"

/* A number that differs from element to element and is not round in binary. */
static inline double sample_real(size_t element, size_t salt) {
    return (double)(element * 7919 + salt * 104729 + 1) * 1e-9 / 3;
}

static inline void sample_fill(const struct measurement *m, struct series *s, size_t salt) {
    for (size_t i = 0; i < measurement_elements(m, PER_SAMPLE); i++)
        s->seconds[i] = sample_real(i, salt);
    for (size_t d = 0; d < DETAILS; d++) {
        void *values = s->details[d];
        if (!values)
            continue;
        for (size_t i = 0; i < measurement_elements(m, series_details[d].shape); i++)
            if (series_details[d].type == DETAIL_REAL)
                ((double *)values)[i] = sample_real(i, salt + d + 1);
            else
                ((int64_t *)values)[i] = (int64_t)(i * 3 + salt + d);
    }
    for (size_t p = 0; p < m->points; p++)
        s->status[p] = CELL_OK;
}

static inline struct measurement *sample_measurement(struct run *run, const char *action,
                                                     size_t points, size_t rounds, size_t seeds,
                                                     const char *const *libraries, size_t count) {
    struct measurement *m = run_add_measurement(run, action, points, rounds, seeds, NULL);
    for (size_t p = 0; p < points; p++) {
        m->sizes[p] = (int64_t)(10 * p + 10);
        m->seeds[p] = (int64_t)seeds;
    }
    facts_set_text(&m->facts, FACT_ABOUT, "y := a x + y");
    facts_set_text(&m->facts, FACT_SIZE_MEANS, "length of x and y");
    facts_set_text(&m->facts, FACT_TYPE, "d");
    facts_set_text(&m->facts, FACT_SCHEDULE, "interleaved");
    for (size_t i = 0; i < count; i++)
        sample_fill(m, collected_series(m, libraries[i]), i);
    return m;
}

/* An ordinary small run: axpy over two libraries. */
static inline struct run *sample_run(void) {
    static const char *const libraries[] = {"openblas", "blis"};
    struct run *run = run_new();
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000001");
    facts_set_text(&run->facts, FACT_HOST, "here");
    facts_set_text(&run->facts, FACT_STATE, "complete");
    facts_set_integer(&run->facts, "processors", 2);
    facts_set_real(&run->facts, "load", 0.25);
    sample_measurement(run, "axpy", 4, 3, 2, libraries, 2);
    return run;
}

/* A measurement whose points are combinations of a size and parameters, of which some have names
 * that are no identifiers or are taken; its libraries report whatever an action may, which says
 * what it calculates at all points but one. */
static inline struct measurement *sample_parameters(struct run *run) {
    static const char *const libraries[] = {"openblas", "stride", "details"};
    static const char *const parameters[] = {"stride", "threads", "details", "n-th é", "library"};
    struct measurement *m = sample_measurement(run, "sweep", 4, 3, 2, libraries, 3);
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        double *values = measurement_add_parameter(m, parameters[i], NULL)->values;
        for (size_t p = 0; p < m->points; p++)
            values[p] = (double)(1 << (p + i)) / 4;
    }
    m->parameters[3].values[1] = NAN;
    for (size_t p = 0; p < m->points; p++)
        measurement_add_term(m, "flops", NULL)[p] = p == 2 ? NAN : 2.5 * (double)m->sizes[p];
    measurement_add_detail(m, &m->series[0], "whole_seconds", NULL);
    measurement_add_detail(m, &m->series[0], "operations", NULL);
    measurement_add_detail(m, &m->series[2], "iterations", NULL);
    sample_fill(m, &m->series[0], 10);
    sample_fill(m, &m->series[2], 12);
    facts_set_text(&m->series[1].facts, "parameter", "a fact");
    facts_set_text(&m->facts, FACT_AXIS, "stride");
    return m;
}

/* A measurement of trials by up to 4 threads. One library has the name of the dimension of threads,
 * one has no details of single threads, and the counters have gaps. */
static inline struct measurement *sample_team(struct run *run) {
    static const char *const libraries[] = {"mutex", "thread", "bare"};
    static const char *const details[] = {"level",
                                          "thread_begin",
                                          "thread_end",
                                          "thread_operations",
                                          "thread_cpu_seconds",
                                          "thread_counter_1",
                                          "thread_counter_8"};
    struct measurement *m = sample_measurement(run, "set", 3, 3, 2, libraries, 3);
    measurement_set_team(m, 4, NULL);
    double *threads = measurement_add_parameter(m, FACT_THREADS, NULL)->values;
    facts_set_text(&m->facts, FACT_TRIAL_SECONDS, "0.5");
    facts_set_integer(&m->facts, FACT_TEAM_CPUS, 2);
    facts_set_text(&m->facts, FACT_COUNTERS, "inserted\n\n\n\n\n\n\nfailed");
    for (size_t p = 0; p < 3; p++)
        threads[p] = (double)(1 << p);
    for (size_t i = 0; i < 2; i++) {
        struct series *s = &m->series[i];
        for (size_t d = 0; d < sizeof details / sizeof *details; d++)
            measurement_add_detail(m, s, details[d], NULL);
        sample_fill(m, s, 20 + i);
        for (size_t at = 0; at < measurement_elements(m, PER_THREAD); at++)
            if ((double)(at % 4) >= threads[at / (3 * 2 * 4)])
                s->thread_begin[at] = s->thread_end[at] = s->thread_operations[at] =
                    s->thread_cpu_seconds[at] = s->thread_counters[0][at] =
                        s->thread_counters[7][at] = NAN;
    }
    return m;
}

/* A directory of its own for a test, to be removed by sample_remove. */
static inline char *sample_directory(void) {
    static char path[64];
    strcpy(path, "/tmp/benchmat-store-XXXXXX");
    return mkdtemp(path);
}

static inline void sample_remove(const char *directory) {
    char command[200];
    snprintf(command, sizeof command, "rm -rf -- '%s'", directory);
    if (system(command))
        abort();
}

#endif
