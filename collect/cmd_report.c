/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cmd_report.h"

#include <stdio.h>
#include <string.h>

#include "collect/actions.h"
#include "collect/record.h"

int report_list(struct err *err) {
    struct libraries installed;
    int status = library_find_installed(&installed, err);
    if (status)
        return status;
    printf("Actions:\n");
    for (const struct bench_action *const *a = actions; *a; a++)
        printf("  %-22s %-40s n: %s\n", (*a)->name, (*a)->about, (*a)->size_means);
    printf("\nLibraries:\n");
    for (size_t i = 0; i < installed.count; i++)
        printf("  %-22s %s\n", installed.items[i].name, installed.items[i].paths[0]);
    printf("  %-22s %s\n", "builtin", "a plain C implementation, always there");
    libraries_release(&installed);
    return 0;
}

static void print_sizes(const struct sizes *sizes) {
    for (size_t i = 0; i < sizes->count; i++)
        printf("%s%lld", i ? "," : "", (long long)sizes->items[i]);
}

void report_plan(const struct session *session, const struct job *jobs, size_t count) {
    const struct settings *settings = session->settings;
    for (size_t j = 0; j < count; j++) {
        const struct job *job = &jobs[j];
        printf("%s  %s  (%s, %s precision)\n  sizes      ", job->action->name, job->action->about,
               job->action->size_means, settings->type == 's' ? "single" : "double");
        print_sizes(&job->sizes);
        printf("\n  libraries  ");
        for (size_t i = 0; i < job->candidate_count; i++)
            printf("%s%s%s", i ? ", " : "", job->candidates[i].library->name,
                   i == job->reference ? " (reference)" : "");
        printf("\n  rounds     %zu, each with fresh processes and up to %zu seeds per size\n",
               settings->rounds, settings->max_seeds);
        if (settings->sizes_wanted == SIZES_THINNED)
            printf("  time       sizes are measured upward until about %.0f s are filled\n",
                   SETTINGS_BUDGET);
        else
            printf("  time       about %.0f s, and more where one call takes longer than %g s\n",
                   1.5 * (double)(job->sizes.count * job->candidate_count * settings->rounds) *
                       settings->stage_time,
                   settings->stage_time);
    }
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
    int64_t disturbed = 0, samples = (int64_t)record_count_samples(run);
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct fact *fact = facts_find(&run->measurements[i].facts, FACT_DISTURBED);
        disturbed += fact ? fact->integer : 0;
    }
    if (20 * disturbed > samples)
        fprintf(stderr,
                "%lld of %lld samples had to wait for the CPU for more than 1 %% of their time: "
                "they are too long, which no interval covers; measure again on a quiet machine\n",
                (long long)disturbed, (long long)samples);
}

static const char *counted(char text[48], size_t count, const char *one, const char *many) {
    snprintf(text, 48, "%zu %s", count, count == 1 ? one : many);
    return text;
}

void report_run(const struct run *run, const char *path) {
    printf("%s: %s", path, run->name);
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        char texts[3][48];
        printf("%s %s (%s, %s, %s)", i ? "," : " has", m->name,
               counted(texts[0], m->series_count, "library", "libraries"),
               counted(texts[1], m->points, "size", "sizes"),
               counted(texts[2], m->rounds, "round", "rounds"));
    }
    if (strcmp(facts_text(&run->facts, FACT_STATE, ""), "complete") != 0)
        printf(", interrupted");
    printf("\n");
    if (record_count_faults(run))
        print_faults(run);
    print_disturbed(run);
}
