/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/design/design_points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"

/* --- parameters --- */

size_t design_points_count_parameters(const struct action_info *action) {
    return action->parameter_count;
}

size_t design_points_find_parameter(const struct action_info *action, const char *name) {
    size_t count = design_points_count_parameters(action), i = 0;
    while (i < count && strcmp(action->parameters[i].name, name) != 0)
        i++;
    return i;
}

static int has_parameter(const struct action_info *action, const char *name) {
    return design_points_find_parameter(action, name) < design_points_count_parameters(action);
}

const char *design_points_threads(const struct action_info *action) {
    return action->is_parallel ? DESIGN_POINTS_RANKS : DESIGN_POINTS_THREADS;
}

static const struct factor *threads_of(const struct action_info *action,
                                       const struct settings *settings) {
    return action->is_parallel ? &settings->ranks : &settings->threads;
}

static int names_threads(const struct settings *settings, const char *name) {
    return (settings->threads.count > 1 && strcmp(name, DESIGN_POINTS_THREADS) == 0) ||
           (settings->ranks.count > 1 && strcmp(name, DESIGN_POINTS_RANKS) == 0);
}

const char *design_points_axis(const struct action_info *action, const struct settings *settings) {
    const char *axis = settings->axis;
    if (axis && (has_parameter(action, axis) || names_threads(settings, axis)))
        return axis;
    return action->size_means || !design_points_count_parameters(action)
               ? NULL
               : action->parameters[0].name;
}

static int check_name(const char *option, const char *name,
                      const struct action_info *const *actions, size_t count, struct err *err) {
    char names[400];
    for (size_t i = 0; i < count; i++)
        if (has_parameter(actions[i], name))
            return 0;

    /* "number, stride", or "none" */
    size_t size = sizeof names;
    size_t used = 0;
    snprintf(names, size, "none");
    for (size_t a = 0; a < count; a++)
        for (size_t i = 0; i < design_points_count_parameters(actions[a]) && used < size; i++)
            used += (size_t)snprintf(names + used, size - used, "%s%s", used ? ", " : "",
                                     actions[a]->parameters[i].name);

    return err_set(err, ERR_USAGE, "%s %.64s: the action%s no such parameter; there %s %s%s",
                   option, name, count > 1 ? "s have" : " has", strchr(names, ',') ? "are" : "is",
                   names, suggest_among(name, names).text);
}

int design_points_check(const struct settings *settings, const struct action_info *const *actions,
                        size_t count, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < settings->parameter_count; i++)
        status = settings->parameters[i].word_count /* commands differ by them, not points */
                     ? 0
                     : check_name("-p", settings->parameters[i].name, actions, count, err);
    if (status == 0 && settings->axis && !names_threads(settings, settings->axis))
        status = check_name("--x", settings->axis, actions, count, err);
    return status;
}

/* --- combining --- */

/* What varies: the action's parameters, and after them the threads. */
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

/* Returns 0 if there are more than DESIGN_POINTS_MAX. */
static size_t count_design_points(const struct grid *grid) {
    size_t count = grid->sizes->count;
    for (size_t i = 0; i <= grid->parameters; i++) {
        count *= grid->counts[i];
        if (count > DESIGN_POINTS_MAX)
            return 0;
    }
    return count;
}

static struct design_point make_design_point(const struct grid *grid, size_t number) {
    struct design_point design_point = {.size = grid->sizes->items[number % grid->sizes->count]};
    number /= grid->sizes->count;
    for (size_t i = grid->parameters; i-- > 0; number /= grid->counts[i])
        design_point.parameters[i] = grid->values[i][number % grid->counts[i]];
    design_point.threads = (int)grid->values[grid->parameters][number];
    return design_point;
}

int design_points_combine(struct design_points *design_points, const struct action_info *action,
                          const struct settings *settings, const struct sizes *sizes,
                          struct err *err) {
    static const double one = 1;
    struct grid grid = {.parameters = design_points_count_parameters(action), .sizes = sizes};
    for (size_t i = 0; i < grid.parameters; i++) {
        const struct factor *given = find_factor(settings, action->parameters[i].name);
        grid.values[i] = given ? given->values : &action->parameters[i].value;
        grid.counts[i] = given ? given->count : 1;
    }
    const struct factor *threads = threads_of(action, settings);
    grid.values[grid.parameters] = threads->count ? threads->values : &one;
    grid.counts[grid.parameters] = threads->count ? threads->count : 1;

    size_t count = count_design_points(&grid);
    *design_points = (struct design_points){0};
    if (settings->threads.count > 1 && has_parameter(action, DESIGN_POINTS_THREADS))
        return err_set(err, ERR_USAGE,
                       "%s has a parameter of its own that is called threads; give a single "
                       "number to --threads",
                       action->name);
    if (sizes->count && !count)
        return err_set(err, ERR_USAGE,
                       "%s: these sizes, parameters and threads have more than %d combinations; "
                       "choose fewer of them",
                       action->name, DESIGN_POINTS_MAX);
    design_points->items = malloc((count + 1) * sizeof *design_points->items);
    if (!design_points->items)
        return err_set(err, ERR_FAILED, "no memory for %zu points", count);
    for (; design_points->count < count; design_points->count++)
        design_points->items[design_points->count] = make_design_point(&grid, design_points->count);
    return 0;
}

void design_points_release(struct design_points *design_points) {
    free(design_points->items);
    *design_points = (struct design_points){0};
}

/* --- curves --- */

int design_points_share_curve(const struct design_point *a, const struct design_point *b) {
    for (size_t i = 0; i < BENCH_MAX_PARAMETERS; i++)
        if (a->parameters[i] != b->parameters[i])
            return 0;
    return a->threads == b->threads;
}

int design_points_are_equal(const struct design_point *a, const struct design_point *b) {
    return a->size == b->size && design_points_share_curve(a, b);
}

size_t design_points_end_curve(const struct design_points *design_points, size_t begin) {
    size_t end = begin + 1;
    while (end < design_points->count &&
           design_points_share_curve(&design_points->items[begin], &design_points->items[end]))
        end++;
    return end;
}

size_t design_points_count_curves(const struct design_points *design_points) {
    size_t count = 0;
    for (size_t p = 0; p < design_points->count; p = design_points_end_curve(design_points, p))
        count++;
    return count;
}

/* --- for people --- */

void design_points_describe(const struct action_info *action,
                            const struct design_point *design_point,
                            char text[DESIGN_POINTS_TEXT]) {
    size_t count = design_points_count_parameters(action), used = 0;
    int has_size = action->size_means || (!count && !action->commands && !action->makes_trials);
    text[0] = '\0';
    if (has_size)
        used =
            (size_t)snprintf(text, DESIGN_POINTS_TEXT, "n = %lld", (long long)design_point->size);
    for (size_t i = 0; i < count && used < DESIGN_POINTS_TEXT; i++)
        used +=
            (size_t)snprintf(text + used, DESIGN_POINTS_TEXT - used, "%s%s %g", used ? ", " : "",
                             action->parameters[i].name, design_point->parameters[i]);
    if (design_point->threads > 1 && used < DESIGN_POINTS_TEXT)
        snprintf(text + used, DESIGN_POINTS_TEXT - used, "%s%d %s", used ? ", " : "",
                 design_point->threads, design_points_threads(action));
}
