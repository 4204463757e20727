/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/output/document.h"
#include "tests/analyze/sample_table.h"
#include "tests/test.h"

static void assert_block(const struct document *document, size_t i, enum document_kind kind,
                         const char *text) {
    assert_true(i < document->count);
    assert_int_equal(document->blocks[i].kind, kind);
    assert_string_equal(document->blocks[i].text, text);
}

TEST(lines_stand_in_the_order_they_are_added) {
    struct document document = {0};
    document_add(&document, DOCUMENT_TITLE, "%s of %d", "first", 2);
    document_add(&document, DOCUMENT_WARNING, "second");
    assert_int_equal(document.count, 2);
    assert_block(&document, 0, DOCUMENT_TITLE, "first of 2");
    assert_block(&document, 1, DOCUMENT_WARNING, "second");
    document_release(&document);
}

TEST(every_line_is_a_block_of_its_own) {
    struct document document = {0};
    document_add(&document, DOCUMENT_NOTE, "one\ntwo\nthree");
    assert_int_equal(document.count, 3);
    assert_block(&document, 1, DOCUMENT_NOTE, "two");
    assert_block(&document, 2, DOCUMENT_NOTE, "three");
    document_release(&document);
}

TEST(nothing_adds_no_line) {
    struct document document = {0};
    document_add(&document, DOCUMENT_LINE, "%s", "");
    assert_int_equal(document.count, 0);
    document_release(&document);
}

TEST(a_pair_is_one_block_whatever_it_contains) {
    struct document document = {0};
    document_add_pair(&document, DOCUMENT_FACT, "name", "a\nb");
    assert_int_equal(document.count, 1);
    assert_block(&document, 0, DOCUMENT_FACT, "name");
    assert_string_equal(document.blocks[0].more, "a\nb");
    document_release(&document);
}

TEST(a_heading_of_a_page_is_one_block) {
    struct document document = {0};
    document_add(&document, DOCUMENT_SECTION, "of\na.h5");
    document_add(&document, DOCUMENT_UNFOLD, "%s", "");
    assert_int_equal(document.count, 2);
    assert_block(&document, 0, DOCUMENT_SECTION, "of\na.h5");
    assert_block(&document, 1, DOCUMENT_UNFOLD, "");
    document_release(&document);
}

TEST(lines_are_clean) {
    struct document document = {0};
    document_add_pair(&document, DOCUMENT_FACT, "a\033name", "a\nvalue");
    document_add(&document, DOCUMENT_LINE, "\xff");
    char *pair = document_line(&document.blocks[0]), *line = document_line(&document.blocks[1]);
    assert_string_equal(pair, "a?name: a?value");
    assert_string_equal(line, "?");
    free(pair);
    free(line);
    document_release(&document);
}

static void write_lines(const void *context, FILE *file) {
    fprintf(file, "%s\nand more", (const char *)context);
}

static void write_nothing(const void *context, FILE *file) {
    (void)context;
    (void)file;
}

TEST(what_is_written_becomes_lines) {
    struct document document = {0};
    document_write(&document, DOCUMENT_BAD, write_lines, "this");
    document_write(&document, DOCUMENT_BAD, write_nothing, NULL);
    assert_int_equal(document.count, 2);
    assert_block(&document, 0, DOCUMENT_BAD, "this");
    assert_block(&document, 1, DOCUMENT_BAD, "and more");
    document_release(&document);
}

TEST(a_grid_is_taken_with_its_records) {
    struct table table = troubled_table();
    struct document document = {0};
    struct records records;
    records_of_table(&records, &table, &table, NULL, 0);
    document_add(&document, DOCUMENT_CAPTION, "below");
    document_add_grid(&document, &records);
    assert_int_equal(document.count, 2);
    assert_int_equal(document.blocks[1].kind, DOCUMENT_GRID);
    assert_null(document.blocks[1].text);
    assert_int_equal(document.blocks[1].records.count, 6);
    document_release(&document);
    table_release(&table);
}

TEST(many_blocks_find_room) {
    struct document document = {0};
    for (size_t i = 0; i < 1000; i++)
        document_add(&document, DOCUMENT_LINE, "%zu", i);
    assert_int_equal(document.count, 1000);
    assert_block(&document, 999, DOCUMENT_LINE, "999");
    document_release(&document);
}

static size_t released;

static void release(void *what) {
    released += *(const size_t *)what;
}

TEST(what_is_kept_is_released_with_the_document) {
    size_t one = 1, two = 2;
    struct document document = {0};
    assert_ptr_equal(document_keep(&document, &one, release), &one);
    document_keep(&document, &two, release);
    assert_int_equal(released, 0);
    document_release(&document);
    assert_int_equal(released, 3);
    document_release(&document);
    assert_int_equal(released, 3);
}

TEST(a_released_sheet_is_blank) {
    struct document document = {0};
    document_add(&document, DOCUMENT_LINE, "line");
    document_release(&document);
    assert_int_equal(document.count, 0);
    assert_null(document.blocks);
    document_release(&document);
}
