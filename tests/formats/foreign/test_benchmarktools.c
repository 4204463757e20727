/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &benchmarktools_format

#define VERSIONS "{\"Julia\":\"1.9.0\",\"BenchmarkTools\":\"1.3.2\"}"
#define TRIAL(times, gctimes)                                                                      \
    "[\"Trial\",{\"allocs\":2,\"gctimes\":[" gctimes "],\"memory\":64,\"params\":[\"Parameters\"," \
    "{\"gctrial\":true,\"time_tolerance\":0.05,\"samples\":10000,\"evals\":5,\"gcsample\":false,"  \
    "\"seconds\":5.0,\"overhead\":0.0,\"memory_tolerance\":0.01}],\"times\":[" times "]}]"
#define GROUP(members) "[\"BenchmarkGroup\",{\"data\":{" members "},\"tags\":[\"blas\"]}]"

TEST(keys_lead_to_trials) {
    struct run *run = foreign_run(
        NULL, "x.json",
        "[" VERSIONS ",[" GROUP("\"axpy\":" GROUP(
            "\"blas\":" GROUP("\"100\":" TRIAL("50.0,70.5", "0.0,20.0") ",\"1000\":" TRIAL(
                "500.0",
                "0.0")) ",\"(\\\"loop\\\", 100)\":" TRIAL("90", "0")) ",\"sum\":" TRIAL("7",
                                                                                        "0")) "]]",
        NULL);
    struct measurement *axpy = run_find(run, "axpy"), *sum = run_find(run, "sum");
    assert_int_equal(run->measurement_count, 2);
    assert_true(axpy->points == 2 && axpy->sizes[0] == 100 && axpy->sizes[1] == 1000);
    assert_true(foreign_seconds(axpy, "blas", 0, 0, 1) == 70.5 / 1e9);
    assert_true(foreign_seconds(axpy, "blas", 1, 0, 0) == 500 / 1e9);
    assert_true(foreign_seconds(axpy, "loop", 0, 0, 0) == 90 / 1e9);
    assert_true(foreign_seconds(sum, "julia", 0, 0, 0) == 7 / 1e9);
    const struct series *blas = measurement_find(axpy, "blas");
    assert_int_equal(blas->calls[0], 5);
    assert_true(foreign_measure(axpy, blas, "memory", 0) == 64);
    assert_true(foreign_measure(axpy, blas, "allocs", 0) == 2);
    assert_true(foreign_measure(axpy, blas, "gctime", 1) == 20 * 1e-9);
    assert_null(facts_find(&axpy->facts, FACT_SAMPLES_ARE));
    assert_string_equal(facts_text(&run->facts, "benchmarktools_Julia", ""), "1.9.0");
    assert_non_null(strstr(facts_text(&run->facts, "benchmarktools_tags", ""), "axpy: "));
    run_free(run);
}

TEST(estimates_are_said_to_be_some) {
    struct run *run = foreign_run(
        FORMAT, "x.json",
        "[" VERSIONS ",[[\"BenchmarkTools.BenchmarkGroup\",{\"data\":{\"f\":[\"BenchmarkTools."
        "TrialEstimate\",{\"time\":8,\"gctime\":1,\"memory\":0,\"allocs\":0}]},\"tags\":[]}]]]",
        NULL);
    struct measurement *m = run_find(run, "f");
    assert_true(foreign_seconds(m, "julia", 0, 0, 0) == 8 / 1e9);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "estimates");
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"[1]", "x.json: there is no trial in it"},
        {"[" VERSIONS ",[[\"Parameters\",{}]]]", "x.json: there is no trial in it"},
        {"[" VERSIONS ",[[\"Trial\",{}]]]", "x.json: trial 1: it has no times"},
        {"[" VERSIONS ",[[\"Trial\",{\"times\":[\"soon\"]}]]]",
         "x.json: trial 1: a time is not a number"},
        {"[" VERSIONS ",[[\"TrialEstimate\",{}]]]", "x.json: trial 1: it has no time"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(FORMAT, "x.json", cases[i].text, NULL, cases[i].message);
    char text[] = "[" VERSIONS ",[" GROUP("\"f\":" TRIAL("50.0,70.5", "0.0,20.0")) "]]";
    foreign_cut_and_damage_text(FORMAT, "x.json", text, sizeof text - 1);
}
