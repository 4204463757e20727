/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "tests/analyze/made_up.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

static struct table table_of(const struct run *run) {
    struct table table = {0};
    struct table_options options = {0};
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL), 0);
    return table;
}

static const struct warning *warning_of(const struct table *table, const char *rule) {
    const struct warnings *warnings = table->sections[0].warnings;
    for (size_t i = 0; i < warnings->count; i++)
        if (strcmp(warnings->items[i].rule, rule) == 0)
            return &warnings->items[i];
    return NULL;
}

/* RUN warns by RULE, or by none where it is NULL, with TEXT, and at ROWS rows; and is freed. */
static void assert_warns(struct run *run, const char *rule, const char *text, size_t rows) {
    struct table table = table_of(run);
    const struct warnings *warnings = table.sections[0].warnings;
    const struct warning *warning = rule ? warning_of(&table, rule) : NULL;
    size_t flagged = 0;
    if (warnings->count != (rule ? 1u : 0u))
        fail_msg("%zu warnings: %s", warnings->count,
                 warnings->count ? warnings->items[0].text : "");
    if (rule) {
        assert_non_null(warning);
        if (!strstr(warning->text, text))
            fail_msg("'%s' is not in '%s'", text, warning->text);
        assert_true(warning->advice[0] && warning->brief[0]);
        for (size_t i = 0; i < table.row_count; i++)
            flagged += (size_t)warned_has(&table.rows[i].warned, warning);
        assert_int_equal(flagged, rows);
        assert_true(warned_has(&table.summaries[0].warned, warning));
    }
    table_release(&table);
    run_free(run);
}

static void assert_advises(struct run *run, const char *rule, const char *advice) {
    struct table table = table_of(run);
    const struct warning *warning = warning_of(&table, rule);
    assert_non_null(warning);
    assert_string_equal(warning->advice, advice);
    table_release(&table);
}

static struct run *quiet_run(void) {
    struct run *run = sample_run(3, 5, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    struct measurement *m = &run->measurements[0];
    for (size_t l = 0; l < 2; l++) /* what rises in sample_series would be a trend */
        for (size_t i = 0; i < measurement_elements(m, PER_SAMPLE); i++)
            m->series[l].seconds[i] =
                (double)m->sizes[i / 20] * 1e-6 * (1 + 0.01 * (double)(i % 2));
    return run;
}

static struct series *blis_of(struct run *run) {
    return &run->measurements[0].series[1];
}

TEST(a_quiet_run_is_not_warned_of) {
    assert_warns(quiet_run(), NULL, "", 0);
}

TEST(wrong_answers_are_named) {
    struct run *run = quiet_run();
    blis_of(run)->status[1] = blis_of(run)->status[2] = CELL_WRONG;
    assert_warns(run, "wrong", "blis at size 20, and 1 cell more", 2);
}

TEST(what_is_beyond_all_percent_is_a_number_still) {
    struct run *run = quiet_run();
    for (size_t i = 0; i < 4; i++)
        blis_of(run)->seconds[24 + i] = 1e300;
    struct table table = table_of(run);
    const struct warning *warning = warning_of(&table, "variability");
    assert_non_null(warning);
    assert_non_null(strstr(warning->text, "more than 1000000 %"));
    table_release(&table);
    run_free(run);
}

TEST(times_of_zero_are_told) {
    struct run *run = quiet_run();
    for (size_t i = 0; i < 20; i++)
        blis_of(run)->seconds[20 + i] = 0;
    assert_warns(run, "zero", "samples are not above zero: blis at size 20", 1);
}

TEST(lost_cells_are_told_with_what_became_of_them) {
    for (int status = CELL_CRASHED; status < CELL_STATUSES; status++) {
        struct run *run = quiet_run();
        char text[64];
        snprintf(text, sizeof text, "failed: blis at size 20 (%s)", cell_status_name(status));
        blis_of(run)->status[1] = status;
        for (size_t i = 0; i < 20; i++) /* as it is where nothing was measured */
            blis_of(run)->seconds[20 + i] = NAN;
        assert_warns(run, "lost", text, 1);
    }
    struct run *run = quiet_run();
    blis_of(run)->status[1] = CELL_HUNG;
    blis_of(run)->status[2] = CELL_CRASHED;
    assert_warns(run, "lost", "blis at size 20 (hung), and 1 cell more", 2);
}

TEST(what_was_not_tried_is_not_lost) {
    struct run *run = quiet_run();
    blis_of(run)->status[2] = CELL_NOT_MEASURED;
    for (size_t i = 0; i < 20; i++)
        blis_of(run)->seconds[40 + i] = NAN;
    assert_warns(run, NULL, "", 0);
}

TEST(cells_are_named_by_size_and_parameters) {
    struct run *run = quiet_run();
    sample_parameter(&run->measurements[0], "stride", (double[]){1, 8, 1});
    blis_of(run)->status[1] = CELL_WRONG;
    assert_warns(run, "wrong", "blis at size 20, stride 8", 1);
    run = quiet_run();
    sample_parameter(&run->measurements[0], "number", (double[]){25, 30, 35});
    facts_set_text(&run->measurements[0].facts, FACT_AXIS, "number");
    for (size_t p = 0; p < 3; p++)
        run->measurements[0].sizes[p] = 1;
    blis_of(run)->status[2] = CELL_WRONG;
    assert_warns(run, "wrong", "blis at number 35", 1);
}

TEST(fewer_than_three_rounds_are_few) {
    struct run *run = sample_run(2, 2, 4);
    sample_series(run, "openblas", 1);
    assert_warns(run, "rounds", "fewer than 3 rounds", 2);
    run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);
    assert_warns(run, NULL, "", 0);
    run = sample_run(2, 3, 4);
    struct series *series = sample_series(run, "openblas", 1);
    for (size_t i = 4; i < 12; i++)
        series->seconds[i] = NAN;
    assert_warns(run, "rounds", "1 of 2 rows: single round", 1);
}

