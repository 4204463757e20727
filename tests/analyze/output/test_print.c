/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats, each read back or held against what it should say. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <json-c/json.h>

#include "analyze/output/print.h"
#include "tests/analyze/close.h"
#include "tests/analyze/printed.h"
#include "tests/test.h"

/* --- JSON --- */

TEST(json_is_an_array_of_one_object_per_row) {
    static const char *const keys[] = {
        "action",     "run",        "library",   "size",       "n",           "mean",
        "sd",         "mean_low",   "median",    "mean_high",  "ratio",       "min",
        "ratio_low",  "ratio_high", "status",    "max",        "type",        "reference",
        "rounds",     "archive",    "noise",     "noise_low",  "noise_high",  "noise_floor",
        "round_sd",   "warnings",   "whole",     "overhead",   "operations",  "rate",
        "iterations", "cpus",       "max_error", "mean_error", "total_error", "se",
        "mad",        "cv",         "skewness",  "kurtosis",   "trimmed",     "flop_rate",
        "byte_rate",  "efficiency", "speedup",   "difference", "p",           "p_adjusted",
        "verdict"};
    struct table table = troubled_table();
    char *text = print_as("json", &table, &(struct printing){0});
    json_object *array = json_tokener_parse(text);
    assert_int_equal(json_object_get_type(array), json_type_array);
    assert_int_equal(json_object_array_length(array), 6);
    for (size_t i = 0; i < 6; i++) {
        json_object *row = json_object_array_get_idx(array, i);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            assert_true(json_object_object_get_ex(row, keys[k], NULL));
        double mean = json_object_get_double(json_object_object_get(row, "mean"));
        if (i % 3 < 2)
            assert_true(mean == table.rows[i].mean.estimate);
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

TEST(json_of_nothing_is_an_empty_array) {
    struct table table = {0};
    char *text = print_as("json", &table, &(struct printing){0});
    json_object *array = json_tokener_parse(text);
    assert_int_equal(json_object_get_type(array), json_type_array);
    assert_int_equal(json_object_array_length(array), 0);
    json_object_put(array);
    free(text);
}

TEST(the_summary_is_an_array_of_its_own) {
    struct table table = troubled_table();
    char *text = print_as("json", &table, &(struct printing){.summary_only = 1});
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

TEST(csv_has_a_header_and_a_line_per_row) {
    struct table table = troubled_table();
    char *text = print_as("csv", &table, &(struct printing){0});
    assert_int_equal(count(text, "\n"), 7);
    assert_int_equal(strncmp(text, "archive,action,run,", 19), 0);
    assert_non_null(strstr(text, ",10,\"netlib, \"\"the\"\" | one\",2.02"));
    assert_non_null(strstr(text,
                           ",20,none,,,,,,,,,,,,,,,,,,,,,,,,0,0,0,0,,,,,,,,,,,,,,,,,,,,,,,,,,,,,"
                           ",,,,,,,,,,,,,,0,,,,,,,,,,,"
                           ",,,,,,,,,,,,,none,openblas,,paired,,,,,,,,not measured\n"));
    assert_null(strstr(text, "nan"));
    free(text);
    table_release(&table);
}

TEST(csv_reads_back_to_the_same_doubles) {
    struct table table = troubled_table();
    char *text = print_as("csv", &table, &(struct printing){0}), *line = strchr(text, '\n');
    double mean, low, high;
    assert_int_equal(
        sscanf(line, "\n,axpy,run_000001,d,10,openblas,%lf,%lf,%lf", &mean, &low, &high), 3);
    assert_true(mean == table.rows[0].mean.estimate && low == table.rows[0].mean.low &&
                high == table.rows[0].mean.high);
    free(text);
    table_release(&table);
}

/* --- the control and warnings --- */

TEST(the_control_is_told_and_marks_what_it_hides) {
    struct table table = noisy_table();
    char *text = print_as("text", &table, &(struct printing){.verbose = 1});
    assert_non_null(strstr(text,
                           "\nnoise floor: openblas against itself, measured a second time to "
                           "see how copies differ: 1.1000 to\n  1.1000 at worst"));
    assert_non_null(strstr(text, "copies differ lastingly by"));
    assert_int_equal(count(text, "openblas.control"), 0);
    /* The legend, blis at both sizes, its mean and the number of its sizes. */
    assert_int_equal(count(text, "≈"), 5);
    free(text);
    text = print_as("text", &table, &(struct printing){0});
    assert_null(strstr(text, "noise floor"));
    assert_int_equal(count(text, "≈"), 5);
    free(text);
    text = print_as("markdown", &table, &(struct printing){.verbose = 1});
    assert_non_null(strstr(text, "\nnoise floor: openblas"));
    free(text);
    table_release(&table);
}

TEST(warnings_are_folded_unless_all_are_asked_for) {
    static const char *const formats[] = {"text", "markdown"};
    struct table table = noisy_table();
    size_t warnings = table.sections[0].warnings->count;
    assert_true(warnings > 3);
    for (size_t i = 0; i < 2; i++) {
        char *text = print_as(formats[i], &table, &(struct printing){0}), first[64];
        size_t grave = 0;
        for (size_t w = 0; w < warnings; w++)
            grave += table.sections[0].warnings->items[w].is_grave != 0;
        assert_true(grave > 0);
        snprintf(first, sizeof first, "\n%zu more warnings: ", warnings - grave);
        assert_int_equal(count(text, "\nwarning: "), grave);
        assert_int_equal(count(text, first), 1);
        assert_int_equal(count(text, "; --verbose explains\n"), 1);
        free(text);
        text = print_as(formats[i], &table, &(struct printing){.verbose = 1});
        assert_int_equal(count(text, "\nwarning: "), warnings);
        assert_null(strstr(text, "--verbose"));
        free(text);
    }
    table_release(&table);
}

TEST(json_tells_each_row_what_it_is_warned_of) {
    struct table table = noisy_table();
    char *text = print_as("json", &table, &(struct printing){0});
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

TEST(csv_names_the_rules_of_each_row) {
    struct table table = noisy_table();
    char *text = print_as("csv", &table, &(struct printing){0});
    assert_int_equal(count(text, ",openblas,,paired,,,,,,,wrong control rounds"), 1);
    assert_int_equal(count(text, ",openblas,,paired,,,,,,,control rounds"), 5);
    free(text);
    table_release(&table);
}

/* --- Markdown --- */

TEST(markdown_has_tables_and_harmless_names) {
    struct table table = troubled_table();
    char *text = print_as("markdown", &table, &(struct printing){0});
    assert_int_equal(strncmp(text, "### axpy: y = a x + y", 21), 0);
    assert_non_null(strstr(text, "\n| size | library | mean ± |"));
    assert_non_null(strstr(text, "\n|---:|:---|---:|"));
    assert_non_null(strstr(text, "netlib, \"the\" \\| one |"));
    assert_int_equal(count(text, "\n| 10 |"), 3);
    assert_null(strchr(text, '\t'));
    free(text);
    table_release(&table);
}

TEST(markdown_headings_are_harmless_too) {
    struct run *run = sample_sweep(3, 4);
    sample_parameter(&run->measurements[0], "a|b", (double[]){1, 2, 3, 4});
    struct table table = table_of(run);
    char *text = print_as("markdown", &table, &(struct printing){0});
    assert_non_null(strstr(text, "| a\\|b |"));
    free(text);
    table_release(&table);
}

/* --- views --- */

static char *print_columns(const char *format, const struct table *table, const char *list) {
    struct view view = {0};
    assert_int_equal(view_set_columns(&view, list, NULL), 0);
    char *text = print_as(format, table, &(struct printing){.view = &view});
    view_release(&view);
    return text;
}

TEST(every_format_has_the_columns_that_are_wanted) {
    static const struct {
        const char *format, *wanted;
    } cases[] = {
        {"text", "\nlibrary              size   n\nopenblas               10  12\n"},
        {"csv", "library,size,n\nopenblas,10,12\n"},
        {"json", "[\n{\"library\":\"openblas\",\"size\":10,\"n\":12},"},
        {"markdown", "\n| library | size | n |\n|:---|---:|---:|\n| openblas | 10 | 12 |\n"},
        {"latex", "\\midrule\nopenblas & 10 & 12 \\\\\n"},
    };
    struct table table = troubled_table();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = print_columns(cases[i].format, &table, "library,size,n");
        if (!strstr(text, cases[i].wanted))
            fail_msg("%s: %s", cases[i].format, text);
        free(text);
    }
    table_release(&table);
}

TEST(wanted_columns_of_rows_change_no_geometric_means) {
    struct table table = troubled_table();
    char *text = print_columns("text", &table, "n");
    assert_non_null(
        strstr(text, "\nlibrary              time ÷ openblas, geometric mean  verdicts  "));
    free(text);
    table_release(&table);
}

TEST(what_is_abandoned_leaves_the_file_as_it_was) {
    char path[] = "/tmp/benchmat-print-XXXXXX";
    int descriptor = mkstemp(path);
    assert_int_equal(write(descriptor, "before", 6), 6);
    struct table table = troubled_table();
    struct printer printer = {.format = &print_formats[0]};
    struct document document = {0};
    assert_int_equal(printer_open(&printer, path, NULL), 0);
    section_sheet(&document, &table, &table.sections[0], &(struct section_view){0});
    printer_print(&printer, &document);
    printer_abandon(&printer);
    document_release(&document);
    assert_int_equal(lseek(descriptor, 0, SEEK_END), 6);
    close(descriptor);
    unlink(path);
    table_release(&table);
}

TEST(people_need_what_headings_tell) {
    struct view view = {0};
    const struct section_view how = {.view = &view};
    assert_int_equal(view_set_columns(&view, "mean", NULL), 0);
    assert_int_equal(section_document_needs(&how, 0), NEED_TIMES);
    assert_int_equal(section_document_needs(&how, 1),
                     NEED_RATIO | NEED_NOISE | NEED_VERDICT | NEED_WARNINGS | NEED_BATCHES);
    view_release(&view);
}

TEST(only_text_has_colours) {
    struct table table = troubled_table();
    for (size_t i = 0; i < print_format_count; i++) {
        char *text = print_as(print_formats[i].name, &table, &(struct printing){.is_colored = 1});
        assert_int_equal(strchr(text, '\033') != NULL, i == 0);
        free(text);
    }
    table_release(&table);
}

TEST(names_cannot_steer_a_terminal) {
    struct run *run = sample_sweep(3, 4);
    sample_parameter(&run->measurements[0], "\033[2J", (double[]){1, 2, 3, 4});
    sample_series(run, "\033[31mred\x07", 3);
    facts_set_text(&run->facts, FACT_CPU, "\033]0;title\x07");
    struct table table = table_of(run);
    for (size_t i = 0; i < print_format_count; i++) {
        char *text = print_as(print_formats[i].name, &table, &(struct printing){0});
        assert_null(strchr(text, '\033'));
        assert_null(strchr(text, '\x07'));
        free(text);
    }
    table_release(&table);
}

/* --- all --- */

TEST(an_unknown_format_is_told_which_there_are) {
    struct err err;
    assert_null(print_format_find("xml", &err));
    assert_non_null(strstr(err.message, "'xml'"));
    assert_non_null(strstr(err.message, "text, csv, json, markdown, latex"));
}

TEST(an_extension_tells_the_format) {
    static const char *const cases[][2] = {{"a.tex", "latex"},
                                           {"a.csv", "csv"},
                                           {"b/a.json", "json"},
                                           {"a.md", "markdown"},
                                           {"a.markdown", "markdown"},
                                           {"a.txt", "text"},
                                           {"a", "text"},
                                           {"a.", "text"},
                                           {"csv", "text"},
                                           {"-", "text"},
                                           {"a. csv ", "text"},
                                           {NULL, "text"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(print_format_of_path(cases[i][0])->name, cases[i][1]);
}
