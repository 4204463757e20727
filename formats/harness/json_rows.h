/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_rows.h: finds the rows of a table in the layouts in which people write them as JSON:
 *
 *     [{"library": "a", "n": 100, "time_ms": 1.5}, ...]       an object for each row
 *     {"host": "x", "results": [{...}, ...]}                  the same in a member; the others tell
 *                                                             of all rows
 *     {"a": [{...}, ...], "b": [{...}, ...]}                  the same in several, or
 *     {"a": {"n": 100, "time_ms": 1.5}, "b": {...}}           one each: their names are libraries
 *     [["library", "n", "time_ms"], ["a", 100, 1.5], ...]     the first row has the names
 *     {"columns": [...], "data": [[...], ...]}                the same, as pandas writes it
 *     {"n": [100, 1000], "a_ms": [1.5, 20], ...}              an array for each column
 *     {"unit": "ms", "a": [1.5, ...], "b": [...]}             the same beside what tells of all
 *     {"n": {"0": 100, ...}, "a_ms": {"0": 1.5, ...}}         the same, as pandas writes it, whose
 *                                                             keys are sizes or names if they do
 *                                                             not count
 *     {"0": {"n": 100, ...}, "1": {...}}                      its rows
 *     [{"library": "a", "results": [{...}, ...]}, ...]        rows in each object
 *     {"sort": {"a": {"time_ms": 1.5}, ...}, ...}             actions and libraries
 *     {"meta": {"unit": "ms"}, "results":                     libraries, actions and samples, whose
 *         {"a": {"sort": [1.5, 1.6], ...}, ...}}              unit stands beside them or above
 *     {"a": {"sort": {"100": 1.5, ...}, ...}, ...}            libraries, actions and sizes
 *                                                             (json_levels.h)
 *     {"name": "a", "value": 1.5, "unit": "ms"}               a row alone */
#ifndef BENCHMAT_FORMATS_HARNESS_JSON_ROWS_H
#define BENCHMAT_FORMATS_HARNESS_JSON_ROWS_H

#include "formats/json/json_read.h"

/* Returns a new array of rows, objects, from ROOT, apart from what is wrapped around it
 * (json_wrapping.h); NULL if it has none. FACTS is a new object of scalars that tell of all rows.
 */
json_object *json_rows_of(json_object *root, json_object **facts);

#endif
