/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/documents/comparison_document.h"
#include "analyze/output/print.h"
#include "tests/analyze/two_runs.h"
#include "tests/test.h"

/* To be freed. Releases TWO. */
static char *print_as(const char *name, struct two_runs *two, const struct comparison_view *how) {
    const struct print_format *format = print_format_find(name, NULL);
    struct comparison_rows rows;
    struct comparison_view view = *how;
    struct comparison_summary summary;
    struct document document = {0};
    struct gate gate;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_int_equal(two_runs_conclude(two, NULL), 0);
    comparison_rows_of(&rows, &two->compared, 1);
    comparison_summary_of(&summary, &two->compared, 1);
    if (two->options.has_margin) {
        gate_of_comparison(&gate, &two->compared);
        view.gate = &gate;
    }
    int code = format->is_for_people
                   ? comparison_sheet(&document, &two->compared, &rows, &summary, &view, NULL)
                   : comparison_document_of_all(&document, &rows, &summary, &view, NULL);
    assert_int_equal(code, 0);
    fputs(format->begin, file);
    format->print(file, &document, 0, &(struct print_options){0});
    fputs(format->end, file);
    fclose(file);
    document_release(&document);
    comparison_rows_release(&rows);
    free(summary.rows);
    two_runs_release(two);
    return text;
}

static const struct comparison_view usual;

/* Each of the NULL-terminated texts stands behind the one before. */
static void assert_in_order(const char *text, const char *const *wanted) {
    const char *at = text;
    for (size_t i = 0; wanted[i]; i++) {
        const char *found = strstr(at, wanted[i]);
        if (!found)
            fail_msg("'%s' is not where it should be in\n%s", wanted[i], text);
        at = found + strlen(wanted[i]);
    }
}

TEST(counts_come_first_then_pairs_then_doubts_then_the_rest) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    two_runs_add(&two, "blis", 1, 2);
    two_runs_add(&two, "atlas", 1, 0.5);
    sample_series(two.runs[COMPARE_LATER], "netlib", 1);
    two.options.asked.drift = 0.02;
    facts_set_text(two_runs_facts(&two, COMPARE_LATER), FACT_CPU, "Processor Y");
    facts_set_text(two_runs_facts(&two, COMPARE_EARLIER), "kernel", "6.1");
    facts_set_text(two_runs_facts(&two, COMPARE_LATER), "kernel", "6.2");
    char *text = print_as("text", &two, &usual);
    assert_in_order(text, (const char *const[]){
                              "1 of 3 cells slower · 1 faster · 1 no difference shown · most: "
                              "blis at size 10, 2.00× [1.89, 2.12]\n",
                              "earlier: old.h5 · run_000001 · 2025-06-01 12:03 · Processor X\n",
                              "later: new.h5 · run_000001 · 2025-06-01 12:03 · Processor Y\n",
                              "size  library   earlier ±", "  10  openblas ", "≈\n", "      blis ",
                              "slower\n", "      atlas ", "faster\n",
                              "warning: CPU model: Processor X -> Processor Y\n",
                              "differs as well: kernel: 6.1 -> 6.2\n",
                              "between runs: 2 %, assumed, no earlier runs tell",
                              "times: geometric means · ratio: later", "corrected for 3 pairs",
                              "without a partner: 1 cell\n", "axpy, netlib: size 10\n", NULL});
    free(text);
}

/* The lines up to the blank one below the first table. */
static size_t first_lines(const char *text) {
    const char *table = strstr(text, "\n\n");
    assert_non_null(table);
    const char *end = strstr(table + 2, "\n\n");
    size_t lines = 1;
    for (const char *c = text; c < end; c++)
        lines += *c == '\n';
    return lines;
}

TEST(the_first_block_has_at_most_ten_lines) {
    for (size_t libraries = 2; libraries <= 40; libraries += 38) {
        struct two_runs two = two_runs(2, 3);
        for (size_t l = 0; l < libraries; l++) {
            char name[32];
            snprintf(name, sizeof name, "library%02zu", l);
            two_runs_add(&two, name, 1, l == 1 ? 2 : 1);
        }
        char *text = print_as("text", &two, &usual);
        assert_non_null(strstr(text, "2 of "));
        assert_non_null(strstr(text, "most: library01 at size "));
        assert_uint_in_range(first_lines(text), 7, 10);
        assert_int_equal(strstr(text, " more; --summary lists all\n") != NULL, libraries == 40);
        free(text);
    }
}

