/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/cli/console.h"
#include "collect/design/actions.h"
#include "collect/harness/clock.h"
#include "collect/harness/number.h"
#include "collect/job/job.h"
#include "collect/machine/check.h"
#include "collect/planning/budget.h"
#include "collect/session/job_plan.h"
#include "collect/session/resumption.h"
#include "formats/model/ascending.h"
#include "formats/model/culprits.h"
#include "formats/text/percent.h"
#include "formats/text/seconds.h"

/* --- report --- */

/* The column widths of the plain list. */
enum { NAME_WIDTH = 28, ABOUT_WIDTH = 46 };

static void list_action(const struct action_info *action) {
    int has_more = action->size_means || action->parameter_count;
    printf("  %-*s %-*s", NAME_WIDTH, action->name, has_more ? ABOUT_WIDTH : 0, action->about);
    if (action->size_means)
        printf(" n: %s", action->size_means);
    for (size_t i = 0; i < action->parameter_count; i++)
        printf("%s%s",
               i                    ? ", "
               : action->size_means ? "; -p "
                                    : " -p ",
               action->parameters[i].name);
    printf("\n");
}

static void detail(const char *what, const char *text) {
    if (text && *text)
        printf("    %-14s %s\n", what, text);
}

void report_action(const struct action_info *action) {
    printf("  %s\n", action->name);
    detail("calculates", action->about);
    if (action->size_means)
        printf("    %-14s %s, by default up to %lld\n", "n", action->size_means,
               (long long)action->largest);
    detail("types", action->types);
    detail("operations", action->flops_formula);
    detail("bytes", action->bytes_formula);
    for (size_t i = 0; i < action->implementation_count; i++)
        printf("    %-14s %s%s\n", "implementation", action->implementations[i],
               i ? "" : ", the reference");
    for (size_t i = 0; i < action->parameter_count; i++)
        printf("    %-14s %s, by default %.10g: %s\n", "parameter", action->parameters[i].name,
               action->parameters[i].value, action->parameters[i].about);
    for (const struct action_alias *a = action_aliases; action->builtin && a->alias; a++)
        if (strcmp(a->name, action->name) == 0)
            detail("alias", a->alias);
}

/* Those of the KINDS but for the builtin one. */
static void list_libraries(const struct libraries *libraries, enum library_kind kinds) {
    for (size_t i = 0; i < libraries->count; i++) {
        const struct library *library = &libraries->items[i];
        if ((library_family_kind(library->paths[0]) & kinds) && strcmp(library->name, "builtin"))
            printf("  %-*s %s\n", NAME_WIDTH, library->name, library->paths[0]);
    }
}

int report_list(const char *builtin_path, int verbose, struct err *err) {
    struct libraries installed;
    int status = library_resolve(NULL, 0, builtin_path, KIND_ANY, &installed, err);
    if (status)
        return status;

    printf("Actions:\n");
    for (const struct bench_action *const *a = actions; *a; a++) {
        struct action_info action;
        action_info_of_builtin(&action, *a);
        (verbose ? report_action : list_action)(&action);
    }
    if (verbose)
        printf(
            "  Operations are those of real numbers, s and d, unless said otherwise; of complex\n"
            "  ones, c and z, a multiplication counts 6 and an addition 2. A' is the transpose,\n"
            "  and of complex numbers the conjugate transpose.\n");

    printf("\nLibraries:\n");
    list_libraries(&installed, KIND_NUMERICAL);
    printf("  %-*s %s\n", NAME_WIDTH, "builtin", "a plain C implementation, always there");
    printf("\nLibraries that calculate on a device, measured where they are named:\n");
    list_libraries(&installed, KIND_DEVICE);
    printf("\nLibraries of distributed linear algebra:\n");
    list_libraries(&installed, KIND_PARALLEL_ALGEBRA);
    printf("\nMPIs:\n");
    list_libraries(&installed, KIND_MPI);
    printf("\nAllocators:\n");
    list_libraries(&installed, KIND_ALLOCATORS);
    printf("\nSets:\n");
    list_libraries(&installed, KIND_SETS);
    libraries_release(&installed);
    return 0;
}

