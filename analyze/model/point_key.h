/* SPDX-License-Identifier: GPL-3.0-or-later */
/* point_key.h: what a point is called beyond its own measurement.
 *
 * parameter_grid_write_point names what differs between the points of one measurement, so that one
 * and the same point is called differently where other points lie beside it. Who looks for a point
 * in another run needs all that makes it: its size, every parameter, and the conditions that times
 * cannot be compared across: number of threads and state of the caches, where they are not the
 * usual ones. Parameters come by name, whatever order they were recorded in. */
#ifndef BENCHMAT_ANALYZE_MODEL_POINT_KEY_H
#define BENCHMAT_ANALYZE_MODEL_POINT_KEY_H

#include "analyze/model/parameter_grid.h"

/* "size 64, stride 8, threads 2, cold caches", to be freed; NULL when there is no memory. ACTION
 * has the facts of the measurement; NULL where they are not known. */
char *point_key(const struct parameter_grid *space, size_t point, const struct facts *action);

#endif
