/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_read.h: reads JSON (RFC 8259) that other programs wrote, including the bare NaN and Infinity
 * of C++ and Python programs. */
#ifndef BENCHMAT_FORMATS_JSON_JSON_READ_H
#define BENCHMAT_FORMATS_JSON_JSON_READ_H

#include <json-c/json.h>
#include <stddef.h>
#include <stdio.h>

#include "formats/files/source.h"
#include "formats/model/facts.h"
#include "formats/text/err.h"

enum {
    JSON_TEXT_DEPTH = 32,      /* levels of nested arrays and objects */
    JSON_TEXT_MOST_MIB = 2048, /* memory that the parsed values may take */
};

/* Parses all of SOURCE as one value. The caller must release it with json_object_put. On failure
 * returns NULL, with ERR_DAMAGED and the line at fault in ERR: the text ends early, is empty or
 * invalid, goes deeper than JSON_TEXT_DEPTH, or would take more memory than JSON_TEXT_MOST_MIB. */
json_object *json_text_parse(const struct source *source, struct err *err);

/* Parses SOURCE as a value on each line that is not blank (JSON Lines), and returns an array of
 * all. Otherwise the same as json_text_parse. */
json_object *json_text_parse_lines(const struct source *source, struct err *err);

/* Returns the member KEY of OBJECT; NULL if OBJECT is not an object or has no such member of that
 * TYPE. */
json_object *json_text_member(json_object *object, const char *key, enum json_type type);

/* Returns the text of the member KEY of OBJECT; NULL if there is no such string. */
const char *json_text_string(json_object *object, const char *key);

/* Reads VALUE into NUMBER. Returns whether VALUE is a number; an integer that json-c clamped to its
 * range counts as none. */
int json_text_number(json_object *value, double *number);

/* Whether OBJECT has all keys of OTHER, an object too. */
int json_text_has_keys(json_object *object, json_object *other);

/* Reads the member KEY of OBJECT into NUMBER: NaN if the member is missing or null. Returns 0 if
 * the member is anything else than a number or null. */
int json_text_number_or_nan(json_object *object, const char *key, double *number);

/* --- json number --- */

/* Checks the numbers of a JSON text (RFC 8259, section 6), because json-c also accepts "00012",
 * "1." and "-". Words such as NaN and -Infinity are left to the parser. */

/* The state of the check between two pieces of a text. Zero-initialised is the beginning. */
struct json_number_scan {
    unsigned char state;
};

#define JSON_NUMBER_BAD "a number that is none in JSON, such as 012, +1, 1., .5 or 0x1"

/* --- json elements --- */

/* Reads the elements of an array that is a member of the one object of a text, or the whole text,
 * one at a time: however many there are, only one is parsed. */
struct json_elements {
    const struct source *source; /* borrowed */
    size_t number;               /* of the one that was read last, from 1 */
    size_t first, at;            /* private */
    json_object *rest; /* the members beside the array; NULL if the text is an array. Owned */
};

/* Begins with the array KEY of SOURCE; NULL: SOURCE is an array. The caller must call
 * json_elements_end, also after a failure: ERR_DAMAGED, with the line, as json_text_parse, or since
 * there is no such array. */
int json_elements_begin(struct json_elements *elements, const struct source *source,
                        const char *key, struct err *err);
/* Sets ELEMENT to the next one, which the caller must release, or to NULL behind the last; one that
 * is null is NULL, too, and the number grows with it. Returns 1, 0 behind the last, or ERR_DAMAGED.
 */
int json_elements_next(struct json_elements *elements, json_object **element, struct err *err);
/* Goes back to the first. */
void json_elements_rewind(struct json_elements *elements);
void json_elements_end(struct json_elements *elements);

/* --- json array --- */

/* Reads the objects of a JSON array (RFC 8259) one at a time: however long the text is, only one
 * object is in memory. */

enum {
    JSON_ARRAY_MOST_BYTES = 1 << 18, /* the text of one object */
    JSON_ARRAY_BUFFER = 1 << 16,
};

struct json_array {
    const char *name; /* of the file, for messages; borrowed */
    size_t line;      /* where the object that was read last begins */
    FILE *file;       /* borrowed; this and the following are private */
    json_tokener *tokener;
    char buffer[JSON_ARRAY_BUFFER];
    size_t length, at, lines;
    int is_begun;
};

/* Begins with the text in FILE; FILE and NAME are borrowed. The caller must call json_array_end,
 * also after a failure. */
int json_array_begin(struct json_array *array, FILE *file, const char *name, struct err *err);

/* Sets OBJECT to the next object, which the caller must release with json_object_put, or to NULL
 * after the last one. ERR_DAMAGED, with the line: the text is not an array, has an element that is
 * not an object, has an object deeper than JSON_TEXT_DEPTH or longer than JSON_ARRAY_MOST_BYTES,
 * ends early, or goes on after its end. ERR_FAILED: FILE cannot be read. */
int json_array_next(struct json_array *array, json_object **object, struct err *err);

void json_array_end(struct json_array *array);

/* --- json facts --- */

/* Keeps what a JSON file says besides its samples as facts of the run. */

/* Sets the fact whose name is PREFIX followed by KEY to VALUE: an integer, a real or a text. An
 * array or an object becomes its JSON text; null sets nothing. */
void json_facts_add(struct facts *facts, const char *prefix, const char *key, json_object *value);

/* Like json_facts_add, but if the fact already exists with another value, it becomes a text that
 * keeps both, one per line. Lines beyond JSON_FACTS_MOST_LINES are only counted, in the fact
 * whose name has "_left_out" behind: "20 of google_benchmark_labels". json_facts_join_line joins
 * the text LINE in the same way. */
enum { JSON_FACTS_MOST_LINES = 100 };
void json_facts_join(struct facts *facts, const char *prefix, const char *key, json_object *value);
void json_facts_join_line(struct facts *facts, const char *prefix, const char *key,
                          const char *line);

#endif
