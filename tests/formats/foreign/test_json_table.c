/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"
#include "formats/foreign/registry.h"

/* Each says that a takes 1.5 ms at 100 and 20 ms at 1000, b 3 and 30 ms. */
TEST(tables_are_written_in_many_ways) {
    static const char *const tables[] = {
        "[{\"library\": \"a\", \"n\": 100, \"time_ms\": 1.5},"
        " {\"library\": \"a\", \"n\": 1000, \"time_ms\": 20},"
        " {\"library\": \"b\", \"n\": 100, \"time_ms\": 3.0},"
        " {\"time_ms\": 30, \"library\": \"b\", \"n\": 1000, \"note\": null}]",
        "{\"n\": [100, 1000], \"a_ms\": [1.5, 20], \"b_ms\": [3, 30]}",
        "{\"n\": {\"0\": 100, \"1\": 1000}, \"a_us\": {\"0\": 1500, \"1\": 20000},"
        " \"b_us\": {\"0\": 3000, \"1\": 30000}}",
        "{\"host\": \"x\", \"cpus\": 4, \"results\": ["
        "{\"name\": \"a\", \"params\": {\"n\": 100}, \"time\": {\"mean_s\": 0.0015}},"
        "{\"name\": \"a\", \"params\": {\"n\": 1000}, \"time\": {\"mean_s\": 0.02}},"
        "{\"name\": \"b\", \"params\": {\"n\": 100}, \"time\": {\"mean_s\": 0.003}},"
        "{\"name\": \"b\", \"params\": {\"n\": 1000}, \"time\": {\"mean_s\": 0.03}}]}",
        "[{\"library\": \"a\", \"n\": 100, \"times_ms\": [1, 2]},"
        " {\"library\": \"a\", \"n\": 1000, \"times_ms\": [20]},"
        " {\"library\": \"b\", \"n\": 100, \"times_ms\": [3, 3, 3]},"
        " {\"library\": \"b\", \"n\": 1000, \"times_ms\": [29, 31]}]",
        "{\"library\": \"a\", \"n\": 100, \"time_ms\": 1.5}\n"
        "{\"library\": \"a\", \"n\": 1000, \"time_ms\": 20}\r\n\n"
        "{\"library\": \"b\", \"n\": 100, \"time_ms\": 3}\n"
        "{\"library\": \"b\", \"n\": 1000, \"time_ms\": 30}",
        "[[\"library\", \"n\", \"time_ms\"], [\"a\", 100, 1.5], [\"a\", 1000, 20],"
        " [\"b\", 100, 3], [\"b\", 1000, 30]]",
        "{\"columns\": [\"library\", \"n\", \"time_ms\"], \"index\": [0, 1, 2, 3], \"data\":"
        " [[\"a\", 100, 1.5], [\"a\", 1000, 20], [\"b\", 100, 3], [\"b\", 1000, 30]]}",
        "{\"unit\": \"ms\", \"runs\": 10, \"results\": ["
        "{\"library\": \"a\", \"n\": 100, \"total_time\": 15},"
        "{\"library\": \"a\", \"n\": 1000, \"total_time\": 200},"
        "{\"library\": \"b\", \"n\": 100, \"total_time\": 30},"
        "{\"library\": \"b\", \"n\": 1000, \"total_time\": 30, \"runs\": 1}],"
        " \"machines\": [{\"name\": \"x\"}]}",
        "{\"a\": [{\"n\": 100, \"time_ms\": 1.5}, {\"n\": 1000, \"time_ms\": 20}],"
        " \"b\": [{\"n\": 100, \"time_ms\": 3}, {\"n\": 1000, \"time_ms\": 30}]}",
        "{\"0\": {\"library\": \"a\", \"n\": 100, \"time_ms\": 1.5},"
        " \"1\": {\"library\": \"a\", \"n\": 1000, \"time_ms\": 20},"
        " \"2\": {\"library\": \"b\", \"n\": 100, \"time_ms\": 3},"
        " \"3\": {\"library\": \"b\", \"n\": 1000, \"time_ms\": 30}}",
        "{\"title\": \"All times in ms\", \"rows\": ["
        "{\"library\": \"a\", \"n\": 100, \"value\": 1.5},"
        "{\"library\": \"a\", \"n\": 1000, \"value\": 20},"
        "{\"library\": \"b\", \"n\": 100, \"value\": 3},"
        "{\"library\": \"b\", \"n\": 1000, \"value\": 30}]}",
        "{\"library\": \"a\", \"n\": 100, \"time\": 1.5, \"unit\": \"ms\", \"ops\": 5}\n"
        "{\"library\": \"a\", \"n\": 1000, \"time\": 20, \"unit\": \"ms\", \"ops\": 6}\n"
        "{\"library\": \"b\", \"n\": 100, \"time\": 3, \"unit\": \"ms\", \"ops\": 5}\n"
        "{\"library\": \"b\", \"n\": 1000, \"time\": 30, \"unit\": \"ms\", \"ops\": 6}\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct run *run = foreign_run(NULL, "x.json", tables[i], NULL);
        struct measurement *m = &run->measurements[0];
        static const double expected[2][2] = {{1.5e-3, 20e-3}, {3e-3, 30e-3}};
        assert_string_equal(facts_text(&run->facts, "source_format", "json-table"), "json-table");
        assert_int_equal(m->series_count, 2);
        assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, i == 3 ? "n" : ""), "n");
        for (size_t s = 0; s < 2; s++)
            for (size_t p = 0; p < 2; p++) {
                const struct series *series = measurement_find(m, s ? "b" : "a");
                assert_int_equal(m->sizes[p], p ? 1000 : 100);
                assert_float_equal(cell_summary_of(m, series, p).mean, expected[s][p], 1e-9);
            }
        if (i == 3)
            assert_string_equal(facts_text(&run->facts, "json_host", ""), "x");
        run_free(run);
    }
}

