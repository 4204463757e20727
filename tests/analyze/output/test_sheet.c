/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/output/sheet.h"
#include "tests/analyze/sample_table.h"

static void assert_block(const struct sheet *sheet, size_t i, enum sheet_kind kind,
                         const char *text) {
    assert_true(i < sheet->count);
    assert_int_equal(sheet->blocks[i].kind, kind);
    assert_string_equal(sheet->blocks[i].text, text);
}

static void lines_stand_in_the_order_they_are_added(void **state) {
    (void)state;
    struct sheet sheet = {0};
    sheet_add(&sheet, SHEET_TITLE, "%s of %d", "first", 2);
    sheet_add(&sheet, SHEET_WARNING, "second");
    assert_int_equal(sheet.count, 2);
    assert_block(&sheet, 0, SHEET_TITLE, "first of 2");
    assert_block(&sheet, 1, SHEET_WARNING, "second");
    assert_false(sheet.failed);
    sheet_release(&sheet);
}

static void every_line_is_a_block_of_its_own(void **state) {
    (void)state;
    struct sheet sheet = {0};
    sheet_add(&sheet, SHEET_NOTE, "one\ntwo\nthree");
    assert_int_equal(sheet.count, 3);
    assert_block(&sheet, 1, SHEET_NOTE, "two");
    assert_block(&sheet, 2, SHEET_NOTE, "three");
    sheet_release(&sheet);
}

static void nothing_adds_no_line(void **state) {
    (void)state;
    struct sheet sheet = {0};
    sheet_add(&sheet, SHEET_LINE, "%s", "");
    assert_int_equal(sheet.count, 0);
    sheet_release(&sheet);
}

static void write_lines(const void *context, FILE *file) {
    fprintf(file, "%s\nand more", (const char *)context);
}

static void write_nothing(const void *context, FILE *file) {
    (void)context;
    (void)file;
}

static void what_is_written_becomes_lines(void **state) {
    (void)state;
    struct sheet sheet = {0};
    sheet_write(&sheet, SHEET_BAD, write_lines, "this");
    sheet_write(&sheet, SHEET_BAD, write_nothing, NULL);
    assert_int_equal(sheet.count, 2);
    assert_block(&sheet, 0, SHEET_BAD, "this");
    assert_block(&sheet, 1, SHEET_BAD, "and more");
    sheet_release(&sheet);
}

static void a_grid_is_taken_with_its_records(void **state) {
    (void)state;
    struct table table = troubled_table();
    struct sheet sheet = {0};
    struct records records;
    assert_int_equal(records_of_table(&records, &table, &table, NULL, 0, NULL), 0);
    sheet_add(&sheet, SHEET_CAPTION, "below");
    sheet_add_grid(&sheet, &records);
    assert_int_equal(sheet.count, 2);
    assert_int_equal(sheet.blocks[1].kind, SHEET_GRID);
    assert_null(sheet.blocks[1].text);
    assert_int_equal(sheet.blocks[1].records.count, 6);
    sheet_release(&sheet);
    table_release(&table);
}

static void many_blocks_find_room(void **state) {
    (void)state;
    struct sheet sheet = {0};
    for (size_t i = 0; i < 1000; i++)
        sheet_add(&sheet, SHEET_LINE, "%zu", i);
    assert_int_equal(sheet.count, 1000);
    assert_block(&sheet, 999, SHEET_LINE, "999");
    sheet_release(&sheet);
}

static void a_released_sheet_is_blank(void **state) {
    (void)state;
    struct sheet sheet = {0};
    sheet_add(&sheet, SHEET_LINE, "line");
    sheet_release(&sheet);
    assert_int_equal(sheet.count, 0);
    assert_null(sheet.blocks);
    sheet_release(&sheet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_stand_in_the_order_they_are_added),
        cmocka_unit_test(every_line_is_a_block_of_its_own),
        cmocka_unit_test(nothing_adds_no_line),
        cmocka_unit_test(what_is_written_becomes_lines),
        cmocka_unit_test(a_grid_is_taken_with_its_records),
        cmocka_unit_test(many_blocks_find_room),
        cmocka_unit_test(a_released_sheet_is_blank),
    };
    return cmocka_run_group_tests_name("analyze/sheet", tests, NULL, NULL);
}
