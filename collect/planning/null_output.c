/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/null_output.h"

#include <math.h>
#include <stdio.h>

#include "collect/harness/clock.h"
#include "formats/text/seconds.h"

enum { MOST_PAIRS = 4, LEAST_PAIRS = 2 };

/* Seconds: of a run that is tried, and of the pairs of one command. */
static const double longest_run = 0.5, enough = 0.2;

double null_output_factor(const double *to_null, const double *to_pipe, size_t count) {
    double longest_null = 0, shortest_null = INFINITY, shortest_pipe = INFINITY;
    for (size_t i = 0; i < count; i++) {
        longest_null = fmax(longest_null, to_null[i]);
        shortest_null = fmin(shortest_null, to_null[i]);
        shortest_pipe = fmin(shortest_pipe, to_pipe[i]);
    }
    return count >= LEAST_PAIRS && longest_null < 0.8 * shortest_pipe
               ? shortest_pipe / shortest_null
               : 1;
}

/* Whether all commands together have been tried for long enough. */
static int is_over(const struct planner *planner) {
    const double most = 2, part = 0.03;
    double time = planner->settings->time;
    return planner->null_seconds > (time > 0 ? fmin(most, part * time) : most);
}

/* One run of library I. *SECONDS becomes NaN if it fails. */
static int time_run(const struct planner *planner, const struct point *point, size_t i, int to_null,
                    double *seconds, struct err *err) {
    struct wire_estimate request = {.shortest = planner->plan->shortest, .to_null = to_null};
    struct wire_seconds reply;
    enum cell_status fate;
    int status = planner_estimate(planner, point, i, &request, point->cells[i].call_seconds, &reply,
                                  &fate, err);
    *seconds = status ? NAN : reply.seconds;
    return status == ERR_INTERRUPTED ? status : 0;
}

/* FACTOR gets null_output_factor of library I. */
static int try_library(struct planner *planner, const struct point *point, size_t i, double *factor,
                       struct err *err) {
    double to_null[MOST_PAIRS], to_pipe[MOST_PAIRS], begin = wall_clock_now(), spent = 0;
    size_t count = 0;
    *factor = 1;
    while (count < MOST_PAIRS && (count < LEAST_PAIRS || spent < enough) && !is_over(planner)) {
        double before = spent;
        int status = time_run(planner, point, i, 1, &to_null[count], err);
        if (status == 0)
            status = time_run(planner, point, i, 0, &to_pipe[count], err);
        if (status || isnan(to_null[count]) || isnan(to_pipe[count]))
            return status;
        count++;
        spent = wall_clock_now() - begin;
        planner->null_seconds += spent - before;
    }
    *factor = null_output_factor(to_null, to_pipe, count);
    return 0;
}

/* COUNT libraries would be quicker, and library I by FACTOR, which is the most. */
static void tell(const struct planner *planner, const struct point *point, size_t i, double factor,
                 size_t count) {
    char line[500], others[40] = "", to_null[32], to_pipe[32];
    double seconds = point->cells[i].call_seconds;
    if (count > 1)
        snprintf(others, sizeof others, " (and %zu more)", count - 1);
    snprintf(line, sizeof line,
             "%.64s: what is printed goes into a pipe: to /dev/null, %.64s%s would take %s instead "
             "of %s, which --stdout null would measure",
             planner->pool->action->name, planner->pool->members[i].library->name, others,
             seconds_format(to_null, sizeof to_null, seconds / factor, 2),
             seconds_format(to_pipe, sizeof to_pipe, seconds, 2));
    planner->observer->note(planner->observer, NOTE_PLAN, line);
}

int null_output_try(struct planner *planner, const struct point *point, struct err *err) {
    const struct commands *commands = planner->pool->action->commands;
    double largest = 1;
    size_t slowed = 0, count = 0;
    if (!commands || commands->output_count || planner->null_is_told)
        return 0;
    for (size_t i = 0; i < planner->plan->library_count; i++) {
        const struct cell *cell = &point->cells[i];
        double factor;
        if (!plan_is_alive(cell) || !(cell->output_bytes > 0) || cell->call_seconds > longest_run)
            continue;
        int status = try_library(planner, point, i, &factor, err);
        if (status)
            return status;
        count += factor > 1;
        if (factor > largest) {
            largest = factor;
            slowed = i;
        }
    }
    if (count)
        tell(planner, point, slowed, largest, count);
    planner->null_is_told = count > 0;
    return 0;
}
