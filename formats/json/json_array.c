/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/json/json_array.h"

#include <errno.h>
#include <string.h>

#include "formats/json/json_number.h"
#include "formats/json/json_text.h"

int json_array_begin(struct json_array *array, FILE *file, const char *name, struct err *err) {
    array->name = name;
    array->file = file;
    array->line = array->lines = 1;
    array->length = array->at = 0;
    array->is_begun = 0;
    array->tokener = json_tokener_new_ex(JSON_TEXT_DEPTH);
    return array->tokener ? 0 : err_set(err, ERR_FAILED, "%s: no memory to read it", name);
}

void json_array_end(struct json_array *array) {
    if (array->tokener)
        json_tokener_free(array->tokener);
    array->tokener = NULL;
}

static int refuse(const struct json_array *array, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %s", array->name, array->lines, why);
}

/* Makes sure that there is another byte, unless it has ended. */
static int fill(struct json_array *array, struct err *err) {
    if (array->at < array->length)
        return 0;
    array->at = 0;
    array->length = fread(array->buffer, 1, sizeof array->buffer, array->file);
    if (ferror(array->file))
        return err_set(err, ERR_FAILED, "%s: %s", array->name, strerror(errno));
    if (memchr(array->buffer, '\0', array->length))
        return refuse(array, "near a NUL byte; this is no text", err);
    return 0;
}

static void pass(struct json_array *array, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        array->lines += array->buffer[array->at + i] == '\n';
    array->at += bytes;
}

/* The next character that is no blank, which stays where it is; 0 at the end. */
static int peek(struct json_array *array, char *c, struct err *err) {
    for (;;) {
        int code = fill(array, err);
        *c = code || array->at == array->length ? 0 : array->buffer[array->at];
        if (code || !*c || !strchr(" \t\r\n", *c))
            return code;
        pass(array, 1);
    }
}

/* --- objects --- */

static int parse(struct json_array *array, json_object **object, struct err *err) {
    size_t read = 0;
    enum json_tokener_error error = json_tokener_continue;
    struct json_number_scan numbers = {0};
    json_tokener_reset(array->tokener);
    while (error == json_tokener_continue) {
        int code = fill(array, err);
        size_t bytes = array->length - array->at, left = JSON_ARRAY_MOST_BYTES - read;
        if (code)
            return code;
        if (bytes == 0)
            return refuse(array, "the text ends early", err);
        if (left == 0)
            return refuse(array, "this object is too long", err);
        *object = json_tokener_parse_ex(array->tokener, array->buffer + array->at,
                                        (int)(bytes < left ? bytes : left));
        error = json_tokener_get_error(array->tokener);
        bytes = json_tokener_get_parse_end(array->tokener);
        int are_numbers = json_number_check(&numbers, array->buffer + array->at, bytes) == bytes;
        pass(array, bytes);
        read += bytes;
        if (!are_numbers) {
            json_object_put(*object);
            *object = NULL;
            return refuse(array, JSON_NUMBER_BAD, err);
        }
    }
    return error == json_tokener_success ? 0 : refuse(array, json_tokener_error_desc(error), err);
}

static int end_text(struct json_array *array, json_object **object, struct err *err) {
    char c;
    *object = NULL;
    int code = peek(array, &c, err);
    return !code && c ? refuse(array, "more follows the end of the array", err) : code;
}

/* Passes what stands before an object; C is what follows it. */
static int pass_separator(struct json_array *array, char *c, struct err *err) {
    int is_first = !array->is_begun;
    int code = peek(array, c, err);
    if (code || (!is_first && *c == ']'))
        return code;
    if (*c != (is_first ? '[' : ','))
        return refuse(array,
                      !*c        ? "the text ends early"
                      : is_first ? "no JSON array, such as bench-analyze --format json writes"
                                 : "neither ',' nor ']' behind an object",
                      err);
    array->is_begun = 1;
    pass(array, 1);
    code = peek(array, c, err);
    if (!code && *c != '{' && !(is_first && *c == ']'))
        code = refuse(array, *c ? "something else than an object" : "the text ends early", err);
    return code;
}

int json_array_next(struct json_array *array, json_object **object, struct err *err) {
    char c;
    *object = NULL;
    int code = pass_separator(array, &c, err);
    if (code)
        return code;
    array->line = array->lines;
    if (c == '{')
        return parse(array, object, err);
    pass(array, 1);
    return end_text(array, object, err);
}
