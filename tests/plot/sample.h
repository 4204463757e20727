/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample.h: measurements such as libraries of linear algebra give, for tests that draw. */
#ifndef BENCHMAT_TESTS_PLOT_SAMPLE_H
#define BENCHMAT_TESTS_PLOT_SAMPLE_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "plot/figure/figure.h"

enum { SAMPLE_POINTS = 100, SAMPLE_LIBRARIES = 200 };

/* The time and the ratio chart of one action, over all libraries. */
struct sample {
    size_t points, libraries;
    double x[SAMPLE_POINTS];
    double time[SAMPLE_LIBRARIES][3][SAMPLE_POINTS];  /* mean, low, high */
    double ratio[SAMPLE_LIBRARIES][3][SAMPLE_POINTS]; /* ratio, low, high */
    unsigned char wrong[SAMPLE_LIBRARIES][SAMPLE_POINTS];
    char names[SAMPLE_LIBRARIES][32];
    struct series_data series[2][SAMPLE_LIBRARIES];
    struct chart charts[2];
};

/* 0 to 1, the same on every machine. */
static inline double sample_noise(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

/* An overhead per call, a rate in cache, another out of it, and a relative error of its mean. */
static inline double sample_seconds(size_t library, double n) {
    static const double overhead[] = {8, 30, 14, 60, 22, 18, 45, 11};
    static const double rate[] = {0.30, 0.085, 0.15, 0.11, 0.42, 0.2, 0.095, 0.25};
    size_t kind = library % 8;
    double slower = 1 + 0.13 * (double)(library / 8);
    double memory = n > 30000 ? 0.35 * (n - 30000) : 0;
    return (overhead[kind] + rate[kind] * n + memory) * slower * 1e-9;
}

static inline void sample_fill_point(struct sample *sample, size_t l, size_t p, uint64_t *state) {
    double seconds = sample_seconds(l, sample->x[p]) * (1 + 0.04 * (sample_noise(state) - 0.5));
    double error = seconds * (0.01 + 0.08 * sample_noise(state));
    double ratio = seconds / sample->time[0][0][p], spread = 0.01 + 0.05 * sample_noise(state);
    if (l == 0)
        ratio = 1, spread = 0;
    const double times[] = {seconds, seconds - error, seconds + error};
    const double ratios[] = {ratio, ratio / (1 + spread), ratio * (1 + spread)};
    for (int k = 0; k < 3; k++) {
        sample->time[l][k][p] = times[k];
        sample->ratio[l][k][p] = l == 0 ? 1 : ratios[k];
    }
}

static inline struct series_data sample_series(struct sample *sample, size_t l,
                                               double values[3][SAMPLE_POINTS]) {
    return (struct series_data){.name = sample->names[l],
                                .count = sample->points,
                                .x = sample->x,
                                .y = values[0],
                                .low = values[1],
                                .high = values[2],
                                .wrong = sample->wrong[l],
                                .is_reference = l == 0,
                                .colour = l};
}

/* POINTS sizes from 10 to about a million, or powers of two from 8. The caller frees the result. */
static inline struct sample *sample_new(size_t libraries, size_t points, int powers_of_two) {
    static const char *const names[] = {"builtin", "openblas", "blis",   "atlas",
                                        "netlib",  "gslcblas", "libsci", "eigen"};
    struct sample *sample = calloc(1, sizeof *sample);
    uint64_t state = 1;
    sample->points = points;
    sample->libraries = libraries;
    for (size_t p = 0; p < points; p++)
        sample->x[p] =
            powers_of_two
                ? exp2((double)(3 + p % 40))
                : round(10 * pow(1e5, points > 1 ? (double)p / (double)(points - 1) : 0.5));
    for (size_t l = 0; l < libraries; l++) {
        snprintf(sample->names[l], sizeof sample->names[l], l < 8 ? "%s" : "%s-%zu", names[l % 8],
                 l / 8);
        for (size_t p = 0; p < points; p++)
            sample_fill_point(sample, l, p, &state);
        sample->series[0][l] = sample_series(sample, l, sample->time[l]);
        sample->series[1][l] = sample_series(sample, l, sample->ratio[l]);
    }
    sample->charts[0] =
        (struct chart){.title = "axpy — time per call",
                       .subtitle = "seconds per call: mean of 5 rounds with its 95 % interval; "
                                   "Intel Xeon Gold 6226R @ 2.90GHz, double precision",
                       .x_label = "length of x and y",
                       .x = {.unit = UNIT_SIZE},
                       .y = {.unit = UNIT_SECONDS},
                       .series = sample->series[0],
                       .series_count = libraries};
    sample->charts[1] =
        (struct chart){.title = "axpy — time relative to builtin",
                       .subtitle = "t(library) / t(builtin) with its 95 % interval; lower is "
                                   "faster; Intel Xeon Gold 6226R @ 2.90GHz, double precision",
                       .x_label = "length of x and y",
                       .x = {.unit = UNIT_SIZE},
                       .y = {.unit = UNIT_RATIO},
                       .has_level = 1,
                       .level = 1,
                       .series = sample->series[1],
                       .series_count = libraries};
    return sample;
}

static inline struct figure sample_figure(const struct sample *sample) {
    return (struct figure){.charts = sample->charts, .chart_count = 2};
}

#endif
