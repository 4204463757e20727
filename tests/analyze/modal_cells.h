/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modal_cells.h: cells of samples with one mode, or with two, and how often they are called to have
 * several. */
#ifndef BENCHMAT_TESTS_ANALYZE_MODAL_CELLS_H
#define BENCHMAT_TESTS_ANALYZE_MODAL_CELLS_H

#include <math.h>
#include <stdlib.h>

#include "analyze/diagnostics/modes.h"
#include "tests/analyze/noise.h"

/* --- what samples scatter like: of standard deviation 1 within each mode --- */

typedef double modal_draw(unsigned short seed[3]);

static inline double modal_uniform(unsigned short seed[3]) {
    return sqrt(12) * erand48(seed);
}

static inline double modal_exponential(unsigned short seed[3]) {
    return -log(1 - erand48(seed));
}

/* exp(SIGMA z) over its standard deviation. */
static inline double modal_lognormal(unsigned short seed[3], double sigma) {
    double s = sigma * sigma;
    return exp(sigma * noise_normal(seed)) / sqrt((exp(s) - 1) * exp(s));
}

static inline double modal_skewed(unsigned short seed[3]) {
    return modal_lognormal(seed, 0.3);
}

static inline double modal_very_skewed(unsigned short seed[3]) {
    return modal_lognormal(seed, 1);
}

struct modal {
    modal_draw *draw;
    double shift;          /* standard deviation of what all samples of a round have in common */
    double tick;           /* of the clock; 0: none */
    double memory;         /* how much a sample correlates with the one before it */
    double distance, part; /* of a second mode; the part of the samples in it */
};

/* --- cells --- */

static inline void modal_round(const struct modal *like, size_t seeds, unsigned short seed[3],
                               double *seconds) {
    double centre = 1000 + like->shift * noise_normal(seed), phase = like->tick * erand48(seed);
    double fresh = sqrt(1 - like->memory * like->memory), mood = like->draw(seed);
    for (size_t k = 0; k < seeds; k++) {
        double own = like->draw(seed);
        mood = like->memory > 0 ? like->memory * mood + fresh * own : own;
        double x = centre + phase + mood + (erand48(seed) < like->part ? like->distance : 0);
        seconds[k] = like->tick > 0 ? floor(x / like->tick) * like->tick : x;
    }
}

/* Of so many cells, those that are called to have several modes at LEVEL. ROOM is for the samples
 * of one. */
static inline int modal_called(const struct modal *like, const size_t extent[2], int times,
                               double level, double *workspace) {
    static struct modes_workspace modes_workspace;
    unsigned short seed[3] = {(unsigned short)extent[0], (unsigned short)extent[1], 5};
    struct modes_samples cell = {workspace, extent[0], extent[1]};
    int called = 0;
    for (int t = 0; t < times; t++) {
        for (size_t r = 0; r < cell.rounds; r++)
            modal_round(like, cell.seeds, seed, workspace + r * cell.seeds);
        called += modes_of_cell(&cell, &modes_workspace).p_value <= level;
    }
    return called;
}

#endif
