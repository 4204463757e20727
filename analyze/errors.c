/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/utf8.h"

struct line {
    long long size;
    char output[128];
    double max, mean, total;
};

/* size,output,max,mean,total: an output's name has no comma. */
static int read_line(const char *text, struct line *line) {
    char alone[256];
    size_t length = strcspn(text, "\n");
    if (length >= sizeof alone)
        return 0;
    memcpy(alone, text, length);
    alone[length] = '\0';
    return sscanf(alone, "%lld,%127[^,\n],%lf,%lf,%lf", &line->size, line->output, &line->max,
                  &line->mean, &line->total) == 5;
}

/* How many of the errors from FIRST on are of that size and output. */
static size_t count_told(const struct output_errors *errors, size_t first,
                         const struct measurement *m, const struct line *line) {
    size_t count = 0;
    for (size_t i = first; i < errors->count; i++)
        count += m->sizes[errors->items[i].point] == line->size &&
                 strcmp(errors->items[i].output, line->output) == 0;
    return count;
}

/* The wrong point of that size before which there are SKIPPED others; the number of points where
 * there is none. */
static size_t find_point(const struct measurement *m, const struct series *series, int64_t size,
                         size_t skipped) {
    for (size_t p = 0; p < m->points; p++)
        if (series->status[p] == CELL_WRONG && m->sizes[p] == size && skipped-- == 0)
            return p;
    return m->points;
}

static int add(struct output_errors *errors, const struct series *series, size_t point,
               const struct line *line) {
    struct output_error *items = reallocarray(errors->items, errors->count + 1, sizeof *items);
    if (!items)
        return 0;
    errors->items = items;
    struct output_error *error = &items[errors->count++];
    *error = (struct output_error){strdup(series->name), strdup(line->output), point, line->max,
                                   line->mean,           line->total};
    if (error->library)
        utf8_clean(error->library, '?');
    return error->library && error->output;
}

int errors_add(struct output_errors *errors, const struct measurement *m,
               const struct series *series) {
    const char *text = facts_text(&series->facts, FACT_OUTPUT_ERRORS, "");
    size_t first = errors->count;
    struct line line;
    int ok = 1;
    for (int n = 0; ok && *text && n < ERRORS_MOST_LINES;
         n++, text += strcspn(text, "\n"), text += *text == '\n') {
        if (!read_line(text, &line))
            continue;
        utf8_clean(line.output, '?');
        size_t told = count_told(errors, first, m, &line);
        size_t point = find_point(m, series, line.size, told);
        ok = point == m->points || add(errors, series, point, &line);
    }
    return ok;
}

void errors_release(struct output_errors *errors) {
    for (size_t i = 0; i < errors->count; i++) {
        free(errors->items[i].library);
        free(errors->items[i].output);
    }
    free(errors->items);
    *errors = (struct output_errors){0};
}
