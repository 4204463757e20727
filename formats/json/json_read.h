/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_read.h: JSON that somebody else wrote (RFC 8259), and the bare NaN and Infinity that C++ and
 * Python programs write besides. */
#ifndef BENCHMAT_FORMATS_JSON_JSON_READ_H
#define BENCHMAT_FORMATS_JSON_JSON_READ_H

#include <json-c/json.h>
#include <stddef.h>
#include <stdio.h>

#include "formats/files/source.h"
#include "formats/model/facts.h"
#include "formats/text/err.h"

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

/* --- json number --- */

/* Whether the numbers of a JSON text are such (RFC 8259, section 6), for json-c
 * reads "00012", "1." and "-" as well. Words such as NaN and -Infinity are the parser's. */

/* Where in a text it stands. Zero-initialised is the beginning. */
struct json_number_scan {
    unsigned char state;
};

#define JSON_NUMBER_BAD "a number that is none in JSON, such as 012, +1, 1., .5 or 0x1"

/* --- json array --- */

/* The objects of a JSON array (RFC 8259), one at a time: however long the text is,
 * only one of them is in memory. */

enum {
    JSON_ARRAY_MOST_BYTES = 1 << 18, /* that one object may have as text */
    JSON_ARRAY_BUFFER = 1 << 16,
};

struct json_array {
    const char *name; /* of the file, for messages; borrowed */
    size_t line;      /* where the next object begins, or the last one that was read began */
    FILE *file;       /* private, as are the following; borrowed */
    json_tokener *tokener;
    char buffer[JSON_ARRAY_BUFFER];
    size_t length, at, lines;
    int is_begun;
};

/* Begins with the text in FILE. The caller gives ARRAY to json_array_end, after a failure too. */
int json_array_begin(struct json_array *array, FILE *file, const char *name, struct err *err);

/* Sets OBJECT to the next one, to be given to json_object_put, or to NULL behind the last.
 * ERR_DAMAGED, with the line: the text is no array, has something else than objects in it, one of
 * them deeper than JSON_TEXT_DEPTH or longer than JSON_ARRAY_MOST_BYTES, or ends early, or more
 * follows its end. ERR_FAILED: it cannot be read. */
int json_array_next(struct json_array *array, json_object **object, struct err *err);

void json_array_end(struct json_array *array);

/* --- json facts --- */

/* What a JSON file says beside its samples, as facts of the run. */

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
