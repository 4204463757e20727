/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/columns/columns.h"
#include "analyze/documents/read_json.h"
#include "tests/analyze/printed.h"
#include "tests/test.h"

static int take(void *context, struct table *table, struct err *err) {
    (void)err;
    table_take(context, table);
    return 0;
}

/* Reads TEXT from a file. */
static int read_text(const char *text, const char *const *columns, struct table *table,
                     struct err *err) {
    char path[] = "/tmp/benchmat-json-XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = fdopen(descriptor, "w");
    fputs(text, file);
    fclose(file);
    *table = (struct table){0};
    assert_true(read_json_detect(path) || *text != '[');
    int code = read_json(path, &(struct read_json_terms){columns, take, table}, err);
    unlink(path);
    return code;
}

static void same_text(const char *a, const char *b) {
    if (!a || !b)
        assert_true(a == b);
    else
        assert_string_equal(a, b);
}

static void same_member(const struct column *column, const void *a, const void *b) {
    double x, y;
    switch (column->type) {
    case COLUMN_TEXT:
        same_text(*(const char *const *)a, *(const char *const *)b);
        break;
    case COLUMN_INTEGER:
        assert_true(*(const int64_t *)a == *(const int64_t *)b);
        break;
    case COLUMN_COUNT:
        assert_true(*(const size_t *)a == *(const size_t *)b);
        break;
    case COLUMN_WORD:
        assert_int_equal(*(const int *)a, *(const int *)b);
        break;
    case COLUMN_REAL:
    case COLUMN_INTERVAL:
        x = *(const double *)a, y = *(const double *)b;
        if (x != y && !(isnan(y) && !isfinite(x)))
            fail_msg("%s: %g became %g", column->name, x, y);
        break;
    default:
        break;
    }
}

static void same_rows(const struct table *before, const struct table *after) {
    assert_int_equal(after->row_count, before->row_count);
    for (size_t i = 0; i < before->row_count; i++)
        for (size_t c = 0; c < row_columns.count; c++) {
            const struct column *column = &row_columns.columns[c];
            if (column->is_on_request) /* nobody has asked for it */
                continue;
            same_member(column, (const char *)&before->rows[i] + column->offset,
                        (const char *)&after->rows[i] + column->offset);
        }
}

/* Prints TABLE, which is released, and reads it back. */
static struct table there_and_back(struct table *before) {
    struct table after;
    struct err err = {""};
    char *text = print_as("json", before, &(struct printing){0});
    if (read_text(text, NULL, &after, &err))
        fail_msg("%s", err.message);
    free(text);
    same_rows(before, &after);
    return after;
}

TEST(all_columns_come_back) {
    struct table before = troubled_table();
    struct table after = there_and_back(&before);
    assert_int_equal(after.section_count, 1);
    assert_int_equal(after.sections[0].summary_count, 3);
    assert_int_equal(after.sections[0].space->points, 2);
    assert_true(after.summaries[0].is_reference && !after.summaries[1].is_reference);
    assert_true(fabs(after.sections[0].confidence - 0.95) < 1e-9);
    assert_int_equal(after.sections[0].rounds, before.sections[0].rounds);
    table_release(&before);
    table_release(&after);
}

TEST(the_noise_floor_comes_back) {
    struct table before = noisy_table();
    struct table after = there_and_back(&before);
    assert_non_null(after.sections[0].controlled);
    assert_true(after.sections[0].noise.floor == before.sections[0].noise.floor);
    table_release(&before);
    table_release(&after);
}

TEST(what_is_infinite_is_unknown) {
    struct table before = troubled_table();
    before.rows[0].mean.high = INFINITY;
    before.rows[1].skewness = -INFINITY;
    struct table after = there_and_back(&before);
    assert_true(isnan(after.rows[0].mean.high) && isnan(after.rows[1].skewness));
    table_release(&before);
    table_release(&after);
}

