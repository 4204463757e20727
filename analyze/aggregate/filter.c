/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/filter.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/table.h"
#include "formats/model/run.h"
#include "formats/text/xalloc.h"

static char *copy_part(const char *text, size_t length) {
    return xasprintf("%.*s", (int)length, text);
}

/* --- libraries --- */

int filter_add_libraries(struct filter *filter, const char *list, struct err *err) {
    while (1) {
        size_t length = strcspn(list, ",");
        if (!length)
            return err_set(err, ERR_USAGE, "a library has no name; give them as openblas,blis");
        filter->libraries =
            xreallocarray(filter->libraries, filter->library_count + 1, sizeof *filter->libraries);
        filter->libraries[filter->library_count++] = copy_part(list, length);
        if (!list[length])
            return 0;
        list += length + 1;
    }
}

int filter_means(const struct filter *filter, size_t i, const char *library) {
    const char *name = filter->libraries[i];
    return strcmp(library, name) == 0 || run_is_of_family(library, name) ||
           fnmatch(name, library, 0) == 0;
}

int filter_has_library(const struct filter *filter, const char *library) {
    int has = filter->library_count == 0;
    for (size_t i = 0; !has && i < filter->library_count; i++)
        has = filter_means(filter, i, library);
    return has;
}

/* --- conditions --- */

static const struct {
    const char *sign;
    int is_upper, is_open; /* the number is the upper end; the range excludes it */
} signs[] = {{"<=", 1, 0}, {"<", 1, 1}, {">=", 0, 0}, {">", 0, 1}};

/* Sets *END to the first character after the number, which may be in thousands: 1k, 2.5M. */
static int read_number(const char *text, double *number, const char **end) {
    char *rest;
    *number = strtod(text, &rest);
    if (rest != text && *rest && strchr("kKMG", *rest)) {
        *number *= *rest == 'G' ? 1e9 : *rest == 'M' ? 1e6 : 1e3;
        rest++;
    }
    *end = rest;
    return rest != text && isfinite(*number);
}

static int read_bound(const char *text, struct filter_range *range, const char **end) {
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i].sign);
        if (strncmp(text, signs[i].sign, length) != 0)
            continue;
        *range = (struct filter_range){-INFINITY, INFINITY, signs[i].is_open};
        return read_number(text + length, signs[i].is_upper ? &range->high : &range->low, end);
    }
    return 0;
}

/* The text before the dots is copied, because strtod would read "100." from "100..1000". */
static int read_span(const char *text, struct filter_range *range, const char **end) {
    const char *dots = strstr(text, "..");
    size_t comma = strcspn(text, ",");
    char first[64] = "";
    if (!dots || dots >= text + comma || (size_t)(dots - text) >= sizeof first)
        return 0;
    memcpy(first, text, (size_t)(dots - text));
    range->low = -INFINITY;
    range->high = INFINITY;
    *end = dots + 2;
    if (*first && (!read_number(first, &range->low, end) || **end))
        return 0;
    *end = dots + 2;
    int has_end = **end && **end != ',';
    return (*first || has_end) && (!has_end || read_number(dots + 2, &range->high, end)) &&
           range->low <= range->high;
}

static int read_range(const char *text, struct filter_range *range, const char **end) {
    *range = (struct filter_range){0};
    if (read_bound(text, range, end) || read_span(text, range, end))
        return 1;
    int ok = read_number(text, &range->low, end);
    range->high = range->low;
    return ok;
}

