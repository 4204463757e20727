/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/design/spots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- parameters --- */

size_t spots_count_parameters(const struct subject *action) {
    return action->parameter_count;
}

size_t spots_find_parameter(const struct subject *action, const char *name) {
    size_t count = spots_count_parameters(action), i = 0;
    while (i < count && strcmp(action->parameters[i].name, name) != 0)
        i++;
    return i;
}

static int has_parameter(const struct subject *action, const char *name) {
    return spots_find_parameter(action, name) < spots_count_parameters(action);
}

static int names_threads(const struct settings *settings, const char *name) {
    return settings->threads.count > 1 && strcmp(name, SPOTS_THREADS) == 0;
}

const char *spots_axis(const struct subject *action, const struct settings *settings) {
    const char *axis = settings->axis;
    if (axis && (has_parameter(action, axis) || names_threads(settings, axis)))
        return axis;
    return action->size_means || !spots_count_parameters(action) ? NULL
                                                                 : action->parameters[0].name;
}

/* "number, stride", or "none". */
static void list_parameters(const struct subject *const *actions, size_t count, char *names,
                            size_t size) {
    size_t used = 0;
    snprintf(names, size, "none");
    for (size_t a = 0; a < count; a++)
        for (size_t i = 0; i < spots_count_parameters(actions[a]) && used < size; i++)
            used += (size_t)snprintf(names + used, size - used, "%s%s", used ? ", " : "",
                                     actions[a]->parameters[i].name);
}

static int check_name(const char *option, const char *name, const struct subject *const *actions,
                      size_t count, struct err *err) {
    char names[400];
    for (size_t i = 0; i < count; i++)
        if (has_parameter(actions[i], name))
            return 0;
    list_parameters(actions, count, names, sizeof names);
    return err_set(err, ERR_USAGE, "%s %.64s: the action%s no such parameter; there %s %s", option,
                   name, count > 1 ? "s have" : " has", strchr(names, ',') ? "are" : "is", names);
}

int spots_check(const struct settings *settings, const struct subject *const *actions, size_t count,
                struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < settings->parameter_count; i++)
        status = check_name("-p", settings->parameters[i].name, actions, count, err);
    if (status == 0 && settings->axis && !names_threads(settings, settings->axis))
        status = check_name("--x", settings->axis, actions, count, err);
    return status;
}

/* --- combining --- */

/* What varies: the action's parameters, and behind them the threads. */
struct grid {
    const double *values[BENCH_MAX_PARAMETERS + 1];
    size_t counts[BENCH_MAX_PARAMETERS + 1], parameters;
    const struct sizes *sizes;
};

static const struct factor *find_factor(const struct settings *settings, const char *name) {
    for (size_t i = 0; i < settings->parameter_count; i++)
        if (strcmp(settings->parameters[i].name, name) == 0)
            return &settings->parameters[i];
    return NULL;
}

static struct grid make_grid(const struct subject *action, const struct settings *settings,
                             const struct sizes *sizes) {
    static const double one = 1;
    struct grid grid = {.parameters = spots_count_parameters(action), .sizes = sizes};
    for (size_t i = 0; i < grid.parameters; i++) {
        const struct factor *given = find_factor(settings, action->parameters[i].name);
        grid.values[i] = given ? given->values : &action->parameters[i].value;
        grid.counts[i] = given ? given->count : 1;
    }
    grid.values[grid.parameters] = settings->threads.count ? settings->threads.values : &one;
    grid.counts[grid.parameters] = settings->threads.count ? settings->threads.count : 1;
    return grid;
}

/* 0: more than SPOTS_MAX. */
static size_t count_spots(const struct grid *grid) {
    size_t count = grid->sizes->count;
    for (size_t i = 0; i <= grid->parameters; i++) {
        count *= grid->counts[i];
        if (count > SPOTS_MAX)
            return 0;
    }
    return count;
}

static struct spot make_spot(const struct grid *grid, size_t number) {
    struct spot spot = {.size = grid->sizes->items[number % grid->sizes->count]};
    number /= grid->sizes->count;
    for (size_t i = grid->parameters; i-- > 0; number /= grid->counts[i])
        spot.parameters[i] = grid->values[i][number % grid->counts[i]];
    spot.threads = (int)grid->values[grid->parameters][number];
    return spot;
}

int spots_combine(struct spots *spots, const struct subject *action,
                  const struct settings *settings, const struct sizes *sizes, struct err *err) {
    struct grid grid = make_grid(action, settings, sizes);
    size_t count = count_spots(&grid);
    *spots = (struct spots){0};
    if (settings->threads.count > 1 && has_parameter(action, SPOTS_THREADS))
        return err_set(err, ERR_USAGE,
                       "%s has a parameter of its own that is called threads; give a single "
                       "number to --threads",
                       action->name);
    if (sizes->count && !count)
        return err_set(err, ERR_USAGE,
                       "%s: these sizes, parameters and threads have more than %d combinations; "
                       "choose fewer of them",
                       action->name, SPOTS_MAX);
    spots->items = malloc((count + 1) * sizeof *spots->items);
    if (!spots->items)
        return err_set(err, ERR_FAILED, "no memory for %zu points", count);
    for (; spots->count < count; spots->count++)
        spots->items[spots->count] = make_spot(&grid, spots->count);
    return 0;
}

void spots_release(struct spots *spots) {
    free(spots->items);
    *spots = (struct spots){0};
}

/* --- curves --- */

int spots_share_curve(const struct spot *a, const struct spot *b) {
    for (size_t i = 0; i < BENCH_MAX_PARAMETERS; i++)
        if (a->parameters[i] != b->parameters[i])
            return 0;
    return a->threads == b->threads;
}

int spots_are_equal(const struct spot *a, const struct spot *b) {
    return a->size == b->size && spots_share_curve(a, b);
}

size_t spots_end_curve(const struct spots *spots, size_t begin) {
    size_t end = begin + 1;
    while (end < spots->count && spots_share_curve(&spots->items[begin], &spots->items[end]))
        end++;
    return end;
}

size_t spots_count_curves(const struct spots *spots) {
    size_t count = 0;
    for (size_t p = 0; p < spots->count; p = spots_end_curve(spots, p))
        count++;
    return count;
}

/* --- for people --- */

void spots_describe(const struct subject *action, const struct spot *spot, char text[SPOTS_TEXT]) {
    size_t count = spots_count_parameters(action), used = 0;
    int has_size = action->size_means || !count;
    text[0] = '\0';
    if (has_size)
        used = (size_t)snprintf(text, SPOTS_TEXT, "n = %lld", (long long)spot->size);
    for (size_t i = 0; i < count && used < SPOTS_TEXT; i++)
        used += (size_t)snprintf(text + used, SPOTS_TEXT - used, "%s%s %g", used ? ", " : "",
                                 action->parameters[i].name, spot->parameters[i]);
    if (spot->threads > 1 && used < SPOTS_TEXT)
        snprintf(text + used, SPOTS_TEXT - used, ", %d threads", spot->threads);
}