TEST(keys_are_names_or_sizes) {
    static const char *const tables[] = {
        "{\"a\": {\"n\": 100, \"time_us\": 1500}, \"b\": {\"n\": 100, \"time_us\": 3000}}",
        "{\"a_ms\": {\"100\": 1.5}, \"b_ms\": {\"100\": 3}}",
        "{\"time_ms\": {\"a\": 1.5, \"b\": 3}, \"n\": {\"a\": 100, \"b\": 100}}",
        "{\"100\": {\"a_ms\": 1.5, \"b_ms\": 3}}",
        "{\"100\": {\"a\": {\"ms\": 1.5}, \"b\": {\"ms\": 3}}}",
        ("{\"100\": [{\"library\": \"a\", \"ms\": 1.5}, {\"library\": \"b\", \"ms\": 3}],"
         " \"1000\": [{\"library\": \"a\", \"ms\": 20}, {\"library\": \"b\", \"ms\": 30}]}"),
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct run *run = foreign_run(&json_table_format, "x.json", tables[i], NULL);
        struct measurement *m = &run->measurements[0];
        assert_int_equal(m->sizes[0], 100);
        assert_float_equal(foreign_seconds(m, "a", 0, 0, 0), 1.5e-3, 1e-12);
        assert_float_equal(foreign_seconds(m, "b", 0, 0, 0), 3e-3, 1e-12);
        run_free(run);
    }
}

TEST(only_arrays_of_results_have_samples) {
    struct run *run = foreign_run(
        &json_table_format, "x.json",
        "[{\"library\": \"a\", \"dims\": [8, 9], \"flags\": [\"-O2\", \"-g\"], \"ci_ms\": [1, 2],"
        " \"iterations\": [5, 6, 7], \"times_ms\": [1, 2, 3]},"
        " {\"library\": \"a\", \"dims\": [8, 10], \"flags\": [\"-O2\", \"-g\"], \"ci_ms\": [1, 2],"
        " \"times_ms\": [4]}]",
        NULL);
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->series_count, 2);
    assert_true(foreign_seconds(m, "a (dims=8x9)", 0, 0, 2) == 3e-3);
    assert_true(foreign_seconds(m, "a (dims=8x10)", 0, 0, 0) == 4e-3);
    run_free(run);
    foreign_assert_refused(
        &json_table_format, "x.json", "[{\"library\": \"a\", \"size\": [8, 9], \"time_ms\": 1}]",
        NULL,
        "x.json: entry 1: \"8x9\" in column \"size\" is not a whole number, as sizes are; delete "
        "the line, or give --as \"size=action\" if it has names");
}

