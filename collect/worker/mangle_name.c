/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/mangle_name.h"

#include <string.h>

enum branch { OUTSIDE, REAL, COMPLEX };

static const struct letters {
    char type;
    const char *one, *with_parts; /* what ? and % stand for */
    int is_complex, is_single;
} types[] = {
    {'s', "s", "s", 0, 1},
    {'d', "d", "d", 0, 0},
    {'c', "c", "sc", 1, 1},
    {'z', "z", "dz", 1, 0},
};

struct speller {
    char *name;
    size_t used, size;
    const struct letters *letters;
    enum branch branch;
    int in_braces;
};

static const struct letters *find(char type) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return &types[i];
    return NULL;
}

static int is_left_out(const struct speller *s) {
    return (s->in_braces && !s->letters->is_single) ||
           s->branch == (s->letters->is_complex ? REAL : COMPLEX);
}

static int append(struct speller *s, const char *text, size_t length) {
    if (is_left_out(s))
        return 1;
    if (length >= s->size - s->used)
        return 0;
    memcpy(s->name + s->used, text, length);
    s->used += length;
    return 1;
}

static int change_branch(struct speller *s, enum branch from, enum branch to) {
    if (s->branch != from || s->in_braces)
        return 0;
    s->branch = to;
    return 1;
}

static int change_braces(struct speller *s, int to) {
    if (s->in_braces == to)
        return 0;
    s->in_braces = to;
    return 1;
}

static int is_of_a_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static int take(struct speller *s, const char *c) {
    switch (*c) {
    case '?':
        return append(s, s->letters->one, strlen(s->letters->one));
    case '%':
        return append(s, s->letters->with_parts, strlen(s->letters->with_parts));
    case '<':
        return change_branch(s, OUTSIDE, REAL);
    case '|':
        return change_branch(s, REAL, COMPLEX);
    case '>':
        return change_branch(s, COMPLEX, OUTSIDE);
    case '{':
        return change_braces(s, 1);
    case '}':
        return change_braces(s, 0);
    default:
        return is_of_a_name(*c) && append(s, c, 1);
    }
}

static int spell_all(struct speller *s, const char *pattern) {
    for (const char *c = pattern; *c; c++)
        if (!take(s, c))
            return 0;
    return s->used > 0 && s->branch == OUTSIDE && !s->in_braces;
}

int mangle_name(const char *pattern, char type, char *name, size_t size) {
    struct speller s = {.name = name, .size = size, .letters = find(type)};
    int is_spelled = pattern && s.letters && spell_all(&s, pattern);
    name[is_spelled ? s.used : 0] = 0;
    return is_spelled;
}
