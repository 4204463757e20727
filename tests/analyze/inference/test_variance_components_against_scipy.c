/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variance components, scatter and half widths beside NumPy's and SciPy's, from raw samples.
 * Skipped where SciPy is missing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/inference/variance_components.h"
#include "analyze/statistics/location.h"
#include "tests/analyze/made_up.h"
#include "tests/scipy.h"
#include "tests/test.h"

enum { TABLES = 200, MOST = 12 };

static void draw(double *values, size_t rounds, size_t seeds, unsigned short seed[3]) {
    double process = exp(made_up_normal(seed)), input = exp(made_up_normal(seed)) - 0.5;
    double inputs[MOST];
    for (size_t k = 0; k < seeds; k++)
        inputs[k] = input * made_up_normal(seed);
    for (size_t r = 0; r < rounds; r++) {
        double round = process * made_up_normal(seed) - 14;
        for (size_t k = 0; k < seeds; k++)
            values[r * seeds + k] = round + inputs[k] + made_up_normal(seed);
    }
}

static void ask_components(FILE *scipy, struct sample_table table, int is_crossed,
                           double confidence) {
    double workspace[3 * MOST];
    struct variance_components c = variance_components_of(table, is_crossed, confidence, workspace);
    const double found[] = {c.ms_rounds,        c.ms_seeds,    c.ms_rest,        c.degrees_rest,
                            c.between.estimate, c.between.low, c.between.high,   c.within.estimate,
                            c.within.low,       c.within.high, c.share.estimate, c.share.low,
                            c.share.high,       c.seeds_p};
    fprintf(scipy, "c %s %zu %zu %.17g", is_crossed ? "crossed" : "nested", table.rounds,
            table.seeds, confidence);
    scipy_write(scipy, "", found, sizeof found / sizeof *found);
    scipy_write(scipy, " :", table.values, table.rounds * table.seeds);
    fputc('\n', scipy);
}

static void ask_scatter(FILE *scipy, struct sample_table table, size_t wanted) {
    double workspace[3 * MOST];
    fprintf(scipy, "s %zu %zu %zu %.17g :", table.rounds, table.seeds, wanted,
            round_scatter_of(table, wanted, workspace).variance);
    scipy_write(scipy, "", table.values, table.rounds * table.seeds);
    fputc('\n', scipy);
}

/* Degrees for which GSL's quantiles of F fail are among them. */
static void ask_half_width(FILE *scipy, size_t i) {
    static const size_t rounds[] = {5, 6, 12, 41, 400, 99999};
    static const double degrees[] = {1, 4, 7.5, 39, 100000};
    struct round_scatter scatter = {1e-4, degrees[i % 5], 1 + (double)(i % 3) / 3};
    size_t pilot = i % 2 && i % 5 < 3 ? 1 + (size_t)(degrees[i % 5] / scatter.per_round) : 0;
    struct round_terms terms = {i % 7 ? 0.95 : 0.999, i % 11 ? 0.8 : 0.5, pilot};
    size_t n = rounds[i % 6];
    if (pilot > n)
        return;
    fprintf(scipy, "h %.17g %.17g %.17g %zu %.17g %.17g %zu %.17g\n", scatter.variance,
            scatter.degrees, scatter.per_round, pilot, terms.confidence, terms.assurance, n,
            rounds_half_width(&scatter, &terms, n));
}

TEST(all_agree_with_scipy) {
    numeric_errors_are_results();
    FILE *scipy = scipy_begin("tests/analyze/components_against_scipy.py");
    unsigned short seed[3] = {1, 6, 1};
    for (size_t i = 0; i < TABLES; i++) {
        double values[MOST * MOST];
        size_t rounds = 2 + i % (MOST - 1), seeds = 2 + i / 7 % (MOST - 1);
        struct sample_table table = {values, rounds, seeds};
        draw(values, rounds, seeds, seed);
        ask_components(scipy, table, i % 3 > 0, i % 5 ? 0.95 : 0.8);
        ask_scatter(scipy, table, i % 4 ? 1 + i % seeds : seeds);
        ask_half_width(scipy, i);
        ask_half_width(scipy, i + TABLES);
    }
    scipy_agrees(scipy);
}
