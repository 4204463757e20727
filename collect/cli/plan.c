/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/plan.h"

#include <stdio.h>
#include <stdlib.h>

#include "collect/planning/budget.h"
#include "collect/cli/console.h"
#include "collect/job/participants.h"
#include "collect/session/job_notes.h"
#include "collect/session/job_plan.h"
#include "collect/harness/number.h"
#include "collect/harness/wall_clock.h"
#include "formats/text/seconds.h"

/* What trying may take, of each action. */
#define MOST_TRYING 2.0

static void print_heading(const struct job *job) {
    const char *means = job->action->size_means;
    printf("%s  %s  (%s%s%s precision)\n", job->action->name, job->action->about,
           means ? means : "", means ? ", " : "", number_name(job->action->type));
}

/* A column of the table of points: the size, a parameter, or behind these the threads. */
enum { COLUMN_SIZE = BENCH_MAX_PARAMETERS, COLUMN_THREADS };

static double value_of(const struct design_point *design_point, size_t column) {
    return column == COLUMN_SIZE      ? (double)design_point->size
           : column == COLUMN_THREADS ? design_point->threads
                                      : design_point->parameters[column];
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All values in that column, ascending, each once. */
static void print_values(const struct plan *plan, const char *name, size_t column) {
    double *values = calloc(plan->count + 1, sizeof *values);
    printf("  %-10s ", name);
    for (size_t p = 0; values && p < plan->count; p++)
        values[p] = value_of(&plan->points[p].design_point, column);
    if (values)
        qsort(values, plan->count, sizeof *values, ascending);
    for (size_t p = 0; values && p < plan->count; p++)
        if (p == 0 || values[p] != values[p - 1])
            printf("%s%.15g", p ? "," : "", values[p]);
    free(values);
}

static void print_sizes(const struct plan *plan) {
    print_values(plan, "sizes", COLUMN_SIZE);
    if (plan->left_out)
        printf("; from %lld up%s it would take too long", (long long)plan->left_out,
               plan->cut_curves > 1 ? ", or more, depending on the combination," : "");
    printf("\n");
}

static void print_points(const struct plan *plan, const struct job *job) {
    const struct action_info *action = job->action;
    size_t count = design_points_count_parameters(action);
    if (action->size_means || !count)
        print_sizes(plan);
    for (size_t i = 0; i < count; i++) {
        print_values(plan, action->parameters[i].name, i);
        printf("\n");
    }
    print_values(plan, DESIGN_POINTS_THREADS, COLUMN_THREADS);
    printf("\n");
    if (design_points_count_curves(&job->design_points) > 1)
        printf("  points     %zu\n", plan->count);
}

static void print_libraries(const struct session *session, const struct job *job) {
    printf("  libraries  ");
    for (size_t i = 0; i < job->candidate_count; i++)
        printf("%s%s%s", i ? ", " : "", job->candidates[i].library->name,
               i == job->reference ? " (reference)" : "");
    printf("%s\n",
           participants_want_control(session->settings, job) ? "; the reference twice" : "");
}

/* "1 to 8 seeds", "8 seeds". */
static void print_seeds(const struct plan *plan, const char *point) {
    size_t least = SIZE_MAX, most = 0;
    for (size_t p = 0; p < plan->count; p++) {
        size_t seeds = plan->points[p].seeds;
        least = seeds < least ? seeds : least;
        most = seeds > most ? seeds : most;
    }
    if (least < most)
        printf("%zu to ", least);
    printf("%zu seed%s per %s", most, most == 1 ? "" : "s", point);
}

static void print_rounds(const struct settings *settings, const struct plan *plan,
                         const char *point) {
    char stage[32];
    printf("  rounds     %llu, each with fresh processes and ",
           (unsigned long long)settings->rounds);
    print_seeds(plan, point);
    printf("\n  stage      %s per library, %s and round, or one call where that takes longer\n",
           seconds_format(stage, sizeof stage, settings->stage_time, 2), point);
    if (settings->precision > 0)
        printf("  precision  more rounds until every ratio's 95 %% interval is within %g %%, none "
               "begun after %g s\n",
               100 * settings->precision, settings_max_time(settings));
}

static size_t count_tried(const struct plan *plan) {
    size_t count = 0;
    for (size_t p = 0; p < plan->count; p++)
        count += (size_t)plan->points[p].is_tried;
    return count;
}

static void print_time(const struct plan *plan, const struct job_plan_outlook *outlook,
                       const char *point) {
    char all[32], planning[32], round[32];
    printf(
        "  time       about %s: %s of planning, rounds of %s; estimated from calls at %zu of %zu "
        "%ss\n",
        seconds_format(all, sizeof all, outlook->planning + outlook->rounds, 2),
        seconds_format(planning, sizeof planning, outlook->planning, 2),
        seconds_format(round, sizeof round, plan_round_seconds(plan), 2), count_tried(plan),
        plan->count, point);
}

static int print_job(const struct session *session, const struct job *job, double allowed,
                     double *total, struct err *err) {
    struct settings settings = *session->settings;
    struct plan plan;
    struct job_plan_outlook outlook;
    int status =
        job_plan_forecast(session, job, MOST_TRYING, allowed, &settings, &plan, &outlook, err);
    console_clear((struct console *)session->observer);
    if (status == 0) {
        const char *point = job_notes_point(job);
        print_heading(job);
        print_points(&plan, job);
        print_libraries(session, job);
        print_rounds(&settings, &plan, point);
        print_time(&plan, &outlook, point);
        *total += outlook.planning + outlook.rounds;
    }
    plan_release(&plan);
    return status;
}

static void print_total(const struct settings *settings, double total, double rest) {
    char all[32], beside[32];
    printf("In all about %s, with %s for loading and writing%s.\n",
           seconds_format(all, sizeof all, total, 2),
           seconds_format(beside, sizeof beside, rest, 2),
           settings->precision > 0 ? "; more for precision" : "");
    if (settings->time > 0 && total > 1.15 * settings->time)
        printf("That is more than --time %g, and the least possible: choose smaller or fewer "
               "--sizes, or fewer libraries.\n",
               settings->time);
}

int cmd_plan_print(struct session *session, const struct job *jobs, size_t count, struct err *err) {
    double prepared = wall_clock_now() - session->begin;
    double rest = prepared + budget_end_seconds(session->put_seconds), total = rest;
    int status = 0;
    for (size_t j = 0; status == 0 && j < count; j++)
        status = print_job(session, &jobs[j],
                           (session->settings->time - total) / (double)(count - j), &total, err);
    if (status == 0)
        print_total(session->settings, total, rest);
    return status;
}
