/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The four formats, each read back or held against what it should say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <json-c/json.h>

#include "analyze/print.h"
#include "formats/utf8.h"
#include "tests/analyze/close.h"
#include "tests/analyze/printed.h"

/* The reference, one that is slower and wrong at 20, and one that was never measured. */
static struct table troubled_table(void) {
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "netlib, \"the\" | one", 2)->status[1] = CELL_WRONG;
    measurement_add_series(&run->measurements[0], "none", NULL);
    return table_of(run);
}

/* --- JSON --- */

static void json_is_an_array_of_one_object_per_row(void **state) {
    (void)state;
    static const char *const keys[] = {
        "action",     "run",        "library",   "size",       "n",          "mean",
        "sd",         "mean_low",   "median",    "mean_high",  "ratio",      "min",
        "ratio_low",  "ratio_high", "status",    "max",        "type",       "reference",
        "rounds",     "archive",    "noise",     "noise_low",  "noise_high", "noise_floor",
        "round_sd",   "warnings",   "whole",     "overhead",   "operations", "rate",
        "iterations", "cpus",       "max_error", "mean_error", "total_error"};
    struct table table = troubled_table();
    char *text = print_as("json", &table, &(struct print_options){0});
    json_object *array = json_tokener_parse(text);
    assert_int_equal(json_object_get_type(array), json_type_array);
    assert_int_equal(json_object_array_length(array), 6);
    for (size_t i = 0; i < 6; i++) {
        json_object *row = json_object_array_get_idx(array, i);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            assert_true(json_object_object_get_ex(row, keys[k], NULL));
        double mean = json_object_get_double(json_object_object_get(row, "mean"));
        if (i % 3 < 2)
            assert_true(mean == table.rows[i].mean);
        else
            assert_null(json_object_object_get(row, "mean"));
    }
    json_object *wrong = json_object_array_get_idx(array, 4);
    assert_string_equal(json_object_get_string(json_object_object_get(wrong, "status")), "wrong");
    assert_string_equal(json_object_get_string(json_object_object_get(wrong, "library")),
                        "netlib, \"the\" | one");
    json_object_put(array);
    free(text);
    table_release(&table);
}

static void json_of_nothing_is_an_empty_array(void **state) {
    (void)state;
    struct table table = {0};
    char *text = print_as("json", &table, &(struct print_options){0});
    json_object *array = json_tokener_parse(text);
    assert_int_equal(json_object_get_type(array), json_type_array);
    assert_int_equal(json_object_array_length(array), 0);
    json_object_put(array);
    free(text);
}

static void the_summary_is_an_array_of_its_own(void **state) {
    (void)state;
    struct table table = troubled_table();
    char *text = print_as("json", &table, &(struct print_options){.summary_only = 1});
    json_object *array = json_tokener_parse(text);
    assert_int_equal(json_object_array_length(array), 3);
    json_object *netlib = json_object_array_get_idx(array, 1);
    assert_close(json_object_get_double(json_object_object_get(netlib, "ratio")), 2, 1e-14);
    assert_int_equal(json_object_get_int(json_object_object_get(netlib, "sizes")), 1);
    json_object_put(array);
    free(text);
    table_release(&table);
}

/* --- CSV --- */

static void csv_has_a_header_and_a_line_per_row(void **state) {
    (void)state;
    struct table table = troubled_table();
    char *text = print_as("csv", &table, &(struct print_options){0});
    assert_int_equal(count(text, "\n"), 7);
    assert_int_equal(strncmp(text, "archive,action,run,", 19), 0);
    assert_non_null(strstr(text, ",10,\"netlib, \"\"the\"\" | one\",2.02"));
    assert_non_null(strstr(text, ",20,none,,,,,,,,,,,0,,,,,0,,,,,,,,openblas,,,,,not measured\n"));
    assert_null(strstr(text, "nan"));
    free(text);
    table_release(&table);
}

static void csv_reads_back_to_the_same_doubles(void **state) {
    (void)state;
    struct table table = troubled_table();
    char *text = print_as("csv", &table, &(struct print_options){0}), *line = strchr(text, '\n');
    double mean, low, high;
    assert_int_equal(
        sscanf(line, "\n,axpy,run_000001,d,10,openblas,%lf,%lf,%lf", &mean, &low, &high), 3);
    assert_true(mean == table.rows[0].mean && low == table.rows[0].mean_low &&
                high == table.rows[0].mean_high);
    free(text);
    table_release(&table);
}

/* --- text --- */

static void text_says_what_was_measured_and_how(void **state) {
    (void)state;
    struct table table = troubled_table();
    char *text = print_as("text", &table, &(struct print_options){.passed_over = 2});
    assert_non_null(strstr(text, "axpy: y = a x + y · double precision · size: length of x and y"));
    assert_non_null(
        strstr(text, "run_000001 · 2025-06-01 12:03 · Processor X · 3 rounds × 4 seeds"));
    assert_non_null(strstr(text, "time over that of openblas, paired · ± and [ ]: 95 % intervals"));
    assert_non_null(strstr(text, "2 older measurements"));
    assert_non_null(strstr(text, "--run all"));
    assert_int_equal(count(text, "\n  10  "), 1); /* a size is printed once */
    assert_int_equal(count(text, "not measured"), 2);
    assert_int_equal(count(text, "wrong"), 2); /* the warning, and the status */
    assert_null(strstr(text, "nan"));
    free(text);
    table_release(&table);
}

