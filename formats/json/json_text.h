/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_text.h: JSON that somebody else wrote (RFC 8259), and the bare NaN and Infinity that C++ and
 * Python programs write besides. */
#ifndef BENCHMAT_FORMATS_JSON_JSON_TEXT_H
#define BENCHMAT_FORMATS_JSON_JSON_TEXT_H

#include <json-c/json.h>

#include "formats/files/source.h"

enum {
    JSON_TEXT_DEPTH = 32,      /* arrays and objects inside one another */
    JSON_TEXT_MOST_MIB = 2048, /* that the objects may take in memory */
};

/* The value that SOURCE consists of; to be given to json_object_put. On failure NULL, with the line
 * at fault in ERR (ERR_DAMAGED): it ends early, is no JSON, goes deeper than JSON_TEXT_DEPTH or
 * would take more memory than JSON_TEXT_MOST_MIB. */
json_object *json_text_parse(const struct source *source, struct err *err);

/* The member KEY of OBJECT if that is an object, and of that type if it has it; else NULL. */
json_object *json_text_member(json_object *object, const char *key, enum json_type type);

/* The text of that member; NULL unless it is one. */
const char *json_text_string(json_object *object, const char *key);

/* Whether VALUE is a number; it is in NUMBER then. Integers that json-c had to cut are none. */
int json_text_number(json_object *value, double *number);

/* The number that the member KEY is; NaN where there is none or it is null. Whether it is one of
 * these. */
int json_text_number_or_nan(json_object *object, const char *key, double *number);

#endif
