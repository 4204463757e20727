/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"
#include "store/command_line/option_table.h"
#include "plot/analysis/rows.h"
#include "plot/kinds/change.h"
#include "plot/kinds/forest.h"
#include "plot/kinds/history.h"
#include "plot/kinds/panels.h"
#include "plot/kinds/profile.h"
#include "plot/kinds/roofline.h"
#include "plot/kinds/samples.h"
#include "plot/kinds/sequence.h"
#include "plot/kinds/summary.h"
#include "plot/kinds/winner.h"

/* clang-format off */
static const struct kind kinds[] = {
    {.name = "overview", .about = "the rate, or the ratio where operations are unknown, beside the time", .measures = {&measure_ratio, &measure_time}, .preferred = &measure_rate, .takes = KIND_TAKES_FACETS | KIND_TAKES_PEAK | KIND_TAKES_FILES | KIND_TAKES_STATISTIC | KIND_TAKES_BANDS | KIND_TAKES_QUANTITY | KIND_TAKES_AXES | KIND_TAKES_SPEEDUP, .make = rows_make},
    {.name = "time", .about = "the time of a call", .measures = {&measure_time}, .takes = KIND_TAKES_FACETS | KIND_TAKES_FILES | KIND_TAKES_STATISTIC | KIND_TAKES_BANDS | KIND_TAKES_QUANTITY | KIND_TAKES_AXES, .make = rows_make},
    {.name = "ratio", .about = "times relative to the reference", .measures = {&measure_ratio}, .takes = KIND_TAKES_FACETS | KIND_TAKES_FILES | KIND_TAKES_STATISTIC | KIND_TAKES_BANDS | KIND_TAKES_QUANTITY | KIND_TAKES_AXES | KIND_TAKES_SPEEDUP, .make = rows_make},
    {.name = "speedup", .about = "the same the other way round", .measures = {&measure_speedup}, .takes = KIND_TAKES_FACETS | KIND_TAKES_FILES | KIND_TAKES_STATISTIC | KIND_TAKES_BANDS | KIND_TAKES_QUANTITY | KIND_TAKES_AXES | KIND_TAKES_SPEEDUP, .make = rows_make},
    {.name = "rate", .about = "operations per second, or bytes", .measures = {&measure_rate}, .takes = KIND_TAKES_FACETS | KIND_TAKES_BANDS | KIND_TAKES_AXES | KIND_TAKES_PEAK, .make = rows_make},
    {.name = "accuracy", .about = "errors of the answers", .measures = {&measure_accuracy}, .takes = KIND_TAKES_FACETS | KIND_TAKES_AXES, .make = rows_make},
    {.name = "threads", .about = "speed-up by threads, and their efficiency", .measures = {&measure_scaling, &measure_thread_efficiency}, .is_stacked = 1, .takes = KIND_TAKES_AXES, .make = rows_make_threads},
    {.name = "scaling", .about = "throughput by threads, and speed-up, with the laws they follow", .measures = {&measure_thread_speedup, &measure_thread_throughput}, .is_stacked = 1, .takes = KIND_TAKES_AXES, .make = rows_make_threads},
    {.name = "weak", .about = "scaled speed-up and efficiency where the work grows with the threads", .measures = {&measure_scaled_speedup, &measure_weak_efficiency}, .is_stacked = 1, .takes = KIND_TAKES_AXES, .make = rows_make_weak},
    {.name = "ecdf", .about = "how the samples of a point are distributed", .takes = KIND_TAKES_QUANTITY | KIND_TAKES_FILES, .make = samples_make_ecdf},
    {.name = "histogram", .about = "how many samples of a point took how long", .takes = KIND_TAKES_QUANTITY | KIND_TAKES_FILES, .make = samples_make_histogram},
    {.name = "box", .about = "median, quartiles and outliers of the samples of a point", .takes = KIND_TAKES_QUANTITY | KIND_TAKES_FILES, .make = samples_make_boxes},
    {.name = "sequence", .about = "the samples of a point in the order they were taken", .takes = KIND_TAKES_QUANTITY, .make = sequence_make},
    {.name = "history", .about = "the time of a point over many runs", .takes = KIND_TAKES_QUANTITY | KIND_TAKES_FILES, .make = history_make},
    {.name = "forest", .about = "the ratio on each of several machines, and their mean", .takes = KIND_TAKES_QUANTITY, .make = forest_make},
    {.name = "profile", .about = "how often each library is within a factor of the fastest, over all actions", .takes = KIND_TAKES_QUANTITY | KIND_TAKES_FILES, .make = profile_make},
    {.name = "summary", .about = "each library's mean ratio over all points of an action", .takes = KIND_TAKES_QUANTITY | KIND_TAKES_STATISTIC | KIND_TAKES_FILES, .make = summary_make},
    {.name = "panels", .about = "the rates of all actions on a page, with the machine's peak", .measures = {&measure_rate}, .takes = KIND_TAKES_AXES | KIND_TAKES_PEAK, .make = panels_make},
    {.name = "winner", .about = "who is fastest at each point of two parameters, and by how much", .takes = KIND_TAKES_AXES | KIND_TAKES_QUANTITY | KIND_TAKES_STATISTIC | KIND_TAKES_UP, .make = winner_make},
    {.name = "roofline", .about = "rates under the machine's roof, by operations per byte", .takes = KIND_TAKES_PEAK, .make = roofline_make},
    {.name = "change", .about = "the ratio of each cell in a later file over an earlier one", .takes = KIND_TAKES_AXES | KIND_TAKES_QUANTITY | KIND_TAKES_FILES | KIND_TAKES_STATISTIC, .make = change_make},
};
/* clang-format on */
enum { KINDS = sizeof kinds / sizeof *kinds };