static void an_interrupted_run_says_how_many_of_its_rounds_there_are(void **state) {
    (void)state;
    struct run *run = sample_run(2, 50, 4);
    struct series *series = sample_series(run, "openblas", 1);
    facts_set_text(&run->facts, FACT_STATE, "interrupted");
    for (size_t p = 0; p < 2; p++)
        for (size_t r = 4 - p; r < 50; r++) /* the fourth is there at the first size only */
            for (size_t k = 0; k < 4; k++)
                series->seconds[measurement_index(&run->measurements[0], p, r, k)] = NAN;
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct print_options){0});
    assert_non_null(strstr(text, "4 of 50 rounds × 4 seeds"));
    free(text);
    table_release(&table);
}

static void conditions_that_are_not_the_usual_ones_are_named(void **state) {
    (void)state;
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);
    struct facts *facts = &run->measurements[0].facts;
    facts_set_text(facts, FACT_CACHE_STATE, "cold");
    facts_set_text(facts, "schedule", "interleaved");
    facts_set_text(facts, "layout", "free");
    facts_set_integer(facts, "threads", 2);
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct print_options){0});
    assert_non_null(
        strstr(text, " · double precision · 2 threads, cold caches, free layout · size: "));
    free(text);
    table_release(&table);
}

static void a_single_round_is_warned_of(void **state) {
    (void)state;
    struct run *run = sample_run(2, 1, 4);
    sample_series(run, "openblas", 1);
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct print_options){0});
    assert_non_null(
        strstr(text, "\nwarning: single round: intervals are over samples and too narrow · "));
    assert_null(strstr(text, "status")); /* all is well */
    assert_null(strstr(text, "older"));
    free(text);
    table_release(&table);
}

static size_t column_of(const char *line, const char *what) {
    const char *at = strstr(line, what);
    assert_non_null(at);
    char *before = strndup(line, (size_t)(at - line));
    size_t column = utf8_width(before);
    free(before);
    return column;
}

static void columns_line_up_whatever_the_unit(void **state) {
    (void)state;
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);  /* ns */
    sample_series(run, "netlib", 1200); /* µs */
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct print_options){0});
    char *ns = strstr(text, "openblas  "), *us = strstr(text, "netlib  ");
    *strchr(ns, '\n') = *strchr(us, '\n') = '\0';
    assert_int_equal(column_of(ns, "±"), column_of(us, "±"));
    assert_int_equal(column_of(ns, "ns"), column_of(us, "µs"));
    assert_int_equal(column_of(strstr(ns, "ns") + 2, "ns"), column_of(strstr(us, "µs") + 3, "µs"));
    free(text);
    table_release(&table);
}

static void lines_fit_a_hundred_columns_and_end_without_blanks(void **state) {
    (void)state;
    struct run *run = sample_run(3, 5, 8);
    char cpu[256] = "";
    memset(cpu, 'x', 90);
    facts_set_text(&run->facts, FACT_CPU, cpu);
    run->measurements[0].sizes[2] = 3000000;
    sample_series(run, "openblas-openmp-with-a-very-long-name", 1.0001);
    sample_series(run, "openblas-pthread-with-a-very-long-name", 123.4)->status[1] = CELL_WRONG;
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct print_options){0}), *rest = text, *line;
    while ((line = strsep(&rest, "\n"))) {
        if (utf8_width(line) > 100)
            fail_msg("%zu columns: %s", utf8_width(line), line);
        assert_false(*line && line[strlen(line) - 1] == ' ');
    }
    free(text);
    table_release(&table);
}

static void geometric_means_start_with_the_fastest(void **state) {
    (void)state;
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "slow", 3);
    sample_series(run, "fast", 1);
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct print_options){.summary_only = 1});
    assert_non_null(strstr(text, "geometric mean"));
    assert_true(strstr(text, "\nfast ") < strstr(text, "\nslow "));
    assert_null(strstr(text, "median"));
    free(text);
    table_release(&table);
}

/* --- the noise floor and warnings --- */

/* A control whose ratio is 1.1 or so, one library within that, one beyond, and four warnings. */
static struct table noisy_table(void) {
    struct run *run = sample_run(2, 2, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 1.05);
    sample_series(run, "atlas", 2)->status[1] = CELL_WRONG;
    struct series *control = sample_series(run, "openblas.control", 1.1);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "openblas");
    facts_set_real(&run->facts, "harness_overhead", 1e-9);
    return table_of(run);
}

