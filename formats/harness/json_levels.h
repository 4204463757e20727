/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_levels.h: results as JSON below the names of what they are of:
 *
 *     {"numpy": {"sort": {"100": 1.5, "1000": 20}, ...}, ...}     libraries, actions and sizes
 *     {"n=100": {"numpy": {"mean_ms": 1.5, "std_ms": 0.1}, ...}}  sizes and libraries
 *
 * Keys that are numbers, or those of a parameter, are sizes. Which of two levels of names are the
 * libraries, json_axes.h tells. */
#ifndef BENCHMAT_FORMATS_HARNESS_JSON_LEVELS_H
#define BENCHMAT_FORMATS_HARNESS_JSON_LEVELS_H

#include "formats/json/json_read.h"

/* Returns a new array of rows, objects, for the results below ROOT, an object; NULL unless all are
 * equally deep, below at least three levels or one whose keys name a parameter. */
json_object *json_levels_rows(json_object *root);

#endif
