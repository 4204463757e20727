/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_facts.h: what a JSON file says beside its samples, as facts of the run. */
#ifndef BENCHMAT_FORMATS_JSON_JSON_FACTS_H
#define BENCHMAT_FORMATS_JSON_JSON_FACTS_H

#include <json-c/json.h>

#include "formats/model/facts.h"

/* Sets the fact PREFIX followed by KEY: an integer, a real or a text; of an array or an object its
 * JSON. Null sets nothing. */
void json_facts_add(struct facts *facts, const char *prefix, const char *key, json_object *value);

/* The same; where that fact is there already and is another, both are kept in a text, a line each.
 * Lines beyond the first so many are left out. */
enum { JSON_FACTS_MOST_LINES = 100 };
void json_facts_join(struct facts *facts, const char *prefix, const char *key, json_object *value);
void json_facts_join_line(struct facts *facts, const char *prefix, const char *key,
                          const char *line);

#endif
