/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/analyze/close.h"
#include "tests/analyze/noise.h"
#include "tests/analyze/sample_history.h"

/* --- cells --- */

TEST(one_run_is_no_history) {
    struct diary diary = diary_begin(1);
    diary_run(&diary);
    diary_add(&diary, "openblas", 0, 1e-6);
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.count, 1);
    assert_int_equal(cells.tested, 0);
    assert_int_equal(cells.items[0].count, 1);
    assert_int_equal(cells.items[0].change_count, 0);
    assert_string_equal(cells.items[0].action, "axpy");
    assert_string_equal(cells.items[0].type, "d");
    assert_string_equal(cells.items[0].library, "openblas");
    assert_string_equal(cells.items[0].point, "size 10");
    assert_close(cells.items[0].points[0].mean, 1e-6, 0);
    assert_close(cells.items[0].points[0].low, 0.99, 1e-7);
    assert_close(cells.items[0].points[0].high, 1.02, 1e-7);
    history_cells_release(&cells);
    diary_end(&diary);
}

TEST(an_empty_history_has_no_cells) {
    struct diary diary = diary_begin(1);
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.count, 0);
    history_cells_release(&cells);
    diary_end(&diary);
}

TEST(cells_follow_host_library_and_size) {
    static const char *const hosts[] = {"north", "south", "north"};
    struct diary diary = diary_begin(2);
    for (size_t i = 0; i < 3; i++) {
        facts_set_text(&diary.cells.run->facts, FACT_HOST, hosts[i]);
        diary_run(&diary);
        diary_add(&diary, "openblas", 0, 1e-6);
        diary_add(&diary, "openblas", 1, 2e-6);
        diary_add(&diary, "blis", 0, 1e-6);
    }
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.count, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_string_equal(cells.items[i].host, i < 3 ? "north" : "south");
        assert_int_equal(cells.items[i].count, i < 3 ? 2 : 1);
    }
    history_cells_release(&cells);
    diary_end(&diary);
}

TEST(what_was_not_measured_is_not_in_it) {
    struct diary diary = diary_begin(1);
    diary_run(&diary);
    diary_add(&diary, "openblas", 0, NAN);
    diary_add(&diary, "openblas", 0, 0);
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.count, 0);
    history_cells_release(&cells);
    diary_end(&diary);
}

TEST(what_is_not_right_is_not_in_it) {
    struct diary diary = diary_begin(1);
    diary_run(&diary);
    struct row row = sample_cell(&diary.cells, "openblas", 0, 1e-6);
    row.status = CELL_WRONG;
    assert_int_equal(diary_try(&diary, &row, NULL), 0);
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.count, 0);
    history_cells_release(&cells);
    diary_end(&diary);
}

TEST(a_cell_without_its_run_is_refused) {
    struct diary diary = diary_begin(1);
    struct row row = sample_cell(&diary.cells, "openblas", 0, 1);
    struct err err;
    assert_int_equal(diary_try(&diary, &row, &err), ERR_USAGE);
    diary_end(&diary);
}

/* --- runs --- */

static int add_run(struct diary *diary, const char *archive, const char *name, const char *uuid) {
    facts_set_text(&diary->cells.run->facts, FACT_UUID, uuid);
    return history_add_run(diary->history, archive, name, &diary->cells.run->facts);
}

/* As archives are read action by action. */
TEST(a_run_that_comes_again_is_gone_on_with) {
    static const size_t order[] = {0, 1, 0, 1};
    static const char *const names[] = {"run_000001", "run_000002"};
    struct diary diary = diary_begin(2);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(add_run(&diary, "a.h5", names[order[i]], names[order[i]]), 0);
        diary_add(&diary, "openblas", i / 2, 1e-6);
    }
    assert_int_equal(history_run_count(diary.history), 2);
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(cells.items[i].count, 2);
        assert_int_equal(cells.items[i].points[0].run, 0);
        assert_int_equal(cells.items[i].points[1].run, 1);
    }
    history_cells_release(&cells);
    diary_end(&diary);
}

TEST(runs_of_two_archives_may_have_the_same_name) {
    struct diary diary = diary_begin(1);
    assert_int_equal(add_run(&diary, "a.h5", "run_000001", NULL), 0);
    assert_int_equal(add_run(&diary, "b.h5", "run_000001", "1"), 0);
    assert_int_equal(add_run(&diary, "c.h5", "run_000001", "2"), 0);
    assert_int_equal(history_run_count(diary.history), 3);
    assert_string_equal(history_run(diary.history, 1).archive, "b.h5");
    diary_end(&diary);
}

