/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign_directory.h"

#include "formats/foreign/foreign.h"

#define FORMAT &benchmarkdotnet_format

#define HOST                                                                                       \
    "{\"Title\":\"Sums-20260101\",\"HostEnvironmentInfo\":{\"BenchmarkDotNetCaption\":"            \
    "\"BenchmarkDotNet\",\"BenchmarkDotNetVersion\":\"0.13.12\",\"ProcessorName\":\"CPU X\","      \
    "\"LogicalCoreCount\":4},\"Benchmarks\":["
#define BENCHMARK(method, job, parameters, rest)                                                   \
    "{\"DisplayInfo\":\"Sums." method ": " job " [" parameters "]\",\"Namespace\":\"N\",\"Type\":" \
    "\"Sums\",\"Method\":\"" method "\",\"MethodTitle\":\"" method                                 \
    "\",\"Parameters\":\"" parameters "\",\"FullName\":\"N.Sums." method "\"," rest "}"
#define MEASUREMENT(mode, stage, launch, operations, nanoseconds)                                  \
    "{\"IterationMode\":\"" mode "\",\"IterationStage\":\"" stage "\",\"LaunchIndex\":" launch     \
    ",\"IterationIndex\":1,\"Operations\":" operations ",\"Nanoseconds\":" nanoseconds "}"
#define MEASURED                                                                                    \
    "\"Statistics\":{\"OriginalValues\":[9],\"N\":1,\"Mean\":9},\"Measurements\":[" MEASUREMENT(    \
        "Overhead", "Jitting", "1", "1",                                                            \
        "7") "," MEASUREMENT("Workload", "Actual", "1", "16",                                       \
                             "33") "," MEASUREMENT("Workload", "Result", "1", "16",                 \
                                                   "32") "," MEASUREMENT("Workload", "Result",      \
                                                                         "1", "16",                 \
                                                                         "48") "," MEASUREMENT("W"  \
                                                                                               "o"  \
                                                                                               "r"  \
                                                                                               "k"  \
                                                                                               "l"  \
                                                                                               "o"  \
                                                                                               "a"  \
                                                                                               "d", \
                                                                                               "R"  \
                                                                                               "e"  \
                                                                                               "s"  \
                                                                                               "u"  \
                                                                                               "l"  \
                                                                                               "t", \
                                                                                               "2", \
                                                                                               "1"  \
                                                                                               "6", \
                                                                                               "6"  \
                                                                                               "4") "]"
#define METRICS                                                                                    \
    "\"Metrics\":[{\"Value\":24,\"Descriptor\":{\"Id\":\"Allocated Memory\",\"DisplayName\":"      \
    "\"Allocated\",\"Unit\":\"B\"}}],"

TEST(results_of_the_workload_are_samples) {
    struct run *run = foreign_run(
        NULL, "x.json",
        HOST BENCHMARK("Loop", "DefaultJob", "N=100, Kind=list", METRICS MEASURED) "," BENCHMARK(
            "Loop", "DefaultJob", "N=1000, Kind=list",
            MEASURED) "," BENCHMARK("Simd", "DefaultJob", "N=100&Kind=list", MEASURED) "]}",
        NULL);
    struct measurement *m = run_find(run, "Sums");
    assert_true(m->points == 2 && m->rounds == 2 && m->series_count == 2);
    assert_int_equal(m->sizes[1], 1000);
    assert_true(foreign_seconds(m, "Loop (Kind=list)", 0, 0, 0) == 2.0 / 1e9);
    assert_true(foreign_seconds(m, "Loop (Kind=list)", 0, 1, 0) == 4.0 / 1e9);
    assert_true(foreign_seconds(m, "Simd (Kind=list)", 0, 0, 1) == 3.0 / 1e9);
    assert_int_equal(m->series[0].calls[0], 16);
    assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "N");
    assert_string_equal(facts_text(&run->facts, FACT_CPU, ""), "CPU X");
    assert_string_equal(facts_text(&run->facts, "benchmarkdotnet_BenchmarkDotNetVersion", ""),
                        "0.13.12");
    assert_true(foreign_measure(m, &m->series[0], "Allocated", 0) == 24);
    assert_string_equal(facts_text(&m->facts, FACT_MEASURES, ""), "Allocated\tB\tless\n");
    run_free(run);
}

