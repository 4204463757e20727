/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/colours.h"

#include <string.h>

static int add(struct chart_set *set, const char *library) {
    size_t colour;
    return chart_set_colour(set, library, &colour);
}

static int is_library(const struct series *series) {
    return !facts_text(&series->facts, FACT_CONTROL_OF, NULL);
}

/* Its own, whatever --ref says; else its first library is. */
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
