/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/output/print.h"
#include "formats/text/unicode.h"
#include "tests/analyze/printed.h"
#include "tests/test.h"

TEST(text_says_what_was_measured_and_how) {
    struct table table = troubled_table();
    char *text = print_as("text", &table, &(struct printing){0});
    assert_non_null(strstr(text, "axpy: y = a x + y · double precision · 3 rounds · "
                                 "run_000001 · 2025-06-01\n"));
    assert_non_null(strstr(text, "\nsize: length of x and y · ± and [ ]: 95 % intervals"));
    assert_int_equal(count(text, "\n  10  "), 1); /* a size is printed once */
    assert_int_equal(count(text, "not measured"), 2);
    assert_int_equal(count(text, "wrong"), 2); /* the warning, and the status */
    assert_null(strstr(text, "nan"));
    free(text);
    text = print_as("text", &table, &(struct printing){.verbose = 1});
    assert_non_null(strstr(text, "axpy: y = a x + y · double precision · size: length of x and y"));
    assert_non_null(
        strstr(text, "run_000001 · 2025-06-01 12:03 · Processor X · 3 rounds × 4 seeds"));
    assert_non_null(strstr(text, "time over that of openblas, paired · ± and [ ]: 95 % intervals"));
    free(text);
    table_release(&table);
}

TEST(an_interrupted_run_says_how_many_of_its_rounds_there_are) {
    struct run *run = sample_run(2, 50, 4);
    struct series *series = sample_series(run, "openblas", 1);
    facts_set_text(&run->facts, FACT_STATE, "interrupted");
    for (size_t p = 0; p < 2; p++)
        for (size_t r = 4 - p; r < 50; r++) /* the fourth is there at the first size only */
            for (size_t k = 0; k < 4; k++)
                series->seconds[measurement_index(&run->measurements[0], p, r, k)] = NAN;
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){0});
    assert_non_null(strstr(text, "4 of 50 rounds · "));
    free(text);
    table_release(&table);
}

TEST(conditions_that_are_not_the_usual_ones_are_named) {
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);
    struct facts *facts = &run->measurements[0].facts;
    facts_set_text(facts, FACT_CACHE_STATE, "cold");
    facts_set_text(facts, "schedule", "interleaved");
    facts_set_text(facts, "layout", "free");
    facts_set_integer(facts, "threads", 2);
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){0});
    assert_non_null(
        strstr(text, " · double precision · 2 threads, cold caches, free layout · 3 rounds"));
    free(text);
    table_release(&table);
}

TEST(a_single_round_is_warned_of) {
    struct run *run = sample_run(2, 1, 4);
    sample_series(run, "openblas", 1);
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){0});
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

TEST(columns_line_up_whatever_the_unit) {
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);  /* ns */
    sample_series(run, "netlib", 1200); /* µs */
    struct table table = table_of(run);
    const struct view wide = {.is_wide = 1};
    char *text = print_as("text", &table, &(struct printing){.view = &wide});
    char *rows = strchr(strstr(text, "mean ±"), '\n');
    char *ns = strstr(rows, "openblas  "), *us = strstr(rows, "netlib  ");
    *strchr(ns, '\n') = *strchr(us, '\n') = '\0';
    assert_int_equal(column_of(ns, "±"), column_of(us, "±"));
    assert_int_equal(column_of(ns, "ns"), column_of(us, "µs"));
    assert_int_equal(column_of(strstr(ns, "ns") + 2, "ns"), column_of(strstr(us, "µs") + 3, "µs"));
    free(text);
    table_release(&table);
}