TEST(a_copy_in_another_archive_is_told) {
    struct diary diary = diary_begin(1);
    assert_int_equal(add_run(&diary, "a.h5", "run_000001", "1"), 0);
    assert_int_equal(add_run(&diary, "b.h5", "run_000007", "1"), 1);
    assert_int_equal(add_run(&diary, "b.h5", "run_000007", "1"), 1);
    assert_int_equal(add_run(&diary, "a.h5", "run_000001", "1"), 0);
    assert_int_equal(history_run_count(diary.history), 1);
    diary_end(&diary);
}

TEST(runs_stand_in_the_order_of_their_start) {
    static const int days[] = {5, 2, 9};
    struct diary diary = diary_begin(1);
    for (size_t i = 0; i < 3; i++) {
        diary.day = days[i];
        diary_run(&diary);
        diary_add(&diary, "openblas", 0, days[i]);
    }
    struct history_cells cells = diary_conclude(&diary);
    assert_close(cells.items[0].points[0].mean, 2, 0);
    assert_close(cells.items[0].points[1].mean, 5, 0);
    assert_close(cells.items[0].points[2].mean, 9, 0);
    struct history_run run = history_run(diary.history, cells.items[0].points[0].run);
    assert_string_equal(run.started, "2025-01-03T12:00:00+00:00");
    assert_string_equal(run.name, "run_000002");
    assert_string_equal(run.archive, "");
    history_cells_release(&cells);
    diary_end(&diary);
}

/* --- changes --- */

TEST(a_change_tells_what_changed_with_it) {
    unsigned short seed[3] = {1, 2, 3};
    struct diary diary = diary_begin(1);
    for (int i = 0; i < 30; i++) {
        int is_new = i >= 18;
        facts_set_text(&diary.cells.run->facts, "kernel", is_new ? "Linux 6.5" : "Linux 6.1");
        facts_set_text(&diary.library, "version", is_new ? "0.3.21" : "0.3.20");
        facts_set_text(&diary.library, "kernel", "Haswell");
        diary_run(&diary);
        diary_add(&diary, "openblas", 0, (is_new ? 1.2e-6 : 1e-6) * exp(0.01 * noise_normal(seed)));
    }
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.changing, 1);
    assert_int_equal(cells.items[0].change_count, 1);
    const struct history_change *change = &cells.items[0].changes[0];
    assert_int_equal(change->before, 17);
    assert_int_equal(change->first, 18);
    assert_close(change->ratio.estimate, 1.2, 0.02);
    assert_true(change->ratio.low < change->ratio.estimate &&
                change->ratio.estimate < change->ratio.high);
    assert_string_equal(change->version_before, "0.3.20 (Haswell)");
    assert_string_equal(change->version_after, "0.3.21 (Haswell)");
    assert_int_equal(change->differences.count, 1);
    assert_string_equal(change->differences.items[0].text, "kernel: Linux 6.1 -> Linux 6.5");
    history_cells_release(&cells);
    diary_end(&diary);
}

TEST(a_change_of_nothing_known_says_so) {
    unsigned short seed[3] = {4, 5, 6};
    struct diary diary = diary_begin(1);
    for (int i = 0; i < 30; i++) {
        diary_run(&diary);
        diary_add(&diary, "openblas", 0, (i < 15 ? 1 : 0.8) * exp(0.01 * noise_normal(seed)));
    }
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.items[0].change_count, 1);
    assert_null(cells.items[0].changes[0].version_before);
    assert_null(cells.items[0].changes[0].version_after);
    assert_int_equal(cells.items[0].changes[0].differences.count, 0);
    history_cells_release(&cells);
    diary_end(&diary);
}

