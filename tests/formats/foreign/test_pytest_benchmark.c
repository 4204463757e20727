/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign_directory.h"

#include "formats/foreign/foreign.h"

#define FORMAT &pytest_benchmark_format

static struct run *read_benchmarks(const char *benchmarks, const struct format_options *options) {
    char text[4096];
    snprintf(text, sizeof text, "{\"machine_info\":{},\"commit_info\":{},\"benchmarks\":[%s]}",
             benchmarks);
    return foreign_run(NULL, "x.json", text, options);
}

#define STATS "\"stats\":{\"mean\":2,\"iterations\":3,\"data\":[1,3]}"

TEST(functions_are_actions_and_groups_compare) {
    struct run *run = foreign_sample(NULL, "pytest-benchmark-3.2.2.json", NULL);
    struct measurement *m = run_find(run, "loop");
    assert_int_equal(run->measurement_count, 3);
    assert_true(m->points == 2 && m->sizes[0] == 100 && m->sizes[1] == 1000);
    assert_int_equal(m->seeds[0], 8);
    assert_true(foreign_seconds(m, "python", 0, 0, 1) == 1.2770004104822874e-06);
    assert_int_equal(m->series[0].calls[0], 5);
    assert_non_null(measurement_find(run_find(run, "other"), "len (kind=tuple)"));
    assert_string_equal(facts_text(&run->facts, FACT_HOST, ""), "vm");
    assert_string_equal(facts_text(&run->facts, FACT_CPU, ""), "Intel(R) Xeon(R) Processor");
    assert_string_equal(facts_text(&run->facts, "pytest_benchmark_version", ""), "3.2.2");
    run_free(run);
    run = foreign_sample(NULL, "pytest-benchmark-3.2.2-stats.json",
                         &(struct format_options){.library = "mine"});
    m = run_find(run, "fsum");
    assert_non_null(measurement_find(m, "mine"));
    assert_int_equal(m->max_seeds, 1);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    run_free(run);
}

TEST(params_are_the_size_and_parameters) {
    struct format_options options = {.size_param = "k"};
    struct run *run = read_benchmarks(
        "{\"name\":\"test_a[1-2]\",\"params\":{\"k\":4,\"m\":0.5,\"w\":\"x\"}," STATS "}",
        &options);
    struct measurement *m = run_find(run, "a");
    assert_int_equal(m->sizes[0], 4);
    assert_true(measurement_find_parameter(m, "m")->values[0] == 0.5);
    assert_string_equal(m->series[0].name, "python (w=x)");
    run_free(run);
    run = read_benchmarks("{\"name\":\"bench_a[left]\",\"params\":null," STATS "}", NULL);
    assert_string_equal(run_find(run, "a")->series[0].name, "python (left)");
    run_free(run);
}

TEST(functions_of_two_files_are_told_apart) {
    struct run *run =
        read_benchmarks("{\"name\":\"test_a\",\"fullname\":\"p.py::test_a\"," STATS "},"
                        "{\"name\":\"test_a\",\"fullname\":\"q.py::test_a\"," STATS "}",
                        NULL);
    assert_non_null(run_find(run, "p.py::a"));
    assert_non_null(run_find(run, "q.py::a"));
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{}", "x.json: there is no array \"benchmarks\" in it"},
        {"{\"benchmarks\":[1]}", "x.json: benchmark 1: it has no name"},
        {"{\"benchmarks\":[{\"name\":\"a\"}]}", "x.json: benchmark 1: it has no object \"stats\""},
        {"{\"benchmarks\":[{\"name\":\"a\",\"stats\":{}}]}",
         "x.json: benchmark 1: it has neither data nor a mean"},
        {"{\"benchmarks\":[{\"name\":\"a\",\"stats\":{\"data\":[[]]}}]}",
         "x.json: benchmark 1: a time is not a number"},
        {"{\"benchmarks\":[{\"name\":\"a\",\"stats\":{\"data\":[Infinity]}}]}",
         "x.json: benchmark 1: the time is negative or has no end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(FORMAT, "x.json", cases[i].text, NULL, cases[i].message);
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    char text[] = "{\"machine_info\":{\"node\":\"vm\",\"cpu\":{\"brand\":\"b\"}},\"benchmarks\":["
                  "{\"name\":\"test_a[1]\",\"fullname\":\"p.py::test_a[1]\",\"group\":\"g\","
                  "\"params\":{\"k\":4,\"w\":\"x\"}," STATS "}],\"version\":\"3\"}";
    foreign_cut_and_damage_text(FORMAT, "x.json", text, sizeof text - 1);
}

TEST(what_a_test_says_itself_is_kept) {
    struct run *run = foreign_run(
        FORMAT, "x.json",
        "{\"benchmarks\":[{\"name\":\"test_a\",\"extra_info\":{\"hits\":7,\"kind\":\"list\"},"
        "\"stats\":{\"data\":[1,2]}}]}",
        NULL);
    struct measurement *m = run_find(run, "a");
    assert_true(foreign_measure(m, &m->series[0], "hits", 0) == 7);
    assert_true(isnan(foreign_measure(m, &m->series[0], "hits", 1)));
    assert_string_equal(facts_text(&run->facts, "pytest_benchmark_extra_info", ""),
                        "test_a: kind=list");
    run_free(run);
}

/* As --benchmark-autosave leaves it behind. */
TEST_WITH(a_storage_has_a_run_for_each_file, foreign_directory_begin, foreign_directory_end) {
    struct runs runs;
#define SAVED(seconds)                                                                             \
    "{\"machine_info\":{\"node\":\"h\"},\"commit_info\":{\"id\":\"a\"},\"benchmarks\":[{\"name\":" \
    "\"test_a\",\"stats\":{\"data\":[" seconds "],\"iterations\":1}}],\"version\":\"4.0.0\"}"
    foreign_directory_put("Linux-CPython-3.11-64bit/0001_before.json", SAVED("1,2"));
    foreign_directory_put("Linux-CPython-3.11-64bit/0002_after.json", SAVED("3"));
    foreign_directory_put("Linux-CPython-3.11-64bit/notes.json", "{}");
    foreign_directory_read("", &runs);
    assert_int_equal(runs.count, 2);
    assert_string_equal(runs.items[0]->name, "0001_before");
    assert_true(foreign_seconds(run_find(runs.items[0], "a"), "python", 0, 0, 1) == 2);
    assert_true(foreign_seconds(run_find(runs.items[1], "a"), "python", 0, 0, 0) == 3);
    assert_string_equal(facts_text(&runs.items[1]->facts, FACT_HOST, ""), "h");
    runs_release(&runs);
    foreign_directory_read("Linux-CPython-3.11-64bit", &runs);
    assert_int_equal(runs.count, 2);
    runs_release(&runs);
}
