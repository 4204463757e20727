/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/input/completions.h"

#include <string.h>

#include "analyze/columns/columns.h"
#include "analyze/comparison/comparison_rows.h"
#include "analyze/documents/growth_document.h"
#include "analyze/documents/hosts_document.h"
#include "analyze/documents/plan_document.h"
#include "analyze/documents/scaling_document.h"
#include "analyze/history/history_levels.h"
#include "analyze/inference/hypothesis.h"
#include "analyze/model/quantity.h"
#include "analyze/output/print.h"
#include "analyze/ranking/crossover.h"
#include "analyze/ranking/fastest.h"
#include "analyze/ranking/profile.h"

/* The columns of the answers to questions; the first line that holds is taken. */
static const struct {
    const char *option, *with; /* NULL: whatever is given */
    const struct column_set *columns;
} answers[] = {
    {"complexity", NULL, &growth_columns}, {"scaling", NULL, &scaling_columns},
    {"plan-for", NULL, &plan_columns},     {"fastest", "summary", &crossover_columns},
    {"fastest", NULL, &fastest_columns},   {"profile", NULL, &profile_columns},
    {"history", NULL, &history_columns},   {"by", NULL, &hosts_columns},
    {"across", NULL, &across_columns},     {"against", NULL, &comparison_columns},
    {"summary", NULL, &summary_columns},
};

static const struct column_set *find_columns(const struct completion *completion) {
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (completion_given(completion, answers[i].option) &&
            (!answers[i].with || completion_given(completion, answers[i].with)))
            return answers[i].columns;
    int compares =
        completion_argument_count(completion) > 1 && !completion_given(completion, "each");
    return compares ? &comparison_columns : &row_columns;
}

static void offer_columns_of(struct completion *completion, const struct column_set *set) {
    for (size_t i = 0; i < set->count; i++)
        completion_offer(completion, set->columns[i].name, set->columns[i].about);
}

void completions_columns(struct completion *completion) {
    offer_columns_of(completion, &row_columns);
}

static void offer_sorting(struct completion *completion) {
    completion_begin_item(completion, "+-");
    offer_columns_of(completion, find_columns(completion));
}

static void offer_columns(struct completion *completion) {
    completion_offer(completion, "help", "list all columns");
    offer_sorting(completion);
}

void completions_quantities(struct completion *completion) {
    for (int quantity = 0; quantity < QUANTITIES; quantity++) {
        const struct quantity_words *words = quantity_words((enum quantity)quantity);
        completion_offer(completion, words->name, words->about);
    }
    completion_measures(completion);
}

static void offer_tests(struct completion *completion) {
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++)
        completion_offer(completion, test->name, test->about);
}

static void offer_formats(struct completion *completion) {
    for (size_t i = 0; i < print_format_count; i++)
        completion_offer(completion, print_formats[i].name, print_formats[i].about);
}

void completions_colours(struct completion *completion) {
    completion_offer_words(completion, "auto, always or never");
}

void completions_bands(struct completion *completion) {
    completion_offer_words(completion, "simultaneous or pointwise");
}

void completions_trims(struct completion *completion) {
    completion_offer_words(completion, "tukey or sigma");
}

void completions_statistics(struct completion *completion) {
    completion_offer_words(completion, "typical, mean, median, p90, p99");
}

void completions_dates(struct completion *completion) {
    completion_offer_words(completion,
                           "today, yesterday, this-week, last-week, this-month, 24h, 7d");
}

void completions_peaks(struct completion *completion) {
    completion_offer(completion, "measured", "the highest rate that was measured");
}

void completions_axes(struct completion *completion) {
    completion_offer_words(completion, "threads, ranks or nodes");
}

static const struct completion_rule rules[] = {
    {"columns", offer_columns},     {"sort", offer_sorting},
    {"group-by", offer_sorting},    {"measure", completions_quantities},
    {"test", offer_tests},          {"format", offer_formats},
    {"color", completions_colours}, {"bands", completions_bands},
    {"trim", completions_trims},    {"statistic", completions_statistics},
    {"since", completions_dates},   {"peak", completions_peaks},
    {"over", completions_axes},     {0},
};

struct completion_terms analyze_completions = {.rules = rules};
