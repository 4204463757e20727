/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/documents/scaling_document.h"
#include "analyze/statistics/location.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_scaling.h"
#include "tests/analyze/sample_table.h"
#include "tests/analyze/sheet_text.h"
#include "tests/test.h"

struct scaled {
    struct table table;
    struct scaling_rows rows;
};

/* Frees RUN. */
static struct scaled scaled(struct run *run, int all_threads) {
    struct scaled all = {.table = table_of(run)};
    assert_int_equal(scaling_document_add_rows(&all.rows, &all.table, &all.table.sections[0],
                                               &(struct section_view){.all_threads = all_threads},
                                               NULL),
                     0);
    return all;
}

static void release(struct scaled *all) {
    scaling_document_release_rows(&all->rows);
    table_release(&all->table);
}

static char *text_of(struct run *run, const struct section_view *how) {
    struct scaled all = scaled(run, how->all_threads);
    struct document document = {0};
    struct err err = {""};
    if (scaling_sheet(&document, &all.table.sections[0], &all.rows, how, &err))
        fail_msg("%s", err.message);
    char *text = sheet_text(&document);
    release(&all);
    return text;
}

static void assert_says(struct run *run, int all_threads, const char *wanted) {
    char *text = text_of(run, &(struct section_view){.all_threads = all_threads});
    if (!strstr(text, wanted))
        fail_msg("no \"%s\" in\n%s", wanted, text);
    free(text);
}

/* Both laws at 1 to 16 threads, on 8 CPUs. */
static struct run *two_libraries(size_t counts) {
    struct run *run = sample_threads((int64_t[]){1000}, 1, counts, 6);
    facts_set_integer(&run->facts, FACT_LOGICAL_CPUS, 8);
    sample_scaling_series(run, "amdahl", 0.1, 0);
    sample_scaling_series(run, "usl", 0.05, 0.01);
    return run;
}

/* --- rows --- */

static int let_errors_be_results(void **state) {
    (void)state;
    numeric_errors_are_results();
    return 0;
}

ALL_TESTS(let_errors_be_results, NULL);

TEST(each_library_has_a_row_of_each_law) {
    struct scaled all = scaled(two_libraries(4), 0);
    assert_int_equal(all.rows.count, 4);
    assert_string_equal(all.rows.items[0].library, "amdahl");
    assert_string_equal(all.rows.items[0].law, "amdahl");
    assert_close(all.rows.items[0].fitted.sigma.estimate, 0.1, 0.005);
    assert_true(all.rows.items[0].fitted.fit == THREAD_FIT_HOLDS);
    assert_string_equal(all.rows.items[3].law, "usl");
    assert_close(all.rows.items[3].fitted.kappa.estimate, 0.01, 0.001);
    assert_close(all.rows.items[3].fitted.lambda.estimate, 1e6, 5e4);
    assert_int_equal(all.rows.items[3].choice, THREAD_LAWS_USL);
    assert_int_equal(all.rows.items[3].points, 4);
    assert_int_equal(all.rows.items[3].rounds, 6);
    assert_string_equal(all.rows.items[3].peak_is, "extrapolated");
    assert_null(all.rows.items[0].variant);
    release(&all);
}

TEST(thread_counts_above_the_cpus_are_fitted_only_if_asked_for) {
    struct scaled all = scaled(two_libraries(5), 0);
    assert_int_equal(all.rows.items[0].points, 4);
    assert_int_equal(all.rows.items[0].above_cpus, 1);
    assert_close(all.rows.items[0].most, 8, 0);
    assert_close(all.rows.items[0].cpus, 8, 0);
    release(&all);
    all = scaled(two_libraries(5), 1);
    assert_int_equal(all.rows.items[0].points, 5);
    assert_int_equal(all.rows.items[0].above_cpus, 1);
    assert_string_equal(all.rows.items[3].peak_is, "measured");
    release(&all);
}

TEST(the_cpus_of_the_team_take_precedence) {
    struct run *run = two_libraries(5);
    facts_set_text(&run->measurements[0].facts, FACT_TEAM_CPUS, "4");
    struct scaled all = scaled(run, 0);
    assert_close(all.rows.items[0].cpus, 4, 0);
    assert_int_equal(all.rows.items[0].points, 3);
    assert_int_equal(all.rows.items[0].above_cpus, 2);
    release(&all);
    run = two_libraries(5);
    facts_set_text(&run->measurements[0].facts, FACT_TEAM_CPUS, "four");
    all = scaled(run, 0);
    assert_close(all.rows.items[0].cpus, 8, 0);
    release(&all);
}

