/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/job/job.h"
#include "tests/test.h"

static struct library libraries[3];
static struct candidate candidates[3];
static struct job job;
static struct settings settings;
static struct participant participants[4];
static struct run *run;
static struct measurement *m;

static void add_candidate(char *name, char *path) {
    size_t i = job.candidate_count++;
    libraries[i] = (struct library){.name = name, .paths = {path}, .path_count = 1};
    candidates[i] = (struct candidate){.library = &libraries[i]};
    facts_set_text(&candidates[i].facts, "path", path);
}

static int begin(void **state) {
    (void)state;
    job = (struct job){.candidates = candidates};
    settings = SETTINGS_DEFAULT;
    run = run_new();
    m = run_add_measurement(run, "axpy", 1, 1, 1, NULL);
    return 0;
}

static int end(void **state) {
    (void)state;
    for (size_t i = 0; i < job.candidate_count; i++)
        facts_release(&candidates[i].facts);
    run_free(run);
    return 0;
}

EACH_TEST(begin, end);

TEST(the_control_is_the_reference_behind_all_libraries) {
    add_candidate("one", "/one.so");
    add_candidate("two", "/two.so");
    job.reference = 1;
    assert_int_equal(participants_choose(&settings, &job, participants), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(participants[i].planned, i < 2 ? i : 1);
        assert_ptr_equal(participants[i].library, &libraries[participants[i].planned]);
    }
}

TEST(of_several_builds_the_control_has_its_own) {
    static struct build builds[5];
    add_candidate("one", "/one.so");
    add_candidate("two", "/two.so");
    for (size_t i = 0; i < 5; i++)
        builds[i].path = (char *)(uintptr_t) "/one.so";
    for (size_t i = 0; i < 2; i++)
        libraries[i].builds = (struct builds){builds, 5};
    assert_int_equal(participants_choose(&settings, &job, participants), 3);
    assert_ptr_equal(participants[0].builds, builds);
    assert_int_equal(participants[0].build_count, 3);
    assert_int_equal(participants[1].build_count, 5);
    assert_ptr_equal(participants[2].builds, builds + 3);
    assert_int_equal(participants[2].build_count, 2);
    settings.without_control = 1;
    participants_choose(&settings, &job, participants);
    assert_int_equal(participants[0].build_count, 5);
}

TEST(builds_are_recorded_with_their_digests) {
    struct build builds[] = {{(char[]){"/one-1.so"}, "abc"}, {(char[]){"/one-2.so"}, "def"}};
    add_candidate("one", "/one-1.so");
    libraries[0].builds = (struct builds){builds, 2};
    participants_choose(&settings, &job, participants);
    assert_int_equal(participants_add_series(m, &job, participants, 1, NULL), 0);
    assert_string_equal(facts_text(&m->series[0].facts, FACT_BUILDS, ""),
                        "abc /one-1.so\ndef /one-2.so");
}

TEST(where_nobody_asks_there_is_none) {
    add_candidate("one", "/one.so");
    add_candidate("two", "/two.so");
    settings.without_control = 1;
    assert_int_equal(participants_choose(&settings, &job, participants), 2);
}

TEST(names_of_one_file_are_each_others_controls) {
    add_candidate("one", "/one.so");
    assert_int_equal(participants_choose(&settings, &job, participants), 1);
    add_candidate("same", "/one.so");
    assert_int_equal(participants_choose(&settings, &job, participants), 2);
    add_candidate("other", "/two.so");
    assert_int_equal(participants_choose(&settings, &job, participants), 4);
}

TEST(a_lapack_over_the_same_blas_is_another_library) {
    add_candidate("blas", "/blas.so");
    add_candidate("pair", "/blas.so");
    libraries[1].paths[1] = (char *)(uintptr_t) "/lapack.so";
    libraries[1].path_count = 2;
    libraries[1].is_chain = 1;
    assert_int_equal(participants_choose(&settings, &job, participants), 3);
}

TEST(its_series_says_whose_control_it_is) {
    add_candidate("one", "/one.so");
    add_candidate("two", "/two.so");
    size_t count = participants_choose(&settings, &job, participants);
    assert_int_equal(participants_add_series(m, &job, participants, count, NULL), 0);
    assert_int_equal(m->series_count, 3);
    assert_string_equal(m->series[2].name, "one.control");
    assert_string_equal(facts_text(&m->series[2].facts, FACT_CONTROL_OF, ""), "one");
    assert_string_equal(facts_text(&m->series[2].facts, "path", ""), "/one.so");
    assert_null(facts_find(&m->series[0].facts, FACT_CONTROL_OF));
    assert_null(facts_find(&candidates[0].facts, FACT_CONTROL_OF));
}

TEST(its_name_is_its_own) {
    add_candidate("one", "/one.so");
    add_candidate("one.control", "/two.so");
    size_t count = participants_choose(&settings, &job, participants);
    assert_int_equal(participants_add_series(m, &job, participants, count, NULL), 0);
    assert_string_equal(m->series[2].name, "one.control2");
    assert_null(facts_find(&m->series[1].facts, FACT_CONTROL_OF));
}
