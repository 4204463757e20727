/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &nanobench_format

#define RESULT(members) "{\"results\":[{" members ",\"median(elapsed)\":2e-9}]}"

TEST(a_title_is_an_action_and_names_are_libraries) {
    struct run *run = foreign_sample(NULL, "nanobench-4.6.json", NULL);
    struct measurement *m = run_find(run, "sum of doubles");
    assert_int_equal(run->measurement_count, 1);
    assert_true(m->points == 2 && m->sizes[0] == 100 && m->sizes[1] == 1000);
    assert_int_equal(m->seeds[0], 5);
    assert_non_null(measurement_find(m, "loop"));
    assert_non_null(measurement_find(m, "unrolled"));
    assert_string_equal(facts_text(&run->facts, "nanobench_unit", ""), "element");
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_FORMAT, ""), "nanobench");
    run_free(run);
}

/* As in nanobench's own table. */
TEST(times_are_those_of_a_unit) {
    struct run *run = foreign_run(
        NULL, "x.json",
        RESULT("\"title\":\"benchmark\",\"name\":\"sort/8\",\"batch\":100,\"unit\":\"byte\","
               "\"measurements\":[{\"iterations\":3,\"elapsed\":1e-6,\"instructions\":500},{"
               "\"iterations\":3,\"elapsed\":2e-6}]"),
        NULL);
    struct measurement *m = run_find(run, "sort");
    assert_int_equal(m->sizes[0], 8);
    assert_true(foreign_seconds(m, "nanobench", 0, 0, 0) == 1e-6 / 100);
    assert_true(foreign_seconds(m, "nanobench", 0, 0, 1) == 2e-6 / 100);
    assert_true(m->series[0].instructions[0] == 5);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "times per byte");
    assert_int_equal(m->series[0].calls[0], 3);
    run_free(run);
    run = foreign_run(NULL, "x.json", RESULT("\"name\":\"a\",\"complexityN\":7"), NULL);
    m = run_find(run, "a");
    assert_int_equal(m->sizes[0], 7);
    assert_true(foreign_seconds(m, "nanobench", 0, 0, 0) == 2e-9);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "medians");
    run_free(run);
    run = foreign_run(NULL, "x.json", RESULT("\"name\":\"a\",\"unit\":\"byte\""), NULL);
    assert_string_equal(facts_text(&run_find(run, "a")->facts, FACT_SAMPLES_ARE, ""),
                        "medians per byte");
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{}", "x.json: there is no array \"results\" in it"},
        {"{\"results\":[1]}", "x.json: benchmark 1: it has no name"},
        {"{\"results\":[{\"name\":\"a\"}]}",
         "x.json: benchmark 1: neither measurements nor a median"},
        {"{\"results\":[{\"name\":\"a\",\"measurements\":[{\"elapsed\":\"x\"}]}]}",
         "x.json: benchmark 1: an epoch has no number of seconds"},
        {"{\"results\":[{\"name\":\"a\",\"batch\":0,\"measurements\":[{\"elapsed\":1}]}]}",
         "x.json: benchmark 1: its batch is not a number above 0"},
        {"{\"results\":[{\"name\":\"a\",\"measurements\":[{\"elapsed\":-1}]}]}",
         "x.json: benchmark 1: the time is negative or has no end"},
        {"{\"results\":[{\"title\":\"t\",\"name\":\"a\",\"unit\":\"byte\",\"median(elapsed)\":1},"
         "{\"title\":\"t\",\"name\":\"b\",\"median(elapsed)\":1}]}",
         "x.json: benchmark 2: its time is per call, and others of t are per byte; keep them in "
         "actions, or files, of their own"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(FORMAT, "x.json", cases[i].text, NULL, cases[i].message);
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    char text[] = RESULT("\"title\":\"t\",\"name\":\"sort/8\",\"batch\":100,\"complexityN\":-1,"
                         "\"measurements\":[{\"iterations\":3,\"elapsed\":1e-6},"
                         "{\"iterations\":3,\"elapsed\":2e-6}]");
    foreign_cut_and_damage_text(FORMAT, "x.json", text, sizeof text - 1);
}