TEST(a_single_sample_has_no_interval_that_could_be_too_narrow) {
    struct run *run = sample_run(2, 1, 4);
    sample_series(run, "openblas", 1);
    assert_warns(run, "rounds", "single round: intervals are over samples and too narrow", 2);
    run = sample_run(2, 1, 1);
    sample_series(run, "openblas", 1);
    assert_warns(run, "rounds", "single round: one sample each has no interval", 2);
}

TEST(more_than_a_twentieth_disturbed_is_too_much) {
    for (int count = 6; count <= 7; count++) { /* of 120 */
        struct run *run = quiet_run();
        struct series *blis = blis_of(run);
        for (size_t i = 0; i < 60; i++)
            blis->disturbed[i] = i < (size_t)count;
        assert_warns(run, count > 6 ? "disturbed" : NULL, "7 of 120 samples", 1);
    }
}

TEST(what_disturbed_them_is_told_if_it_is_known) {
    static const struct {
        const char *fact, *told, *advice;
    } cases[] = {
        {"disturbed_by_others", "other work had the CPU of 20", "measure again while nothing else"},
        {"disturbed_by_nothing_seen", "nothing took the CPU of 20", "--mode sample"},
        {"none", NULL, "-v"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = quiet_run();
        for (size_t k = 0; k < 20; k++)
            blis_of(run)->disturbed[k] = 1;
        facts_set_integer(&run->measurements[0].facts, cases[i].fact, 20);
        struct table table = table_of(run);
        const struct warning *warning = warning_of(&table, "disturbed");
        assert_non_null(strstr(warning->text, "20 of 120 samples"));
        assert_int_equal(strstr(warning->text, "of all that were measured") != NULL,
                         cases[i].told != NULL);
        if (cases[i].told)
            assert_non_null(strstr(warning->text, cases[i].told));
        assert_non_null(strstr(warning->advice, cases[i].advice));
        table_release(&table);
        run_free(run);
    }
}

TEST(a_quota_that_was_used_up_is_told) {
    struct run *run = quiet_run();
    facts_set_integer(&run->measurements[0].facts, FACT_QUOTA_PERIODS, 50);
    facts_set_integer(&run->measurements[0].facts, FACT_THROTTLED_PERIODS, 1);
    facts_set_real(&run->measurements[0].facts, FACT_THROTTLED_SECONDS, 0.25);
    assert_warns(run, "quota", "used up in 1 of 50 periods, and all stood still for 250 ms", 6);
}

TEST(answers_that_prove_nothing_are_told) {
    struct run *run = quiet_run();
    facts_set_text(&run->measurements[0].facts, "unproven_answers", "n = 10: y\nn = 20: y");
    assert_warns(run, "unproven", "prove nothing about n = 10: y, and 1 more", 6);
}

TEST(older_archives_only_count_what_was_disturbed) {
    struct run *run = quiet_run();
    facts_set_integer(&run->measurements[0].facts, FACT_DISTURBED, 60);
    assert_warns(run, "disturbed", "60 of 120 samples", 6);
    run = quiet_run();
    facts_set_integer(&run->measurements[0].facts, FACT_DISTURBED, 60);
    blis_of(run)->disturbed[0] = 0; /* the samples themselves know better */
    assert_warns(run, NULL, "", 0);
    run = quiet_run();
    facts_set_integer(&run->measurements[0].facts, FACT_DISTURBED, 121); /* cannot be */
    assert_warns(run, NULL, "", 0);
}

TEST(rounds_that_differ_are_named) {
    struct run *run = quiet_run();
    for (size_t r = 0; r < 5; r++)
        for (size_t k = 0; k < 4; k++)
            blis_of(run)->seconds[20 + 4 * r + k] *= r == 2 ? 1.5 : 1;
    assert_warns(run, "variability", "blis at size 20 (coefficient of variation 20 %)", 1);
    run = quiet_run();
    for (size_t k = 0; k < 4; k++)
        blis_of(run)->seconds[20 + 8 + k] *= 50;
    assert_warns(run, "variability", "blis at size 20 (coefficient of variation 203 %)", 1);
}

TEST(batches_before_which_nothing_was_steady_are_named) {
    struct run *run = quiet_run();
    blis_of(run)->unsteady[0] = 1;
    assert_warns(run, NULL, "", 0);
    run = quiet_run();
    blis_of(run)->unsteady[0] = 2;
    assert_warns(run, "unsteady", "blis at size 10 (of the batches 10 %)", 1);
}

TEST(cells_that_left_processes_running_are_named) {
    struct run *run = quiet_run();
    facts_set_text(&run->measurements[0].facts, "left_running", "3 1 blis");
    assert_warns(run, "left_running", "left a process running: blis at size 20", 1);
    run = quiet_run();
    facts_set_text(&run->measurements[0].facts, "left_running", "3 0-1 blis\n1 7 nobody");
    assert_warns(run, "left_running", "blis at size 10, and 1 cell more", 2);
    run = quiet_run();
    facts_set_text(&run->measurements[0].facts, "left_running", "3 7 blis");
    assert_warns(run, NULL, "", 0);
}

TEST(a_failed_cell_that_left_processes_running_is_named) {
    struct run *run = quiet_run();
    struct series *blis = blis_of(run);
    facts_set_text(&run->measurements[0].facts, "left_running", "3 1 blis");
    blis->status[1] = CELL_FAILED;
    for (size_t i = 0; i < 20; i++)
        blis->seconds[20 + i] = NAN;
    struct table table = table_of(run);
    const struct warning *warning = warning_of(&table, "left_running");
    assert_non_null(warning_of(&table, "lost"));
    assert_non_null(warning);
    assert_non_null(strstr(warning->text, "left a process running: blis at size 20"));
    table_release(&table);
    run_free(run);
}

/* A call at size 10 takes 10 µs; a tick is the larger of resolution and cost. */
TEST(an_interval_needs_a_thousand_ticks) {
    for (int calls = 2; calls <= 3; calls++) {
        struct run *run = quiet_run();
        facts_set_real(&run->facts, "clock_resolution", 1e-9);
        facts_set_real(&run->facts, "clock_cost", 25e-9);
        for (size_t p = 0; p < 3; p++)
            blis_of(run)->interval_calls[p] = calls;
        assert_warns(run, calls < 3 ? "clock" : NULL, "1000 ticks of the clock: blis at size 10",
                     1);
    }
}

TEST(a_call_of_less_than_a_hundred_overheads_is_small) {
    struct run *run = quiet_run();
    facts_set_real(&run->facts, "harness_overhead", 150e-9);
    assert_advises(run, "overhead", "ratios are drawn towards 1; prefer larger sizes");
    assert_warns(run, "overhead", "at size 10 (overhead 1.5 %), and 1 cell more", 2);
    run = sample_without_size(3, 4);
    facts_set_real(&run->facts, "harness_overhead", 1e-9);
    assert_advises(run, "overhead",
                   "ratios are drawn towards 1; measure what "
                   "takes longer, such as more work at once");
    run_free(run);
}

/* --- by made-up data --- */

struct shares {
    double control, drift, trend;
};

static struct shares shares_of(const struct made_up *like, int runs) {
    unsigned short seed[3] = {7, 8, 9};
    struct shares shares = {0, 0, 0};
    for (int i = 0; i < runs; i++) {
        struct run *run = made_up_run(like, seed);
        struct table table = table_of(run);
        shares.control += warning_of(&table, "control") != NULL;
        shares.drift += warning_of(&table, "drift") != NULL;
        shares.trend += warning_of(&table, "trend") != NULL;
        assert_null(warning_of(&table, "variability"));
        table_release(&table);
        run_free(run);
    }
    return (struct shares){shares.control / runs, shares.drift / runs, shares.trend / runs};
}

/* At 5 % of 300 runs the standard deviation is 1.3 %. */
TEST(honest_noise_is_seldom_warned_of) {
    struct made_up designs[] = {MADE_UP_HONEST, MADE_UP_HONEST, MADE_UP_HONEST};
    designs[1].rounds = 10;
    designs[1].layout = 0.05;
    designs[2].sizes = 1;
    for (size_t i = 0; i < 3; i++) {
        struct shares shares = shares_of(&designs[i], 300);
        if (shares.control > 0.09 || shares.drift + shares.trend > 0.09)
            fail_msg("design %zu: control %.1f %%, drift %.1f %%, trend %.1f %%", i,
                     100 * shares.control, 100 * shares.drift, 100 * shares.trend);
    }
}

TEST(what_warms_up_within_rounds_is_found) {
    struct made_up like = MADE_UP_HONEST;
    like.warming = 0.1;
    assert_true(shares_of(&like, 50).trend > 0.9);
}

TEST(what_drifts_over_the_rounds_is_found) {
    struct made_up like = MADE_UP_HONEST;
    like.drifting = 0.1;
    assert_true(shares_of(&like, 50).drift > 0.9);
}

TEST(a_control_that_is_off_is_found) {
    struct made_up like = MADE_UP_HONEST;
    like.bias = 0.02;
    assert_true(shares_of(&like, 50).control > 0.9);
}

TEST(the_control_is_told_where_it_is_off) {
    unsigned short seed[3] = {1, 1, 1};
    struct made_up like = MADE_UP_HONEST;
    like.bias = 0.5;
    like.sizes = 2;
    struct run *run = made_up_run(&like, seed);
    assert_warns(run, "control", "its interval misses 1 at 2 of 2 sizes", 4);
}

static struct run *run_of_teams(int64_t cpus) {
    struct run *run = quiet_run();
    struct measurement *m = &run->measurements[0];
    struct parameter *threads = measurement_add_parameter(m, "threads", NULL);
    for (size_t p = 0; p < m->points; p++)
        threads->values[p] = (double)(p + 1);
    assert_int_equal(measurement_set_team(m, 3, NULL), 0);
    facts_set_integer(&m->facts, FACT_TEAM_CPUS, cpus);
    return run;
}

TEST(teams_larger_than_their_cpus_are_named) {
    assert_warns(run_of_teams(3), NULL, "", 0);
    assert_warns(run_of_teams(2), "crowded", "openblas at size 30, threads 3, and 1 cell more", 2);
}

/* Blis's ranks begin LATE seconds apart, in intervals of 5 calls; their clock is off by
 * CLOCK_ERROR, if it is a number. */
static struct run *run_of_ranks(double late, double clock_error) {
    struct run *run = quiet_run();
    struct measurement *m = &run->measurements[0];
    struct series *blis = blis_of(run);
    assert_int_equal(measurement_add_detail(m, blis, "start_skew", NULL), 0);
    if (!isnan(clock_error))
        assert_int_equal(measurement_add_detail(m, blis, "clock_error", NULL), 0);
    for (size_t p = 0; p < m->points; p++)
        blis->interval_calls[p] = 5;
    for (size_t i = 0; i < measurement_elements(m, PER_SAMPLE); i++) {
        blis->start_skew[i] = late;
        if (!isnan(clock_error))
            blis->clock_error[i] = clock_error;
    }
    return run;
}

/* Calls take 10, 20 and 30 us. */
TEST(ranks_that_do_not_begin_together_are_named) {
    assert_warns(run_of_ranks(4.9e-6, NAN), NULL, "", 0);
    assert_warns(run_of_ranks(6e-6, NAN), "ranks", "blis at size 10 (of the time 12 %)", 1);
    assert_warns(run_of_ranks(0.9e-6, 0), NULL, "", 0);
    assert_warns(run_of_ranks(1.2e-6, 0.5e-6), "ranks", "blis at size 10 (of the time 12 %)", 1);
    assert_warns(run_of_ranks(0, 2.5e-6), "ranks", "blis at size 10 (of the time 25 %), and 1 cell",
                 2);
}

/* A cold call finds the harness's own code and data cold, too. */
TEST(cold_calls_have_an_overhead_of_their_own) {
    struct run *run = run_of_ranks(0, NAN);
    facts_set_real(&run->facts, "harness_overhead", 1e-9);
    assert_warns(run, NULL, "", 0);
    run = run_of_ranks(0, NAN);
    facts_set_real(&run->facts, "harness_overhead", 1e-9);
    facts_set_real(&run->measurements[0].facts, "harness_overhead", 400e-9);
    struct table table = table_of(run);
    const struct warning *warning = warning_of(&table, "overhead");
    assert_non_null(warning);
    assert_non_null(strstr(warning->text, "overhead 4"));
    table_release(&table);
    run_free(run);
}

/* As many threads as CPUs share the operations; that of calls is another. */
TEST(each_thread_of_a_trial_has_the_overhead_of_its_operations) {
    struct run *run = run_of_teams(3);
    facts_set_real(&run->facts, "harness_overhead", 1e-3);
    assert_warns(run, NULL, "", 0);
    run = run_of_teams(2);
    facts_set_real(&run->measurements[0].facts, "harness_overhead", 450e-9);
    struct table table = table_of(run);
    const struct warning *warning = warning_of(&table, "overhead");
    assert_non_null(strstr(warning->text, "at size 10, threads 1 (overhead 4.5 %)"));
    assert_string_equal(warning->advice,
                        "ratios are drawn towards 1, by that much of each operation");
    for (size_t i = 0; i < table.row_count; i++) {
        double threads = fmin((double)(table.rows[i].size / 10), 2);
        assert_float_equal(
            warnings_overhead(table.sections[0].warnings, &table.sections[0], &table.rows[i]),
            450e-9 / threads, 1e-15);
    }
    table_release(&table);
    run_free(run);
}
