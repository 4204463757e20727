/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collect/design/actions.h"
#include "collect/session/record.h"

/* How wide the columns of the plain list are. */
enum { NAME_WIDTH = 28, ABOUT_WIDTH = 46 };

static void list_action(const struct action_info *action) {
    printf("  %-*s %-*s", NAME_WIDTH, action->name, ABOUT_WIDTH, action->about);
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

static void detail_implementations(const struct action_info *action) {
    for (size_t i = 0; i < action->implementation_count; i++)
        printf("    %-14s %s%s\n", "implementation", action->implementations[i],
               i ? "" : ", the reference");
}

static void detail_parameters(const struct action_info *action) {
    for (size_t i = 0; i < action->parameter_count; i++)
        printf("    %-14s %s, by default %.10g: %s\n", "parameter", action->parameters[i].name,
               action->parameters[i].value, action->parameters[i].about);
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
    detail_implementations(action);
    detail_parameters(action);
    for (const struct action_alias *a = action_aliases; action->builtin && a->alias; a++)
        if (strcmp(a->name, action->name) == 0)
            detail("alias", a->alias);
}

static void list_actions(int verbose) {
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
}

int report_list(int verbose, struct err *err) {
    struct libraries installed;
    int status = library_find_installed(&installed, err);
    if (status)
        return status;
    list_actions(verbose);
    printf("\nLibraries:\n");
    for (size_t i = 0; i < installed.count; i++)
        printf("  %-*s %s\n", NAME_WIDTH, installed.items[i].name, installed.items[i].paths[0]);
    printf("  %-*s %s\n", NAME_WIDTH, "builtin", "a plain C implementation, always there");
    libraries_release(&installed);
    return 0;
}

static void print_faults(const struct run *run) {
    const char *separator = "";
    size_t cells = 0;
    for (int status = 0; status < CELL_STATUSES; status++)
        cells += record_count_cells(run, (enum cell_status)status);
    fprintf(stderr, "%zu of %zu cells are not ok: ", record_count_faults(run), cells);
    for (int status = CELL_NOT_MEASURED; status < CELL_STATUSES; status++) {
        size_t count = record_count_cells(run, (enum cell_status)status);
        if (count == 0)
            continue;
        fprintf(stderr, "%s%zu %s", separator, count, cell_status_name(status));
        separator = ", ";
    }
    fputc('\n', stderr);
}

static void print_disturbed(const struct run *run) {
    struct record_attempts attempts = record_count_attempts(run);
    printf("%zu of %zu batches disturbed", attempts.disturbed, attempts.batches);
    if (attempts.disturbed)
        printf(", %zu kept", attempts.kept);
    printf("\n");
    if (20 * attempts.kept > attempts.batches)
        fprintf(stderr,
                "more than one sample in twenty is disturbed, however often it was measured: these "
                "are too long, which no interval covers; measure again on a quiet machine\n");
}

static void print_precision(const struct measurement *m) {
    const struct fact *target = facts_find(&m->facts, "precision_target");
    const struct fact *reached = facts_find(&m->facts, "precision_reached");
    if (!target)
        return;
    printf("%s: ", m->name);
    if (reached)
        printf("ratios within ±%.3g %% after %zu rounds, ±%.3g %% wanted\n", 100 * reached->real,
               m->rounds, 100 * target->real);
    else
        printf("±%.3g %% wanted, but there are no ratios with an interval\n", 100 * target->real);
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

/* "25 sizes", or "100 points" where something else varies. */
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

/* "5 rounds", or "3 of 5 rounds" where the run was interrupted. */
static const char *count_rounds(char text[64], const struct run *run, const struct measurement *m) {
    size_t made = is_complete(run) ? m->rounds : 0;
    while (made < m->rounds && has_samples(m, made))
        made++;
    if (made == m->rounds)
        return counted(text, made, "round", "rounds");
    snprintf(text, 64, "%zu of %zu round%s", made, m->rounds, m->rounds == 1 ? "" : "s");
    return text;
}

void report_run(const struct run *run, const char *path) {
    printf("%s: %s", path, run->name);
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        char texts[3][64];
        printf("%s %s (%s, %s, %s)", i ? "," : " has", m->name,
               counted(texts[0], count_libraries(m), "library", "libraries"),
               count_points(texts[1], m), count_rounds(texts[2], run, m));
    }
    if (!is_complete(run))
        printf(", interrupted");
    printf("\n");
    if (record_count_faults(run))
        print_faults(run);
    for (size_t i = 0; i < run->measurement_count; i++)
        print_precision(&run->measurements[i]);
    print_disturbed(run);
}
