/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns there are, in the for_people that have them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "analyze/columns/columns.h"
#include "formats/csv/csv_columns.h"
#include "formats/text/unicode.h"
#include "tests/analyze/printed.h"
#include "analyze/aggregate/aggregate.h"
#include "tests/test.h"

static const struct column_set *const sets[] = {&row_columns, &summary_columns};

TEST(every_column_has_a_name_of_its_own_and_a_meaning) {
    for (size_t s = 0; s < 2; s++)
        for (size_t c = 0; c < sets[s]->count; c++) {
            const struct column *column = &sets[s]->columns[c];
            assert_true(column->about && *column->about && column->unit);
            assert_true(column->offset < sets[s]->record_size);
            assert_ptr_equal(column_find(sets[s], column->name), column);
        }
}

TEST(every_column_can_be_shown) {
    struct row row = {.mean.estimate = 1};
    struct summary_row summary = {.ratio.estimate = 1};
    for (size_t s = 0; s < 2; s++)
        for (size_t c = 0; c < sets[s]->count; c++) {
            const struct column *column = &sets[s]->columns[c];
            char text[64] = "before";
            column_show(column, s ? (const void *)&summary : (const void *)&row, text, sizeof text);
            assert_string_not_equal(text, "before");
            size_t parts = strlen(column_align(column));
            assert_true(parts >= 1 && parts <= 4);
            assert_true(*column_heading(column) != '\0');
        }
}

