/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &vitest_format

#define BENCHMARK(name, samples, mean)                                                             \
    "{\"id\":\"1\",\"name\":\"" name "\",\"rank\":1,\"rme\":1.5,\"samples\":[" samples             \
    "],\"min\":0.5,\"max\":4,\"hz\":1000,\"mean\":" mean ",\"p75\":3,\"sampleCount\":2}"
#define GROUP(name, benchmarks) "{\"fullName\":\"" name "\",\"benchmarks\":[" benchmarks "]}"
#define FILE_OF(path, groups)   "{\"filepath\":\"" path "\",\"groups\":[" groups "]}"

TEST(groups_are_actions_and_times_are_in_milliseconds) {
    struct run *run = foreign_run(
        NULL, "x.json",
        "{\"files\":[" FILE_OF(
            "/a.bench.ts",
            GROUP("a.bench.ts > sort",
                  BENCHMARK("quick 100", "", "2") "," BENCHMARK(
                      "merge 100", "1,3", "2")) "," GROUP("a.bench."
                                                          "ts",
                                                          BENCHMARK("sum", "", "5"))) "]}",
        NULL);
    assert_string_equal(facts_text(&run->facts, "source_format", ""), "vitest");
    struct measurement *m = run_find(run, "sort");
    assert_int_equal(m->series_count, 2);
    assert_int_equal(m->sizes[0], 100);
    assert_true(foreign_seconds(m, "quick", 0, 0, 0) == 2e-3);
    assert_true(foreign_seconds(m, "merge", 0, 0, 0) == 1e-3);
    assert_true(foreign_seconds(m, "merge", 0, 0, 1) == 3e-3);
    assert_true(m->series[0].rate[0] == 1000);
    assert_true(foreign_measure(m, &m->series[0], "p75", 0) == 3e-3);
    assert_true(foreign_measure(m, &m->series[0], "rme", 0) == 1.5);
    m = run_find(run, "a.bench.ts");
    assert_true(foreign_seconds(m, "sum", 0, 0, 0) == 5e-3);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    run_free(run);
}

TEST(groups_of_several_files_keep_their_names) {
    struct run *run = foreign_run(
        FORMAT, "x.json",
        "{\"files\":[" FILE_OF("/a.ts", GROUP("a.ts > sort", BENCHMARK("q", "", "2"))) "," FILE_OF(
            "/b.ts", GROUP("b.ts > sort", BENCHMARK("q", "", "3"))) "]}",
        NULL);
    assert_true(foreign_seconds(run_find(run, "a.ts > sort"), "q", 0, 0, 0) == 2e-3);
    assert_true(foreign_seconds(run_find(run, "b.ts > sort"), "q", 0, 0, 0) == 3e-3);
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    foreign_assert_refused(FORMAT, "x.json", "{}", NULL, "x.json: it has no files");
    foreign_assert_refused(
        FORMAT, "x.json",
        "{\"files\":[" FILE_OF("/a.ts", GROUP("a.ts > sort", BENCHMARK("q", "", "-2"))) "]}", NULL,
        "x.json: benchmark 1: it has no name, or no mean");
    foreign_assert_refused(
        FORMAT, "x.json",
        "{\"files\":[" FILE_OF("/a.ts", GROUP("a.ts > sort", BENCHMARK("q", "1,null", "2"))) "]}",
        NULL, "x.json: benchmark 1: sample 2 is no time");
    char text[] =
        "{\"files\":[" FILE_OF("/a.ts", GROUP("a.ts > sort", BENCHMARK("q", "1,2", "2"))) "]}";
    foreign_cut_and_damage_text(FORMAT, "x.json", text, sizeof text - 1);
}