/* What TEXT tells of each library, the mean of its samples at the only size. */
static void assert_means(const char *text, const char *const *libraries, const double *means) {
    struct run *run = foreign_run(NULL, "x.json", text, NULL);
    const struct measurement *m = &run->measurements[0];
    assert_int_equal(m->points, 1);
    for (size_t i = 0; libraries[i]; i++) {
        struct series *series = measurement_find(m, libraries[i]);
        assert_non_null(series);
        assert_true(fabs(cell_summary_of(m, series, 0).mean - means[i]) < 1e-12);
    }
    run_free(run);
}

TEST(numbers_may_have_their_unit_in_a_text) {
    static const char *const libraries[] = {"a", "b", NULL};
    static const double means[] = {1.5e-3, 8e-4};
    static const char *const texts[] = {
        "[{\"name\": \"a\", \"elapsed\": \"1.5ms\"}, {\"name\": \"b\", \"elapsed\": \"800 us\"}]",
        "{\"a\": {\"elapsed\": \"1.5ms\"}, \"b\": {\"elapsed\": \"0.0008\"}}",
        "[{\"name\": \"a\", \"times\": [\"1ms\", \"2 ms\", null]},"
        " {\"name\": \"b\", \"times\": [\"800us\"]}]",
        "{\"name\": [\"a\", \"b\"], \"latency\": [\"1.5ms\", \"800us\"]}",
        "[{\"name\": \"a\", \"time\": {\"value\": 1.5, \"unit\": \"ms\"}},"
        " {\"name\": \"b\", \"time\": {\"value\": 800, \"unit\": \"us\"}}]",
        "{\"unit\": \"us\", \"a\": [1400, 1600], \"b\": [900, 700]}",
        "[{\"a_us\": [1400, 1600], \"b_us\": [800]}]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_means(texts[i], libraries, means);
}

TEST(a_table_may_have_one_row) {
    static const char *const unnamed[] = {"x", NULL}, *const named[] = {"a", NULL};
    static const double means[] = {1.5e-3};
    assert_means("{\"value\": 1.5, \"unit\": \"ms\"}", unnamed, means);
    assert_means("{\"elapsed\": \"1.5ms\"}", unnamed, means);
    assert_means("{\"name\": \"a\", \"time_ms\": 1.5}", named, means);
    assert_means("{\"name\": \"a\", \"times\": [1, 2], \"unit\": \"ms\"}", named, means);
}

/* Writes "sort a 100 0.0015, ..." to TEXT. */
static void tell_all(char *text, size_t size, const struct run *run) {
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        for (size_t s = 0; s < m->series_count; s++)
            for (size_t p = 0; p < m->points; p++)
                used +=
                    (size_t)snprintf(text + used, size - used, "%s%s %s %lld %g", used ? ", " : "",
                                     m->name, m->series[s].name, (long long)m->sizes[p],
                                     cell_summary_of(m, &m->series[s], p).mean);
    }
}

static void assert_tells_all(const char *json, const char *expected) {
    char text[500];
    struct run *run = foreign_run(NULL, "x.json", json, NULL);
    tell_all(text, sizeof text, run);
    assert_string_equal(text, expected);
    run_free(run);
}