int filter_add_condition(struct filter *filter, const char *axis, size_t length, const char *text,
                         struct err *err) {
    filter->conditions =
        xreallocarray(filter->conditions, filter->condition_count + 1, sizeof *filter->conditions);
    struct filter_condition *condition = &filter->conditions[filter->condition_count++];
    *condition = (struct filter_condition){.axis = copy_part(axis, length), .text = xstrdup(text)};

    const char *at = text, *end = text;
    do {
        struct filter_range range;
        if (!read_range(at, &range, &end) || (*end && *end != ','))
            return err_set(err, ERR_USAGE,
                           "'%s' does not say which %s; give numbers as 64,128, a span as "
                           "100..1000, or a bound as >=1000",
                           text, condition->axis);
        condition->ranges =
            xreallocarray(condition->ranges, condition->range_count + 1, sizeof *condition->ranges);
        condition->ranges[condition->range_count++] = range;
        at = end + 1;
    } while (*end);
    return 0;
}

int filter_add_parameter(struct filter *filter, const char *text, struct err *err) {
    size_t length = strcspn(text, "=<>");
    if (!length || !text[length])
        return err_set(err, ERR_USAGE,
                       "'%s' names no parameter and number; give them as stride=8 or threads>=2",
                       text);
    return filter_add_condition(filter, text, length, text + length + (text[length] == '='), err);
}

int filter_condition_holds(const struct filter_condition *condition, double value) {
    int holds = 0;
    for (size_t i = 0; !holds && i < condition->range_count; i++) {
        const struct filter_range *range = &condition->ranges[i];
        holds = range->is_open ? value > range->low && value < range->high
                               : value >= range->low && value <= range->high;
    }
    return holds;
}

int filter_has_point(const struct filter *filter, const struct parameter_grid *space,
                     size_t point) {
    int all = 1;
    for (size_t i = 0; all && i < filter->condition_count; i++) {
        const struct filter_condition *condition = &filter->conditions[i];
        const struct parameter_grid_axis *axis = parameter_grid_find(space, condition->axis);
        all = axis && filter_condition_holds(condition, axis->values[point]);
    }
    return all;
}

void filter_release(struct filter *filter) {
    for (size_t i = 0; i < filter->library_count; i++)
        free(filter->libraries[i]);
    for (size_t i = 0; i < filter->condition_count; i++) {
        free(filter->conditions[i].axis);
        free(filter->conditions[i].text);
        free(filter->conditions[i].ranges);
    }
    free(filter->libraries);
    free(filter->conditions);
    *filter = (struct filter){0};
}

/* --- selected cell --- */

/* One block holds the samples of all series. */
struct selected_cell *selected_cell_new(size_t rounds, size_t seeds) {
    struct selected_cell *chosen = xcalloc(1, sizeof *chosen);
    chosen->block = xcalloc(2 * SELECTED_CELL_WHOSE * rounds * seeds, sizeof(double));
    chosen->rounds = rounds;
    chosen->seeds = seeds;
    return chosen;
}

void selected_cell_free(struct selected_cell *chosen) {
    if (chosen)
        free(chosen->block);
    free(chosen);
}

void selected_cell_keep(struct selected_cell *chosen, enum selected_cell_whose whose,
                        const double *seconds, const double *batches) {
    size_t samples = chosen->rounds * chosen->seeds;
    chosen->seconds[whose] = chosen->block + 2 * whose * samples;
    chosen->batches[whose] = chosen->seconds[whose] + samples;
    memcpy(chosen->seconds[whose], seconds, samples * sizeof *seconds);
    memcpy(chosen->batches[whose], batches, samples * sizeof *batches);
}

static int is_named(const struct filter *filter, const char *library) {
    int is = 0;
    for (size_t i = 0; !is && i < filter->library_count; i++)
        is = strcmp(filter->libraries[i], library) == 0;
    return is;
}

int selected_cell_means(const struct filter *filter, const struct row *row,
                        const struct summary_row *libraries, size_t count) {
    int any_is_named = 0;
    for (size_t i = 0; !any_is_named && i < count; i++)
        any_is_named = is_named(filter, libraries[i].library);
    int is_meant =
        any_is_named ? is_named(filter, row->library) : filter_has_library(filter, row->library);
    return is_meant && filter_has_point(filter, row->space, row->point);
}
