/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_wrapping.h: what stands around results in JSON: objects that tell of the machine or of how
 * it was measured, before or behind the results, and levels that hold nothing but these.
 *
 *     {"host": {"cpu": "x"}, "unit": "ms", "results": {"sort": {"a": 1.5, "b": 2}, ...}}
 *     [{"sort": {"a": 1.5, "b": 2}}, {"find": {...}}]
 *
 * are wrapped around {"sort": {"a": 1.5, "b": 2}, ...}. */
#ifndef BENCHMAT_FORMATS_HARNESS_JSON_WRAPPING_H
#define BENCHMAT_FORMATS_HARNESS_JSON_WRAPPING_H

#include "formats/json/json_read.h"

enum { JSON_WRAPPING_HEAD = 64 }; /* bytes */

/* Returns the results in ROOT, and puts what stands around them into AROUND, an object, and their
 * key into HEAD; "": they have none. The caller must put back what is returned: ROOT itself, if
 * nothing is wrapped around it. */
json_object *json_wrapping_take(json_object *root, json_object *around,
                                char head[JSON_WRAPPING_HEAD]);

/* Puts the scalars in AROUND, and in its objects, into FACTS, an object, by their names: "cpu" of
 * "host" as "host.cpu", and that of "meta" as "cpu". */
void json_wrapping_facts(json_object *around, json_object *facts);

#endif
