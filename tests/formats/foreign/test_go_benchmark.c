/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &go_benchmark_format

TEST(results_are_samples) {
    static const double seconds[3][2] = {{6.911, 6.689}, {367.5, 338.3}, {24079, 23878}};
    struct run *run = foreign_sample(NULL, "gobench-1.19.txt", NULL);
    struct measurement *m = run_find(run, "Axpy");
    assert_int_equal(m->points, 3);
    assert_int_equal(m->sizes[2], 32768);
    assert_int_equal(m->parameter_count, 0);
    assert_int_equal(m->rounds, 1);
    for (size_t p = 0; p < 3; p++)
        for (size_t k = 0; k < 2; k++)
            assert_true(foreign_seconds(m, "go", p, 0, k) == seconds[p][k] / 1e9);
    assert_int_equal(m->series[0].calls[0], 1000);
    assert_true(m->series[0].byte_rate[0] == 27781.80 * 1e6);
    assert_int_equal(facts_find(&run->facts, "go_gomaxprocs")->integer, 2);
    assert_string_equal(facts_text(&run->facts, "go_pkg", ""), "axpy");
    assert_string_equal(facts_text(&run->facts, FACT_CPU, ""),
                        "Intel(R) Xeon(R) Processor @ 2.50GHz");
    assert_true(foreign_measure(m, &m->series[0], "flops/op", 0) == 16);
    assert_non_null(strstr(facts_text(&m->facts, FACT_MEASURES, ""), "B/op\tB\tless\n"));
    run_free(run);
}

TEST(processors_that_vary_are_a_parameter) {
    struct run *run = foreign_run(FORMAT, "x.txt",
                                  "BenchmarkSort/fast/8 10 5 ns/op\n"
                                  "BenchmarkSort/fast/8-4 10 2 ns/op\n",
                                  NULL);
    struct measurement *m = run_find(run, "Sort/fast");
    assert_int_equal(m->points, 2);
    assert_true(measurement_find_parameter(m, "gomaxprocs")->values[0] == 1);
    assert_true(measurement_find_parameter(m, "gomaxprocs")->values[1] == 4);
    assert_int_equal(m->sizes[0], 8);
    run_free(run);
}

TEST(no_argument_is_a_setting) {
    struct run *run = foreign_run(FORMAT, "x.txt",
                                  "BenchmarkA/threads=2-4 1 7 ns/op\n"
                                  "BenchmarkA/threads=4-4 1 5 ns/op\n"
                                  "BenchmarkB/iterations=10-4 1 5 ns/op\n"
                                  "BenchmarkB/iterations=100-4 1 50 ns/op\n",
                                  NULL);
    struct measurement *a = run_find(run, "A"), *b = run_find(run, "B");
    assert_true(measurement_find_parameter(a, "threads")->values[1] == 4);
    assert_true(b->points == 2 && foreign_seconds(b, "go", 1, 0, 0) == 5e-8);
    run_free(run);
}

TEST(packages_tell_equal_names_apart) {
    struct run *run = foreign_run(FORMAT, "x.txt",
                                  "pkg: e.org/a\nBenchmarkDot-4 1 3 ns/op\n"
                                  "pkg: e.org/b\nBenchmarkDot-4 1 30 ns/op\n",
                                  NULL);
    assert_int_equal(run->measurement_count, 2);
    assert_true(foreign_seconds(run_find(run, "e.org/b.Dot"), "go", 0, 0, 0) == 30 / 1e9);
    run_free(run);
}

TEST(a_new_head_is_a_new_round) {
    struct run *run = foreign_run(FORMAT, "x.txt",
                                  "goos: linux\ngoarch: amd64\nBenchmarkA 1 5 ns/op\r\n"
                                  "BenchmarkA 1 6 ns/op\nPASS\ngoos: linux\npkg: x\n"
                                  "BenchmarkA 1 7 ns/op\n--- FAIL: BenchmarkB\n",
                                  NULL);
    struct measurement *m = run_find(run, "A");
    assert_int_equal(m->rounds, 2);
    assert_true(foreign_seconds(m, "go", 0, 0, 1) == 6e-9);
    assert_true(foreign_seconds(m, "go", 0, 1, 0) == 7e-9);
    assert_string_equal(facts_text(&run->facts, "go_goos", ""), "linux");
    assert_string_equal(facts_text(&run->facts, "go_failed", ""), "BenchmarkB");
    run_free(run);
}