/* 20 and then 21 ticks of 1 ns, half of one unknown on either side. */
TEST(a_change_is_no_surer_than_steps_allow) {
    struct diary diary = diary_begin(1);
    for (int i = 0; i < 30; i++) {
        diary_run(&diary);
        diary_add(&diary, "openblas", 0, i < 15 ? 20e-9 : 21e-9);
    }
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.items[0].change_count, 1);
    const struct history_change *change = &cells.items[0].changes[0];
    double half = 0.5 / 20 + 0.5 / 21;
    assert_close(change->ratio.estimate, 1.05, 1e-9);
    assert_close(change->ratio.low, 1.05 * exp(-half), 1e-9);
    assert_close(change->ratio.high, 1.05 * exp(half), 1e-9);
    history_cells_release(&cells);
    diary_end(&diary);
}

/* Returns how many of the cells have changes. COMMON is what all cells of a run share of the noise
 * of 1; the last CHANGED cells rise by 5 % after half of the runs, in noise of 2 %. */
static size_t changing_cells(size_t points, int runs, double common, size_t changed,
                             unsigned short seed[3]) {
    struct diary diary = diary_begin(points);
    for (int i = 0; i < runs; i++) {
        double shared = noise_normal(seed);
        diary_run(&diary);
        for (size_t p = 0; p < points; p++) {
            double noise = sqrt(common) * shared + sqrt(1 - common) * noise_heavy(seed);
            double step = p + changed >= points && i >= runs / 2 ? 0.05 : 0;
            diary_add(&diary, "openblas", p, exp(step + 0.02 * noise));
        }
    }
    struct history_cells cells = diary_conclude(&diary);
    size_t count = cells.changing;
    assert_int_equal(cells.tested, points);
    history_cells_release(&cells);
    diary_end(&diary);
    return count;
}

/* With no correction most would: 100 cells of which some are called changing by luck. */
TEST(few_steady_archives_of_many_cells_show_a_change) {
    static const double commons[] = {0, 0.5, 0.95};
    unsigned short seed[3] = {7, 8, 9};
    for (size_t c = 0; c < 3; c++) {
        int crying = 0;
        for (int archive = 0; archive < 25; archive++)
            crying += changing_cells(100, 24, commons[c], 0, seed) > 0;
        if (crying > 2)
            fail_msg("common noise %g: %d of 25 archives", commons[c], crying);
    }
}

TEST(a_change_of_many_cells_is_found_in_most_of_them) {
    unsigned short seed[3] = {10, 11, 12};
    size_t found = 0;
    for (int archive = 0; archive < 5; archive++)
        found += changing_cells(100, 80, 0, 60, seed);
    assert_uint_in_range(found, 270, 315);
}

/* What was shown stays shown: no later run takes back what earlier ones proved. */
TEST(an_alarm_is_the_same_from_a_part_of_the_archive) {
    size_t shown = 0, first = 0;
    for (int runs = 10; runs <= 60; runs++) {
        unsigned short seed[3] = {13, 14, 15};
        struct diary diary = diary_begin(1);
        for (int i = 0; i < runs; i++) {
            diary_run(&diary);
            diary_add(&diary, "openblas", 0, exp((i < 30 ? 0 : 0.1) + 0.02 * noise_normal(seed)));
        }
        struct history_cells cells = diary_conclude(&diary);
        const struct history_cell *cell = &cells.items[0];
        if (shown == 0 && cell->change_count) {
            shown = cell->changes[0].shown;
            first = (size_t)runs - 1;
            assert_int_equal(shown, first);
        }
        assert_int_equal(cell->change_count, shown > 0);
        if (shown)
            assert_int_equal(cell->changes[0].shown, shown);
        history_cells_release(&cells);
        diary_end(&diary);
    }
    assert_uint_in_range(first, 32, 40);
}

/* --- reasons --- */

/* All that changes in the interval of runs is told, even if not at the likeliest place; a new
 * version has a new build, which is not told beside it. */
TEST(reasons_come_from_the_interval_of_runs) {
    unsigned short seed[3] = {16, 17, 18};
    struct diary diary = diary_begin(1);
    for (int i = 0; i < 60; i++) {
        facts_set_text(&diary.cells.run->facts, "governor", i < 31 ? "performance" : "powersave");
        facts_set_text(&diary.library, "version", i < 29 ? "0.3.21" : "0.3.23");
        facts_set_text(&diary.library, "build_id", i < 29 ? "aa" : i < 31 ? "bb" : "cc");
        facts_set_text(&diary.library, "threading", "pthread");
        diary_run(&diary);
        diary_add(&diary, "openblas", 0, exp((i < 30 ? 0 : 0.06) + 0.02 * noise_normal(seed)));
    }
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.items[0].change_count, 1);
    const struct history_change *change = &cells.items[0].changes[0];
    assert_true(change->earliest < 29 && change->latest >= 31);
    assert_string_equal(change->version_before, "0.3.21");
    assert_string_equal(change->version_after, "0.3.23");
    assert_int_equal(change->differences.count, 2);
    assert_string_equal(change->differences.items[0].text,
                        "frequency governor: performance -> powersave");
    assert_string_equal(change->differences.items[1].text, "build id: bb -> cc");
    history_cells_release(&cells);
    diary_end(&diary);
}