static void the_noise_floor_is_told_and_marks_what_it_hides(void **state) {
    (void)state;
    struct table table = noisy_table();
    char *text = print_as("text", &table, &(struct print_options){0});
    assert_non_null(
        strstr(text, "\nnoise floor: openblas against itself 1.1000 to 1.1000 at worst"));
    assert_int_equal(count(text, "openblas.control"), 0);
    assert_int_equal(count(text, "≈"), 4); /* the legend, blis at both sizes and its mean */
    free(text);
    text = print_as("markdown", &table, &(struct print_options){0});
    assert_non_null(strstr(text, "\nnoise floor: openblas"));
    free(text);
    table_release(&table);
}

static void warnings_are_folded_unless_all_are_asked_for(void **state) {
    (void)state;
    static const char *const formats[] = {"text", "markdown"};
    struct table table = noisy_table();
    size_t warnings = table.sections[0].warnings->count;
    assert_true(warnings > 3);
    for (size_t i = 0; i < 2; i++) {
        char *text = print_as(formats[i], &table, &(struct print_options){0}), more[64];
        snprintf(more, sizeof more, "and %zu more; --verbose lists all\n", warnings - 3);
        assert_int_equal(count(text, "\nwarning: "), 3);
        assert_non_null(strstr(text, more));
        free(text);
        text = print_as(formats[i], &table, &(struct print_options){.verbose = 1});
        assert_int_equal(count(text, "\nwarning: "), warnings);
        assert_null(strstr(text, "--verbose"));
        free(text);
    }
    table_release(&table);
}

static void json_tells_each_row_what_it_is_warned_of(void **state) {
    (void)state;
    struct table table = noisy_table();
    char *text = print_as("json", &table, &(struct print_options){0});
    json_object *rows = json_tokener_parse(text);
    for (size_t i = 0; i < 6; i++) {
        json_object *warnings =
            json_object_object_get(json_object_array_get_idx(rows, i), "warnings");
        json_object *first = json_object_array_get_idx(warnings, 0);
        const char *rule = json_object_get_string(json_object_object_get(first, "rule"));
        assert_string_equal(rule, i == 5 ? "wrong" : "control");
        assert_true(json_object_get_string_len(json_object_object_get(first, "text")) > 0);
        assert_true(json_object_get_string_len(json_object_object_get(first, "advice")) > 0);
    }
    json_object_put(rows);
    free(text);
    table_release(&table);
}

static void csv_names_the_rules_of_each_row(void **state) {
    (void)state;
    struct table table = noisy_table();
    char *text = print_as("csv", &table, &(struct print_options){0});
    assert_int_equal(count(text, ",openblas,,,,wrong control rounds"), 1);
    assert_int_equal(count(text, ",openblas,,,,control rounds"), 5);
    free(text);
    table_release(&table);
}

/* --- Markdown --- */

static void markdown_has_tables_and_harmless_names(void **state) {
    (void)state;
    struct table table = troubled_table();
    char *text = print_as("markdown", &table, &(struct print_options){0});
    assert_int_equal(strncmp(text, "### axpy: y = a x + y", 21), 0);
    assert_non_null(strstr(text, "\n| size | library | mean ± |"));
    assert_non_null(strstr(text, "\n|---:|:---|---:|"));
    assert_non_null(strstr(text, "netlib, \"the\" \\| one |"));
    assert_int_equal(count(text, "\n| 10 |"), 3);
    assert_null(strchr(text, '\t'));
    free(text);
    table_release(&table);
}

/* --- all --- */

static void an_unknown_format_is_told_which_there_are(void **state) {
    (void)state;
    struct err err;
    assert_null(print_format_find("xml", &err));
    assert_non_null(strstr(err.message, "'xml'"));
    assert_non_null(strstr(err.message, "text, csv, json, markdown"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_an_array_of_one_object_per_row),
        cmocka_unit_test(json_of_nothing_is_an_empty_array),
        cmocka_unit_test(the_summary_is_an_array_of_its_own),
        cmocka_unit_test(csv_has_a_header_and_a_line_per_row),
        cmocka_unit_test(csv_reads_back_to_the_same_doubles),
        cmocka_unit_test(text_says_what_was_measured_and_how),
        cmocka_unit_test(an_interrupted_run_says_how_many_of_its_rounds_there_are),
        cmocka_unit_test(conditions_that_are_not_the_usual_ones_are_named),
        cmocka_unit_test(a_single_round_is_warned_of),
        cmocka_unit_test(columns_line_up_whatever_the_unit),
        cmocka_unit_test(lines_fit_a_hundred_columns_and_end_without_blanks),
        cmocka_unit_test(geometric_means_start_with_the_fastest),
        cmocka_unit_test(the_noise_floor_is_told_and_marks_what_it_hides),
        cmocka_unit_test(warnings_are_folded_unless_all_are_asked_for),
        cmocka_unit_test(json_tells_each_row_what_it_is_warned_of),
        cmocka_unit_test(csv_names_the_rules_of_each_row),
        cmocka_unit_test(markdown_has_tables_and_harmless_names),
        cmocka_unit_test(an_unknown_format_is_told_which_there_are),
    };
    return cmocka_run_group_tests_name("analyze/print", tests, NULL, NULL);
}
