/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "store/native/encoding.h"
#include "store/hdf5/names.h"
#include "store/native/object.h"

/* One taken apart; what it points to is the object's. */
struct parts {
    const char *name;
    const unsigned char *type, *value;
    size_t type_size, value_size;
    int is_single;
};

/* The space of one that is no single value may be of a kind that is not known here. */
static int take_parts(const struct object_attribute *a, struct parts *parts) {
    struct cursor c = {a->message, a->size, 0};
    hsize_t dims[ARRAY_MAX_RANK];
    unsigned version = (unsigned)cursor_number(&c, 1), flags = (unsigned)cursor_number(&c, 1);
    size_t name_size = cursor_number(&c, 2);
    parts->type_size = cursor_number(&c, 2);
    size_t space_size = cursor_number(&c, 2);
    cursor_number(&c, 1);
    const unsigned char *name = cursor_take(&c, name_size);
    parts->type = cursor_take(&c, parts->type_size);
    const unsigned char *space = cursor_take(&c, space_size);
    if (c.failed || version != 3 || flags != 0 || name_size == 0 || name[name_size - 1] ||
        parts->type_size < 8)
        return -1;
    struct cursor within = {space, space_size, 0};
    int rank = encoding_space(&within, dims);
    parts->is_single = rank >= 0;
    for (int i = 0; i < rank; i++)
        parts->is_single &= dims[i] == 1;
    parts->name = (const char *)name;
    parts->value = c.at;
    parts->value_size = c.left;
    return 0;
}

/* Of fixed length, ended by a zero if it is shorter. */
static int take_text(const struct parts *p, char **text) {
    size_t size = file_view_number(p->type + 4, 4);
    if ((p->type[0] & 15) != ENCODING_TEXT || (p->type[1] & 15) > 1 || !p->is_single ||
        size > p->value_size)
        return -1;
    *text = strndup((const char *)p->value, size);
    return *text ? 0 : -1;
}

int object_text(const struct object *o, const char *name, char **text) {
    struct parts parts;
    *text = NULL;
    for (size_t i = 0; i < o->attribute_count; i++) {
        if (take_parts(&o->attributes[i], &parts))
            return -1;
        if (strcmp(parts.name, name) == 0)
            return take_text(&parts, text);
    }
    return 0;
}

static int add_text(struct facts *facts, const char *name, const struct parts *p) {
    char *text;
    if (take_text(p, &text))
        return -1;
    facts_set_text(facts, name, text);
    free(text);
    return 0;
}

static int add_value(struct facts *facts, const char *name, const struct parts *p) {
    int class = p->type[0] & 15;
    if (class == ENCODING_TEXT)
        return add_text(facts, name, p);
    if (class != ENCODING_INTEGER && class != ENCODING_REAL)
        return 0;
    if (!p->is_single || p->value_size < sizeof(uint64_t))
        return -1;
    uint64_t bits = file_view_number(p->value, sizeof bits);
    double real;
    memcpy(&real, &bits, sizeof real);
    if (encoding_is_integer(p->type, p->type_size))
        facts_set_integer(facts, name, (int64_t)bits);
    else if (encoding_is_real(p->type, p->type_size))
        facts_set_real(facts, name, real);
    else
        return -1;
    return 0;
}

static int add_fact(struct facts *facts, const struct object_attribute *attribute) {
    struct parts parts;
    char *name = take_parts(attribute, &parts) ? NULL : strdup(parts.name);
    if (!name)
        return -1;
    int failed = names_decode_fact(name) == 0 ? add_value(facts, name, &parts) : 0;
    free(name);
    return failed || facts->incomplete ? -1 : 0;
}

int object_facts(const struct object *o, struct facts *facts) {
    int failed = 0;
    for (size_t i = 0; i < o->attribute_count && !failed; i++)
        failed = add_fact(facts, &o->attributes[i]);
    return failed;
}
