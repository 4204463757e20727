/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/chart_set.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"

/* --- chart set --- */

/* Returns ARRAY with room for one more element than COUNT: doubles it if COUNT is a power of two,
 * and allocates one element if COUNT is 0. */
static void *grow(void *array, size_t count, size_t size) {
    return count & (count - 1) ? array : xreallocarray(array, count ? 2 * count : 1, size);
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
    set->charts = grow(set->charts, set->count, sizeof *set->charts);
    set->charts[set->count] = (struct chart){.title = "", .subtitle = "", .x_label = ""};
    return &set->charts[set->count++];
}

void *chart_set_own(struct chart_set *set, void *object, void (*release)(void *object)) {
    set->lent = grow(set->lent, set->lent_count, sizeof *set->lent);
    set->lent[set->lent_count++] = (struct chart_lent){object, release};
    return object;
}

void *chart_set_alloc(struct chart_set *set, size_t count, size_t size) {
    return chart_set_own(set, xcalloc(count, size), free);
}

const char *chart_set_text(struct chart_set *set, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = xvasprintf(format, arguments);
    va_end(arguments);
    return chart_set_own(set, text, free);
}

size_t chart_set_colour(struct chart_set *set, const char *name) {
    for (size_t colour = 0; colour < set->coloured_count; colour++)
        if (strcmp(set->coloured[colour], name) == 0)
            return colour;
    set->coloured = grow(set->coloured, set->coloured_count, sizeof *set->coloured);
    set->coloured[set->coloured_count] = chart_set_text(set, "%s", name);
    return set->coloured_count++;
}

void chart_set_caption(struct chart_set *set) {
    size_t size;
    FILE *caption = xopen_memstream(&set->caption, &size);
    for (size_t i = 0; i < set->count; i++)
        fprintf(caption, "%s%s: %s", i ? "\n" : "", set->charts[i].title, set->charts[i].subtitle);
    xclose_memstream(caption);
}

/* --- colours --- */

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
    (void)run;
    (void)err;
    if (set->coloured_count == 0 && reference && is_library(reference))
        chart_set_colour(set, reference->name);
    for (size_t s = 0; s < whole->series_count; s++)
        if (is_library(&whole->series[s]))
            chart_set_colour(set, whole->series[s].name);
    return 0;
}

void colours_survey(struct input *input, struct chart_set *set) {
    input->survey = note;
    input->survey_context = set;
}

void colours_settle(struct chart_set *set, const struct table *table) {
    for (size_t i = 0; set->coloured_count == 0 && i < table->summary_count; i++)
        if (table->summaries[i].is_reference)
            chart_set_colour(set, table->summaries[i].library);
    for (size_t i = 0; i < table->summary_count; i++)
        chart_set_colour(set, table->summaries[i].library);
    set->library_count = set->coloured_count;
}
