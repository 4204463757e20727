/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign_directory.h"

#include "formats/foreign/foreign.h"

#define FORMAT &asv_format

#define BENCHMARKS                                                                                 \
    "{\"s.Sort.time_list\":{\"type\":\"time\",\"unit\":\"seconds\",\"param_names\":[\"n\","        \
    "\"kind\"],"                                                                                   \
    "\"params\":[[\"10\",\"20\"],[\"'a'\",\"'b'\"]]},\"s.peakmem_x\":{\"type\":\"peakmemory\","    \
    "\"unit\":\"bytes\",\"param_names\":[],\"params\":[]},\"version\":2}"
#define RESULTS(results)                                                                           \
    "{\"commit_hash\":\"abcdef\",\"env_name\":\"virtualenv-py3.11\",\"date\":1700000000000,"       \
    "\"params\":{\"machine\":\"m1\",\"cpu\":\"CPU X\"},\"python\":\"3.11\",\"result_columns\":["   \
    "\"result\",\"params\",\"version\",\"started_at\",\"duration\",\"stats_ci_99_a\",\"stats_ci_"  \
    "99_b\","                                                                                      \
    "\"stats_q_25\",\"stats_q_75\",\"number\",\"repeat\",\"samples\",\"profile\"],\"results\":"    \
    "{" results "},\"durations\":{},\"version\":2}"
#define LISTS                                                                                      \
    "\"s.Sort.time_list\":[[1,2,null,NaN],[[\"10\",\"20\"],[\"'a'\",\"'b'\"]],\"v\","              \
    "1700000001000,1,"                                                                             \
    "[],[],[],[],[],[],[[0.5,1.5],null,null,null]]"

TEST(results_are_those_of_combinations) {
    struct run *run = foreign_run(NULL, "x.json",
                                  RESULTS(LISTS ",\"s.peakmem_x\":[[4096]],\"s.time_plain\":[[3]],"
                                                "\"s.track_y\":[[7]]"),
                                  NULL);
    struct measurement *m = run_find(run, "s.Sort.time_list");
    struct series *a = measurement_find(m, "python (param2=a)");
    struct series *b = measurement_find(m, "python (param2=b)");
    assert_true(m->points == 2 && m->sizes[0] == 10 && m->sizes[1] == 20);
    assert_true(a->seconds[0] == 0.5 && a->seconds[1] == 1.5);
    assert_true(b->seconds[0] == 2);
    assert_int_equal(a->status[1], CELL_FAILED);
    assert_int_equal(b->status[1], CELL_NOT_MEASURED);
    assert_true(run_find(run, "s.time_plain")->series[0].seconds[0] == 3);
    assert_true(run_find(run, "s.peakmem_x")->series[0].max_memory[0] == 4096);
    m = run_find(run, "s.track_y");
    assert_true(foreign_measure(m, &m->series[0], "track_y", 0) == 7);
    assert_string_equal(facts_text(&run->facts, FACT_HOST, ""), "m1");
    assert_string_equal(facts_text(&run->facts, FACT_STARTED, ""), "2023-11-14T22:13:21+00:00");
    assert_string_equal(facts_text(&run->facts, "asv_commit_hash", ""), "abcdef");
    run_free(run);
}

TEST_WITH(a_directory_has_a_run_for_each_commit, foreign_directory_begin, foreign_directory_end) {
    static const char *const paths[] = {"", "m1"};
    struct runs runs;
    foreign_directory_put("benchmarks.json", BENCHMARKS);
    foreign_directory_put("m1/machine.json", "{\"machine\":\"m1\",\"version\":1}");
    foreign_directory_put("m1/11111111-py.json", RESULTS(LISTS));
    foreign_directory_put("m1/22222222-py.json", RESULTS(LISTS));
    for (size_t i = 0; i < 2; i++) {
        foreign_directory_read(paths[i], &runs);
        assert_int_equal(runs.count, 2);
        assert_string_equal(runs.items[0]->name, "11111111-py");
        assert_string_equal(runs.items[1]->name, "22222222-py");
        struct measurement *m = run_find(runs.items[1], "s.Sort.time_list");
        assert_non_null(measurement_find(m, "python (kind=a)"));
        assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "n");
        runs_release(&runs);
    }
    foreign_directory_read("m1/22222222-py.json", &runs);
    assert_non_null(
        measurement_find(run_find(runs.items[0], "s.Sort.time_list"), "python (kind=b)"));
    runs_release(&runs);
}

TEST(results_of_version_1_are_numbers_or_objects) {
    struct run *run = foreign_run(
        NULL, "x.json",
        "{\"commit_hash\":\"a\",\"env_name\":\"e\",\"params\":{},\"results\":{\"time_a\":0.5,"
        "\"time_b\":null,\"time_c\":{\"params\":[[\"1\",\"2\"]],\"result\":[3,4]}},\"version\":1}",
        NULL);
    assert_true(run_find(run, "time_a")->series[0].seconds[0] == 0.5);
    assert_int_equal(run_find(run, "time_b")->series[0].status[0], CELL_FAILED);
    assert_true(run_find(run, "time_c")->series[0].seconds[1] == 4);
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    foreign_assert_refused(FORMAT, "x.json", "{}", NULL,
                           "x.json: there is no object \"results\" in it");
    foreign_assert_refused(FORMAT, "x.json", RESULTS("\"time_a\":[[\"x\"]]"), NULL,
                           "x.json: time_a: a result is not a number");
    foreign_assert_refused(FORMAT, "x.json", RESULTS("\"time_a\":[[1],[[]]]"), NULL,
                           "x.json: time_a: its parameters are none, or too many");
    char text[] = RESULTS(LISTS ",\"s.peakmem_x\":[[4096]]");
    foreign_cut_and_damage_text(FORMAT, "x.json", text, sizeof text - 1);
}
