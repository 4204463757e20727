/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &pyperf_format

static struct run *read_benchmarks(const char *benchmarks, const struct format_options *options) {
    char text[4096];
    snprintf(text, sizeof text,
             "{\"version\":\"1.0\",\"metadata\":{\"loops\":8},"
             "\"benchmarks\":[%s]}",
             benchmarks);
    return foreign_run(FORMAT, "x.json", text, options);
}

TEST(processes_are_rounds_and_values_seconds) {
    static const double seconds[2][3] = {
        {6.811359863356792e-07, 6.66603759802431e-07, 6.645100097957268e-07},
        {6.590966796782283e-07, 6.541550293115428e-07, 6.527409667778095e-07}};
    struct run *run = foreign_sample(NULL, "pyperf-2.x.json", NULL);
    struct measurement *m = run_find(run, "sum_range");
    assert_int_equal(m->rounds, 2);
    assert_int_equal(m->seeds[0], 3);
    for (size_t r = 0; r < 2; r++)
        for (size_t k = 0; k < 3; k++)
            assert_true(foreign_seconds(m, "python", 0, r, k) == seconds[r][k]);
    assert_int_equal(m->series[0].calls[0], 4096);
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_FORMAT, ""), "pyperf");
    assert_string_equal(facts_text(&run->facts, FACT_HOST, ""), "vm");
    assert_string_equal(facts_text(&run->facts, FACT_CPU, ""),
                        "Intel(R) Xeon(R) Processor @ 2.50GHz");
    assert_string_equal(facts_text(&run->facts, FACT_STARTED, ""), "2026-11-20T08:32:18.304750");
    assert_string_equal(facts_text(&run->facts, "pyperf_python_version", ""), "3.11.2 (64-bit)");
    run_free(run);
}

TEST(names_are_taken_apart) {
    struct format_options options = {.library = "numpy"};
    struct run *run = read_benchmarks(
        "{\"metadata\":{\"name\":\"axpy/n=64\",\"inner_loops\":4},\"runs\":[{\"values\":[1]}]},"
        "{\"metadata\":{\"name\":\"axpy/n=8\"},\"runs\":[{\"values\":[2]}]}",
        &options);
    struct measurement *m = run_find(run, "axpy");
    assert_int_equal(m->points, 2);
    assert_int_equal(m->sizes[0], 8);
    assert_true(foreign_seconds(m, "numpy", 1, 0, 0) == 1);
    assert_int_equal(m->series[0].calls[1], 32);
    assert_int_equal(m->series[0].calls[0], 8);
    run_free(run);
}

TEST(other_units_are_measures_and_calibrations_are_left_out) {
    struct run *run = read_benchmarks(
        "{\"metadata\":{\"name\":\"a\"},\"runs\":[{\"warmups\":[[1,0.5]]},{\"values\":[1]}]},"
        "{\"metadata\":{\"name\":\"b\",\"unit\":\"byte\"},\"runs\":[{\"values\":[2]}]}",
        NULL);
    assert_int_equal(run->measurement_count, 2);
    assert_int_equal(run->measurements[0].rounds, 1);
    struct measurement *b = run_find(run, "b");
    assert_true(isnan(b->series[0].seconds[0]));
    assert_true(foreign_measure(b, &b->series[0], "b", 0) == 2);
    assert_string_equal(facts_text(&b->facts, FACT_MEASURES, ""), "b\tB\tless\n");
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{}", "x.json: there is no array \"benchmarks\" in it"},
        {"{\"benchmarks\":[1]}", "x.json: benchmark 1: it has no array \"runs\""},
        {"{\"benchmarks\":[{\"runs\":[{\"values\":[\"a\"]}]}]}",
         "x.json: benchmark 1: a value is not a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(FORMAT, "x.json", cases[i].text, NULL, cases[i].message);
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    foreign_cut_and_damage(FORMAT, FOREIGN_SAMPLES "pyperf-2.x.json");
}
