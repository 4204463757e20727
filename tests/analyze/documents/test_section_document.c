/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/documents/section_document.h"
#include "tests/analyze/sample_table.h"

static struct document sheet_of(const struct table *table, const struct section_view *how) {
    struct document document = {0};
    struct err err = {""};
    if (section_sheet(&document, table, &table->sections[0], how, &err))
        fail_msg("%s", err.message);
    assert_false(document.failed);
    return document;
}

static size_t count_kind(const struct document *document, enum document_kind kind) {
    size_t count = 0;
    for (size_t i = 0; i < document->count; i++)
        count += document->blocks[i].kind == kind;
    return count;
}

/* The block that begins with TEXT. */
static const struct document_block *find(const struct document *document, const char *text) {
    for (size_t i = 0; i < document->count; i++)
        if (document->blocks[i].text && strncmp(document->blocks[i].text, text, strlen(text)) == 0)
            return &document->blocks[i];
    return NULL;
}

static const struct records *last_grid(const struct document *document) {
    size_t i = document->count;
    while (i > 0 && document->blocks[i - 1].kind != DOCUMENT_GRID)
        i--;
    assert_true(i > 0);
    return &document->blocks[i - 1].records;
}

static void a_section_has_headings_rows_and_means(void **state) {
    (void)state;
    struct table table = noisy_table();
    struct document document = sheet_of(&table, &(struct section_view){0});
    assert_int_equal(document.blocks[0].kind, DOCUMENT_TITLE);
    assert_int_equal(count_kind(&document, DOCUMENT_GRID), 2);
    assert_non_null(find(&document, "noise floor: "));
    assert_non_null(find(&document, "verdicts: moderated-t at 5 %"));
    assert_int_equal(find(&document, "geometric mean")->kind, DOCUMENT_CAPTION);
    assert_int_equal(last_grid(&document)->count, 3);
    assert_non_null(find(&document, "fastest: "));
    document_release(&document);
    table_release(&table);
}

static void a_summary_has_means_alone(void **state) {
    (void)state;
    struct table table = noisy_table();
    struct document document = sheet_of(&table, &(struct section_view){.summary_only = 1});
    assert_int_equal(count_kind(&document, DOCUMENT_GRID), 1);
    assert_null(find(&document, "verdicts: "));
    document_release(&document);
    table_release(&table);
}

static void a_view_is_of_rows_or_of_means(void **state) {
    (void)state;
    struct table table = noisy_table();
    struct view view = {0};
    assert_int_equal(view_set_columns(&view, "library", NULL), 0);
    struct document document = sheet_of(&table, &(struct section_view){.view = &view});
    assert_true(last_grid(&document)->column_count > 1);
    document_release(&document);
    document = sheet_of(&table, &(struct section_view){.summary_only = 1, .view = &view});
    assert_int_equal(last_grid(&document)->column_count, 1);
    document_release(&document);
    view_release(&view);
    table_release(&table);
}

static void warnings_are_the_gravest_or_all(void **state) {
    (void)state;
    struct table table = noisy_table();
    size_t warnings = table.sections[0].warnings->count;
    struct document document = sheet_of(&table, &(struct section_view){0});
    assert_int_equal(count_kind(&document, DOCUMENT_WARNING), 4); /* three, and how many more */
    document_release(&document);
    document = sheet_of(&table, &(struct section_view){.verbose = 1});
    assert_int_equal(count_kind(&document, DOCUMENT_WARNING), warnings);
    document_release(&document);
    table_release(&table);
}

static void without_libraries_it_says_so(void **state) {
    (void)state;
    struct table table = table_of(sample_run(2, 3, 4));
    struct document document = sheet_of(&table, &(struct section_view){0});
    assert_non_null(find(&document, "no library was measured"));
    assert_int_equal(count_kind(&document, DOCUMENT_GRID), 0);
    document_release(&document);
    table_release(&table);
}

/* p_fastest, and what only another --statistic has: value, value_low, value_high. */
enum { ON_REQUEST = 4 };

static void programs_get_all_rows_in_one_grid(void **state) {
    (void)state;
    struct run *one = sample_sweep(3, 4), *two = sample_without_size(3, 4);
    struct table table = {0};
    struct document document = {0};
    aggregate_whole(&table, one, &one->measurements[0], &(struct table_options){0}, NULL);
    aggregate_whole(&table, two, &two->measurements[0], &(struct table_options){0}, NULL);
    assert_int_equal(
        section_document_of_all(&document, &table, &table, &(struct section_view){0}, NULL), 0);
    assert_int_equal(document.count, 1);
    assert_int_equal(document.blocks[0].records.count, table.row_count);
    assert_int_equal(document.blocks[0].records.column_count, row_columns.count - ON_REQUEST + 3);
    document_release(&document);
    table_release(&table);
    run_free(one);
    run_free(two);
}

static void programs_may_get_rows_with_the_parameters_of_others(void **state) {
    (void)state;
    struct table heads = table_of(sample_sweep(3, 4)), table = troubled_table();
    struct document document = {0};
    assert_int_equal(
        section_document_of_all(&document, &table, &heads, &(struct section_view){0}, NULL), 0);
    assert_int_equal(document.blocks[0].records.count, 6);
    assert_int_equal(document.blocks[0].records.column_count, row_columns.count - ON_REQUEST + 2);
    document_release(&document);
    table_release(&heads);
    table_release(&table);
}

/* --- needs --- */

static unsigned needs_of(const char *list, int summary_only, int for_people) {
    struct view view = {0};
    assert_int_equal(view_set_columns(&view, list, NULL), 0);
    const struct section_view how = {.summary_only = summary_only, .view = &view};
    unsigned needs = section_document_needs(&how, for_people);
    view_release(&view);
    return needs;
}

static void programs_need_what_their_columns_need(void **state) {
    (void)state;
    assert_int_equal(needs_of("library,mean,sd", 0, 0), NEED_TIMES);
    assert_int_equal(needs_of("min", 0, 0), NEED_EXTREMES);
    assert_int_equal(needs_of("p99", 0, 0), NEED_ORDER);
    assert_int_equal(needs_of("library,ratio_low", 1, 0), NEED_RATIO);
    assert_int_equal(section_document_needs(&(struct section_view){0}, 0),
                     NEED_ALL & ~(unsigned)NEED_FASTEST);
    assert_int_equal(needs_of("p_fastest", 0, 0), NEED_RATIO | NEED_FASTEST);
}

static void people_need_no_shape_nor_extremes_unasked(void **state) {
    (void)state;
    unsigned needs = section_document_needs(&(struct section_view){0}, 1);
    assert_int_equal(needs, NEED_ALL & ~(unsigned)(NEED_SHAPE | NEED_EXTREMES | NEED_FASTEST));
    assert_true(needs_of("+kurtosis", 0, 1) & NEED_SHAPE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_section_has_headings_rows_and_means),
        cmocka_unit_test(a_summary_has_means_alone),
        cmocka_unit_test(a_view_is_of_rows_or_of_means),
        cmocka_unit_test(warnings_are_the_gravest_or_all),
        cmocka_unit_test(without_libraries_it_says_so),
        cmocka_unit_test(programs_get_all_rows_in_one_grid),
        cmocka_unit_test(programs_may_get_rows_with_the_parameters_of_others),
        cmocka_unit_test(programs_need_what_their_columns_need),
        cmocka_unit_test(people_need_no_shape_nor_extremes_unasked),
    };
    return cmocka_run_group_tests_name("analyze/documents/section_document", tests, NULL, NULL);
}