TEST(every_column_says_what_it_needs) {
    static const struct {
        const char *name;
        unsigned needs;
    } cases[] = {{"mean", NEED_TIMES},
                 {"max", NEED_EXTREMES},
                 {"median", NEED_ORDER},
                 {"rate", NEED_REPORTS},
                 {"ratio_low", NEED_RATIO},
                 {"noise", NEED_NOISE},
                 {"max_error", NEED_REPORTS},
                 {"skewness", NEED_SHAPE},
                 {"warnings", NEED_WARNINGS | NEED_VERDICT},
                 {"mean_ratio", NEED_RATIO},
                 {"flop_rate", NEED_TIMES},
                 {"verdict", NEED_VERDICT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(column_find(&row_columns, cases[i].name)->needs, cases[i].needs);
}

/* Files that bench-analyze wrote can be read again: what is a statistic there is no parameter.
 * Which archive it was is a fact. */
TEST(csv_knows_all_columns_of_rows_for_what_they_are) {
    char text[1 << 13] = "";
    for (size_t c = 0; c < row_columns.count; c++)
        strcat(strcat(text, c ? "," : ""), row_columns.columns[c].name);
    strcat(text, ",stride\n");
    for (size_t c = 0; c < row_columns.count; c++)
        strcat(text, row_columns.columns[c].type == COLUMN_TEXT ? "a," : "1,");
    strcat(text, "1\n");
    struct source source = {.path = "summary.csv", .text = text, .length = strlen(text)};
    struct csv_record record;
    struct csv_columns columns;
    assert_int_equal(csv_record_begin(&record, &source, NULL), 0);
    assert_int_equal(csv_columns_read(&columns, &record, NULL, &(struct format_options){0}, NULL),
                     0);
    assert_true(columns.are_means);
    for (size_t c = 0; c < row_columns.count; c++)
        if (columns.items[c].role == CSV_PARAMETER ||
            (columns.items[c].role == CSV_FACT && strcmp(columns.items[c].name, "archive") != 0))
            fail_msg("%s is no parameter", columns.items[c].name);
    assert_int_equal(columns.items[row_columns.count].role, CSV_PARAMETER);
    csv_columns_release(&columns);
    csv_record_release(&record);
}

TEST(there_is_no_column_of_another_name) {
    assert_null(column_find(&row_columns, "sizes"));
    assert_null(column_find(&row_columns, ""));
}

/* --- how a column is shown by its type and unit --- */

static void assert_shown(const struct column *column, const struct row *row, const char *wanted) {
    char text[64];
    column_show(column, row, text, sizeof text);
    assert_string_equal(text, wanted);
}

TEST(times_are_in_the_rows_unit) {
    struct row row = {.mean = {5e-6, 4.99e-6, 5.01e-6}, .min = 900e-9};
    const struct column *min = column_find(&row_columns, "min");
    assert_shown(min, &row, "0.900\t µs");
    assert_string_equal(column_heading(min), "min");
    assert_string_equal(column_align(min), "rl");
}

TEST(a_column_with_an_interval_is_shown_with_it_unless_it_is_alone) {
    struct column column = {.name = "speed",
                            .type = COLUMN_INTERVAL,
                            .offset = offsetof(struct row, median),
                            .unit = "flop/s"};
    const struct row row = {.median = {12.3e9, 12.1e9, 12.5e9}};
    assert_shown(&column, &row, "12.30\t ± 0.20\t Gflop/s");
    assert_string_equal(column_align(&column), "rll");
    column.is_alone = 1;
    assert_shown(&column, &row, "12.3\t\t Gflop/s");
}

/* For programs, which see the estimate alone. */
TEST(columns_of_the_ends_stand_behind_that_of_each_interval) {
    for (size_t c = 0; c < row_columns.count; c++) {
        const struct column *column = &row_columns.columns[c];
        char name[64];
        if (column->type != COLUMN_INTERVAL)
            continue;
        for (size_t end = 0; end < 2; end++) {
            snprintf(name, sizeof name, "%s_%s", column->name, end ? "high" : "low");
            const struct column *of_end = column_find(&row_columns, name);
            assert_non_null(of_end);
            assert_int_equal(of_end->type, COLUMN_REAL);
            assert_int_equal(of_end->offset,
                             column->offset + (end ? offsetof(struct interval, high)
                                                   : offsetof(struct interval, low)));
        }
    }
}

TEST(a_column_says_how_its_number_is_written) {
    const struct column column = {.type = COLUMN_REAL,
                                  .offset = offsetof(struct row, median.estimate),
                                  .unit = "1",
                                  .number = number_p_value};
    struct row row = {.median.estimate = 0.0125};
    assert_shown(&column, &row, "0.013");
    assert_string_equal(column_align(&column), "r");
}

TEST(words_stand_for_enums) {
    const struct column column = {
        .type = COLUMN_WORD, .offset = offsetof(struct row, status), .word = cell_status_name};
    assert_shown(&column, &(struct row){.status = CELL_WRONG}, "wrong");
    assert_shown(&column, &(struct row){.status = CELL_OK}, "ok");
}

TEST(what_is_undefined_is_a_dash_where_it_was_asked_for) {
    struct column column = *column_find(&row_columns, "min");
    struct row row = {.mean.estimate = 1, .min = NAN};
    assert_shown(&column, &row, "");
    column.is_asked_for = 1;
    assert_shown(&column, &row, "-");
}

TEST(texts_that_are_not_known_are_empty) {
    assert_shown(column_find(&row_columns, "archive"), &(struct row){.archive = NULL}, "");
}

TEST(a_quantile_is_its_rows) {
    const double quantiles[] = {1e-9, 2e-9};
    struct column column = column_of_quantile("p99", 1);
    struct row row = {.mean.estimate = 3e-9, .quantiles = quantiles};
    double workspace;
    assert_true(*(const double *)column_value(&column, &row, &workspace) == 2e-9);
    assert_shown(&column, &row, "2.00\t ns");
    row.quantiles = NULL;
    assert_true(isnan(*(const double *)column_value(&column, &row, &workspace)));
}

TEST(a_column_is_plain_unless_it_says_otherwise) {
    struct row row = {.mean.estimate = 1, .verdict = VERDICT_FASTER};
    assert_int_equal(column_tone(column_find(&row_columns, "mean"), &row), TERMINAL_PLAIN);
    assert_int_equal(column_tone(column_find(&row_columns, "ratio"), &row), TERMINAL_GOOD);
}

static const struct view wide_view = {.is_wide = 1};
static const struct printing wide = {.view = &wide_view};

/* --- parameters --- */

TEST(text_has_a_column_for_each_parameter_that_varies) {
    struct table table = table_of(sample_sweep(3, 4));
    char *text = print_as("text", &table, &(struct printing){0});
    assert_non_null(strstr(text, " · double precision · chunk 64 · 3 rounds · run_000001"));
    assert_non_null(strstr(text, "\nsize  stride  library   mean ± "));
    assert_int_equal(count(text, "\n  10       1  openblas "), 1);
    assert_int_equal(count(text, "\n             8  openblas ") +
                         count(text, "\n           8  openblas "),
                     2); /* the size stands once, above */
    assert_int_equal(count(text, "\n              blis "), 4);
    assert_non_null(strstr(text, "geometric mean  of 4 points\n"));
    free(text);
    table_release(&table);
}

TEST(a_parameter_is_repeated_below_another_size) {
    struct run *run = sample_sweep(3, 4);
    double *strides = run->measurements[0].parameters[0].values;
    strides[1] = 1;
    strides[2] = 1;
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){0});
    assert_int_equal(count(text, "\n  20       1  openblas "), 1);
    free(text);
    table_release(&table);
}