TEST(jobs_tell_libraries_apart) {
    struct run *run = foreign_run(
        NULL, "x.json",
        HOST BENCHMARK("Loop", "Job-A(Runtime=.NET 8.0)", "N=1", MEASURED) "," BENCHMARK(
            "Loop", "Job-B(Runtime=.NET 9.0)", "N=1", MEASURED) "]}",
        NULL);
    struct measurement *m = run_find(run, "Sums");
    assert_int_equal(m->series_count, 2);
    assert_non_null(measurement_find(m, "Loop (Job-A(Runtime=.NET 8.0))"));
    run_free(run);
}

TEST(brief_files_have_values_or_means) {
    struct run *run = foreign_run(
        NULL, "x.json",
        HOST BENCHMARK("A", "DefaultJob", "",
                       "\"Statistics\":{\"OriginalValues\":[5,6],\"Mean\":"
                       "5.5}") "," BENCHMARK("B", "DefaultJob", "", "\"Statistics\":null") "]}",
        NULL);
    struct measurement *m = run_find(run, "Sums");
    assert_true(foreign_seconds(m, "A", 0, 0, 1) == 6 / 1e9);
    assert_int_equal(measurement_find(m, "B")->status[0], CELL_FAILED);
    run_free(run);
    run = foreign_run(NULL, "x.json",
                      HOST BENCHMARK("A", "J", "", "\"Statistics\":{\"Mean\":5.5}") "]}", NULL);
    assert_true(foreign_seconds(run_find(run, "Sums"), "A", 0, 0, 0) == 5.5 / 1e9);
    assert_string_equal(facts_text(&run_find(run, "Sums")->facts, FACT_SAMPLES_ARE, ""), "means");
    run_free(run);
}

/* Each class has files of its own, mostly in several kinds. */
TEST_WITH(a_directory_is_one_run, foreign_directory_begin, foreign_directory_end) {
    struct runs runs;
    foreign_directory_put("results/N.Sums-report-full.json",
                          HOST BENCHMARK("Loop", "J", "N=1", MEASURED) "]}");
    foreign_directory_put("results/N.Sums-report-full-compressed.json",
                          HOST BENCHMARK("Loop", "J", "N=1", MEASURED) "]}");
    foreign_directory_put("results/N.Other-report-brief.json",
                          HOST BENCHMARK("Simd", "J", "N=1", "\"Statistics\":{\"Mean\":5}") "]}");
    foreign_directory_put("results/N.Sums-report.csv", "Method\n");
    foreign_directory_read("", &runs);
    struct run *run = foreign_only(&runs);
    struct measurement *m = run_find(run, "Sums");
    assert_int_equal(m->series_count, 2);
    assert_non_null(measurement_find(m, "Simd"));
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_FORMAT, ""), "benchmarkdotnet");
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{}", "x.json: there is no array \"Benchmarks\" in it"},
        {HOST "{}]}", "x.json: benchmark 1: it has no type or method"},
        {HOST BENCHMARK("A", "J", "N", MEASURED) "]}",
         "x.json: benchmark 1: a parameter has no name"},
        {HOST BENCHMARK("A", "J", "", "\"Statistics\":{}") "]}",
         "x.json: benchmark 1: neither measurements nor a mean"},
        {HOST BENCHMARK(
             "A", "J", "",
             "\"Measurements\":[" MEASUREMENT("Workload", "Result", "1", "0", "2") "]") "]}",
         "x.json: benchmark 1: a measurement has no operations and nanoseconds"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(FORMAT, "x.json", cases[i].text, NULL, cases[i].message);
    char text[] = HOST BENCHMARK("Loop", "J", "N=100, Kind=list", METRICS MEASURED) "]}";
    foreign_cut_and_damage_text(FORMAT, "x.json", text, sizeof text - 1);
}
