/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/chart_set.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- chart set --- */

/* Returns ARRAY with room for one more element than COUNT: doubles it if COUNT is a power of two,
 * and allocates one element if COUNT is 0. */
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

void *chart_set_alloc(struct chart_set *set, size_t count, size_t size) {
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

/* --- colours --- */

static int add(struct chart_set *set, const char *library) {
    size_t colour;
    return chart_set_colour(set, library, &colour);
}

static int is_library(const struct series *series) {
    return !facts_text(&series->facts, FACT_CONTROL_OF, NULL);
}

/* Returns the measurement's own reference, whatever --ref says, or NULL if there is none; then the
 * measurement's first library gets the first colour. */
static const struct series *own_reference(const struct measurement *m) {
    const char *name = facts_text(&m->facts, FACT_REFERENCE, NULL);
    return name ? measurement_find(m, name) : NULL;
}

static int note(void *context, const struct run *run, const struct measurement *whole,
                struct err *err) {
    struct chart_set *set = context;
    const struct series *reference = own_reference(whole);
    int code = 0;
    (void)run;
    if (set->coloured_count == 0 && reference && is_library(reference))
        code = add(set, reference->name);
    for (size_t s = 0; code == 0 && s < whole->series_count; s++)
        if (is_library(&whole->series[s]))
            code = add(set, whole->series[s].name);
    return code ? err_set(err, ERR_FAILED, "no memory for the colours of libraries") : 0;
}

void colours_survey(struct input *input, struct chart_set *set) {
    input->survey = note;
    input->survey_context = set;
}

int colours_settle(struct chart_set *set, const struct table *table) {
    int code = 0;
    for (size_t i = 0; code == 0 && set->coloured_count == 0 && i < table->summary_count; i++)
        if (table->summaries[i].is_reference)
            code = add(set, table->summaries[i].library);
    for (size_t i = 0; code == 0 && i < table->summary_count; i++)
        code = add(set, table->summaries[i].library);
    set->library_count = set->coloured_count;
    return code;
}