TEST(each_size_is_a_curve_of_its_own) {
    struct run *run = sample_threads((int64_t[]){1000, 50}, 2, 4, 3);
    sample_scaling_series(run, "usl", 0.05, 0.01);
    struct scaled all = scaled(run, 0);
    assert_int_equal(all.rows.count, 4);
    assert_string_equal(all.rows.items[0].variant, "size 50");
    assert_string_equal(all.rows.items[2].variant, "size 1000");
    assert_close(all.rows.items[1].fitted.kappa.estimate, 0.01, 0.001);
    assert_close(all.rows.items[3].fitted.lambda.estimate, 1e6, 1e5);
    release(&all);
}

TEST(what_is_wrong_is_left_out_and_counted) {
    struct run *run = two_libraries(4);
    run->measurements[0].series[1].status[2] = CELL_WRONG;
    struct scaled all = scaled(run, 0);
    assert_int_equal(all.rows.items[0].left_out, 0);
    assert_int_equal(all.rows.items[3].left_out, 1);
    assert_int_equal(all.rows.items[3].points, 3);
    assert_int_equal(all.rows.items[3].fitted.fit, THREAD_FIT_UNCHECKED);
    release(&all);
}

TEST(without_threads_there_is_no_row) {
    struct scaled all = scaled(sample_sweep(3, 4), 0);
    assert_int_equal(all.rows.count, 0);
    release(&all);
    assert_says(sample_sweep(3, 4), 0, "the number of threads does not vary");
}

/* --- documents --- */

TEST(people_read_which_law_and_where_the_peak_is) {
    char *text = text_of(two_libraries(4), &(struct section_view){0});
    assert_non_null(strstr(text, "library  law     fit    σ, %"));
    assert_non_null(
        strstr(text, "κ is shown to be above 0, so the USL and not Amdahl's law: usl\n"));
    assert_non_null(strstr(text, "cannot tell the USL from Amdahl's law, κ may be 0: amdahl\n"));
    assert_non_null(strstr(text, "*: extrapolated, the peak lies beyond the threads measured: "));
    assert_non_null(strstr(text, "poor: off by more than noise explains, so the intervals are "
                                 "wider: usl (Amdahl"));
    assert_null(strstr(text, "CPU"));
    free(text);
}

TEST(people_are_told_what_was_not_fitted) {
    assert_says(two_libraries(5), 0, "1 thread count above the 8 CPUs left out; --all-threads");
    assert_says(two_libraries(5), 1, "1 thread count above the 8 CPUs fitted, too");
    assert_says(two_libraries(2), 0, "too few: the USL needs three thread counts: amdahl, usl\n");
    assert_says(two_libraries(2), 0, "unchecked: a law with as many parameters as thread counts");
    assert_says(two_libraries(1), 0, "too few: a law needs two thread counts: amdahl, usl\n");
    struct run *run = sample_threads((int64_t[]){1000}, 1, 4, 1);
    sample_scaling_series(run, "usl", 0.05, 0.01);
    assert_says(run, 0, "a single round: no intervals, and no check of the fit: usl\n");
}

TEST(the_number_of_cpus_may_be_unknown) {
    struct run *run = sample_threads((int64_t[]){1000}, 1, 4, 3);
    sample_scaling_series(run, "usl", 0.05, 0.01);
    assert_says(run, 0, "the number of CPUs is not known: no thread count was left out for it");
}

TEST(a_column_that_there_is_not_is_refused) {
    struct scaled all = scaled(two_libraries(4), 0);
    struct view view = {0};
    struct document document = {0};
    struct err err = {""};
    assert_int_equal(view_set_columns(&view, "median", NULL), 0);
    assert_int_equal(
        scaling_document_of_all(&document, &all.rows, &(struct section_view){.view = &view}, &err),
        ERR_USAGE);
    assert_non_null(strstr(err.message, "'median'"));
    document_release(&document);
    view_release(&view);
    release(&all);
}
