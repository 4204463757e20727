/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_points.h: where the samples of a size stand in an array of MATLAB. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_POINTS_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_POINTS_H

#include "formats/mat/mat_array.h"

/* Sample K of round R of point P is element number K * seed_step + R * round_step + P * point_step.
 */
struct mat_points {
    size_t seeds, rounds;
    size_t seed_step, round_step, point_step;
};

/* How ARRAY holds samples of POINTS sizes: a vector, one each; seeds x sizes; seeds x rounds x
 * sizes; or, where there are no such dimensions, sizes x seeds. 0: in none of these ways. */
int mat_points_find(const struct mat_array *array, size_t points, struct mat_points *layout);

/* Whether number I of ARRAY, which is real, is a whole one that an int64_t holds; it is in WHOLE.
 */
int mat_points_whole(const struct mat_array *array, size_t i, int64_t *whole);

#endif
