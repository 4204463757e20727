/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_levels.h: results as JSON below the names of what they are of:
 *
 *     {"numpy": {"sort": {"100": 1.5, "1000": 20}, ...}, ...}     libraries, actions and sizes
 *     {"n=100": {"numpy": {"mean_ms": 1.5, "std_ms": 0.1}, ...}}  sizes and libraries
 *     {"fast": {"a.json": {"dumps": {"mean_ms": 1.5}, ...}, ...}, ...}
 *                                                                 libraries, and actions in two
 *                                                                 levels: "a.json/dumps"
 *
 * Keys that are numbers, or those of a parameter, are sizes. Which level of names has the
 * libraries, axes.h tells; by default the outermost. A list of objects with names is one with these
 * as keys. Texts and parameters beside the names of a level tell of what is below. */
#ifndef BENCHMAT_FORMATS_HARNESS_JSON_LEVELS_H
#define BENCHMAT_FORMATS_HARNESS_JSON_LEVELS_H

#include "formats/json/json_read.h"

/* Returns a new array of rows, objects, for the results below ROOT, which is under the key HEAD or
 * ""; NULL unless all are equally deep, below at least three levels, one whose keys name a
 * parameter, or two of which it is plain which has the libraries. */
json_object *json_levels_rows(json_object *root, const char *head);

#endif
