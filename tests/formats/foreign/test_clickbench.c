/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &clickbench_format

#define RESULT(queries)                                                                            \
    "{\"system\": \"Lark (Parquet)\", \"machine\": \"c6a\", \"tags\": [\"C++\"], \"load_time\": "  \
    "0,\n\"data_size\": 14779976446, \"result\": [" queries "]}"

TEST(queries_are_sizes_and_runs_samples) {
    struct run *run = foreign_run(
        NULL, "x.json", RESULT("[0.081, 0.032, 0.031], [0.145, null, 0.065], [null, null, null]"),
        NULL);
    assert_string_equal(facts_text(&run->facts, "source_format", ""), "clickbench");
    assert_string_equal(facts_text(&run->facts, "clickbench_machine", ""), "c6a");
    assert_null(facts_find(&run->facts, "clickbench_result"));
    const struct measurement *m = run_find(run, "queries");
    assert_int_equal(m->series_count, 1);
    assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "query");
    assert_int_equal(m->points, 3);
    assert_int_equal(m->sizes[2], 3);
    static const double first[] = {0.081, 0.032, 0.031};
    for (size_t i = 0; i < 3; i++)
        assert_true(foreign_seconds(m, "Lark (Parquet)", 0, 0, i) == first[i]);
    assert_true(foreign_seconds(m, "Lark (Parquet)", 1, 0, 1) == 0.065);
    assert_int_equal(m->series[0].status[1], CELL_OK);
    assert_int_equal(m->series[0].status[2], CELL_NOT_MEASURED);
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    foreign_assert_refused(FORMAT, "x.json", "{}", NULL, "x.json: it has no system, or no result");
    foreign_assert_refused(FORMAT, "x.json", RESULT("[1], 2"), NULL,
                           "x.json: query 2: it is no list of times");
    foreign_assert_refused(FORMAT, "x.json", RESULT("[1, -2]"), NULL,
                           "x.json: query 1: a time is none");
    foreign_assert_refused(FORMAT, "x.json", RESULT("[\"1\"]"), NULL,
                           "x.json: query 1: a time is none");
}
