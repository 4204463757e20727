/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/pick.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/run.h"

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory to choose by");
}

/* --- libraries --- */

static int add_library(struct pick *pick, const char *name, size_t length) {
    char **all = reallocarray(pick->libraries, pick->library_count + 1, sizeof *all);
    if (!all)
        return -1;
    pick->libraries = all;
    all[pick->library_count] = strndup(name, length);
    return all[pick->library_count] ? (pick->library_count++, 0) : -1;
}

int pick_add_libraries(struct pick *pick, const char *list, struct err *err) {
    while (1) {
        size_t length = strcspn(list, ",");
        if (!length)
            return err_set(err, ERR_USAGE, "a library has no name; give them as openblas,blis");
        if (add_library(pick, list, length))
            return no_memory(err);
        if (!list[length])
            return 0;
        list += length + 1;
    }
}

int pick_means(const struct pick *pick, size_t i, const char *library) {
    return run_is_of_family(library, pick->libraries[i]) ||
           fnmatch(pick->libraries[i], library, 0) == 0;
}

int pick_has_library(const struct pick *pick, const char *library) {
    int has = pick->library_count == 0;
    for (size_t i = 0; !has && i < pick->library_count; i++)
        has = pick_means(pick, i, library);
    return has;
}

/* --- conditions --- */

static const struct {
    const char *sign;
    int is_upper, is_open; /* the number is the upper end; it does not belong to it */
} signs[] = {{"<=", 1, 0}, {"<", 1, 1}, {">=", 0, 0}, {">", 0, 1}};

/* Sets *END behind the number. */
static int read_number(const char *text, double *number, const char **end) {
    char *rest;
    *number = strtod(text, &rest);
    *end = rest;
    return rest != text && isfinite(*number);
}

static int read_bound(const char *text, struct pick_range *range, const char **end) {
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i].sign);
        if (strncmp(text, signs[i].sign, length) != 0)
            continue;
        *range = (struct pick_range){-INFINITY, INFINITY, signs[i].is_open};
        return read_number(text + length, signs[i].is_upper ? &range->high : &range->low, end);
    }
    return 0;
}

/* strtod takes "100." off "100..1000". */
static int read_span(const char *text, struct pick_range *range, const char **end) {
    const char *dots = strstr(text, "..");
    size_t comma = strcspn(text, ",");
    char first[64] = "";
    if (!dots || dots >= text + comma || (size_t)(dots - text) >= sizeof first)
        return 0;
    memcpy(first, text, (size_t)(dots - text));
    return read_number(first, &range->low, end) && **end == '\0' &&
           read_number(dots + 2, &range->high, end) && range->low <= range->high;
}

static int read_range(const char *text, struct pick_range *range, const char **end) {
    *range = (struct pick_range){0};
    if (read_bound(text, range, end) || read_span(text, range, end))
        return 1;
    int ok = read_number(text, &range->low, end);
    range->high = range->low;
    return ok;
}

static int add_range(struct pick_condition *condition, const struct pick_range *range) {
    struct pick_range *all =
        reallocarray(condition->ranges, condition->range_count + 1, sizeof *all);
    if (!all)
        return -1;
    condition->ranges = all;
    all[condition->range_count++] = *range;
    return 0;
}

static int read_ranges(struct pick_condition *condition, const char *text, struct err *err) {
    const char *at = text, *end = text;
    do {
        struct pick_range range;
        if (!read_range(at, &range, &end) || (*end && *end != ','))
            return err_set(err, ERR_USAGE,
                           "'%s' does not say which %s; give numbers as 64,128, a span as "
                           "100..1000, or a bound as >=1000",
                           text, condition->axis);
        if (add_range(condition, &range))
            return no_memory(err);
        at = end + 1;
    } while (*end);
    return 0;
}

int pick_add_condition(struct pick *pick, const char *axis, size_t length, const char *text,
                       struct err *err) {
    struct pick_condition *all =
        reallocarray(pick->conditions, pick->condition_count + 1, sizeof *all);
    if (!all)
        return no_memory(err);
    pick->conditions = all;
    struct pick_condition *condition = &all[pick->condition_count];
    *condition = (struct pick_condition){.axis = strndup(axis, length)};
    if (!condition->axis)
        return no_memory(err);
    pick->condition_count++;
    return read_ranges(condition, text, err);
}

int pick_add_parameter(struct pick *pick, const char *text, struct err *err) {
    size_t length = strcspn(text, "=<>");
    if (!length || !text[length])
        return err_set(err, ERR_USAGE,
                       "'%s' names no parameter and number; give them as stride=8 or threads>=2",
                       text);
    return pick_add_condition(pick, text, length, text + length + (text[length] == '='), err);
}

static int is_within(const struct pick_range *range, double value) {
    return range->is_open ? value > range->low && value < range->high
                          : value >= range->low && value <= range->high;
}

static int holds(const struct pick_condition *condition, const struct space *space, size_t point) {
    const struct space_axis *axis = space_find(space, condition->axis);
    int any = 0;
    for (size_t i = 0; axis && !any && i < condition->range_count; i++)
        any = is_within(&condition->ranges[i], axis->values[point]);
    return any;
}

int pick_has_point(const struct pick *pick, const struct space *space, size_t point) {
    int all = 1;
    for (size_t i = 0; all && i < pick->condition_count; i++)
        all = holds(&pick->conditions[i], space, point);
    return all;
}

void pick_release(struct pick *pick) {
    for (size_t i = 0; i < pick->library_count; i++)
        free(pick->libraries[i]);
    for (size_t i = 0; i < pick->condition_count; i++) {
        free(pick->conditions[i].axis);
        free(pick->conditions[i].ranges);
    }
    free(pick->libraries);
    free(pick->conditions);
    *pick = (struct pick){0};
}
