/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "collect/cli/announce.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

static struct rig rig;
static struct job job;
static struct candidate candidates[4];

static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    rig.settings.rounds = 5;
    job = (struct job){.candidates = candidates, .candidate_count = 4};
    return 0;
}

static int end(void **state) {
    (void)state;
    design_points_release(&job.design_points);
    rig_end(&rig);
    return 0;
}

/* What is said of ACTION, with the rig's settings. */
static const char *said(const char *action, const char *sizes, int is_alone) {
    static char line[400];
    job.action = rig_action(action);
    if (sizes)
        rig_sizes(&rig, sizes);
    design_points_release(&job.design_points);
    job.design_points = rig_design_points(&rig, action);
    announce_describe(&rig.settings, &job, is_alone, line, sizeof line);
    return line;
}

EACH_TEST(begin, end);

TEST(rounds_that_were_given_are_all) {
    rig.settings.fixed = SETTINGS_FIX_ROUNDS;
    rig.settings.rounds = 3;
    assert_string_equal(said("axpy", "10,20,30", 1),
                        "axpy: 4 libraries × 3 sizes, double precision; 3 rounds");
}

TEST(by_default_more_rounds_may_follow) {
    settings_add_rounds(&rig.settings);
    assert_string_equal(said("axpy", "10", 1), "axpy: 4 libraries × 1 size, double precision; "
                                               "5 rounds, more while they end within a minute");
    said("axpy", "10,20", 1);
    rig.settings.sizes_wanted = SIZES_THINNED;
    assert_string_equal(said("axpy", NULL, 1), "axpy: 4 libraries × up to 2 sizes, double "
                                               "precision; 5 rounds or more, at most about a "
                                               "minute");
    assert_string_equal(said("axpy", NULL, 0), "axpy: 4 libraries × up to 2 sizes, double "
                                               "precision; 5 rounds, more while they end within a "
                                               "minute");
}

TEST(one_library_has_no_more_rounds) {
    settings_add_rounds(&rig.settings);
    job.candidate_count = 1;
    assert_string_equal(said("axpy", "10", 1),
                        "axpy: 1 library × 1 size, double precision; 5 rounds");
}

TEST(a_time_is_told_with_what_shares_it) {
    rig.settings.time = 20;
    assert_string_equal(said("dot", "10", 1),
                        "dot: 4 libraries × 1 size, double precision; about 20 s");
    assert_string_equal(said("dot", "10", 0), "dot: 4 libraries × 1 size, double precision; "
                                              "about 20 s with all actions");
    rig.settings.fixed = SETTINGS_FIX_ROUNDS;
    assert_string_equal(said("dot", "10", 1),
                        "dot: 4 libraries × 1 size, double precision; 5 rounds in about 20 s");
}

TEST(a_precision_is_told_with_its_limit) {
    rig.settings.precision = 0.01;
    rig.settings.max_time = 300;
    assert_string_equal(said("dot", "10", 1),
                        "dot: 4 libraries × 1 size, double precision; 5 rounds or more until all "
                        "ratios are within ±1 %, at most 300 s");
    rig.settings.precision = 0;
    rig.settings.plan_for = 0.02;
    assert_string_equal(said("dot", "10", 1),
                        "dot: 4 libraries × 1 size, double precision; rounds as planned for "
                        "ratios within ±2 %, at most 300 s");
}

TEST(whatever_varies_is_counted) {
    rig.settings.fixed = SETTINGS_FIX_ROUNDS;
    rig_threads(&rig, "1,2,4");
    assert_string_equal(said("axpy", "10,20", 1), "axpy: 4 libraries × 2 sizes × 3 numbers of "
                                                  "threads, double precision; 5 rounds");
    rig_threads(&rig, "2");
    rig.settings.mode = MODE_FIRST;
    rig.settings.cache = CACHE_COLD;
    assert_string_equal(said("axpy", "10,20", 1),
                        "axpy: 4 libraries × 2 sizes, double precision, 2 threads, mode first, "
                        "cold caches; 5 rounds");
}

TEST(trials_are_told_by_their_time) {
    rig.settings.fixed = SETTINGS_FIX_ROUNDS;
    rig_threads(&rig, "1,2");
    assert_string_equal(said("counter", "1", 1), "counter: 4 libraries × 2 numbers of threads; "
                                                 "trials of 500 ms, 5 rounds");
}
