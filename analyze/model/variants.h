/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants.h: what a point is called beyond its own measurement.
 *
 * parameter_grid_write_point names what differs between the points of one measurement, so that one
 * and the same point is called differently where other points lie beside it. Who looks for a point
 * in another run needs all that makes it: its size, every parameter, and the conditions that times
 * cannot be compared across: number of threads and state of the caches, where they are not the
 * usual ones. Parameters come by name, whatever order they were recorded in. */
#ifndef BENCHMAT_ANALYZE_MODEL_VARIANTS_H
#define BENCHMAT_ANALYZE_MODEL_VARIANTS_H

#include <stdio.h>

#include "analyze/model/parameter_grid.h"

/* "size 64, stride 8, threads 2, cold caches", to be freed; NULL when there is no memory. ACTION
 * has the facts of the measurement; NULL where they are not known. */
char *point_key(const struct parameter_grid *space, size_t point, const struct facts *action);

/* --- variants --- */

/* The points of a measurement as curves along its main axis (parameter_grid.h).
 *
 * Points that differ in any other axis belong to different curves: there is a variant for each
 * combination of the other parameters. */

struct variants {
    size_t count;
    size_t *first;  /* [count + 1] where each begins in ORDER */
    size_t *order;  /* [points] numbers of points: by variant, then along the main axis, where what
                       is undefined comes last */
    size_t longest; /* the most points that a variant has */
};

/* To be given to variants_release either way; returns 0 when there is no memory. */
int variants_find(struct variants *variants, const struct parameter_grid *space);
void variants_release(struct variants *variants);

/* Writes what tells the variant of POINT from others: "stride 8, threads 2"; nothing where there is
 * only one. */
void variants_write(const struct parameter_grid *space, size_t point, FILE *file);

#endif
