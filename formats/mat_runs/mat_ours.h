/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_ours.h: reads runs from the variables that mat.c writes, and has what both of them need:
 * facts as structs, and the layout of samples. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_OURS_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_OURS_H

#include "formats/mat/mat_array.h"
#include "formats/model/facts.h"
#include "formats/model/run.h"

/* Returns whether FILE, a struct of all variables, says that bench-store wrote it. */
int mat_ours_is(const struct mat_array *file);

/* Adds the runs in FILE to RUNS. ERR_DAMAGED if FILE is invalid or takes more memory than BUDGET
 * has left; ERR_FAILED if memory runs out or there are too many facts. Messages name PATH. */
int mat_ours_read(struct runs *runs, const struct mat_array *file, const char *path,
                  struct mat_budget *budget, struct err *err);

/* --- facts --- */

/* Facts are stored as a MATLAB struct with a field for each fact: a row of characters, an int64 or
 * a double. If the name of any fact is not an identifier, a second struct, whose name ends in
 * "_names", has the true names under the same fields. */

/* The most facts that are read from one struct; the time for lookups grows with the square of their
 * number. */
enum { MAT_MOST_FACTS = 1000 };

/* Adds FACTS to PARENT as the struct NAME; adds nothing if there are no facts. */
void mat_facts_add(struct mat_build *build, struct mat_fields *parent, const char *name,
                   const struct facts *facts);

/* --- the layout of samples --- */

/* The position of samples in a MATLAB array. Sample K of round R of point P is element K *
 * seed_step + R * round_step + P * point_step. */
struct mat_points {
    size_t seeds, rounds;
    size_t seed_step, round_step, point_step;
};

/* Sets LAYOUT to how ARRAY holds the samples of POINTS sizes. It may be a vector with one sample
 * per size; seeds x sizes; seeds x rounds x sizes; or, if its dimensions match none of these, sizes
 * x seeds. Returns 0 if it is none of these. */
int mat_points_find(const struct mat_array *array, size_t points, struct mat_points *layout);

/* Returns whether number I of ARRAY, which must be real, is an int64 or a whole number of at most
 * 2^53 in magnitude. If so, sets WHOLE to it. */
int mat_points_whole(const struct mat_array *array, size_t i, int64_t *whole);

#endif