/* A version that only one run of the interval has may be the reason as well. */
TEST(a_version_that_came_and_went_is_told) {
    unsigned short seed[3] = {16, 17, 18};
    struct diary diary = diary_begin(1);
    for (int i = 0; i < 60; i++) {
        facts_set_text(&diary.library, "version", i == 30 ? "0.3.23" : "0.3.21");
        diary_run(&diary);
        diary_add(&diary, "openblas", 0, exp((i < 30 ? 0 : 0.06) + 0.02 * noise_normal(seed)));
    }
    struct history_cells cells = diary_conclude(&diary);
    const struct history_change *change = &cells.items[0].changes[0];
    assert_true(change->earliest < 30 && change->latest > 30);
    assert_non_null(change->version_before);
    assert_string_not_equal(change->version_before, change->version_after);
    history_cells_release(&cells);
    diary_end(&diary);
}

/* --- relative --- */

/* A relative history has the ratios of its rows, and nothing of the reference. */
TEST(ratios_have_a_history) {
    struct diary diary = diary_begin(1);
    history_free(diary.history);
    diary.history = history_new(HISTORY_RATIOS);
    for (int i = 0; i < 30; i++) {
        diary_run(&diary);
        struct row row = sample_cell(&diary.cells, "openblas", 0, 1e-6 * (1 + i % 7));
        row.reference = "openblas";
        row.is_reference = row.both_right = 1;
        row.ratio.estimate = 1;
        assert_int_equal(diary_try(&diary, &row, NULL), 0);
        row = sample_cell(&diary.cells, "blis", 0, 2e-6 * (1 + i % 7));
        row.reference = "openblas";
        row.both_right = 1;
        row.ratio.estimate = i < 18 ? 2 : 2.4;
        row.ratio.low = 0.9 * row.ratio.estimate;
        row.ratio.high = 1.1 * row.ratio.estimate;
        assert_int_equal(diary_try(&diary, &row, NULL), 0);
        row.library = "wrong";
        row.both_right = 0;
        assert_int_equal(diary_try(&diary, &row, NULL), 0);
    }
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.count, 1);
    assert_string_equal(cells.items[0].library, "blis");
    assert_string_equal(cells.items[0].reference, "openblas");
    assert_close(cells.items[0].points[0].mean, 2, 0);
    assert_close(cells.items[0].points[0].low, 0.9, 1e-7);
    assert_int_equal(cells.items[0].change_count, 1);
    assert_int_equal(cells.items[0].changes[0].first, 18);
    assert_close(cells.items[0].changes[0].ratio.estimate, 1.2, 1e-9);
    history_cells_release(&cells);
    diary_end(&diary);
}

/* Ratios without scatter, each of which its samples' steps leave uncertain by 1 %. */
TEST(a_change_of_ratios_is_no_surer_than_steps_allow) {
    struct diary diary = diary_begin(1);
    history_free(diary.history);
    diary.history = history_new(HISTORY_RATIOS);
    for (int i = 0; i < 30; i++) {
        diary_run(&diary);
        struct row row = sample_cell(&diary.cells, "blis", 0, 2e-6);
        row.reference = "openblas";
        row.both_right = 1;
        row.ratio.estimate = i < 18 ? 2 : 2.4;
        row.log_resolution = 0.01;
        assert_int_equal(diary_try(&diary, &row, NULL), 0);
    }
    struct history_cells cells = diary_conclude(&diary);
    assert_int_equal(cells.items[0].change_count, 1);
    assert_close(cells.items[0].changes[0].ratio.low, 1.2 * exp(-0.02), 1e-9);
    assert_close(cells.items[0].changes[0].ratio.high, 1.2 * exp(0.02), 1e-9);
    history_cells_release(&cells);
    diary_end(&diary);
}