/* What is compared: commands and plain functions have facts of their own. */
static const char *participants_of(const struct measurement *m, size_t count) {
    const struct facts *facts = m->series_count ? &m->series[0].facts : NULL;
    const char *const words[3][2] = {
        {"library", "libraries"}, {"command", "commands"}, {"function", "functions"}};
    size_t which = !facts                           ? 0
                   : facts_find(facts, words[1][0]) ? 1
                   : facts_find(facts, words[2][0]) ? 2
                                                    : 0;
    return words[which][count != 1];
}

static size_t count_libraries(const struct measurement *m) {
    size_t count = 0;
    for (size_t s = 0; s < m->series_count; s++)
        count += !facts_find(&m->series[s].facts, FACT_CONTROL_OF);
    return count;
}

static const char *counted(char text[64], size_t count, const char *one, const char *many) {
    snprintf(text, 64, "%zu %s", count, count == 1 ? one : many);
    return text;
}

/* "25 sizes", or "100 points" if something else varies. */
static const char *count_points(char text[64], const struct measurement *m) {
    int has_sizes = facts_text(&m->facts, FACT_SIZE_MEANS, NULL) != NULL;
    for (size_t p = 1; p < m->points; p++)
        has_sizes &= m->sizes[p] > m->sizes[p - 1];
    return has_sizes ? counted(text, m->points, "size", "sizes")
                     : counted(text, m->points, "point", "points");
}

static int is_complete(const struct run *run) {
    return strcmp(facts_text(&run->facts, FACT_STATE, ""), "complete") == 0;
}

static int has_samples(const struct measurement *m, size_t round) {
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t p = 0; p < m->points; p++)
            for (size_t k = 0; k < m->max_seeds; k++)
                if (isfinite(m->series[s].seconds[measurement_index(m, p, round, k)]))
                    return 1;
    return 0;
}

/* "5 rounds", or "3 of 5 rounds" if the run was interrupted. */
static const char *count_rounds(char text[64], const struct run *run, const struct measurement *m) {
    size_t made = is_complete(run) ? m->rounds : 0;
    while (made < m->rounds && has_samples(m, made))
        made++;
    if (made == m->rounds)
        return counted(text, made, "round", "rounds");
    snprintf(text, 64, "%zu of %zu round%s", made, m->rounds, m->rounds == 1 ? "" : "s");
    return text;
}

static double real_of(const struct facts *facts, const char *name) {
    const struct fact *fact = facts_find(facts, name);
    return fact && fact->kind == FACT_REAL ? fact->real : NAN;
}

/* Prints what the rounds reached, and what ended them, if that was not their number alone. */
static void print_precision(const struct measurement *m) {
    const char *ended = facts_text(&m->facts, "rounds_ended_by", "");
    double reached = real_of(&m->facts, "precision_reached");
    double target = real_of(&m->facts, "precision_target");
    double shown = real_of(&m->facts, FACT_DETECTABLE_REACHED);
    if (isfinite(target))
        printf(isfinite(reached) ? ": ratios within ±%.3g %%, ±%.3g %% wanted"
                                 : ": no ratio has an interval",
               100 * reached, 100 * target);
    if (isfinite(shown))
        printf("%s: a difference of %s would show",
               strcmp(ended, "max-time") == 0 ? " in the time there is" : "",
               percent_of(shown).text);
}

static void print_seconds(const struct run *run) {
    double seconds = real_of(&run->facts, "seconds_total");
    if (isfinite(seconds))
        printf(seconds < 10 ? ", %.1f s" : ", %.0f s", seconds);
}

static void warn_of_disturbance(const struct run *run) {
    struct record_attempts attempts = record_count_attempts(run);
    struct culprits culprits = {{0}};
    char text[400];
    for (size_t i = 0; i < run->measurement_count; i++) {
        struct culprits some = culprits_recall(&run->measurements[i].facts);
        culprits_add(&culprits, &some);
    }
    const char *advice = culprits_tell(&culprits, text, sizeof text);
    if (advice && 20 * attempts.kept > attempts.batches)
        fprintf(stderr,
                "warning: %zu of %zu samples were disturbed: they read slow, and intervals do not "
                "account for it; %s: %s\n",
                attempts.kept, attempts.batches, text, advice);
}

