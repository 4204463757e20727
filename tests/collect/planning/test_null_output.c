/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "collect/planning/null_output.h"
#include "tests/test.h"

TEST(every_run_must_be_a_fifth_shorter) {
    static const struct {
        double to_null[3], to_pipe[3], factor;
        size_t count;
    } rows[] = {
        {{6e-3, 7e-3, 6.5e-3}, {123e-3, 120e-3, 126e-3}, 20, 3}, /* grep */
        {{7, 7.9, 7}, {10, 10, 11}, 10 / 7.0, 3},
        {{7, 8.1, 7}, {10, 10, 11}, 1, 3}, /* once something disturbed it */
        {{7, 7, 7}, {10, 8, 11}, 1, 3},
        {{9, 9.1, 8.9}, {10, 10.1, 10.2}, 1, 3},
        {{10, 11, 12}, {5, 5, 5}, 1, 3},
        {{1}, {2}, 1, 1}, /* one of each may be anything */
        {{0}, {0}, 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_float_equal(null_output_factor(rows[i].to_null, rows[i].to_pipe, rows[i].count),
                           rows[i].factor, 1e-12);
}