TEST(an_action_without_a_size_has_no_column_for_it) {
    static const char *const for_people[] = {"text", "markdown"};
    struct table table = table_of(sample_without_size(3, 4));
    for (size_t i = 0; i < 2; i++) {
        char *text = print_as(for_people[i], &table, &wide);
        assert_null(strstr(text, "size"));
        assert_non_null(strstr(text, i ? "\n| number | library |" : "\nnumber  library "));
        assert_non_null(strstr(text, i ? "\n| 30 | recursive |" : "\n    30  iterative "));
        free(text);
    }
    table_release(&table);
}

TEST(csv_has_all_parameters_of_all_actions) {
    struct run *one = sample_sweep(3, 4), *two = sample_without_size(3, 4);
    sample_parameter(&two->measurements[0], "n", (double[]){0.125, NAN, -1});
    struct table table = {0};
    aggregate_whole(&table, one, &one->measurements[0], &(struct table_options){0}, NULL);
    aggregate_whole(&table, two, &two->measurements[0], &(struct table_options){0}, NULL);
    char *text = print_as("csv", &table, &(struct printing){0});
    assert_non_null(strstr(text, "archive,action,run,type,size,stride,chunk,number,n_2,library,"));
    assert_int_equal(count(text, ",d,10,8,64,,,blis,"), 1);
    assert_int_equal(count(text, ",d,1,,,25,0.125,iterative,"), 1);
    assert_int_equal(count(text, ",d,1,,,30,,recursive,"), 1);
    free(text);
    text = print_as("json", &table, &(struct printing){0});
    json_object *rows = json_tokener_parse(text), *last = json_object_array_get_idx(rows, 13);
    assert_true(json_object_get_double(json_object_object_get(last, "number")) == 35);
    assert_true(json_object_get_double(json_object_object_get(last, "n_2")) == -1);
    assert_int_equal(json_object_get_int(json_object_object_get(last, "n")), 12);
    assert_true(json_object_object_get_ex(last, "stride", NULL));
    assert_null(json_object_object_get(last, "stride"));
    json_object_put(rows);
    free(text);
    table_release(&table);
    run_free(one);
    run_free(two);
}

TEST(noise_is_told_of_its_point) {
    struct run *run = sample_sweep(3, 4);
    struct series *control = sample_series(run, "openblas.control", 1);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "openblas");
    for (size_t i = 0; i < 12; i++)
        control->seconds[3 * 12 + i] *= 1.25;
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){.verbose = 1});
    assert_non_null(strstr(text, " at worst, size 20, stride 8"));
    free(text);
    table_release(&table);
}

/* --- what actions report --- */

TEST(whole_calls_rates_and_iterations_have_columns_where_they_are_known) {
    struct run *run = sample_run(2, 3, 4);
    struct series *series = sample_series(run, "openblas", 1);
    static const char *const names[] = {"whole_seconds", "operations", "iterations"};
    for (size_t i = 0; i < 3; i++)
        measurement_add_detail(&run->measurements[0], series, names[i], NULL);
    for (size_t i = 0; i < 24; i++) {
        series->whole_seconds[i] = series->seconds[i] + 5e-9;
        series->operations[i] = 20e9 * series->seconds[i];
        series->iterations[i] = 24;
    }
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){0});
    assert_non_null(strstr(text, "mean ±           whole     overhead  "));
    assert_non_null(strstr(text, " 5.00 ns  "));
    assert_non_null(strstr(text, " 20.0 G/s"));
    assert_non_null(strstr(text, " iterations  rate"));
    assert_null(strstr(text, "cpus"));
    assert_null(strstr(text, "error"));
    free(text);
    table_release(&table);
}