/* Of each action, as an archive has it. */
static void warn_of_quotas(const struct run *run) {
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        char text[160];
        const char *advice = culprits_tell_quota(&m->facts, text, sizeof text);
        if (advice)
            fprintf(stderr, "warning: %s: %s; %s\n", m->name, text, advice);
    }
}

void report_faults(const struct run *run) {
    size_t faults = record_count_faults(run), cells = 0;
    const char *separator = "";
    if (!faults)
        return;
    for (int status = 0; status < CELL_STATUSES; status++)
        cells += record_count_cells(run, (enum cell_status)status);
    fprintf(stderr, "%zu of %zu cells are not ok: ", faults, cells);
    for (int status = CELL_NOT_MEASURED; status < CELL_STATUSES; status++) {
        size_t count = record_count_cells(run, (enum cell_status)status);
        if (count == 0)
            continue;
        fprintf(stderr, "%s%zu %s", separator, count, cell_status_name(status));
        separator = ", ";
    }
    fputc('\n', stderr);
}

/* What --ignore-failure has let pass: "grep: 3 of 12 runs failed (exit status 1)". */
static void report_failures(const struct series *series, size_t samples) {
    size_t runs = 0, failures = 0;
    double least = INFINITY, most = 0;
    for (size_t k = 0; series->exit_status && k < samples; k++) {
        double status = series->exit_status[k];
        runs += isfinite(status);
        failures += status > 0;
        least = status > 0 ? fmin(least, status) : least;
        most = status > 0 ? fmax(most, status) : most;
    }
    if (!failures)
        return;
    fprintf(stderr, "%s: %zu of %zu runs failed (exit status %.0f", series->name, failures, runs,
            least);
    fprintf(stderr, most > least ? " to %.0f)\n" : ")\n", most);
}

void report_run(const struct run *run, const char *path) {
    printf("%s: %s", path, run->name);
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        char texts[3][64];
        size_t count = count_libraries(m);
        snprintf(texts[0], sizeof texts[0], "%zu %s", count, participants_of(m, count));
        printf("%s %s (%s, %s, %s", i ? "," : " has", m->name, texts[0], count_points(texts[1], m),
               count_rounds(texts[2], run, m));
        print_precision(m);
        printf(")");
    }
    print_seconds(run);
    if (!is_complete(run))
        printf(", interrupted; bench-collect --resume %s finishes it", path);
    printf("\n");
    fflush(stdout);
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        for (size_t s = 0; s < m->series_count; s++)
            report_failures(&m->series[s], m->points * m->rounds * m->max_seeds);
    }
    report_faults(run);
    warn_of_disturbance(run);
    warn_of_quotas(run);
}

/* --- check --- */

static size_t run(const struct cpus *cpus, struct check_result *results) {
    struct check_machine machine = {
        .root = "", .cpus = cpus, .can_fix_addresses = check_addresses()};
    return check_run(&machine, results);
}

int check_report(const struct cpus *cpus, int quiet) {
    static const char *const words[CHECK_STATES] = {"ok", "finding", "not readable"};
    struct check_result results[CHECK_MAX];
    size_t count = run(cpus, results), findings = 0;
    for (size_t i = 0; i < count; i++) {
        findings += results[i].state == CHECK_FINDING;
        if (quiet)
            continue;
        if (results[i].found[0])
            printf("%-18s %-13s %s\n", results[i].name, words[results[i].state], results[i].found);
        else
            printf("%-18s %s\n", results[i].name, words[results[i].state]);
        if (results[i].advice)
            printf("%-32s %s\n", "", results[i].advice);
    }
    if (!quiet)
        printf("\n%zu of %zu checks found something.\n", findings, count);
    return findings ? CHECK_STATUS_FINDINGS : 0;
}

