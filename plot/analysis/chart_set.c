/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/chart_set.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Doubles an array of COUNT whenever that is a power of two. */
static void *grow(void *array, size_t count, size_t size) {
    if (count & (count - 1))
        return array;
    return reallocarray(array, count ? 2 * count : 1, size);
}

void chart_set_release(struct chart_set *set) {
    for (size_t i = set->lent_count; i > 0; i--)
        set->lent[i - 1].release(set->lent[i - 1].object);
    free(set->lent);
    free(set->coloured);
    free(set->charts);
    free(set->title);
    free(set->caption);
    *set = (struct chart_set){0};
}

struct chart *chart_set_add(struct chart_set *set) {
    struct chart *charts = grow(set->charts, set->count, sizeof *charts);
    if (!charts)
        return NULL;
    set->charts = charts;
    charts[set->count] = (struct chart){.title = "", .subtitle = "", .x_label = ""};
    return &charts[set->count++];
}

void *chart_set_own(struct chart_set *set, void *object, void (*release)(void *object)) {
    struct chart_lent *lent = object ? grow(set->lent, set->lent_count, sizeof *lent) : NULL;
    if (lent) {
        set->lent = lent;
        lent[set->lent_count++] = (struct chart_lent){object, release};
        return object;
    }
    if (object)
        release(object);
    return NULL;
}

void *chart_set_room(struct chart_set *set, size_t count, size_t size) {
    return chart_set_own(set, calloc(count ? count : 1, size), free);
}

const char *chart_set_text(struct chart_set *set, const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    return length < 0 ? NULL : chart_set_own(set, text, free);
}

int chart_set_colour(struct chart_set *set, const char *name, size_t *colour) {
    for (*colour = 0; *colour < set->coloured_count; ++*colour)
        if (strcmp(set->coloured[*colour], name) == 0)
            return 0;
    const char **coloured = grow(set->coloured, set->coloured_count, sizeof *coloured);
    const char *kept = coloured ? chart_set_text(set, "%s", name) : NULL;
    if (coloured)
        set->coloured = coloured;
    if (!kept)
        return -1;
    set->coloured[set->coloured_count++] = kept;
    return 0;
}
