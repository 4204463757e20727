/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants.h: the points of a measurement as curves along its main axis (parameter_grid.h).
 *
 * Points that differ in any other axis belong to different curves: there is a variant for each
 * combination of the other parameters. */
#ifndef BENCHMAT_ANALYZE_MODEL_VARIANTS_H
#define BENCHMAT_ANALYZE_MODEL_VARIANTS_H

#include <stdio.h>

#include "analyze/model/parameter_grid.h"

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