void check_before_run(const struct cpus *cpus, int quiet, struct facts *facts) {
    struct check_result results[CHECK_MAX];
    size_t count = run(cpus, results), findings = 0;
    for (size_t i = 0; i < count && !quiet; i++)
        if (results[i].state == CHECK_FINDING) {
            char line[512];
            check_describe(&results[i], line, sizeof line);
            fprintf(stderr, "%s\n", line);
            findings++;
        }
    if (findings)
        fprintf(stderr, "bench-collect --check-system says what to do about %s\n",
                findings == 1 ? "that" : "these");
    char text[1024] = "";
    size_t used = 0;
    for (size_t i = 0; i < cpus->count && used < sizeof text - 16; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d", i ? "," : "",
                                 cpus->workers[i]);
    facts_set_text(facts, "measuring_cpus", text);
    check_record(results, count, facts);
}

/* --- plan --- */

/* The seconds that trial calls may take for each action. */
#define MOST_TRYING 2.0

/* A column of the table of points: a parameter's number, or else the size or the threads. */
enum { COLUMN_SIZE = BENCH_MAX_PARAMETERS, COLUMN_THREADS };

static double value_of(const struct design_point *design_point, size_t column) {
    return column == COLUMN_SIZE      ? (double)design_point->size
           : column == COLUMN_THREADS ? design_point->threads
                                      : design_point->parameters[column];
}

/* Prints all values in that column, ascending, without duplicates. */
static void print_values(const struct plan *plan, const char *name, size_t column) {
    double *values = calloc(plan->count + 1, sizeof *values);
    printf("  %-10s ", name);
    for (size_t p = 0; values && p < plan->count; p++)
        values[p] = value_of(&plan->points[p].design_point, column);
    if (values)
        qsort(values, plan->count, sizeof *values, ascending_reals);
    for (size_t p = 0; values && p < plan->count; p++)
        if (p == 0 || values[p] != values[p - 1])
            printf("%s%.15g", p ? "," : "", values[p]);
    free(values);
}