TEST(results_may_stand_in_groups) {
    static const struct {
        const char *text, *tells;
    } cases[] = {
        {"[{\"lib\": \"a\", \"results\": [{\"n\": 1, \"time_s\": 1}, {\"n\": 2, \"time_s\": 2}]},"
         " {\"lib\": \"b\", \"results\": [{\"n\": 1, \"time_s\": 3}]}]",
         "x a 1 1, x a 2 2, x b 1 3, x b 2 nan"},
        {"{\"host\": \"h\", \"all\": [{\"lib\": \"a\", \"runs\": [{\"time_s\": 1}, {\"time_s\": "
         "3}]},"
         " {\"lib\": \"b\", \"runs\": [{\"time_s\": 5}]}]}",
         "x a 1 2, x b 1 5"},
        {"{\"suites\": [{\"name\": \"text\", \"tests\": [{\"name\": \"x\", \"time_s\": 1}]},"
         " {\"name\": \"math\", \"tests\": [{\"name\": \"x\", \"time_s\": 2}]}]}",
         "text x 1 1, math x 1 2"},
        {"{\"sort\": {\"a\": {\"time_s\": 1}, \"b\": {\"time_s\": 2}},"
         " \"find\": {\"a\": {\"time_s\": 3}, \"b\": {\"time_s\": 4}}}",
         "sort a 1 1, sort b 1 2, find a 1 3, find b 1 4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_tells_all(cases[i].text, cases[i].tells);
    foreign_assert_refused(NULL, "x.json", "{\"a\": {\"b\": \"c\"}}", NULL,
                           "x.json: JSON of no known layout; as a table it is an array of objects, "
                           "such as [{\"library\": \"a\", \"time_ms\": 1.5}]");
}

/* What stands around results changes nothing of them. */
TEST(results_may_be_wrapped) {
    static const struct {
        const char *texts[5], *tells;
    } cases[] = {
        {{"{\"fib\": {\"c\": {\"ms\": 1}, \"rust\": {\"ms\": 2}},"
          " \"nbody\": {\"c\": {\"ms\": 3}, \"rust\": {\"ms\": 4}}}",
          "{\"results\": {\"fib\": {\"c\": {\"ms\": 1}, \"rust\": {\"ms\": 2}},"
          " \"nbody\": {\"c\": {\"ms\": 3}, \"rust\": {\"ms\": 4}}}}",
          "[{\"fib\": {\"c\": {\"ms\": 1}, \"rust\": {\"ms\": 2}}},"
          " {\"nbody\": {\"c\": {\"ms\": 3}, \"rust\": {\"ms\": 4}}}]",
          "{\"host\": {\"cpu\": \"A\", \"os\": {\"name\": \"L\"}}, \"times_ms\":"
          " [{\"fib\": {\"c\": [1, 1], \"rust\": [2]}, \"nbody\": {\"c\": [3], \"rust\": [4]}}]}",
          "{\"data\": {\"results\": {\"fib\": {\"c\": 1, \"rust\": 2}, \"nbody\":"
          " {\"c\": 3, \"rust\": 4}}, \"unit\": \"ms\"}, \"metadata\": {\"runs_of\": [7]}}"},
         "fib c 1 0.001, fib rust 1 0.002, nbody c 1 0.003, nbody rust 1 0.004"},
        {{"{\"a\": {\"time_s\": 1}, \"b\": {\"time_s\": 2}}",
          "{\"machine\": {\"cpu\": \"A\", \"cores\": 16},"
          " \"a\": {\"time_s\": 1}, \"b\": {\"time_s\": 2}}",
          "{\"a\": {\"time_s\": 1}, \"b\": {\"time_s\": 2}, \"config\": {\"warmup_s\": 3}}",
          "{\"gpus\": [{\"name\": \"G\"}], \"results\": [{\"name\": \"a\", \"time_s\": 1},"
          " {\"name\": \"b\", \"time_s\": 2}]}",
          "{\"environment\": {\"unit\": \"s\"}, \"results\": {\"a\": [1, 1], \"b\": [2, 2]}}"},
         "x a 1 1, x b 1 2"},
        {{"{\"host\": {\"sizes\": [1, 2]}, \"n\": [1, 2], \"a_s\": [1, 2], \"b_s\": [3, 4]}",
          "{\"host\": {\"cpu\": \"A\"}, \"results\": {\"n=1\": {\"a\": {\"time_s\": 1}, \"b\":"
          " {\"time_s\": 3}}, \"n=2\": {\"a\": {\"time_s\": 2}, \"b\": {\"time_s\": 4}}}}"},
         "x a 1 1, x a 2 2, x b 1 3, x b 2 4"},
        /* What is compared may be called as what runs it. */
        {{"{\"cpu\": {\"time_s\": 1}, \"gpu\": {\"time_s\": 2}}",
          "{\"results\": {\"cpu\": {\"time_s\": 1}, \"gpu\": {\"time_s\": 2}}}"},
         "x cpu 1 1, x gpu 1 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < 5 && cases[i].texts[k]; k++) {
            char text[500];
            struct run *run = foreign_run(NULL, "x.json", cases[i].texts[k], NULL);
            tell_all(text, sizeof text, run);
            assert_string_equal(text, cases[i].tells);
            if (i == 0 && k == 3) {
                assert_string_equal(facts_text(&run->facts, "json_host.cpu", ""), "A");
                assert_string_equal(facts_text(&run->facts, "json_host.os.name", ""), "L");
            }
            run_free(run);
        }
}

TEST(what_is_in_no_column_is_named) {
    struct run *run =
        foreign_run(NULL, "x.json",
                    "[{\"name\": \"a\", \"time_ms\": 1, \"speeds\": [1, 2, 3, 4, 5, 6, 7, 8, 9],"
                    " \"logs\": [{\"x\": 1}]}]",
                    NULL);
    assert_string_equal(facts_text(&run->facts, "json_left_out", ""), "speeds, logs");
    run_free(run);
}

/* What was calculated stands in an object, and whether it is right in another one. */
TEST(statistics_and_answers_may_stand_in_objects) {
#define ROW(lib, median, p99, correctness)                                                         \
    "{\"lib\":\"" lib "\",\"size\":1000,\"stats\":{\"medianNs\":" median                           \
    ",\"minNs\":1,\"p99Ns\":" p99 ",\"opsPerSec\":10},\"correctness\":{" correctness "}}"
    static const char text[] =
        "[" ROW("a", "3104.25", "4000", "\"match\":true,\"diffAt\":117") "," ROW(
            "b", "2000", "5000",
            "\"match\":false,\"diffAt\":117") "," ROW("c", "4000", "6000",
                                                      "\"match\":true,\"isReference\":true") "]";
#undef ROW
    struct run *run = foreign_run(NULL, "x.json", text, NULL);
    const struct measurement *m = &run->measurements[0];
    assert_int_equal(m->series_count, 3);
    assert_int_equal(m->points, 1);
    assert_int_equal(m->parameter_count, 0);
    assert_true(fabs(foreign_seconds(m, "a", 0, 0, 0) - 3104.25e-9) < 1e-15);
    assert_true(fabs(foreign_measure(m, &m->series[0], "p99", 0) - 4e-6) < 1e-15);
    assert_int_equal(measurement_find(m, "a")->status[0], CELL_OK);
    assert_int_equal(measurement_find(m, "b")->status[0], CELL_FAILED);
    assert_int_equal(measurement_find(m, "c")->status[0], CELL_OK);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "medians");
    assert_string_equal(facts_text(&run->facts, "json_left_out", ""),
                        "correctness.diffAt, correctness.isReference");
    run_free(run);
    /* Two objects with the same members keep their names. */
    run = foreign_run(NULL, "x.json", "[{\"lib\":\"a\",\"mean_ms\":2,\"stats\":{\"mean_ms\":3}}]",
                      NULL);
    assert_true(foreign_seconds(&run->measurements[0], "a", 0, 0, 0) == 2e-3);
    run_free(run);
}

TEST(lines_that_are_cut_off_are_named) {
    static const char lines[] = "{\"name\": \"a\", \"time_ms\": 1}\n{\"name\": \"b\", \"time_m";
    foreign_assert_refused(NULL, "x.json", lines, NULL,
                           "x.json: line 2: the line ends early; delete it to read the others");
    foreign_assert_refused(NULL, "x.json", "[{\"name\": \"a\", \"time_ms\": 1}, {\"na", NULL,
                           "x.json: line 1: the file ends early");
}

TEST(messages_name_the_entry) {
    foreign_assert_refused(&json_table_format, "x.json",
                           "[{\"library\": \"a\", \"time\": 1}, {\"library\": \"b\"}]", NULL,
                           "x.json: entry 1: nothing says in what unit \"time\" is; call it "
                           "\"time_ms\" in the header (or _s, _us, _ns, _GFLOPS), or give --unit "
                           "ms");
    foreign_assert_refused(&json_table_format, "x.json",
                           "[{\"library\": \"a\", \"time_s\": [1, 2]},"
                           " {\"library\": \"b\", \"time_s\": [\"fast\"]},"
                           " {\"library\": \"b\", \"time_s\": \"fast\"}]",
                           NULL,
                           "x.json: entry 3: \"fast\" is not a number, in column \"time_s\"; "
                           "write one, or failed if it was not measured");
    foreign_assert_refused(&json_table_format, "x.json",
                           "{\"library\": \"a\", \"time_s\": 1}\n{\"library\": \"b\"} 1\n", NULL,
                           "x.json: line 2: more than one value in a line");
    foreign_assert_refused(&json_table_format, "x.json",
                           "{\"library\": \"a\", \"time_s\": 1}\n{\"library\": \"b\n", NULL,
                           "x.json: line 2: the line ends early; delete it to read the others");
    foreign_assert_refused(&json_table_format, "x.json",
                           "[{\"n\": 1, \"iterations\": 1, \"time_s\": [2, 3]},"
                           " {\"n\": 1, \"iterations\": 2, \"time_s\": 2}]",
                           NULL,
                           "x.json: entries 1 and 2 are of one cell and have different numbers of "
                           "\"iterations\"; give --as iterations=calls if the times are of all of "
                           "them, iterations=parameter to keep the lines apart, or "
                           "iterations=nothing if each time is of one");
    foreign_assert_refused(&json_table_format, "x.json", "{\"a\": [1, 2], \"b\": [1]}", NULL,
                           "x.json: there is no table in it: an array of objects");
}

/* A comma in a text is none of the numbers', and a first line without numbers no header. */
TEST(texts_do_not_change_how_numbers_are_read) {
    struct run *run = foreign_run(&json_table_format, "x.json",
                                  "[{\"library\": \"ms\", \"n\": null, \"time_ms\": null},"
                                  " {\"library\": \"mkl 1,5\", \"n\": 100, \"time_ms\": 1.234}]",
                                  &(struct format_options){.as = "n=parameter"});
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->series_count, 2);
    assert_true(measurement_find(m, "mkl 1,5")->seconds[0] == 1.234e-3);
    run_free(run);
}

TEST(other_json_is_no_table) {
    static const char *const others[] = {
        "[]", "{}", "[1, 2]", "{\"a\": 1}", "[{\"a\": 1, \"b\": 2}]", "[{\"x\": {\"y\": []}}]",
        /* A number beside lists of results. */
        "{\"setup_time_s\": 0, \"tags\": [\"x\"], \"result\": [[1, 2], [3, 4]]}",
        "[{\"archive\": \"x.h5\", \"action\": \"axpy\", \"library\": \"a\", \"mean\": 1}]"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_ptr_not_equal(format_of_head(others[i], strlen(others[i]), "x.json"),
                             &json_table_format);
}

TEST(samples_may_stand_below_their_names) {
    static const char *const tables[] = {
        "{\"meta\": {\"cpu\": \"M2\", \"unit\": \"ms\"}, \"results\": {"
        "\"py\": {\"fib\": [120, 124.0], \"nbody\": [8]}, \"lua\": {\"fib\": [60, null, 62]}}}",
        "{\"unit\": \"ms\", \"py\": {\"fib\": [120, 124], \"nbody\": [8]}, "
        "\"lua\": {\"fib\": [60, 62]}, \"config\": {\"year\": 2024}}",
        "{\"date\": 5, \"results\": {\"unit\": \"ms\", \"py\": {\"fib\": [120, 124], "
        "\"nbody\": [8]}, \"lua\": {\"fib\": [60, 62]}}}",
        "{\"title\": \"Times (ms)\", \"py\": {\"fib\": [120, 124], \"nbody\": [8]}, "
        "\"lua\": {\"fib\": [60, 62]}}",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        assert_true(json_table_format.recognises(tables[i], strlen(tables[i]), "x.json"));
        struct run *run = foreign_run(&json_table_format, "x.json", tables[i], NULL);
        assert_int_equal(run->measurement_count, 2);
        const struct measurement *fib = &run->measurements[0], *nbody = &run->measurements[1];
        assert_string_equal(fib->name, "fib");
        assert_string_equal(nbody->name, "nbody");
        assert_int_equal(fib->series_count, 2);
        assert_string_equal(fib->series[1].name, "lua");
        assert_true(fib->series[0].seconds[0] == 0.12 && fib->series[0].seconds[1] == 0.124);
        assert_true(fib->series[1].seconds[0] == 0.06);
        assert_true(fib->series[1].seconds[i == 0 ? 2 : 1] == 0.062);
        assert_true(nbody->series[0].seconds[0] == 0.008);
        if (i == 0)
            assert_string_equal(facts_text(&run->facts, "json_cpu", ""), "M2");
        run_free(run);
    }
    foreign_assert_refused(&json_table_format, "x.json",
                           "{\"py\": {\"fib\": [120]}, \"lua\": {\"fib\": [60]}}", NULL,
                           "x.json: entry 1: nothing says in what unit \"value\" is; call it "
                           "\"value_ms\" in the header "
                           "(or _s, _us, _ns, _GFLOPS), or give --unit ms");
}

TEST(single_numbers_may_stand_below_their_names) {
    struct run *run = foreign_run(&json_table_format, "x.json",
                                  "{\"unit\": \"ms\", \"config\": {\"year\": 2024},"
                                  " \"py\": {\"fib\": 120, \"nbody\": 8},"
                                  " \"lua\": {\"fib\": 60, \"nbody\": 4}}",
                                  NULL);
    assert_int_equal(run->measurement_count, 2);
    assert_int_equal(run->measurements[0].series_count, 2);
    assert_string_equal(run->measurements[1].name, "nbody");
    assert_float_equal(foreign_seconds(&run->measurements[1], "lua", 0, 0, 0), 0.004, 1e-12);
    run_free(run);
    static const char *const turned[] = {
        "{\"unit\": \"ms\", \"fib\": {\"c\": 120, \"rust\": 60}, \"sum\": {\"c\": 8, \"rust\": 4}}",
        "{\"unit\": \"ms\", \"load\": {\"x\": 120, \"rust\": 60}, \"dump\": {\"x\": 8, \"rust\": "
        "4}}",
    };
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++) {
        run = foreign_run(&json_table_format, "x.json", turned[i], NULL);
        assert_string_equal(run->measurements[0].name, i ? "load" : "fib");
        assert_float_equal(foreign_seconds(&run->measurements[1], "rust", 0, 0, 0), 0.004, 1e-12);
        run_free(run);
    }
    static const char one[] = "{\"unit\": \"ms\", \"config\": {\"year\": 2024}}";
    assert_false(json_table_format.recognises(one, strlen(one), "x.json"));
}

TEST(rows_may_stand_beside_what_they_are_of) {
    struct run *run = foreign_run(
        NULL, "x.json",
        "{\"note\": \"x\", \"blocks\": ["
        "{\"case\": {\"name\": \"c1\", \"pairs\": 1}, \"order\": [\"a\", \"b\"], \"rows\": ["
        "{\"app\": \"a\", \"mean_ms\": 1.5}, {\"app\": \"b\", \"mean_ms\": 2}]},"
        "{\"case\": {\"name\": \"c2\", \"pairs\": 9}, \"order\": [\"b\", \"a\"], \"rows\": ["
        "{\"app\": \"a\", \"mean_ms\": 3}, {\"app\": \"b\", \"mean_ms\": 5}]}]}",
        NULL);
    assert_int_equal(run->measurement_count, 2);
    assert_string_equal(run->measurements[1].name, "c2");
    assert_int_equal(run->measurements[1].series_count, 2);
    assert_float_equal(foreign_seconds(&run->measurements[1], "b", 0, 0, 0), 0.005, 1e-12);
    run_free(run);
}

TEST(results_may_stand_below_three_names) {
    static const struct {
        const char *text, *tells;
    } cases[] = {
        {"{\"unit\": \"ms\", \"numpy\": {\"sort\": {\"100\": 1, \"1000\": 2}, \"sum\": {\"100\": "
         "3}},"
         " \"jax\": {\"sort\": {\"100\": 4, \"1000\": 5}, \"sum\": {\"100\": 6}}}",
         "sort numpy 100 0.001, sort numpy 1000 0.002, sort jax 100 0.004, sort jax 1000 0.005, "
         "sum numpy 100 0.003, sum jax 100 0.006"},
        {"{\"insert\": {\"numpy\": {\"n=100\": {\"mean_ms\": 1, \"std_ms\": 0.1}}, \"jax\": "
         "{\"n=100\":"
         " {\"mean_ms\": 2, \"std_ms\": 0.1}}}}",
         "insert numpy 100 0.001, insert jax 100 0.002"},
        {"{\"n=100\": {\"numpy_ms\": 1, \"jax_ms\": 2}, \"n=1000\": {\"numpy_ms\": 3, \"jax_ms\":"
         " 4}}",
         "x numpy 100 0.001, x numpy 1000 0.003, x jax 100 0.002, x jax 1000 0.004"},
        {"{\"unit\": \"ms\", \"n=100\": {\"numpy\": [1, 3], \"jax\": [2]}}",
         "x numpy 100 0.002, x jax 100 0.002"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        struct run *run = foreign_run(&json_table_format, "x.json", cases[i].text, NULL);
        tell_all(text, sizeof text, run);
        assert_string_equal(text, cases[i].tells);
        run_free(run);
    }
}

/* Every library does everything in 1 ms, in whatever levels that stands. */
TEST(words_above_names_tell_what_they_are) {
#define TIMES "{\"mean_ms\": 1, \"std_ms\": 0.1}"
    static const struct {
        const char *text, *tells;
    } cases[] = {
        {"{\"results\": {\"libraries\": {\"u\": {\"x\": " TIMES ", \"y\": " TIMES "},"
         " \"w\": {\"x\": " TIMES ", \"y\": " TIMES "}}}}",
         "x u 1 0.001, x w 1 0.001, y u 1 0.001, y w 1 0.001"},
        {"{\"tests\": {\"x\": {\"u\": " TIMES ", \"w\": " TIMES "},"
         " \"y\": {\"u\": " TIMES ", \"w\": " TIMES "}}}",
         "x u 1 0.001, x w 1 0.001, y u 1 0.001, y w 1 0.001"},
        {"{\"engines\": [{\"name\": \"u\", \"version\": \"1.2\", \"cases\":"
         " [{\"name\": \"x\", \"mean_ms\": 1}, {\"name\": \"y\", \"mean_ms\": 1}]},"
         " {\"name\": \"w\", \"version\": \"1.3\", \"cases\":"
         " [{\"name\": \"x\", \"mean_ms\": 1}, {\"name\": \"y\", \"mean_ms\": 1}]}]}",
         "x u 1 0.001, x w 1 0.001, y u 1 0.001, y w 1 0.001"},
        {"{\"results\": {\"u\": {\"a.json\": {\"p\": " TIMES ", \"q\": " TIMES "}},"
         " \"w\": {\"a.json\": {\"p\": " TIMES ", \"q\": " TIMES "}}}}",
         "a.json/p u 1 0.001, a.json/p w 1 0.001, a.json/q u 1 0.001, a.json/q w 1 0.001"},
        {"{\"results\": {\"u\": {\"batch_1\": {\"latency_ms\": {\"mean\": 1, \"p99\": 2}},"
         " \"batch_16\": {\"latency_ms\": {\"mean\": 1, \"p99\": 2}}}}}",
         "x u 1 0.001, x u 16 0.001"},
    };
#undef TIMES
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_tells_all(cases[i].text, cases[i].tells);
}

TEST(lists_of_samples_are_the_data) {
    static const char *const texts[] = {
        "{\"meta\": {\"runs\": 3}, \"tools\": {\"u\": {\"version\": \"2\", \"x\":"
        " {\"samples_ms\": [1, 2, 6], \"median_ms\": 2, \"stddev_ms\": 2.6}}}}",
        "{\"bench\": \"x\", \"unit\": \"ms/op\", \"tools\": [{\"name\": \"u\","
        " \"runs\": [{\"threads\": 1, \"samples\": [1, 2, 6]}]}]}",
        "{\"unit\": \"ms\", \"runs\": 3, \"tools\": [{\"name\": \"u\", \"tests\": "
        "[{\"name\": \"x\", \"raw\": [1, 2, 6], \"median\": 2}]}]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct run *run = foreign_run(NULL, "x.json", texts[i], NULL);
        const struct measurement *m = &run->measurements[0];
        assert_int_equal(run->measurement_count, 1);
        assert_int_equal(m->series_count, 1);
        assert_string_equal(m->series[0].name, "u");
        assert_string_equal(m->name, "x");
        assert_int_equal(m->points, 1);
        assert_true(foreign_seconds(m, "u", 0, 0, 2) == 6e-3);
        const struct cell_summary summary = cell_summary_of(m, &m->series[0], 0);
        assert_int_equal(summary.n, 3);
        assert_true(fabs(summary.mean - 3e-3) < 1e-12);
        run_free(run);
    }
}

TEST(nothing_else_beside_them_is_enough_with_a_unit) {
    struct run *run =
        foreign_run(NULL, "x.json", "{\"py\": {\"fib\": 120}, \"lua\": {\"fib\": 60}}",
                    &(struct format_options){.unit = "ms"});
    assert_int_equal(run->measurements[0].series_count, 2);
    assert_float_equal(foreign_seconds(&run->measurements[0], "lua", 0, 0, 0), 0.06, 1e-12);
    run_free(run);
    static const char different[] = "{\"py\": {\"fib\": 120}, \"lua\": {\"year\": 2024}}";
    assert_false(json_table_format.recognises(different, strlen(different), "x.json"));
}
