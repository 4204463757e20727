/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "collect/planning/round_order.h"
#include "tests/test.h"

enum { BUILDS = 6 };

TEST_WITH(each_build_is_drawn_once_before_any_comes_again, NULL, NULL) {
    for (size_t cycle = 0; cycle < 20; cycle++) {
        int drawn[BUILDS] = {0};
        for (size_t i = 0; i < BUILDS; i++)
            drawn[builds_draw(1, "axpy", "old", BUILDS, cycle * BUILDS + i)]++;
        for (size_t i = 0; i < BUILDS; i++)
            assert_int_equal(drawn[i], 1);
    }
}

TEST_WITH(another_seed_action_series_or_cycle_has_another_order, NULL, NULL) {
    static const struct {
        uint64_t seed;
        const char *action, *name;
        size_t cycle;
    } others[] = {
        {2, "axpy", "old", 0}, {1, "dot", "old", 0}, {1, "axpy", "new", 0}, {1, "axpy", "old", 1}};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        size_t differing = 0;
        for (size_t i = 0; i < 100; i++)
            differing += builds_draw(1, "axpy", "old", 100, i) !=
                         builds_draw(others[k].seed, others[k].action, others[k].name, 100,
                                     100 * others[k].cycle + i);
        assert_true(differing > 80);
    }
}

/* --- what is recorded --- */

static struct library libraries[2];
static struct participant participants[2];
static struct settings settings;
static struct run *run;
static struct measurement *m;

static int begin(void **state) {
    static struct build builds[BUILDS];
    (void)state;
    settings = SETTINGS_DEFAULT;
    run = run_new();
    m = run_add_measurement(run, "axpy", 1, BUILDS, 1, NULL);
    memset(libraries, 0, sizeof libraries);
    for (size_t i = 0; i < 2; i++)
        participants[i] = (struct participant){&libraries[i], i, builds, BUILDS};
    measurement_add_series(m, "old", NULL);
    measurement_add_series(m, "new", NULL);
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    return 0;
}

static const char *placement(size_t rounds) {
    builds_describe(&settings, participants, rounds, m);
    return facts_text(&m->facts, FACT_CODE_PLACEMENT, "unknown");
}

EACH_TEST(begin, end);

TEST(enough_builds_place_code_anew) {
    assert_string_equal(placement(BUILDS), "code placed anew each round");
    const char *drawn = facts_text(&m->series[0].facts, FACT_BUILDS_DRAWN, "");
    assert_int_equal(strlen(drawn), 2 * BUILDS - 1);
    for (char build = '1'; build <= '0' + BUILDS; build++)
        assert_non_null(strchr(drawn, build));
    assert_string_not_equal(drawn, facts_text(&m->series[1].facts, FACT_BUILDS_DRAWN, ""));
    assert_string_equal(placement(BUILDS + 1), "fewer builds than rounds");
}

TEST(one_build_is_told) {
    participants[1].build_count = 1;
    assert_string_equal(placement(BUILDS), "one build of new");
    assert_null(facts_find(&m->series[1].facts, FACT_BUILDS_DRAWN));
    participants[0].build_count = 1;
    assert_string_equal(placement(BUILDS), "one build of each");
    participants[0].build_count = 0;
    assert_string_equal(placement(BUILDS), "one build of new");
}

TEST(of_installed_libraries_nothing_is_told) {
    participants[0].build_count = participants[1].build_count = 0;
    assert_string_equal(placement(BUILDS), "unknown");
}

TEST(what_is_linked_anew_has_as_many_builds_as_rounds) {
    for (size_t i = 0; i < 2; i++) {
        participants[i].build_count = 1;
        libraries[i].relink = (char *)(uintptr_t) "cc -o {out} {pad}";
    }
    assert_string_equal(placement(100), "code placed anew each round");
    assert_null(facts_find(&m->series[0].facts, FACT_BUILDS_DRAWN));
}

TEST(a_control_with_few_builds_of_its_own_is_told) {
    facts_set_text(&m->series[1].facts, FACT_CONTROL_OF, "old");
    assert_string_equal(placement(BUILDS), "unknown"); /* nothing is compared */
    measurement_add_series(m, "new", NULL);
    struct participant all[3] = {participants[0], participants[1], participants[0]};
    all[1].build_count = 2;
    builds_describe(&settings, all, BUILDS, m);
    assert_string_equal(facts_text(&m->facts, FACT_CODE_PLACEMENT, ""), "fewer builds than rounds");
}
