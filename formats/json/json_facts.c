/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/json/json_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 256 };

void json_facts_add(struct facts *facts, const char *prefix, const char *key, json_object *value) {
    char name[NAME];
    snprintf(name, sizeof name, "%s%s", prefix, key);
    if (json_object_is_type(value, json_type_int))
        facts_set_integer(facts, name, json_object_get_int64(value));
    else if (json_object_is_type(value, json_type_double))
        facts_set_real(facts, name, json_object_get_double(value));
    else if (value)
        facts_set_text(facts, name, json_object_get_string(value));
}

static int has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (const char *at = text; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        if (strncmp(at, line, length) == 0 && (at[length] == '\n' || at[length] == 0))
            return 1;
    return 0;
}

static size_t count_lines(const char *text) {
    size_t count = 1;
    while ((text = strchr(text, '\n'))) {
        count++;
        text++;
    }
    return count;
}

static char *write_fact(const struct fact *fact) {
    char *text = NULL;
    int length = fact->kind == FACT_TEXT      ? asprintf(&text, "%s", fact->text)
                 : fact->kind == FACT_INTEGER ? asprintf(&text, "%lld", (long long)fact->integer)
                                              : asprintf(&text, "%.17g", fact->real);
    return length < 0 ? NULL : text;
}

/* Takes both texts. */
static void join(struct facts *facts, const char *name, char *before, char *line) {
    char *both = NULL;
    if (!before || !line)
        facts->incomplete = 1;
    else if (has_line(before, line) || count_lines(before) >= JSON_FACTS_MOST_LINES)
        both = NULL;
    else if (asprintf(&both, "%s\n%s", before, line) < 0)
        facts->incomplete = 1, both = NULL;
    if (both)
        facts_set_text(facts, name, both);
    free(both);
    free(before);
    free(line);
}

void json_facts_join(struct facts *facts, const char *prefix, const char *key, json_object *value) {
    struct facts one = {0};
    json_facts_add(&one, prefix, key, value);
    const struct fact *there = one.count ? facts_find(facts, one.items[0].name) : NULL;
    if (there)
        join(facts, one.items[0].name, write_fact(there), write_fact(&one.items[0]));
    else
        facts_copy(facts, &one);
    facts->incomplete |= one.incomplete;
    facts_release(&one);
}

void json_facts_join_line(struct facts *facts, const char *prefix, const char *key,
                          const char *line) {
    json_object *value = json_object_new_string(line);
    facts->incomplete |= !value;
    json_facts_join(facts, prefix, key, value);
    json_object_put(value);
}
