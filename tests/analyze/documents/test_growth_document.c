/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/documents/growth_document.h"
#include "tests/analyze/close.h"
#include "tests/analyze/growth_series.h"
#include "tests/analyze/sample_growth.h"
#include "tests/analyze/sheet_text.h"
#include "tests/test.h"

struct grown {
    struct table table;
    struct growth_rows rows;
};

/* Frees RUN. */
static struct grown grown(struct run *run) {
    struct grown all = {.table = table_of(run)};
    growth_document_add_rows(&all.rows, &all.table, &all.table.sections[0]);
    return all;
}

static void release(struct grown *all) {
    growth_document_release_rows(&all->rows);
    table_release(&all->table);
}

static char *text_of(struct run *run, const struct view *view) {
    struct grown all = grown(run);
    struct document document = {0};
    struct section_view how = {.view = view};
    struct err err = {""};
    if (growth_sheet(&document, &all.table.sections[0], &all.rows, &how, &err))
        fail_msg("%s", err.message);
    char *text = sheet_text(&document);
    release(&all);
    return text;
}

static struct run *two_laws(size_t points) {
    struct run *run = sample_doubling_run(points);
    sample_law_series(run, "line", linear_law);
    sample_law_series(run, "square", square_law);
    return run;
}

/* --- rows --- */

TEST(the_exponent_of_each_library_is_that_of_its_law) {
    struct grown all = grown(two_laws(12));
    assert_int_equal(all.rows.count, 2);
    assert_string_equal(all.rows.items[0].library, "line");
    assert_close(all.rows.items[0].exponent.estimate, 1, 1e-2);
    assert_close(all.rows.items[1].exponent.estimate, 2, 1e-2);
    assert_string_equal(all.rows.items[0].law, "n");
    assert_string_equal(all.rows.items[1].law, "n²");
    assert_null(all.rows.items[1].as_good);
    assert_null(all.rows.items[1].variant);
    release(&all);
}

/* Of 1 + 0, 1, 2, 3 and 4 thousandths the mean is 1.002. */
TEST(the_coefficient_is_the_constant_of_the_law) {
    struct grown all = grown(two_laws(12));
    assert_close(all.rows.items[0].coefficient, 2.004e-9, 1e-14);
    assert_close(all.rows.items[1].coefficient, 1.002e-10, 1e-15);
    assert_string_equal(all.rows.items[0].law_words, "linear: 2.00 ns × n");
    assert_int_equal(all.rows.items[0].step_count, 0);
    assert_true(isnan(all.rows.items[0].steps[0].size));
    release(&all);
}

TEST(what_is_wrong_is_left_out_and_counted) {
    struct run *run = two_laws(12);
    struct series *square = &run->measurements[0].series[1];
    square->status[11] = CELL_WRONG;
    square->seconds[measurement_index(&run->measurements[0], 11, 0, 0)] = 1e9;
    struct grown all = grown(run);
    assert_int_equal(all.rows.items[0].left_out, 0);
    assert_int_equal(all.rows.items[1].left_out, 1);
    assert_int_equal(all.rows.items[1].points, 11);
    assert_close(all.rows.items[1].exponent.estimate, 2, 1e-2);
    release(&all);
}

TEST(a_bend_is_told_in_words) {
    struct run *run = sample_doubling_run(16);
    sample_law_series(run, "bent", bent_law);
    struct grown all = grown(run);
    assert_int_equal(all.rows.items[0].pieces, 2);
    assert_string_equal(all.rows.items[0].pieces_words, "n^0.00 to 64, n^1.00 beyond");
    release(&all);
}

TEST(a_library_that_was_never_measured_has_nothing) {
    struct run *run = two_laws(12);
    measurement_add_series(&run->measurements[0], "none", NULL);
    struct grown all = grown(run);
    const struct growth_row *none = &all.rows.items[2];
    assert_true(isnan(none->exponent.estimate) && isnan(none->coefficient) && isnan(none->law_rms));
    assert_null(none->law);
    assert_string_equal(none->law_words, "no size has a time to go by");
    assert_null(none->pieces_words);
    assert_int_equal(none->left_out, 12);
    release(&all);
}

TEST(each_variant_is_a_curve_of_its_own) {
    struct grown all = grown(sample_sweep(3, 4));
    assert_int_equal(all.rows.count, 4);
    assert_string_equal(all.rows.items[0].variant, "stride 1");
    assert_string_equal(all.rows.items[1].variant, "stride 1");
    assert_string_equal(all.rows.items[1].library, "blis");
    assert_string_equal(all.rows.items[2].variant, "stride 8");
    assert_int_equal(all.rows.items[2].points, 2);
    release(&all);
}

TEST(without_a_size_n_is_what_stands_in_its_place) {
    struct grown all = grown(sample_without_size(3, 4));
    assert_int_equal(all.rows.count, 2);
    assert_int_equal(all.rows.items[0].points, 3);
    assert_null(all.rows.items[0].variant);
    release(&all);
    char *text = text_of(sample_without_size(3, 4), NULL);
    assert_non_null(strstr(text, "n being number"));
    free(text);
}

/* --- documents --- */

/* Rises threefold where its 16 bytes an element outgrow 1 MiB, of which the machine has a cache. */
static double stepped_law(double n) {
    return 2e-9 * n * (1 + 2 * series_risen(SERIES_SMOOTH, 0, log(16 * n / (1 << 20))));
}

TEST(people_read_a_table_and_laws_in_words) {
    struct run *run = sample_doubling_run(22);
    struct measurement *m = &run->measurements[0];
    sample_law_series(run, "line", linear_law);
    sample_law_series(run, "stepped", stepped_law);
    m->bytes = calloc(m->points, sizeof *m->bytes);
    assert_non_null(m->bytes);
    for (size_t p = 0; p < m->points; p++)
        m->bytes[p] = 16 * (double)m->sizes[p];
    facts_set_text(&run->facts, "caches", "L1d 32 KiB, L2 1 MiB");
    char *text = text_of(run, NULL);
    assert_non_null(strstr(text, "library  law  exponent"));
    assert_non_null(strstr(text, "\nline: linear: 2.00 ns × n\n"));
    assert_non_null(strstr(text, "\nstepped: linear: 2.00 ns × n, 6.0"));
    assert_non_null(strstr(text, "1.0 MiB, L2)"));
    assert_null(strstr(text, "wild"));
    assert_null(strstr(text, "left out"));
    free(text);
}

TEST(one_size_says_that_nothing_grows) {
    char *text = text_of(two_laws(1), NULL);
    assert_non_null(strstr(text, "no library was measured at two sizes or more"));
    assert_null(strstr(text, "exponent  "));
    free(text);
}

TEST(columns_and_their_order_are_those_that_are_asked_for) {
    struct view view = {0};
    assert_int_equal(view_set_columns(&view, "exponent,library", NULL), 0);
    assert_int_equal(view_set_sort(&view, "-exponent", NULL), 0);
    char *text = text_of(two_laws(12), &view);
    assert_true(strstr(text, "square\n") < strstr(text, "line\n"));
    free(text);
    view_release(&view);
}

TEST(a_column_that_there_is_not_is_refused) {
    struct grown all = grown(two_laws(12));
    struct view view = {0};
    struct document document = {0};
    struct err err = {""};
    assert_int_equal(view_set_columns(&view, "median", NULL), 0);
    assert_int_equal(
        growth_document_of_all(&document, &all.rows, &(struct section_view){.view = &view}, &err),
        ERR_USAGE);
    assert_non_null(strstr(err.message, "'median'"));
    document_release(&document);
    view_release(&view);
    release(&all);
}