/* As benchstat has it: they hold for what follows, and are never averaged. */
TEST(configurations_are_libraries) {
    struct run *run = foreign_run(FORMAT, "x.txt",
                                  "goos: linux\ngoarch: amd64\ncpu: A\ntesting: warning: x\n"
                                  "BenchmarkX-4 1 100 ns/op\nBenchmarkX-4 1 101 ns/op\n"
                                  "goarch: arm64\ncpu: B\nBenchmarkX-4 1 300 ns/op\n"
                                  "goarch: amd64\ncpu: A\r\nBenchmarkX-4 1 102 ns/op\n"
                                  "note: tuned\nBenchmarkX-4 1 50 ns/op\n",
                                  NULL);
    struct measurement *m = run_find(run, "X");
    assert_int_equal(m->series_count, 3);
    assert_int_equal(m->rounds, 2);
    assert_true(foreign_seconds(m, "go (goarch=amd64, cpu=A)", 0, 0, 1) == 101e-9);
    assert_true(foreign_seconds(m, "go (goarch=amd64, cpu=A)", 0, 1, 0) == 102e-9);
    assert_true(foreign_seconds(m, "go (goarch=arm64, cpu=B)", 0, 0, 0) == 300e-9);
    assert_true(foreign_seconds(m, "go (goarch=amd64, cpu=A, note=tuned)", 0, 0, 0) == 50e-9);
    assert_null(facts_find(&run->facts, FACT_CPU));
    assert_string_equal(facts_text(&run->facts, "go_cpu", ""), "A\nB");
    run_free(run);
}

#define EVENT(package, text)                                                                       \
    "{\"Time\":\"2026-01-01T00:00:00Z\",\"Action\":\"output\",\"Package\":\"" package              \
    "\",\"Test\":\"BenchmarkX\",\"Output\":\"" text "\"}\n"

/* Lines come in pieces, and packages in turns. */
TEST(events_of_json_are_the_text_that_they_hold) {
    struct run *run = foreign_run(
        NULL, "x.json",
        "{\"Action\":\"start\",\"Package\":\"p/a\"}\n" EVENT("p/a", "goos: linux\\n")
            EVENT("p/a", "BenchmarkX/n=8-8  \\t")
                EVENT("p/b", "BenchmarkX/n=8-8 \\t 5\\t 7 ns/op\\n")
                    EVENT("p/a", "  10\\t 50.5 ns/op\\n") "# a build\n" EVENT("p/a", "PASS\\n"),
        NULL);
    assert_int_equal(run->measurement_count, 2);
    assert_true(foreign_seconds(run_find(run, "p/a.X"), "go", 0, 0, 0) == 50.5e-9);
    assert_true(foreign_seconds(run_find(run, "p/b.X"), "go", 0, 0, 0) == 7e-9);
    assert_string_equal(facts_text(&run->facts, "go_goos", ""), "linux");
    run_free(run);
    foreign_assert_refused(FORMAT, "x.json", EVENT("p", "BenchmarkX 1 x ns/op\\n"), NULL,
                           "x.json: line of the output 2: \"x\" is not a number");
    foreign_assert_refused(FORMAT, "x.json", EVENT("p", "PASS\\n") "{\"Action\":", NULL,
                           "x.json: line 2: no event of go test -json");
    char text[] = EVENT("p", "BenchmarkX-8 \\t") EVENT("p", "1 2 ns/op\\n");
    foreign_cut_and_damage_text(FORMAT, "x.json", text, sizeof text - 1);
}

TEST(times_that_are_none_are_refused) {
    static const char *const times[] = {"-1", "+Inf", "1e400", "0x10", "1,5"};
    static const char *const why[] = {"the time is negative or has no end",
                                      "the time is negative or has no end",
                                      "the time is negative or has no end",
                                      "\"0x10\" is not a number", "\"1,5\" is not a number"};
    char text[100], message[100];
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        snprintf(text, sizeof text, "BenchmarkA-2 1 2 ns/op\nBenchmarkA-2 1 %s ns/op\n", times[i]);
        snprintf(message, sizeof message, "x.txt: line 2: %s", why[i]);
        foreign_assert_refused(FORMAT, "x.txt", text, NULL, message);
    }
    struct run *run =
        foreign_run(FORMAT, "x.txt", "BenchmarkA-2 1 2 ns/op\nBenchmarkA-2 1 NaN ns/op\n", NULL);
    assert_true(isnan(foreign_seconds(&run->measurements[0], "go", 0, 0, 1)));
    run_free(run);
}

TEST(what_has_no_result_is_refused) {
    foreign_assert_refused(FORMAT, "x.txt", "PASS\nok axpy 0.1s\n", NULL,
                           "x.txt: there is no sample in it");
    struct format_options options = {.size_param = "m"};
    foreign_assert_refused(FORMAT, "x.txt", "BenchmarkA/n=8-2 1 2 ns/op\n", &options,
                           "x.txt: no benchmark in it has a parameter called m");
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    foreign_cut_and_damage(FORMAT, FOREIGN_SAMPLES "gobench-1.19.txt");
}