TEST(only_where_it_was_asked_regressions_are_counted) {
    for (int asked = 0; asked < 2; asked++) {
        struct two_runs two = two_runs(1, 3);
        two.options.has_margin = asked;
        two.options.asked.margin = asked ? 0.05 : 0;
        two_runs_add(&two, "openblas", 1, 2);
        char *text = print_as("text", &two, &usual);
        assert_int_equal(
            strstr(text, "gate at 5 %: regressed · 1 of 1 cell slower by more\n") != NULL, asked);
        assert_int_equal(strstr(text, "slower   regressed\n") != NULL, asked);
        free(text);
    }
}

TEST(a_gate_that_one_process_shuts_says_so) {
    for (size_t rounds = 1; rounds <= 3; rounds += 2) {
        struct two_runs two = two_runs(1, rounds);
        two.options.has_margin = 1;
        two.options.asked.margin = 0.05;
        two.options.asked.least_alone = 0.25;
        two_runs_add(&two, "openblas", 1, 1.15);
        char *text = print_as("text", &two, &usual);
        assert_non_null(strstr(text, "gate at 5 %: regressed · 1 of 1 cell slower by more\n"));
        assert_int_equal(strstr(text, "1 of these rests on one process") != NULL, rounds == 1);
        free(text);
    }
}

/* Two runs a side, the later ones started on that day. */
static char *print_several(const char *started) {
    struct two_runs two = two_runs(1, 3);
    facts_set_text(two_runs_facts(&two, COMPARE_LATER), FACT_STARTED, started);
    for (int set = 0; set < COMPARE_SETS; set++) {
        struct measurement *m = run_add_measurement(two.runs[set], "axpy", 1, 3, 4, NULL);
        facts_set_text(&m->facts, FACT_TYPE, "d");
        m->sizes[0] = 10;
        m->seeds[0] = 4;
        struct series *series = measurement_add_series(m, "openblas", NULL);
        series->status[0] = CELL_OK;
        for (size_t i = 0; i < 12; i++)
            series->seconds[i] = 1e-8 * (1 + 0.01 * (double)(i / 4));
    }
    two_runs_add(&two, "openblas", 1, 1);
    return print_as("text", &two, &usual);
}

TEST(several_runs_in_turn_need_no_caution) {
    char *text = print_several("2025-06-01T12:03:44+02:00");
    assert_null(strstr(text, "caution"));
    free(text);
}

TEST(several_runs_on_other_days_need_one) {
    char *text = print_several("2025-06-02T12:03:44+02:00");
    assert_non_null(strstr(text, "caution"));
    free(text);
}

/* By their rounds alone the two differ by 5 %, give or take 2.3 %. */
TEST(what_drift_may_explain_is_inconclusive) {
    static const struct {
        double drift;
        const char *words[3];
    } cases[] = {
        {0.001,
         {"between runs: 0.1 %, as given", "1 of 1 cell slower",
          "gate at 1 %: regressed · 1 of 1"}},
        {0.02,
         {"between runs: 2 %, as given", "0 no difference shown · 1 inconclusive",
          "1 inconclusive cell would have regressed by the rounds alone, but runs differ by as "
          "much"}}};
    for (size_t i = 0; i < 2; i++) {
        struct two_runs two = two_runs(1, 3);
        two.options.has_margin = 1;
        two.options.asked.margin = 0.01;
        two.options.asked.drift = cases[i].drift;
        two.options.asked.has_drift = 1;
        two_runs_add(&two, "openblas", 1, 1.05);
        char *text = print_as("text", &two, &usual);
        for (int w = 0; w < 3; w++)
            if (!strstr(text, cases[i].words[w]))
                fail_msg("'%s' is not in\n%s", cases[i].words[w], text);
        free(text);
    }
}

