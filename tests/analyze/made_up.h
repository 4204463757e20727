/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_up.h: measurements of libraries that are all alike, with the noise of real machines. */
#ifndef BENCHMAT_TESTS_ANALYZE_MADE_UP_H
#define BENCHMAT_TESTS_ANALYZE_MADE_UP_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/analyze/sample_run.h"

/* Of a relative standard deviation, or where said a fraction. */
struct made_up {
    size_t sizes, libraries, rounds, seeds; /* the last library is the first one's control */
    double layout;                          /* of a size and round, the same for all libraries */
    double own;       /* of a library's process, which is what intervals have to cover */
    double neighbour; /* of a seed, the same for all libraries: the machine's speed just then */
    double sample;    /* of a sample */
    double disturbed; /* this part of the samples takes a fifth longer */
    double warming;   /* from the first to the last sample of a round times fall by so much */
    double drifting;  /* and over the rounds they rise by so much */
    double bias;      /* of the control */
};

/* As it is on a quiet machine with a common layout. */
#define MADE_UP_HONEST                                                                             \
    {                                                                                              \
        .sizes = 12, .libraries = 3, .rounds = 5, .seeds = 8, .layout = 0.02, .own = 0.004,        \
        .neighbour = 0.02, .sample = 0.01, .disturbed = 0.03                                       \
    }

static inline double made_up_normal(unsigned short seed[3]) {
    return sqrt(-2 * log(1 - erand48(seed))) * cos(2 * acos(-1) * erand48(seed));
}

static inline double made_up_part(size_t i, size_t n) {
    return n > 1 ? (double)i / (double)(n - 1) : 0;
}

static inline void made_up_round(struct run *run, const struct made_up *like, size_t p, size_t r,
                                 unsigned short seed[3]) {
    struct measurement *m = &run->measurements[0];
    double own[16], layout = like->layout * made_up_normal(seed);
    for (size_t l = 0; l < like->libraries; l++)
        own[l] = like->own * made_up_normal(seed);
    for (size_t k = 0; k < like->seeds; k++) {
        double common = layout + like->neighbour * made_up_normal(seed) +
                        like->drifting * made_up_part(r, like->rounds) -
                        like->warming * made_up_part(k, like->seeds);
        for (size_t l = 0; l < like->libraries; l++) {
            double bias = l + 1 == like->libraries ? like->bias : 0;
            double late = erand48(seed) < like->disturbed ? 0.2 : 0;
            double noise = common + own[l] + bias + late + like->sample * made_up_normal(seed);
            m->series[l].seconds[measurement_index(m, p, r, k)] =
                1e-9 * (double)m->sizes[p] * exp(noise);
        }
    }
}

static inline struct run *made_up_run(const struct made_up *like, unsigned short seed[3]) {
    struct run *run = sample_run(like->sizes, like->rounds, like->seeds);
    for (size_t l = 0; l < like->libraries; l++) {
        char name[32];
        snprintf(name, sizeof name, "library-%zu", l);
        struct series *series = sample_series(run, name, 1);
        if (l + 1 == like->libraries)
            facts_set_text(&series->facts, FACT_CONTROL_OF, "library-0");
    }
    for (size_t p = 0; p < like->sizes; p++)
        for (size_t r = 0; r < like->rounds; r++)
            made_up_round(run, like, p, r, seed);
    return run;
}

#endif
