/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &catch2_format

TEST(a_test_case_is_an_action_and_its_benchmarks_are_libraries) {
    struct run *run = foreign_sample(NULL, "catch2-2.13.10.xml", NULL);
    struct measurement *m = run_find(run, "sums");
    assert_int_equal(run->measurement_count, 2);
    assert_int_equal(m->points, 2);
    assert_true(m->sizes[0] == 100 && m->sizes[1] == 1000);
    assert_true(foreign_seconds(m, "loop", 0, 0, 0) == 31.6509 / 1e9);
    assert_true(foreign_seconds(m, "unrolled", 1, 0, 0) == 243.883 / 1e9);
    assert_int_equal(measurement_find(m, "loop")->calls[0], 511);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    assert_string_equal(facts_text(&run->facts, "catch2_program", ""), "c");
    m = run_find(run, "sorting & <others>/reversed");
    assert_true(foreign_seconds(m, "iota", 0, 0, 0) == 54.5154 / 1e9);
    run_free(run);
}

#define CASE(inner)                                                                                \
    "<Catch2TestRun name='p' catch2-version='3.5.0'><TestCase name='t'>" inner                     \
    "</TestCase></Catch2TestRun>"

TEST(what_failed_has_no_time) {
    struct run *run = foreign_run(
        NULL, "x.xml",
        CASE("<BenchmarkResults name='fib 20'><mean value='5'/></BenchmarkResults>"
             "<BenchmarkResults name='fib 25'><failed message='it &#x26; &quot;fell&quot;'/>"
             "</BenchmarkResults>"),
        NULL);
    struct measurement *m = run_find(run, "t");
    assert_true(m->sizes[0] == 20 && m->sizes[1] == 25);
    assert_true(foreign_seconds(m, "fib", 0, 0, 0) == 5e-9);
    assert_true(isnan(foreign_seconds(m, "fib", 1, 0, 0)));
    assert_int_equal(m->series[0].status[1], CELL_FAILED);
    assert_string_equal(facts_text(&run->facts, "catch2_errors", ""), "fib: it & \"fell\"");
    assert_string_equal(facts_text(&run->facts, "catch2_version", ""), "3.5.0");
    run_free(run);
}

/* Version 2 has a group around the test cases. */
TEST(version_2_is_read_like_version_3) {
    struct run *run = foreign_run(
        NULL, "x.xml",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Catch name=\"sums\">\n  <Group "
        "name=\"sums\">\n"
        "    <TestCase name=\"sum\" tags=\"[!benchmark]\" filename=\"a.cpp\" line=\"9\">\n"
        "      <BenchmarkResults name=\"loop 100\" samples=\"100\" resamples=\"100000\" "
        "iterations=\"7\" clockResolution=\"30.1\" estimatedDuration=\"5e6\">\n"
        "        <!--All values in nano seconds-->\n"
        "        <mean value=\"53.5\" lowerBound=\"52\" upperBound=\"55\" ci=\"0.95\"/>\n"
        "        <standardDeviation value=\"2\" lowerBound=\"1\" upperBound=\"3\" ci=\"0.95\"/>\n"
        "        <outliers variance=\"0.2\" lowMild=\"0\" lowSevere=\"0\" highMild=\"1\" "
        "highSevere=\"2\"/>\n      </BenchmarkResults>\n"
        "      <OverallResult success=\"true\"/>\n    </TestCase>\n"
        "    <OverallResults successes=\"0\" failures=\"0\" expectedFailures=\"0\"/>\n"
        "  </Group>\n  <OverallResults successes=\"0\" failures=\"0\" expectedFailures=\"0\"/>\n"
        "</Catch>\n",
        NULL);
    struct measurement *m = run_find(run, "sum");
    assert_int_equal(m->sizes[0], 100);
    assert_true(foreign_seconds(m, "loop", 0, 0, 0) == 53.5 / 1e9);
    assert_int_equal(m->series[0].calls[0], 7);
    assert_string_equal(facts_text(&m->facts, FACT_MEASURES, ""),
                        "ci_low\ts\tless\nci_high\ts\tless\nci_level\t1\t\n");
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"<Catch name='x'></Catch>", "x.xml: there is no benchmark in it"},
        {"<Catch name='x'>", "x.xml: line 1: the file ends within an element"},
        {"<Catch name='x'>\n</Dog>", "x.xml: line 2: an element ends that was not begun"},
        {"<!DOCTYPE x>", "x.xml: line 1: not an element of XML"},
        {CASE("<BenchmarkResults/><BenchmarkResults x='1'></BenchmarkResults>"),
         "x.xml: line 1: a benchmark without a name, or a long one"},
        {CASE("<BenchmarkResults name='&nope;'></BenchmarkResults>"),
         "x.xml: line 1: a benchmark without a name, or a long one"},
        {CASE("<BenchmarkResults name='a'><mean value='soon'/></BenchmarkResults>"),
         "x.xml: line 1: a mean without a number"},
        {CASE("<BenchmarkResults name='a'><mean value='-1'/></BenchmarkResults>"),
         "x.xml: benchmark 1: the time is negative or has no end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(FORMAT, "x.xml", cases[i].text, NULL, cases[i].message);
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    foreign_cut_and_damage(FORMAT, FOREIGN_SAMPLES "catch2-2.13.10.xml");
}
