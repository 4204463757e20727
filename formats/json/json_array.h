/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_array.h: the objects of a JSON array (RFC 8259), one at a time: however long the text is,
 * only one of them is in memory. */
#ifndef BENCHMAT_FORMATS_JSON_JSON_ARRAY_H
#define BENCHMAT_FORMATS_JSON_JSON_ARRAY_H

#include <stdio.h>

#include <json-c/json.h>

#include "formats/text/err.h"

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

#endif
