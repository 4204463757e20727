/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/cli/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/utf8.h"

static void give_up(void) {
    fputs("bench-store: no memory to write JSON\n", stderr);
    exit(1);
}

void cmd_json_put(json_object *object, const char *key, json_object *value) {
    char *name = utf8_escape(key);
    if (!name || json_object_object_add(object, name, value) != 0)
        give_up();
    free(name);
}

/* JSON may hold line ends and tabs, which are not clean for a terminal but well-formed. */
static void make_well_formed(char *text) {
    uint32_t code;
    while (*text) {
        size_t bytes = utf8_decode(text, &code);
        if (bytes == 0)
            *text = '?';
        text += bytes ? bytes : 1;
    }
}

json_object *cmd_json_text(const char *text) {
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy)
        give_up();
    if (copy)
        make_well_formed(copy);
    json_object *value = copy ? json_object_new_string(copy) : NULL;
    free(copy);
    return value;
}

void cmd_json_put_text(json_object *object, const char *key, const char *text) {
    cmd_json_put(object, key, cmd_json_text(text));
}

void cmd_json_put_integer(json_object *object, const char *key, int64_t integer) {
    cmd_json_put(object, key, json_object_new_int64(integer));
}

/* As many digits as are needed to read back the same double. */
json_object *cmd_json_real(double real) {
    char text[40];
    int digits = 15;
    if (!isfinite(real))
        return NULL;
    do
        snprintf(text, sizeof text, "%.*g", digits, real);
    while (digits++ < 17 && strtod(text, NULL) != real);
    return json_object_new_double_s(real, text);
}

json_object *cmd_json_integers(const int64_t *values, size_t count) {
    json_object *array = json_object_new_array();
    for (size_t i = 0; i < count; i++)
        if (json_object_array_add(array, json_object_new_int64(values[i])) != 0)
            give_up();
    return array;
}

static json_object *fact_value(const struct fact *fact) {
    switch (fact->kind) {
    case FACT_INTEGER:
        return json_object_new_int64(fact->integer);
    case FACT_REAL:
        return cmd_json_real(fact->real);
    case FACT_TEXT:
        break;
    }
    return cmd_json_text(fact->text);
}

json_object *cmd_json_facts(const struct facts *facts) {
    json_object *object = json_object_new_object();
    for (size_t i = 0; i < facts->count; i++)
        cmd_json_put(object, facts->items[i].name, fact_value(&facts->items[i]));
    return object;
}

void cmd_json_print(const char *separator, json_object *value) {
    const char *text = json_object_to_json_string_ext(value, JSON_C_TO_STRING_NOSLASHESCAPE);
    if (!text)
        give_up();
    printf("%s%s", separator, text);
    json_object_put(value);
}