TEST(lines_fit_a_hundred_columns_and_end_without_blanks) {
    struct run *run = sample_run(3, 5, 8);
    char cpu[256] = "";
    memset(cpu, 'x', 90);
    facts_set_text(&run->facts, FACT_CPU, cpu);
    run->measurements[0].sizes[2] = 3000000;
    sample_series(run, "openblas-openmp-with-a-very-long-name", 1.0001);
    sample_series(run, "openblas-pthread-with-a-very-long-name", 123.4)->status[1] = CELL_WRONG;
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){0}), *rest = text, *line;
    while ((line = strsep(&rest, "\n"))) {
        if (utf8_width(line) > 100)
            fail_msg("%zu columns: %s", utf8_width(line), line);
        assert_false(*line && line[strlen(line) - 1] == ' ');
    }
    free(text);
    table_release(&table);
}

TEST(geometric_means_start_with_the_fastest) {
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "slow", 3);
    sample_series(run, "fast", 1);
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){.summary_only = 1});
    assert_non_null(strstr(text, "geometric mean"));
    assert_true(strstr(text, "\nfast ") < strstr(text, "\nslow "));
    assert_null(strstr(text, "median"));
    free(text);
    table_release(&table);
}

/* --- views --- */

TEST(text_is_sorted_within_its_section) {
    struct table table = table_of(sample_sweep(3, 4));
    struct view view = {0};
    assert_int_equal(view_set_columns(&view, "size,stride,library", NULL), 0);
    assert_int_equal(view_set_sort(&view, "-size,library", NULL), 0);
    char *text = print_as("text", &table, &(struct printing){.view = &view});
    assert_non_null(
        strstr(text, "\n  20       1  blis\n  20       8  blis\n  20       1  openblas\n"));
    free(text);
    view_release(&view);
    table_release(&table);
}

TEST(text_tells_each_group_once) {
    struct table table = table_of(sample_sweep(3, 4));
    struct view view = {0};
    assert_int_equal(view_set_columns(&view, "size,stride,library", NULL), 0);
    assert_int_equal(view_set_groups(&view, "library", NULL), 0);
    char *text = print_as("text", &table, &(struct printing){.view = &view});
    assert_non_null(strstr(text, "\nlibrary   size  stride\n"
                                 "openblas    10       1\n"
                                 "                     8\n"
                                 "            20       1\n"));
    free(text);
    view_release(&view);
    table_release(&table);
}

/* --- pages --- */

TEST(what_only_a_page_has_is_lines) {
    struct document document = {0};
    document_add(&document, DOCUMENT_SECTION, "all");
    document_add_pair(&document, DOCUMENT_WARNING, "so", "do this");
    document_add_pair(&document, DOCUMENT_FACT, "name", "value");
    document_add(&document, DOCUMENT_COMMAND, "bench-plot a.h5");
    document_add(&document, DOCUMENT_FIGURE, "axpy");
    for (size_t f = 0; f < print_format_count; f++) {
        char *text;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        print_formats[f].print(file, &document, 0, &(struct print_options){.width = 0});
        fclose(file);
        if (f == 0)
            assert_string_equal(text, "all\nso: do this\nname: value\nbench-plot a.h5\naxpy\n");
        else
            assert_int_equal(strstr(text, "name: value") != NULL, print_formats[f].is_for_people);
        free(text);
    }
    document_release(&document);
}

/* --- terminals --- */

TEST(text_is_broken_to_its_width) {
    struct table table = troubled_table();
    for (size_t width = 50; width <= 200; width += 10) {
        char *text = print_as("text", &table, &(struct printing){.width = width});
        char *rest = text, *line;
        while ((line = strsep(&rest, "\n")))
            if (utf8_width(line) > width)
                fail_msg("%zu columns, not %zu: %s", utf8_width(line), width, line);
        free(text);
    }
    table_release(&table);
}

TEST(warnings_are_yellow) {
    struct table table = noisy_table();
    char *text = print_as("text", &table, &(struct printing){.is_colored = 1});
    assert_int_equal(count(text, "\033[33mwarning: "), 2);
    assert_int_equal(count(text, "\033[33m2 more warnings: "), 1);
    assert_non_null(strstr(text, "\033[1maxpy: "));
    free(text);
    table_release(&table);
}