#define ROW(more) "{\"action\":\"a\",\"library\":\"x\",\"size\":1" more "}"

TEST(parameters_make_points) {
    struct table table;
    struct err err = {""};
    assert_int_equal(
        read_text("[" ROW(",\"stride\":2,\"p99\":5") "," ROW(",\"stride\":4,\"p99\":5") "," ROW(
                      ",\"stride\":null,\"depth\":null") "]",
                  NULL, &table, &err),
        0);
    const struct parameter_grid *space = table.sections[0].space;
    assert_int_equal(space->points, 3);
    assert_int_equal(space->axis_count, 2); /* a quantile is none, nor one that is never known */
    assert_string_equal(space->axes[1].name, "stride");
    assert_true(space->axes[1].values[1] == 4 && isnan(space->axes[1].values[2]));
    assert_int_equal(space->main, 1);
    table_release(&table);
}

TEST(sections_keep_the_order_of_the_file) {
    static const char text[] = "[{\"action\":\"dot\",\"library\":\"y\",\"size\":9,\"mean\":1},\n"
                               "{\"action\":\"axpy\",\"library\":\"x\",\"size\":8,\"mean\":2},\n"
                               "{\"action\":\"dot\",\"library\":\"x\",\"size\":8,\"mean\":3}]";
    struct table table;
    assert_int_equal(read_text(text, NULL, &table, NULL), 0);
    assert_int_equal(table.section_count, 2);
    assert_string_equal(table.sections[0].action, "dot");
    assert_int_equal(table.sections[0].row_count, 4); /* 2 points, 2 libraries */
    assert_true(table.rows[0].mean.estimate == 1 && table.rows[3].mean.estimate == 3);
    assert_int_equal(table.rows[1].status, CELL_NOT_MEASURED);
    assert_string_equal(table.rows[2].library, "y");
    assert_true(isnan(table.rows[2].mean.estimate) && isnan(table.sections[0].confidence));
    table_release(&table);
}

TEST(what_cannot_be_a_table_is_refused) {
    static const char *const needed[] = {"mean", NULL};
    static const struct {
        const char *text, *words;
        int code;
    } cases[] = {
        {"[]", "has no rows", ERR_USAGE},
        {"[" ROW("") ",\n{\"action\":\"a\",\"size\":1}]", "line 2: a row without \"library\"",
         ERR_USAGE},
        {"[{\"action\":\"a\",\"library\":\"x\"}]", "line 1: a row without \"size\"", ERR_USAGE},
        {"[\n" ROW(",\"mean\":\"fast\"") "]", "line 2: \"mean\" is not", ERR_USAGE},
        {"[" ROW(",\"n\":-1") "]", "\"n\" is not", ERR_USAGE},
        {"[" ROW(",\"status\":\"tired\"") "]", "\"status\" is not", ERR_USAGE},
        {"[" ROW(",\"stride\":\"wide\"") "]", "\"stride\" is not", ERR_USAGE},
        {"[" ROW("") "]", "has no column \"mean\"", ERR_USAGE},
        {"[" ROW("") ",\n\n"
                     "{]",
         "line 3: ", ERR_DAMAGED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table table;
        struct err err = {""};
        assert_int_equal(read_text(cases[i].text, needed, &table, &err), cases[i].code);
        if (!strstr(err.message, cases[i].words))
            fail_msg("%s: %s", cases[i].text, err.message);
        table_release(&table);
    }
}

/* Points times libraries may be far more than rows are. */
TEST(scattered_rows_are_refused) {
    struct table table;
    struct err err = {""};
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    for (int i = 0; i < 3000; i++)
        fprintf(file, "%c{\"action\":\"a\",\"library\":\"l%d\",\"size\":%d}", i ? ',' : '[', i, i);
    fputs("]", file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(read_text(text, NULL, &table, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "3000 points and 3000 libraries"));
    free(text);
}