/* What is shown comes before what is larger, but not shown. */
TEST(the_largest_change_that_is_shown_is_named) {
    static const struct {
        double blis;
        const char *words;
    } cases[] = {
        {1, "largest, inconclusive: openblas at size 10, 1.05× "},
        {0.5, "most: blis at size 10, 0.50"},
        {2, "most: blis at size 10, 2.0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct two_runs two = two_runs(1, 3);
        two.options.asked.drift = 0.02;
        two.options.asked.has_drift = 1;
        two_runs_add(&two, "openblas", 1, 1.05);
        two_runs_add(&two, "blis", 1, cases[i].blis);
        char *text = print_as("text", &two, &usual);
        if (!strstr(text, cases[i].words))
            fail_msg("'%s' is not in\n%s", cases[i].words, text);
        free(text);
    }
}

TEST(relative_ones_say_what_drops_out) {
    struct two_runs two = two_runs(1, 3);
    two.options.is_relative = 1;
    two_runs_add(&two, "openblas", 1, 1);
    two_runs_add(&two, "blis", 1, 1);
    char *text = print_as("text", &two, &usual);
    assert_null(strstr(text, "caution"));
    assert_non_null(strstr(text, "compared are ratios to openblas · what slows the machine"));
    free(text);
}

TEST(without_pairs_there_is_no_grid) {
    struct two_runs two = two_runs(1, 3);
    sample_series(two.runs[COMPARE_EARLIER], "openblas", 1);
    sample_series(two.runs[COMPARE_LATER], "blis", 1);
    char *text = print_as("text", &two, &usual);
    assert_non_null(strstr(text, "warning: nothing can be compared"));
    assert_null(strstr(text, "pairs:"));
    assert_non_null(strstr(text, "without a partner: 2 cells"));
    free(text);
}

TEST(many_warnings_are_cut_unless_all_are_wanted) {
    for (int verbose = 0; verbose < 2; verbose++) {
        const struct comparison_view how = {.verbose = verbose};
        struct two_runs two = two_runs(1, 3);
        two_runs_add(&two, "openblas", 1, 1);
        for (int i = 0; i < 12; i++) {
            char name[32];
            snprintf(name, sizeof name, "library-%d", i);
            two_runs_add(&two, name, 1, 1);
            for (int set = 0; set < COMPARE_SETS; set++)
                facts_set_integer(&two.runs[set]->measurements[0].series[i + 1].facts, FACT_THREADS,
                                  set + 1);
        }
        char *text = print_as("text", &two, &how);
        assert_int_equal(strstr(text, "warning: library-11: threads: 1 -> 2") != NULL, verbose);
        assert_int_equal(strstr(text, "and 4 differences more") != NULL, !verbose);
        free(text);
    }
}

TEST(columns_order_and_groups_are_as_asked) {
    struct view view = {0};
    const struct comparison_view how = {.view = &view};
    struct two_runs two = two_runs(2, 3);
    two_runs_add(&two, "openblas", 1, 1);
    two_runs_add(&two, "blis", 1, 2);
    assert_int_equal(view_set_columns(&view, "size,library,verdict", NULL), 0);
    assert_int_equal(view_set_groups(&view, "library", NULL), 0);
    assert_int_equal(view_set_sort(&view, "-size", NULL), 0);
    char *text = print_as("text", &two, &how);
    assert_non_null(strstr(text, "library   size  verdict\n"
                                 "openblas    20  ≈\n"
                                 "            10  ≈\n"
                                 "blis        20  slower\n"
                                 "            10  slower\n"));
    free(text);
    view_release(&view);
}

TEST(a_name_that_is_no_column_is_refused) {
    struct view view = {0};
    const struct comparison_view how = {.view = &view};
    struct comparison_rows rows;
    struct document document = {0};
    struct err err;
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    assert_int_equal(view_set_columns(&view, "p99", NULL), 0);
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    comparison_rows_of(&rows, &two.compared, 1);
    assert_int_equal(
        comparison_document_of_all(&document, &rows, &(struct comparison_summary){0}, &how, &err),
        ERR_USAGE);
    assert_non_null(strstr(err.message, "'p99'"));
    document_release(&document);
    comparison_rows_release(&rows);
    two_runs_release(&two);
    view_release(&view);
}

TEST(programs_get_what_has_no_partner_as_rows) {
    struct view view = {0};
    const struct comparison_view how = {.view = &view};
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    sample_series(two.runs[COMPARE_LATER], "blis", 1);
    assert_int_equal(view_set_columns(&view, "library,ratio,verdict,in,lacks", NULL), 0);
    char *text = print_as("csv", &two, &how);
    assert_string_equal(text, "library,ratio,verdict,in,lacks\n"
                              "openblas,1,not_shown,,\n"
                              "blis,,,later,library\n");
    free(text);
    view_release(&view);
}
