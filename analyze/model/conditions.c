/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/conditions.h"

#include <stdlib.h>
#include <string.h>

static const char separator[] = ", ";

/* Where they vary, each point says so. */
static void write_threads(const struct measurement *m, const struct parameter_grid *space,
                          FILE *file) {
    const struct parameter_grid_axis *threads = parameter_grid_find(space, FACT_THREADS);
    if ((!threads || !threads->varies) && measurement_threads(m) > 1)
        fprintf(file, "%s%.10g threads", separator, measurement_threads(m));
}

static void write_conditions(const struct measurement *m, const struct parameter_grid *space,
                             FILE *file) {
    static const struct {
        const char *fact, *usual, *what;
    } kinds[] = {{FACT_CACHE_STATE, "warm", "caches"},
                 {"schedule", "interleaved", "schedule"},
                 {"layout", "common", "layout"}};
    write_threads(m, space, file);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *value = facts_text(&m->facts, kinds[i].fact, kinds[i].usual);
        if (strcmp(value, kinds[i].usual) != 0)
            fprintf(file, "%s%s %s", separator, value, kinds[i].what);
    }
    parameter_grid_write_constants(space, separator, file);
}

char *conditions_words(const struct measurement *m, const struct parameter_grid *space) {
    char *text = NULL;
    size_t size = 0, before = strlen(separator);
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    write_conditions(m, space, file);
    if (fclose(file) != 0) {
        free(text);
        return NULL;
    }
    if (size)
        memmove(text, text + before, size + 1 - before);
    return text;
}
