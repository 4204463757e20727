/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/comparison/run_effects.h"
#include "tests/analyze/close.h"
#include "tests/analyze/noise.h"
#include "tests/test.h"

static const size_t two_groups[] = {0, 0, 0, 1, 1, 1};

/* With nothing to pool, the variance of the cell's own runs: 1 and 4 in two groups. */
TEST(a_single_cell_has_the_variance_of_its_runs) {
    static const double values[] = {1, 2, 3, 10, 12, 14};
    const struct run_effects_data data = {1, 6, 2, values, two_groups};
    struct run_effects effects;
    run_effects_of(&effects, &data);
    assert_close(effects.common, 2.5, 1e-12);
    assert_close(effects.common_degrees, 4, 1e-12);
    assert_close(effects.own[0], 0, 1e-12);
    run_effects_release(&effects);
}

/* What shifts all cells alike leaves nothing to each. */
TEST(a_common_shift_is_the_machines) {
    double values[5][6];
    static const double shift[] = {1, 2, 3, 0, 0, 0};
    for (int c = 0; c < 5; c++)
        for (int r = 0; r < 6; r++)
            values[c][r] = 10 * c + shift[r];
    const struct run_effects_data data = {5, 6, 2, &values[0][0], two_groups};
    struct run_effects effects;
    run_effects_of(&effects, &data);
    assert_close(effects.common, 0.5, 1e-12);
    assert_close(effects.machine, 0.5, 1e-12);
    for (int c = 0; c < 5; c++)
        assert_close(effects.own[c], 0, 1e-12);
    run_effects_release(&effects);
}

TEST(a_run_alone_in_its_group_tells_nothing) {
    static const size_t group[] = {0, 1, 2};
    static const double values[] = {1, 2, 3, 1, 2, 3};
    const struct run_effects_data data = {2, 3, 3, values, group};
    struct run_effects effects;
    run_effects_of(&effects, &data);
    assert_true(isnan(effects.common));
    assert_true(effects.common_degrees == 0);
    run_effects_release(&effects);
}

/* 300 draws of 8 cells and twice 4 runs, of which two cells lack one: the averages of both
 * variances are the true ones. */
TEST(both_variances_are_right_on_average) {
    enum { CELLS = 8, RUNS = 8, DRAWS = 300 };
    static const size_t group[RUNS] = {0, 0, 0, 0, 1, 1, 1, 1};
    unsigned short seed[3] = {5, 3, 1};
    double machine = 0, total = 0;
    for (int i = 0; i < DRAWS; i++) {
        double values[CELLS][RUNS], a;
        for (int r = 0; r < RUNS; r++) {
            a = 2 * noise_normal(seed);
            for (int c = 0; c < CELLS; c++)
                values[c][r] = 100 * c + a + noise_normal(seed);
        }
        values[3][1] = values[6][5] = NAN;
        const struct run_effects_data data = {CELLS, RUNS, 2, &values[0][0], group};
        struct run_effects effects;
        run_effects_of(&effects, &data);
        machine += effects.machine / DRAWS;
        total += (effects.common + effects.own[0]) / DRAWS;
        run_effects_release(&effects);
    }
    assert_true(fabs(machine - 4) < 0.4);
    assert_true(fabs(total - 5) < 0.4);
}