static void print_rounds(const struct settings *settings, const struct plan *plan,
                         const char *point) {
    static const char *const means[MODES] = {
        [MODE_AVERAGE] = "what is typical of a batch of calls",
        [MODE_FIRST] = "the first call in a process of its own",
        [MODE_SAMPLE] = "each call of a batch",
        [MODE_THROUGHPUT] = "what is typical of a batch of calls, shown as calls per second"};
    int runs_commands = plan->is_single && !plan->is_fresh;
    char stage[32];
    const char *what = runs_commands                          ? "run"
                       : plan->is_single || plan->keeps_calls ? "call"
                                                              : "seed";
    if (plan->trial > 0) {
        printf("  rounds     %llu, each with a trial of %s per library and %s, in a process of its "
               "own\n",
               (unsigned long long)settings->rounds,
               seconds_format(stage, sizeof stage, plan->trial, 2), point);
        return;
    }
    if (settings->mode != MODE_AVERAGE)
        printf("  mode       %s: a sample is %s\n", mode_name(settings->mode),
               runs_commands ? "a run" : means[settings->mode]);
    printf("  rounds     %llu, each with fresh processes and ",
           (unsigned long long)settings->rounds);
    /* "1 to 8 seeds", "8 seeds" */
    size_t least = SIZE_MAX, most = 0;
    for (size_t p = 0; p < plan->count; p++) {
        size_t seeds = plan->points[p].seeds;
        least = seeds < least ? seeds : least;
        most = seeds > most ? seeds : most;
    }
    if (least < most)
        printf("%zu to ", least);
    printf("%zu %s%s per %s", most, what, most == 1 ? "" : "s", point);
    printf("\n  stage      %s per %s, %s and round, or one %s where that takes longer\n",
           seconds_format(stage, sizeof stage, settings->stage_time, 2),
           runs_commands ? "command" : "library", point, runs_commands ? "run" : "call");
    if (settings->plan_for > 0)
        printf("  plan-for   an earlier run, or else the first %llu rounds, plan how many rounds "
               "bring every ratio's 95 %% interval within %g %%, none begun after %g s\n",
               (unsigned long long)settings->rounds, 100 * settings->plan_for,
               settings_max_time(settings));
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

static int can_be_measured(const struct plan *plan) {
    for (size_t p = 0; p < plan->count; p++)
        for (size_t i = 0; i < plan->library_count; i++)
            if (plan_is_alive(&plan->points[p].cells[i]))
                return 1;
    return 0;
}

static void print_time(const struct plan *plan, const struct job_plan_outlook *outlook,
                       const char *point) {
    char all[32], planning[32], round[32];
    if (!can_be_measured(plan)) {
        printf("  time       unknown, as nothing can be measured\n");
        return;
    }
    printf("  time       about %s: %s of planning, rounds of %s",
           seconds_format(all, sizeof all, outlook->planning + outlook->rounds, 2),
           seconds_format(planning, sizeof planning, outlook->planning, 2),
           seconds_format(round, sizeof round, plan_round_seconds(plan), 2));
    if (!(plan->trial > 0))
        printf("; estimated from calls at %zu of %zu %ss", count_tried(plan), plan->count, point);
    printf("\n");
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
        const char *means = job->action->size_means;
        if (!action_info_has_type(job->action))
            printf("%s  %s%s%s%s\n", job->action->name, job->action->about, means ? "  (" : "",
                   means ? means : "", means ? ")" : "");
        else
            printf("%s  %s  (%s%s%s precision)\n", job->action->name, job->action->about,
                   means ? means : "", means ? ", " : "", number_name(job->action->type));

        const struct action_info *action = job->action;
        size_t count = design_points_count_parameters(action);
        if (action->size_means || (!count && !action->commands && !action->makes_trials)) {
            print_values(&plan, "sizes", COLUMN_SIZE);
            if (plan.left_out)
                printf("; from %lld up%s it would take too long", (long long)plan.left_out,
                       plan.cut_curves > 1 ? ", or more, depending on the combination," : "");
            printf("\n");
        }
        for (size_t i = 0; i < count; i++) {
            print_values(&plan, action->parameters[i].name, i);
            printf("\n");
        }
        print_values(&plan, design_points_threads(action), COLUMN_THREADS);
        printf("\n");
        if (design_points_count_curves(&job->design_points) > 1)
            printf("  points     %zu\n", plan.count);

        printf("  %-9s  ", action->commands    ? "commands"
                           : action->functions ? "functions"
                                               : "libraries");
        for (size_t i = 0; i < job->candidate_count; i++)
            printf("%s%s%s", i ? ", " : "", job->candidates[i].library->name,
                   i == job->reference ? " (reference)" : "");
        printf("%s\n",
               participants_want_control(session->settings, job) ? "; the reference twice" : "");
        print_rounds(&settings, &plan, point);
        if (settings.detectable > 0 && job->candidate_count > 1)
            printf("  more       rounds until a difference of %g %% would be shown in the median "
                   "cell, if they end within a minute\n",
                   100 * settings.detectable);

        print_time(&plan, &outlook, point);
        *total += outlook.planning + outlook.rounds;
    }
    plan_release(&plan);
    return status;
}

int report_plan(struct session *session, const struct job *jobs, size_t count, struct err *err) {
    double prepared = wall_clock_now() - session->begin;
    double rest = prepared + budget_end_seconds(session->put_seconds), total = rest;
    int status = 0;
    for (size_t j = 0; status == 0 && j < count; j++)
        status = print_job(session, &jobs[j],
                           (session->settings->time - total) / (double)(count - j), &total, err);
    if (status == 0) {
        char all[32], beside[32];
        printf("In all about %s, with %s for loading and writing%s.\n",
               seconds_format(all, sizeof all, total, 2),
               seconds_format(beside, sizeof beside, rest, 2),
               settings_half_width(session->settings) > 0 ? "; more for precision"
               : session->settings->detectable > 0 && total < SETTINGS_BUDGET
                   ? "; with more rounds up to a minute"
                   : "");
        if (session->settings->time > 0 && total > 1.15 * session->settings->time)
            printf("That is more than --time %g, and the least possible: choose smaller or fewer "
                   "--sizes, or fewer libraries.\n",
                   session->settings->time);
    }
    return status;
}
