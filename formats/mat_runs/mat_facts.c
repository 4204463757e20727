/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/utf8.h"

enum { LONGEST = 64 }; /* of the name of such a struct */

static const char *names_of(char *buffer, const char *name) {
    snprintf(buffer, LONGEST, "%s_names", name);
    return buffer;
}

static struct mat_array build_fact(struct mat_build *build, const struct fact *fact) {
    switch (fact->kind) {
    case FACT_INTEGER:
        return mat_build_integer(build, fact->integer);
    case FACT_REAL:
        return mat_build_real(build, fact->real);
    default:
        return mat_build_text(build, fact->text);
    }
}

/* Under the very identifier that the fact has. */
static void add_true_name(struct mat_build *build, struct mat_fields *names, const char *identifier,
                          const char *true_name) {
    if (identifier && strcmp(identifier, true_name) != 0)
        mat_fields_add(build, names, identifier, mat_build_text(build, true_name));
}

void mat_facts_add(struct mat_build *build, struct mat_fields *parent, const char *name,
                   const struct facts *facts) {
    char buffer[LONGEST];
    struct mat_fields fields = {0}, names = {0};
    for (size_t i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->items[i];
        const char *identifier =
            mat_fields_add(build, &fields, fact->name, build_fact(build, fact));
        add_true_name(build, &names, identifier, fact->name);
    }
    if (fields.names.count)
        mat_fields_add(build, parent, name, mat_fields_end(build, &fields));
    if (names.names.count)
        mat_fields_add(build, parent, names_of(buffer, name), mat_fields_end(build, &names));
    mat_fields_release(&fields);
    mat_fields_release(&names);
}

char *mat_facts_true_name(const struct mat_array *names, const char *name, const char *otherwise) {
    char *text = mat_text(mat_field(names, name));
    if (!text || !*text) {
        free(text);
        text = strdup(otherwise);
    }
    if (text)
        utf8_clean(text, '?');
    return text;
}

static void read_fact(struct facts *facts, const char *name, const struct mat_array *value) {
    char *text = mat_text(value);
    if (text)
        facts_set_text(facts, name, text);
    else if (value->class == MAT_CHAR)
        facts->incomplete |= value->count && value->dims[0] == 1;
    else if (value->class == MAT_INT64 && value->count == 1 && mat_is_real(value))
        facts_set_integer(facts, name, *(const int64_t *)value->real);
    else if (value->class == MAT_DOUBLE && value->count == 1 && mat_is_real(value))
        facts_set_real(facts, name, *(const double *)value->real);
    free(text);
}

void mat_facts_read(struct facts *facts, const struct mat_array *parent, const char *name) {
    char buffer[LONGEST];
    const struct mat_array *fields = mat_field(parent, name);
    const struct mat_array *names = mat_field(parent, names_of(buffer, name));
    if (!fields || fields->class != MAT_STRUCT || fields->count != 1)
        return;
    facts->incomplete |= fields->field_count > MAT_MOST_FACTS;
    for (size_t f = 0; f < fields->field_count && !facts->incomplete; f++) {
        char *true_name = mat_facts_true_name(names, fields->fields[f], fields->fields[f]);
        facts->incomplete |= !true_name;
        if (true_name && *true_name)
            read_fact(facts, true_name, &fields->items[f]);
        free(true_name);
    }
}
