/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_ours.h: runs out of the variables that mat.c writes. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_OURS_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_OURS_H

#include "formats/mat/mat_array.h"
#include "formats/model/facts.h"
#include "formats/model/run.h"

/* Whether FILE, a struct of all variables, says of itself that it is ours. */
int mat_ours_is(const struct mat_array *file);

/* Adds to RUNS those that are in it. ERR_DAMAGED: it is not as it should be, or takes more memory
 * than BUDGET has left. Messages name PATH. */
int mat_ours_read(struct runs *runs, const struct mat_array *file, const char *path,
                  struct mat_budget *budget, struct err *err);

/* --- mat facts --- */

/* Facts as a struct of MATLAB. Each is a field: a row of characters, an int64 or a
 * double. Where any has a name that is no identifier, a second struct, called as the first and
 * "_names", has the true names by the same fields. */

/* The most that are read of one struct: each is looked for among the others. */
enum { MAT_MOST_FACTS = 1000 };

/* Adds FACTS to PARENT as the struct NAME; nothing where there are none. */
void mat_facts_add(struct mat_build *build, struct mat_fields *parent, const char *name,
                   const struct facts *facts);

/* --- mat points --- */

/* Where the samples of a size stand in an array of MATLAB. */

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
