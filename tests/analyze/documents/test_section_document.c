/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/documents/section_document.h"
#include "analyze/output/print.h"
#include "formats/text/unicode.h"
#include "tests/analyze/sample_table.h"
#include "tests/test.h"

static struct document sheet_of(const struct table *table, const struct section_view *how) {
    struct document document = {0};
    section_sheet(&document, table, &table->sections[0], how);
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

TEST(a_section_has_headings_rows_and_means) {
    struct table table = noisy_table();
    struct document document = sheet_of(&table, &(struct section_view){0});
    assert_int_equal(document.blocks[0].kind, DOCUMENT_TITLE);
    assert_int_equal(count_kind(&document, DOCUMENT_GRID), 2);
    assert_ptr_equal(find(&document, "fastest: "), &document.blocks[1]);
    assert_int_equal(document.blocks[2].kind, DOCUMENT_GRID);
    assert_int_equal(document.blocks[2].records.count, 3);
    assert_int_equal(last_grid(&document)->count, 6);
    assert_null(find(&document, "noise floor: "));
    assert_null(find(&document, "verdicts: "));
    assert_int_equal(find(&document, "size: length of x")->kind, DOCUMENT_CAPTION);
    document_release(&document);
    document = sheet_of(&table, &(struct section_view){.verbose = 1});
    assert_non_null(find(&document, "noise floor: "));
    assert_non_null(find(&document, "verdicts: moderated-t at 5 %"));
    document_release(&document);
    table_release(&table);
}

TEST(a_summary_has_means_alone) {
    struct table table = noisy_table();
    struct document document = sheet_of(&table, &(struct section_view){.summary_only = 1});
    assert_int_equal(count_kind(&document, DOCUMENT_GRID), 1);
    assert_null(find(&document, "verdicts: "));
    document_release(&document);
    table_release(&table);
}

/* --- the first block --- */

/* LIBRARIES at POINTS sizes, none of them alike. */
static struct table spread_table(size_t points, size_t libraries) {
    struct run *run = sample_run(points, 5, 2);
    for (size_t l = 0; l < libraries; l++) {
        char name[32];
        snprintf(name, sizeof name, "library%02zu", l);
        sample_series(run, name, 1 + 0.5 * (double)((l * 7) % libraries));
    }
    return table_of(run);
}

/* Lines of text up to and with the first grid and its foot; all libraries of that grid. */
static size_t first_lines(const struct document *document, size_t *shown) {
    struct document first = *document;
    size_t grid = 0;
    while (document->blocks[grid].kind != DOCUMENT_GRID)
        grid++;
    *shown = document->blocks[grid].records.count;
    first.count = grid + 1;
    if (first.count < document->count && document->blocks[first.count].kind == DOCUMENT_FOOT)
        first.count++;
    return print_text_lines(&first, 100);
}

TEST(the_first_block_has_at_most_ten_lines) {
    static const struct {
        size_t points, libraries, shown;
    } shapes[] = {{8, 4, 4}, {25, 5, 5}, {25, 2, 2}, {2, 40, 5}, {25, 40, 5}, {1, 4, 4}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct table table = spread_table(shapes[i].points, shapes[i].libraries);
        struct document document = sheet_of(&table, &(struct section_view){0});
        size_t shown, lines = first_lines(&document, &shown);
        if (lines > 10 || shown != shapes[i].shown)
            fail_msg("%zu lines, %zu libraries of %zu at %zu", lines, shown, shapes[i].libraries,
                     shapes[i].points);
        document_release(&document);
        table_release(&table);
    }
}

TEST(libraries_without_room_are_counted) {
    struct table table = spread_table(4, 40);
    struct document document = sheet_of(&table, &(struct section_view){0});
    assert_non_null(find(&document, "and 35 more; --summary lists all"));
    document_release(&document);
    const struct view wide = {.is_wide = 1};
    document = sheet_of(&table, &(struct section_view){.view = &wide});
    assert_int_equal(document.blocks[2].records.count, 40);
    document_release(&document);
    document = sheet_of(&table, &(struct section_view){.summary_only = 1});
    assert_int_equal(last_grid(&document)->count, 40);
    document_release(&document);
    table_release(&table);
}

TEST(one_size_is_a_table_with_the_fastest_first) {
    struct table table = spread_table(1, 40);
    struct document document = sheet_of(&table, &(struct section_view){0});
    assert_int_equal(count_kind(&document, DOCUMENT_GRID), 1);
    assert_non_null(find(&document, "fastest: library00"));
    const struct records *rows = last_grid(&document);
    assert_int_equal(rows->count, 40);
    for (size_t i = 1; i < 40; i++)
        assert_true(((const struct row *)records_at(rows, i))->mean.estimate >
                    ((const struct row *)records_at(rows, i - 1))->mean.estimate);
    document_release(&document);
    table_release(&table);
}

TEST(one_library_has_no_ratio) {
    struct table table = spread_table(3, 1);
    struct document document = sheet_of(&table, &(struct section_view){0});
    assert_int_equal(count_kind(&document, DOCUMENT_GRID), 1);
    assert_non_null(find(&document, "library00 takes "));
    for (size_t c = 0; c < last_grid(&document)->column_count; c++)
        assert_string_not_equal(last_grid(&document)->columns[c].name, "ratio");
    document_release(&document);
    table_release(&table);
}

TEST(a_view_is_of_rows_or_of_means) {
    struct table table = noisy_table();
    struct view view = {0};
    assert_int_equal(view_set_columns(&view, "library", NULL), 0);
    struct document document = sheet_of(&table, &(struct section_view){.view = &view});
    assert_int_equal(last_grid(&document)->column_count, 1);
    assert_true(document.blocks[2].records.column_count > 1);
    document_release(&document);
    document = sheet_of(&table, &(struct section_view){.summary_only = 1, .view = &view});
    assert_int_equal(last_grid(&document)->column_count, 1);
    document_release(&document);
    view_release(&view);
    table_release(&table);
}

/* No more than half of the rows are more precise than the legend says, or less. */
TEST(what_could_have_been_shown_is_of_half_of_the_rows) {
    struct table table = noisy_table();
    const struct section *section = &table.sections[0];
    double detectable[64];
    size_t count = 0, below = 0, above = 0;
    for (size_t i = 0; i < section->row_count; i++)
        if (isfinite(table.rows[section->first_row + i].detectable))
            detectable[count++] = table.rows[section->first_row + i].detectable;
    for (size_t i = 0; i < count; i++) {
        below += detectable[i] < section->detectable;
        above += detectable[i] > section->detectable;
    }
    assert_true(count > 1);
    assert_true(2 * below <= count && 2 * above <= count);
    char legend[128];
    snprintf(legend, sizeof legend, "no difference shown, corrected for %zu rows; ",
             section->hypotheses);
    for (int verbose = 0; verbose < 2; verbose++) {
        struct document document = sheet_of(&table, &(struct section_view){.verbose = verbose});
        size_t told = 0, halves = 0;
        for (size_t i = 0; i < document.count; i++)
            if (document.blocks[i].text) {
                told += strstr(document.blocks[i].text, legend) != NULL;
                halves +=
                    strstr(document.blocks[i].text, " would show in half of the rows ") != NULL;
            }
        assert_int_equal(told, !verbose);
        assert_int_equal(halves, verbose);
        document_release(&document);
    }
    table_release(&table);
}

TEST(warnings_take_one_line_unless_numbers_are_wrong) {
    struct table table = noisy_table();
    const struct warnings *warnings = table.sections[0].warnings;
    struct document document = sheet_of(&table, &(struct section_view){0});
    assert_int_equal(count_kind(&document, DOCUMENT_WARNING), 0);
    assert_int_equal(count_kind(&document, DOCUMENT_WARNING_FOOT), 3);
    assert_non_null(find(&document, "warning: wrong answer: atlas at size 20 · do not use"));
    assert_non_null(find(&document, "warning: fewer than 3 rounds"));
    assert_non_null(
        find(&document, "2 more warnings: the control, openblas measured a second time"));
    document_release(&document);
    document = sheet_of(&table, &(struct section_view){.verbose = 1});
    assert_int_equal(count_kind(&document, DOCUMENT_WARNING), warnings->count);
    assert_int_equal(warnings->count, 4);
    document_release(&document);
    table_release(&table);
}

TEST(the_line_of_warnings_fits) {
    struct table table = noisy_table();
    for (size_t width = 60; width < 200; width += 10) {
        struct document document = sheet_of(&table, &(struct section_view){.width = width});
        const char *line = find(&document, "2 more warnings: ")->text;
        if (utf8_width(line) > width && !strstr(line, "and 1 more"))
            fail_msg("more than %zu columns: %s", width, line);
        document_release(&document);
    }
    table_release(&table);
}

TEST(without_libraries_it_says_so) {
    struct table table = table_of(sample_run(2, 3, 4));
    struct document document = sheet_of(&table, &(struct section_view){0});
    assert_non_null(find(&document, "no library was measured"));
    assert_int_equal(count_kind(&document, DOCUMENT_GRID), 0);
    document_release(&document);
    table_release(&table);
}

/* p_fastest, and what only another --statistic has: value, value_low, value_high. */
enum { ON_REQUEST = 4 };

TEST(programs_get_all_rows_in_one_grid) {
    struct run *one = sample_sweep(3, 4), *two = sample_without_size(3, 4);
    struct table table = {0};
    struct document document = {0};
    aggregate_whole(&table, one, &one->measurements[0], &(struct table_options){0}, NULL);
    aggregate_whole(&table, two, &two->measurements[0], &(struct table_options){0}, NULL);
    section_document_of_all(&document, &table, &table, &(struct section_view){0});
    assert_int_equal(document.count, 1);
    assert_int_equal(document.blocks[0].records.count, table.row_count);
    assert_int_equal(document.blocks[0].records.column_count, row_columns.count - ON_REQUEST + 3);
    document_release(&document);
    table_release(&table);
    run_free(one);
    run_free(two);
}

TEST(programs_may_get_rows_with_the_parameters_of_others) {
    struct table heads = table_of(sample_sweep(3, 4)), table = troubled_table();
    struct document document = {0};
    section_document_of_all(&document, &table, &heads, &(struct section_view){0});
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

TEST(programs_need_what_their_columns_need) {
    assert_int_equal(needs_of("library,mean,sd", 0, 0), NEED_TIMES);
    assert_int_equal(needs_of("min", 0, 0), NEED_EXTREMES);
    assert_int_equal(needs_of("p99", 0, 0), NEED_ORDER);
    assert_int_equal(needs_of("library,ratio_low", 1, 0), NEED_RATIO);
    assert_int_equal(section_document_needs(&(struct section_view){0}, 0),
                     NEED_ALL & ~(unsigned)NEED_FASTEST);
    assert_int_equal(needs_of("p_fastest", 0, 0), NEED_RATIO | NEED_FASTEST);
}

TEST(people_need_no_shape_extremes_nor_order_unasked) {
    unsigned needs = section_document_needs(&(struct section_view){0}, 1);
    assert_int_equal(
        needs, NEED_ALL & ~(unsigned)(NEED_SHAPE | NEED_EXTREMES | NEED_FASTEST | NEED_ORDER));
    assert_true(needs_of("+kurtosis", 0, 1) & NEED_SHAPE);
}
