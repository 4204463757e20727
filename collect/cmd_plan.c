/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cmd_plan.h"

#include <stdio.h>

#include "collect/budget.h"
#include "collect/cmd_console.h"
#include "collect/entrants.h"
#include "collect/job_plan.h"
#include "collect/number.h"
#include "collect/wall.h"
#include "formats/seconds.h"

/* What trying may take, of each action. */
#define MOST_TRYING 2.0

static void print_heading(const struct session *session, const struct job *job) {
    printf("%s  %s  (%s, %s precision)\n", job->action->name, job->action->about,
           job->action->size_means, number_name(session->settings->type));
}

static void print_sizes(const struct plan *plan) {
    printf("  sizes      ");
    for (size_t p = 0; p < plan->count; p++)
        printf("%s%lld", p ? "," : "", (long long)plan->points[p].size);
    if (plan->left_out)
        printf("; from %lld up it would take too long", (long long)plan->left_out);
    printf("\n");
}

static void print_libraries(const struct session *session, const struct job *job) {
    printf("  libraries  ");
    for (size_t i = 0; i < job->candidate_count; i++)
        printf("%s%s%s", i ? ", " : "", job->candidates[i].library->name,
               i == job->reference ? " (reference)" : "");
    printf("%s\n", entrants_want_control(session->settings, job) ? "; the reference twice" : "");
}

/* "1 to 8 seeds", "8 seeds". */
static void print_seeds(const struct plan *plan) {
    size_t least = SIZE_MAX, most = 0;
    for (size_t p = 0; p < plan->count; p++) {
        size_t seeds = plan->points[p].seeds;
        least = seeds < least ? seeds : least;
        most = seeds > most ? seeds : most;
    }
    if (least < most)
        printf("%zu to ", least);
    printf("%zu seed%s per size", most, most == 1 ? "" : "s");
}

static void print_rounds(const struct settings *settings, const struct plan *plan) {
    char stage[32];
    printf("  rounds     %llu, each with fresh processes and ",
           (unsigned long long)settings->rounds);
    print_seeds(plan);
    printf("\n  stage      %s per library, size and round, or one call where that takes longer\n",
           seconds_format(stage, sizeof stage, settings->stage_time, 2));
    if (settings->precision > 0)
        printf("  precision  more rounds until every ratio's 95 %% interval is within %g %%, none "
               "begun after %g s\n",
               100 * settings->precision, settings_max_time(settings));
}

static void print_time(const struct plan *plan, const struct job_plan_outlook *outlook) {
    char all[32], planning[32], round[32];
    printf(
        "  time       about %s: %s of planning, rounds of %s; estimated from calls at %zu of %zu "
        "sizes\n",
        seconds_format(all, sizeof all, outlook->planning + outlook->rounds, 2),
        seconds_format(planning, sizeof planning, outlook->planning, 2),
        seconds_format(round, sizeof round, plan_round_seconds(plan), 2),
        plan->tried < plan->count ? plan->tried : plan->count, plan->count);
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
        print_heading(session, job);
        print_sizes(&plan);
        print_libraries(session, job);
        print_rounds(&settings, &plan);
        print_time(&plan, &outlook);
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
    double prepared = wall_now() - session->begin;
    double rest = prepared + budget_end_seconds(session->put_seconds), total = rest;
    int status = 0;
    for (size_t j = 0; status == 0 && j < count; j++)
        status = print_job(session, &jobs[j],
                           (session->settings->time - total) / (double)(count - j), &total, err);
    if (status == 0)
        print_total(session->settings, total, rest);
    return status;
}
