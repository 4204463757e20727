/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/json/json_text.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>

#include "formats/json/json_number.h"

/* What json-c 0.16 takes at most for what each character begins beside a byte, rounded up: an
 * object brings a table of 16 entries, an array room for 32, and what a comma separates is a value
 * with its key. */
static const uint16_t memory_of[256] = {['{'] = 1024, ['['] = 512, [','] = 128, [':'] = 64};

static int fits_in_memory(const struct source *source) {
    size_t bytes = source->length;
    for (size_t i = 0; i < source->length; i++)
        bytes += memory_of[(unsigned char)source->text[i]];
    return bytes <= (size_t)JSON_TEXT_MOST_MIB << 20;
}

/* The byte at which a number is none; the length where all are. */
static size_t find_bad_number(const struct source *source) {
    struct json_number_scan scan = {0};
    size_t at = json_number_check(&scan, source->text, source->length);
    return at == source->length && json_number_check(&scan, " ", 1) == 0 ? at - 1 : at;
}

static int is_blank_from(const struct source *source, size_t at) {
    while (at < source->length && isspace((unsigned char)source->text[at]))
        at++;
    return at >= source->length;
}

static json_object *refuse(const struct source *source, size_t at, const char *why,
                           json_object *value, struct err *err) {
    err_set(err, ERR_DAMAGED, "%s: line %zu: %s", source->path, source_line(source, at), why);
    json_object_put(value);
    return NULL;
}

/* A number at the end of a text is whole only when something follows it, such as this blank. */
static json_object *parse_all(const struct source *source, json_tokener *tokener, size_t *at) {
    json_object *value = json_tokener_parse_ex(tokener, source->text, (int)source->length);
    *at = json_tokener_get_parse_end(tokener);
    if (!value && json_tokener_get_error(tokener) == json_tokener_continue)
        value = json_tokener_parse_ex(tokener, " ", 1);
    return value;
}

json_object *json_text_parse(const struct source *source, struct err *err) {
    if (source_check_text(source, err))
        return NULL;
    if (is_blank_from(source, 0))
        return refuse(source, 0, "the file is empty", NULL, err);
    if (!fits_in_memory(source))
        return refuse(source, source->length, "more values than memory is given to", NULL, err);
    size_t at = find_bad_number(source);
    if (at < source->length)
        return refuse(source, at, JSON_NUMBER_BAD, NULL, err);
    json_tokener *tokener = json_tokener_new_ex(JSON_TEXT_DEPTH);
    if (!tokener)
        return refuse(source, 0, "no memory to read it", NULL, err);
    json_object *value = parse_all(source, tokener, &at);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    json_tokener_free(tokener);
    if (error == json_tokener_continue)
        return refuse(source, source->length, "the file ends early", value, err);
    if (error != json_tokener_success)
        return refuse(source, at, json_tokener_error_desc(error), value, err);
    if (!value)
        return refuse(source, at, "nothing but null", value, err);
    if (!is_blank_from(source, at))
        return refuse(source, at, "more follows the end of the JSON text", value, err);
    return value;
}

json_object *json_text_member(json_object *object, const char *key, enum json_type type) {
    json_object *member = NULL;
    if (!json_object_is_type(object, json_type_object) ||
        !json_object_object_get_ex(object, key, &member))
        return NULL;
    return json_object_is_type(member, type) ? member : NULL;
}

const char *json_text_string(json_object *object, const char *key) {
    json_object *member = json_text_member(object, key, json_type_string);
    return member ? json_object_get_string(member) : NULL;
}

int json_text_number(json_object *value, double *number) {
    int is_integer = json_object_is_type(value, json_type_int);
    if (!is_integer && !json_object_is_type(value, json_type_double))
        return 0;
    *number = json_object_get_double(value);
    return !is_integer || fabs(*number) < 0x1p63;
}

int json_text_number_or_nan(json_object *object, const char *key, double *number) {
    json_object *member = NULL;
    *number = NAN;
    if (!json_object_object_get_ex(object, key, &member) || !member)
        return 1;
    return json_text_number(member, number);
}
