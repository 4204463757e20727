/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants.h: names points so that other measurements recognise them, and divides the points of a
 * measurement into curves.
 *
 * parameter_grid_write_point names what differs between the points of one measurement, so that the
 * same point has another name if it lies beside other points. To find a point in another run, one
 * needs everything that defines it: its size, every parameter, and the conditions under which times
 * cannot be compared: the number of threads and the state of the caches, if they are not the usual
 * ones. Parameters are sorted by name, whatever order they were recorded in. */
#ifndef BENCHMAT_ANALYZE_MODEL_VARIANTS_H
#define BENCHMAT_ANALYZE_MODEL_VARIANTS_H

#include <stdio.h>

#include "analyze/model/parameter_grid.h"

/* Returns "size 64, stride 8, threads 2, cold caches", which the caller must free. ACTION has
 * the facts of the measurement; NULL if they are unknown. */
char *point_key(const struct parameter_grid *space, size_t point, const struct facts *action);

/* --- variants --- */

/* The points of a measurement as curves along one of its axes: the main one (parameter_grid.h), or
 * another such as the number of threads. Or along several.
 *
 * Points that differ in any other axis belong to different curves: each combination of the other
 * parameters is a variant. */

struct variants {
    size_t count;
    size_t *first;  /* [count + 1] index in ORDER at which each begins */
    size_t *order;  /* [points] indices of points: by variant, then along the axes, undefined
                       values last */
    size_t longest; /* largest number of points of a variant */
};

/* Divides the points of SPACE into curves along the COUNT axes with the indices AXES, of which the
 * first counts most. The caller must call variants_release. */
void variants_find(struct variants *variants, const struct parameter_grid *space,
                   const size_t *axes, size_t count);
void variants_release(struct variants *variants);

/* Writes what distinguishes the variant of POINT from others: "stride 8, threads 2"; nothing if
 * there is only one. */
void variants_write(const struct parameter_grid *space, size_t axis, size_t point, FILE *file);

#endif
