/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/size_choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/header_words.h"
#include "formats/model/ascending.h"
#include "formats/text/decimal.h"

/* How well parameter number K of an action would do. */
struct candidate {
    size_t k;
    size_t word;   /* its place among the words for sizes */
    int is_longer; /* times grow with it */
    size_t values; /* how many different ones */
};

static int can_be_size(const struct gathered_action *action, size_t k) {
    int64_t whole;
    size_t p = 0;
    if (header_read(action->parameters[k]).role == HEADER_PARAMETER)
        return 0;
    while (p < action->point_count &&
           decimal_is_whole(import_builder_value(action->points[p], k), &whole) && whole > 0)
        p++;
    return p == action->point_count;
}

static int has_only_a_place(const char *name) {
    return strncmp(name, "arg", 3) == 0 && name[3] &&
           strspn(name + 3, "0123456789") == strlen(name + 3);
}

/* --- times --- */

/* Returns the mean time at each point, by its number; NaN without one. NULL if memory runs out. */
static double *mean_times(const struct gathered_action *action) {
    double *times = calloc(action->point_count, sizeof *times);
    size_t *counts = calloc(action->point_count, sizeof *counts);
    for (size_t i = 0; times && counts && i < action->sample_count; i++) {
        uint32_t point = action->cells[action->samples[i].cell].point;
        if (isnan(action->samples[i].seconds))
            continue;
        times[point] += action->samples[i].seconds;
        counts[point]++;
    }
    for (size_t p = 0; times && counts && p < action->point_count; p++)
        times[p] = counts[p] ? times[p] / (double)counts[p] : NAN;
    if (!counts) {
        free(times);
        times = NULL;
    }
    free(counts);
    return times;
}

/* Compares points by all parameters but K. */
static int compare_others(const struct gathered_point *x, const struct gathered_point *y,
                          size_t k) {
    for (size_t i = 0; i < x->count || i < y->count; i++) {
        double a = import_builder_value(x, i), b = import_builder_value(y, i);
        int order = isnan(a) || isnan(b) ? !!isnan(a) - !!isnan(b) : (a > b) - (a < b);
        if (order && i != k)
            return order;
    }
    return 0;
}

static int compare_along(const void *a, const void *b, void *context) {
    const struct gathered_point *x = *(void *const *)a, *y = *(void *const *)b;
    size_t k = *(const size_t *)context;
    int order = compare_others(x, y, k);
    return order ? order : ascending_reals(&x->values[k], &y->values[k]);
}

/* Whether most steps of parameter K, at which all others stay, take longer. ORDER has room for all
 * points. */
static int grows(const struct gathered_action *action, size_t k, const double *times,
                 const struct gathered_point **order) {
    size_t longer = 0, steps = 0;
    memcpy(order, action->points, action->point_count * sizeof *order);
    qsort_r(order, action->point_count, sizeof *order, compare_along, &k);
    for (size_t p = 1; p < action->point_count; p++) {
        double before = times[order[p - 1]->number], after = times[order[p]->number];
        if (isnan(before) || isnan(after) || compare_others(order[p - 1], order[p], k) != 0)
            continue;
        longer += after > before;
        steps++;
    }
    return 4 * longer > 3 * steps;
}

static size_t count_values(const struct gathered_action *action, size_t k, double *room) {
    size_t count = 0;
    for (size_t p = 0; p < action->point_count; p++)
        room[p] = action->points[p]->values[k];
    qsort(room, action->point_count, sizeof *room, ascending_reals);
    for (size_t p = 0; p < action->point_count; p++)
        count += p == 0 || room[p] != room[p - 1];
    return count;
}

/* --- choosing --- */

static int is_better(const struct candidate *one, const struct candidate *than) {
    if (one->word != than->word)
        return one->word < than->word;
    if (one->word != HEADER_NO_WORD)
        return 0;
    if (one->is_longer != than->is_longer)
        return one->is_longer;
    return one->values >= than->values;
}

static void take(struct gathered_action *action, size_t k) {
    for (size_t p = 0; p < action->point_count; p++) {
        struct gathered_point *point = action->points[p];
        decimal_is_whole(point->values[k], &point->size);
        memmove(&point->values[k], &point->values[k + 1],
                (--point->count - k) * sizeof *point->values);
    }
    for (size_t i = 0; i < action->spelling_count; i++)
        if (strcmp(action->spellings[i].parameter, action->parameters[k]) == 0)
            *action->spellings[i].parameter = '\0';
    if (has_only_a_place(action->parameters[k]) || action->size_name)
        free(action->parameters[k]);
    else
        action->size_name = action->parameters[k];
    memmove(&action->parameters[k], &action->parameters[k + 1],
            (--action->parameter_count - k) * sizeof *action->parameters);
    action->has_size = 1;
}

int size_choice_make(struct gathered_action *action) {
    struct candidate best = {.k = action->parameter_count, .word = HEADER_NO_WORD};
    if (!action->has_any_size || action->has_size || !action->parameter_count)
        return 1;
    double *times = mean_times(action);
    double *room = malloc(action->point_count * sizeof *room);
    const struct gathered_point **order = malloc(action->point_count * sizeof *order);
    int is_room = times && room && order;
    for (size_t k = 0; is_room && k < action->parameter_count; k++) {
        if (!can_be_size(action, k))
            continue;
        struct candidate one = {.k = k,
                                .word = header_word(action->parameters[k], HEADER_SIZE),
                                .is_longer = grows(action, k, times, order),
                                .values = count_values(action, k, room)};
        if (best.k == action->parameter_count || is_better(&one, &best))
            best = one;
    }
    free(times);
    free(room);
    free(order);
    if (best.k < action->parameter_count)
        take(action, best.k);
    return is_room;
}