static int is_listed(const struct kind *kind, unsigned taken) {
    return !taken || kind->takes & taken;
}

void kind_list(char *list, size_t size, unsigned taken) {
    size_t used = 0, left = 0, written = 0;
    for (int i = 0; i < KINDS; i++)
        left += (size_t)is_listed(&kinds[i], taken);
    for (int i = 0; i < KINDS && used < size; i++)
        if (is_listed(&kinds[i], taken)) {
            const char *between = written++ == 0 ? "" : --left == 1 ? " or " : ", ";
            used += (size_t)snprintf(list + used, size - used, "%s%s", between, kinds[i].name);
        }
}

const struct kind *kind_at(size_t number) {
    return number < KINDS ? &kinds[number] : NULL;
}

static int unknown_kind(const char *name, struct err *err) {
    char known[256];
    struct suggestion suggestion = {.wanted = name};
    for (int i = 0; i < KINDS; i++)
        if (is_listed(&kinds[i], 0))
            suggest_consider(&suggestion, kinds[i].name);
    kind_list(known, sizeof known, 0);
    return err_set(err, ERR_USAGE, "unknown chart kind '%s'; kinds are %s%s", name, known,
                   suggest_words(&suggestion).text);
}

int kind_find(const char *name, const struct kind **kind, struct err *err) {
    *kind = &kinds[0];
    if (!name)
        return 0;
    for (int i = 0; i < KINDS; i++)
        if (strcmp(name, kinds[i].name) == 0) {
            *kind = &kinds[i];
            return 0;
        }
    return unknown_kind(name, err);
}

static int can_be_joined(const struct kind *kind) {
    return kind->make == rows_make && kind_measure_count(kind) == 1;
}

/* "time, ratio and rate" */
static void list_joined(FILE *file) {
    size_t count = 0, listed = 0;
    for (int i = 0; i < KINDS; i++)
        count += (size_t)can_be_joined(&kinds[i]);
    for (int i = 0; i < KINDS; i++)
        if (can_be_joined(&kinds[i]))
            option_list_name(file, kinds[i].name, listed++, count, "and");
}

void kind_write_help(FILE *file) {
    fprintf(file, "what to draw (default: %s), or two of ", kinds[0].name);
    list_joined(file);
    fputs(" side by side: ", file);
    for (int i = 0; i < KINDS; i++) {
        option_list_name(file, kinds[i].name, (size_t)i, KINDS, "or");
        fprintf(file, " (%s)", kinds[i].about);
    }
}

int kind_join(struct kind *joined, const struct kind *first, const struct kind *second,
              struct err *err) {
    static const unsigned taken_by_both =
        KIND_TAKES_BANDS | KIND_TAKES_QUANTITY | KIND_TAKES_AXES | KIND_TAKES_FACETS;
    if (first == second) {
        *joined = *first;
        return 0;
    }
    if (!can_be_joined(first) || !can_be_joined(second)) {
        char *list;
        size_t size;
        FILE *file = xopen_memstream(&list, &size);
        list_joined(file);
        xclose_memstream(file);
        err_set(err, ERR_USAGE,
                "--kind %s --kind %s: only two of %s stand side by side; draw each with a command "
                "of its own",
                first->name, second->name, list);
        free(list);
        return ERR_USAGE;
    }
    *joined = (struct kind){.name = first->name,
                            .about = first->about,
                            .measures = {first->measures[0], second->measures[0]},
                            .takes = (first->takes | second->takes) & ~taken_by_both,
                            .make = first->make};
    joined->takes |= first->takes & second->takes & taken_by_both;
    return 0;
}