TEST(cpus_have_a_column_where_threads_were_asked_for) {
    struct run *run = sample_sweep(3, 4);
    struct measurement *m = &run->measurements[0];
    for (size_t i = 0; i < 48; i++) {
        m->series[0].batch_mean[i] = m->series[0].seconds[i];
        m->series[0].cpu_seconds[i] = 1.875 * m->series[0].seconds[i];
    }
    sample_parameter(m, FACT_THREADS, (double[]){1, 2, 1, 2});
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){0});
    assert_non_null(strstr(text, "\nsize  stride  threads  library "));
    assert_int_equal(count(text, " 1.88  "), 4);
    free(text);
    table_release(&table);
}

TEST(wrong_answers_tell_their_errors) {
    static const char *const for_people[] = {"text", "markdown"};
    struct run *run = sample_sweep(3, 4);
    struct series *blis = &run->measurements[0].series[1];
    blis->status[2] = CELL_WRONG;
    blis->max_error[2] = 0.0123;
    blis->mean_error[2] = 0.00456;
    blis->total_error[2] = 0.0789;
    blis->max_error[3] = blis->mean_error[3] = blis->total_error[3] = 0.0456;
    facts_set_text(&blis->facts, FACT_OUTPUT_ERRORS, "2,y,0.0123,0.5,8\n");
    struct table table = table_of(run);
    for (size_t i = 0; i < 2; i++) {
        char *text = print_as(for_people[i], &table, &wide);
        assert_non_null(strstr(text, i ? "| max error | mean error | total error |"
                                       : "max error  mean error  total error  "));
        assert_non_null(strstr(text, i ? "| 0.012 | 0.0046 | 0.079 |"
                                       : "    0.012      0.0046        0.079  "));
        assert_null(strstr(text, "0.046"));
        assert_non_null(strstr(text, "\nerror: blis, size 20, stride 1: y: at most 0.0123, 0.5 on "
                                     "average, 8 in all\n"));
        free(text);
    }
    table_release(&table);
}

TEST(what_is_too_wide_leaves_out_columns_that_others_stand_for) {
    struct run *run = sample_sweep(3, 4);
    struct measurement *m = &run->measurements[0];
    sample_parameter(m, "a long name", (double[]){1, 2, 3, 4});
    m->series[1].status[2] = CELL_WRONG;
    struct table table = table_of(run);
    char *text = print_as("text", &table, &wide), *rest = text, *line;
    assert_null(strstr(text, " sd "));
    assert_non_null(strstr(text, "  time ÷ openblas  "));
    while ((line = strsep(&rest, "\n")))
        if (utf8_width(line) > 100 && strncmp(line, "warning", 7) != 0)
            fail_msg("%zu columns: %s", utf8_width(line), line);
    free(text);
    text = print_as("markdown", &table, &wide);
    assert_non_null(strstr(text, "| sd |"));
    free(text);
    table_release(&table);
}

TEST(errors_take_the_room_of_columns_that_others_stand_for) {
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 2);
    blis->status[1] = CELL_WRONG;
    blis->max_error[1] = blis->mean_error[1] = blis->total_error[1] = 1.25e-300;
    struct table table = table_of(run);
    char *text = print_as("text", &table, &(struct printing){.width = 110, .view = &wide_view}),
         *rest = text, *line;
    assert_null(strstr(text, " sd "));
    assert_non_null(strstr(text, "  verdict  max error  "));
    assert_int_equal(count(text, "   1.2e-300"), 3);
    while ((line = strsep(&rest, "\n")))
        if (utf8_width(line) > 110)
            fail_msg("%zu columns: %s", utf8_width(line), line);
    free(text);
    table_release(&table);
}
