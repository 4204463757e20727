/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &benchmark_ips_format

#define REPORT(name, ips, rest)                                                                    \
    "{\"name\":\"" name "\",\"central_tendency\":" ips ",\"ips\":" ips                             \
    ",\"error\":20,\"stddev\":20," rest "\"cycles\":100}"

TEST(reports_are_libraries) {
    struct run *run = foreign_run(
        NULL, "x.json",
        "[" REPORT("sort", "1000.0", "\"microseconds\":5000000.0,\"iterations\":4000,") "," REPORT(
            "sort!", "2000", "\"microseconds\":5e6,\"iterations\":10000,") "]",
        NULL);
    struct measurement *m = run_find(run, "benchmark");
    assert_int_equal(m->series_count, 2);
    assert_true(foreign_seconds(m, "sort", 0, 0, 0) == 5e6 / 4000 / 1e6);
    assert_true(m->series[1].rate[0] == 2000);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    assert_true(foreign_measure(m, &m->series[0], "error", 0) == 20);
    run_free(run);
    run = foreign_run(FORMAT, "x.json", "[{\"name\":\"a\",\"ips\":7},{\"name\":\"b\",\"ips\":8}]",
                      NULL);
    m = run_find(run, "benchmark");
    assert_true(isnan(m->series[0].seconds[0]) && m->series[0].rate[0] == 7);
    assert_string_equal(facts_text(&m->facts, FACT_MEASURED, ""), "rate");
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    foreign_assert_refused(FORMAT, "x.json", "{}", NULL, "x.json: no list of reports");
    foreign_assert_refused(FORMAT, "x.json", "[{\"ips\":1}]", NULL,
                           "x.json: report 1: it has no name, or no iterations per second");
    foreign_assert_refused(FORMAT, "x.json", "[{\"name\":\"a\",\"ips\":-1}]", NULL,
                           "x.json: report 1: it has no name, or no iterations per second");
    char text[] =
        "[" REPORT("sort", "1000.0", "\"microseconds\":5000000.0,\"iterations\":4000,") "]";
    foreign_cut_and_damage_text(FORMAT, "x.json", text, sizeof text - 1);
}
