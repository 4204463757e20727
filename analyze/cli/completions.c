/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/completions.h"

#include "analyze/cli/questions.h"
#include "analyze/inference/hypothesis.h"
#include "analyze/input/completions.h"
#include "analyze/output/print.h"

/* What the options so far ask. */
static const struct question *find_question(const struct completion *completion) {
    for (int q = 0; q < QUESTIONS; q++)
        if (questions[q]->option && completion_given(completion, questions[q]->option))
            return questions[q];
    int compares =
        completion_argument_count(completion) > 1 && !completion_given(completion, "each");
    return compares ? &question_comparison : &question_table;
}

static void offer_sorting(struct completion *completion) {
    const struct question *question = find_question(completion);
    int is_summary = question->summary_columns && completion_given(completion, "summary");
    const struct column_set *set = is_summary ? question->summary_columns : question->columns;
    completion_begin_item(completion, "+-");
    if (set)
        completions_columns_of(completion, set);
}

static void offer_columns(struct completion *completion) {
    completion_offer(completion, "help", "list all columns");
    offer_sorting(completion);
}

static void offer_tests(struct completion *completion) {
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++)
        completion_offer(completion, test->name, test->about);
}

static void offer_formats(struct completion *completion) {
    for (size_t i = 0; i < print_format_count; i++)
        completion_offer(completion, print_formats[i].name, print_formats[i].about);
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
