/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/announce.h"

#include <stdarg.h>
#include <stdio.h>

#include "collect/design/design_points.h"
#include "collect/harness/number.h"
#include "collect/session/job_prepare.h"
#include "formats/text/seconds.h"

/* Text that is added to; what does not fit is cut off. */
struct line {
    char *text;
    size_t size, used;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (line->used < line->size)
        line->used +=
            (size_t)vsnprintf(line->text + line->used, line->size - line->used, format, list);
    va_end(list);
}

static void add_count(struct line *line, size_t count, const char *one, const char *many) {
    add(line, "%zu %s", count, count == 1 ? one : many);
}

/* --- what --- */

static double size_of(const struct design_point *point, size_t column) {
    (void)column;
    return (double)point->size;
}

static double threads_of(const struct design_point *point, size_t column) {
    (void)column;
    return point->threads;
}

static double parameter_of(const struct design_point *point, size_t column) {
    return point->parameters[column];
}

typedef double value_of(const struct design_point *point, size_t column);

static size_t count_values(const struct design_points *points, value_of *value, size_t column) {
    size_t count = 0;
    for (size_t p = 0; p < points->count; p++) {
        size_t before = 0;
        while (before < p &&
               value(&points->items[before], column) != value(&points->items[p], column))
            before++;
        count += before == p;
    }
    return count;
}

/* The sizes that planning leaves out are not known yet. */
static const char *up_to(const struct settings *settings, const struct job *job) {
    int may_be_cut = settings->sizes_wanted == SIZES_THINNED ||
                     (settings->time > 0 && settings->sizes_wanted == SIZES_FULL);
    return may_be_cut && !job_sizes_are_given(settings, job) && job->design_points.count > 1
               ? "up to "
               : "";
}

/* " × 8 sizes × 2 values of stride", or " × 12 points" where not all combinations are measured. */
static void add_points(struct line *line, const struct settings *settings, const struct job *job) {
    const struct action_info *action = job->action;
    const struct design_points *points = &job->design_points;
    size_t sizes = count_values(points, size_of, 0), threads = count_values(points, threads_of, 0);
    size_t parameters = design_points_count_parameters(action), all = sizes * threads;
    for (size_t j = 0; j < parameters; j++)
        all *= count_values(points, parameter_of, j);
    if (all != points->count) {
        add(line, " × %s", up_to(settings, job));
        add_count(line, points->count, "point", "points");
        return;
    }
    if (action->size_means) {
        add(line, " × %s", up_to(settings, job));
        add_count(line, sizes, "size", "sizes");
    }
    for (size_t j = 0; j < parameters; j++) {
        size_t values = count_values(points, parameter_of, j);
        if (values > 1)
            add(line, " × %zu values of %s", values, action->parameters[j].name);
    }
    if (threads > 1)
        add(line, " × %zu numbers of %s", threads, design_points_threads(action));
}

static void add_conditions(struct line *line, const struct settings *settings,
                           const struct job *job) {
    const struct action_info *action = job->action;
    int threads = job->design_points.items[0].threads;
    if (action_info_has_type(action))
        add(line, ", %s precision", number_name(action->type));
    if (threads > 1 && count_values(&job->design_points, threads_of, 0) == 1)
        add(line, ", %d %s", threads, design_points_threads(action));
    if (settings->mode != MODE_AVERAGE)
        add(line, ", mode %s", mode_name(settings->mode));
    if (settings->cache == CACHE_COLD)
        add(line, ", cold caches");
    if (settings->alignment != ALIGNMENT_LINE)
        add(line, ", %s alignment", alignment_name(settings->alignment));
    if (settings->transfers == TRANSFERS_INCLUDED)
        add(line, ", transfers included");
    if (settings->inputs != INPUTS_AUTO || action->functions)
        add(line, ", %s",
            settings->inputs == INPUTS_SAME ? "the same numbers in all calls"
                                            : "other numbers in each call");
    if (action->commands && action->commands->output_count == 1)
        add(line, ", standard output: %.200s", action->commands->outputs[0]);
}

static void add_what(struct line *line, const struct settings *settings, const struct job *job) {
    size_t count = job->candidate_count;
    add(line, "%.64s: %zu %s", job->action->name, count, participants_word(job, count));
    add_points(line, settings, job);
    add_conditions(line, settings, job);
}

/* --- how long --- */

/* Whether planning leaves out sizes so that the least rounds end in the whole time. */
static int is_bounded(const struct settings *settings, const struct job *job, int is_alone) {
    return is_alone && settings->sizes_wanted == SIZES_THINNED &&
           !job_sizes_are_given(settings, job);
}

static void add_how_long(struct line *line, const struct settings *settings, const struct job *job,
                         int is_alone) {
    char most[32], trial[32];
    int is_fixed = (settings->fixed & SETTINGS_FIX_ROUNDS) != 0;
    add(line, "; ");
    if (job->action->makes_trials &&
        (!(settings->time > 0) || settings->fixed & SETTINGS_FIX_TRIAL))
        add(line, "trials of %s, ", seconds_format(trial, sizeof trial, settings->trial, 2));
    if (settings->plan_for > 0) {
        add(line, "rounds as planned for ratios within ±%g %%, at most %s",
            100 * settings->plan_for,
            seconds_format(most, sizeof most, settings_max_time(settings), 2));
        return;
    }
    if (is_fixed || !(settings->time > 0))
        add_count(line, (size_t)settings->rounds, "round", "rounds");
    if (settings->time > 0)
        add(line, "%sabout %g s%s", is_fixed ? " in " : "", settings->time,
            is_alone ? "" : " with all actions");
    else if (settings->precision > 0)
        add(line, " or more until all ratios are within ±%g %%, at most %s",
            100 * settings->precision,
            seconds_format(most, sizeof most, settings_max_time(settings), 2));
    else if (settings->detectable > 0 && job->candidate_count > 1)
        add(line, "%s",
            is_bounded(settings, job, is_alone) ? " or more, at most about a minute"
                                                : ", more while they end within a minute");
}

void announce_describe(const struct settings *settings, const struct job *job, int is_alone,
                       char *text, size_t size) {
    struct line line = {text, size, 0};
    text[0] = '\0';
    add_what(&line, settings, job);
    add_how_long(&line, settings, job, is_alone);
}
