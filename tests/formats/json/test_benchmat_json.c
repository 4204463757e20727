/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/same_run.h"

#include "formats/json/benchmat_json.h"

static const struct writing_options usual;

/* What comes back of RUNS. */
static struct runs there_and_back(void **state, struct run *const *runs, size_t count,
                                  const struct writing_options *options) {
    struct err err = {""};
    struct runs read = {0};
    const char *path = written_path(state, "x.json");
    if (written_to(&benchmat_json_format, path, options, runs, count, &err) ||
        format_read(NULL, path, NULL, &read, &err))
        fail_msg("%s", err.message);
    assert_int_equal(read.count, count);
    return read;
}

/* A run with all that a run can have: several actions, parameters of any name, with gaps, terms,
 * facts of each kind, details of each shape and type, and trials of a team. */
static struct run *full_run(void) {
    static const char *const names[] = {"N", "mean", "type", "a, \"b\"", ""};
    struct run *run = written_run("axpy", 1);
    struct measurement *m = run_add_measurement(run, "set, \"of\" it", 2, 2, 2, NULL);
    facts_set_real(&m->facts, FACT_TRIAL_SECONDS, 1);
    facts_set_real(&m->facts, "large", 1e300);
    facts_set_integer(&m->facts, "whole", -7);
    facts_set_text(&m->facts, "digits", "12");
    facts_set_text(&run->facts, FACT_UUID, "12345678-1234-1234-1234-123456789012");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double *values = measurement_add_parameter(m, names[i], NULL)->values;
        values[0] = i == 1 ? NAN : (double)i / 3;
        values[1] = -1e-9 * (double)i;
    }
    measurement_add_term(m, "flops", NULL)[1] = 1e20 / 3;
    assert_int_equal(measurement_set_team(m, 3, NULL), 0);
    for (size_t p = 0; p < 2; p++) {
        m->sizes[p] = (int64_t)1 << (50 * p);
        m->seeds[p] = 1 + (int64_t)p;
    }
    for (int s = 0; s < 2; s++) {
        struct series *series = measurement_add_series(m, s ? "1" : "b\tc", NULL);
        static const char *const details[] = {"rate", "user_seconds", "thread_begin"};
        for (size_t d = 0; s && d < sizeof details / sizeof *details; d++)
            assert_int_equal(measurement_add_detail(m, series, details[d], NULL), 0);
        for (size_t d = 0; d < DETAILS; d++) {
            const struct series_detail *detail = &series_details[d];
            void *values = series_detail_values(series, detail);
            for (size_t i = 0; values && i < measurement_elements(m, detail->shape); i++)
                if (strcmp(detail->name, "status") == 0)
                    series->status[i] = i ? CELL_HUNG : CELL_OK;
                else if (detail->type == DETAIL_REAL)
                    ((double *)values)[i] = i == 2 ? NAN : (double)(d + i) / 7;
                else
                    ((int64_t *)values)[i] = i == 1 ? -1 : (int64_t)(d + i) << 40;
        }
        for (size_t i = 0; i < 4; i++)
            series->seconds[i] = i == 3 ? NAN : (double)(i + 1) / 3e9;
    }
    return run;
}

EACH_TEST(written_set_up, written_tear_down);

TEST(all_of_a_run_comes_back) {
    struct run *runs[] = {full_run(), written_run("dot", 0)};
    free(runs[1]->name);
    runs[1]->name = strdup("run_000008");
    struct runs read = there_and_back(state, runs, 2, &usual);
    for (size_t r = 0; r < 2; r++) {
        same_run(runs[r], read.items[r]);
        assert_string_equal(facts_text(&read.items[r]->facts, FACT_SOURCE_FORMAT, ""), "json");
        run_free(runs[r]);
    }
    runs_release(&read);
}

TEST(what_was_measured_in_place_of_times_comes_back) {
    struct run *run = written_run("axpy", 0);
    struct measurement *m = &run->measurements[0];
    facts_set_text(&m->facts, FACT_MEASURED, "rate");
    for (size_t s = 0; s < m->series_count; s++) {
        assert_int_equal(measurement_add_detail(m, &m->series[s], "rate", NULL), 0);
        for (size_t i = 0; i < 8; i++) {
            m->series[s].rate[i] = i == 5 ? NAN : 1e9 / (double)(3 + i);
            m->series[s].seconds[i] = NAN;
        }
    }
    struct runs read = there_and_back(state, &run, 1, &usual);
    same_run(run, read.items[0]);
    runs_release(&read);
    const struct writing_options summary = {.shape = WRITING_SUMMARY};
    struct err err = {""};
    assert_int_equal(
        written_to(&benchmat_json_format, written_path(state, "y.json"), &summary, &run, 1, &err),
        ERR_USAGE);
    assert_string_equal(err.message, "axpy holds no times but rate, of which a summary has none; "
                                     "export samples");
    run_free(run);
}

/* Which is not the run that they are of. */
TEST(a_summary_comes_back_as_means) {
    const struct writing_options summary = {.shape = WRITING_SUMMARY};
    struct run *run = written_run("axpy", 1);
    facts_set_text(&run->facts, FACT_UUID, "12345678-1234-1234-1234-123456789012");
    struct runs read = there_and_back(state, &run, 1, &summary);
    const struct measurement *m = &read.items[0]->measurements[0];
    assert_int_equal(m->rounds * m->max_seeds, 1);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    assert_null(facts_find(&read.items[0]->facts, FACT_UUID));
    assert_non_null(facts_find(&read.items[0]->facts, "json_" FACT_UUID));
    for (size_t p = 0; p < 2; p++) {
        const struct measurement *of = &run->measurements[0];
        assert_true(m->series[0].seconds[p] == cell_summary_of(of, &of->series[0], p).mean);
        assert_int_equal(m->series[2].status[p], of->series[2].status[p]);
    }
    runs_release(&read);
    run_free(run);
}

#define FILE_OF(measurement)                                                                       \
    "{\"format\": \"benchmat\", \"version\": 1, \"runs\": [{\"name\": \"r\", \"facts\": {}, "      \
    "\"measurements\": [" measurement "]}]}"
#define MEASUREMENT(numbers, libraries)                                                            \
    "{\"action\": \"a\", \"facts\": {}, " numbers ", \"libraries\": [" libraries "]}"
#define ONE        "\"points\": 1, \"rounds\": 1, \"seeds_most\": 1, \"sizes\": [5], \"seeds\": [1]"
#define LIBRARY(n) "{\"name\": \"l\", \"status\": [\"ok\"], " n "}"

TEST_WITH(what_is_not_sound_is_refused, NULL, NULL) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{\"format\": \"benchmat\", \"version\": 2, \"runs\": []}",
         "x.json: a version of the format that is not known here; version 1 is"},
        {"{\"format\": \"benchmat\", \"version\": 1}",
         "x.json: no JSON that bench-store export wrote"},
        {"{\"format\": \"benchmat\", \"version\": 1, \"runs\": []}", "x.json: no run is in it"},
        {FILE_OF(""), "x.json: a run has no \"measurements\""},
        {FILE_OF(MEASUREMENT(ONE, "")),
         "x.json: r, a: it lacks \"libraries\", or numbers of points, rounds and seeds that its "
         "arrays have"},
        {FILE_OF(MEASUREMENT("\"points\": 1000000000, \"rounds\": 1, \"seeds_most\": 1, "
                             "\"sizes\": [5]",
                             LIBRARY("\"seconds\": [[[1]]]"))),
         "x.json: r, a: it lacks \"libraries\", or numbers of points, rounds and seeds that its "
         "arrays have"},
        {FILE_OF(MEASUREMENT("\"points\": 1, \"rounds\": 1000000000, \"seeds_most\": 1, "
                             "\"sizes\": [5], \"seeds\": [1]",
                             LIBRARY("\"seconds\": [[[1]]]"))),
         "x.json: r, a, l: \"seconds\" does not have the shape that the measurement says"},
        {FILE_OF(MEASUREMENT(ONE, LIBRARY("\"seconds\": [[1]]"))),
         "x.json: r, a, l: \"seconds\" does not have the shape that the measurement says"},
        {FILE_OF(MEASUREMENT(ONE, LIBRARY("\"seconds\": [[[\"1\"]]]"))),
         "x.json: r, a, l: something in \"seconds\" is no number"},
        {FILE_OF(MEASUREMENT(ONE, LIBRARY("\"seconds\": [[[-1]]]"))),
         "x.json: r, a, l: a time is negative or has no end"},
        {FILE_OF(MEASUREMENT(ONE, LIBRARY("\"seconds\": [[[1]]], \"details\": {\"rate\": [1]}"))),
         "x.json: r, a, l: \"rate\" does not have the shape that the measurement says"},
        {FILE_OF(MEASUREMENT(ONE,
                             LIBRARY("\"seconds\": [[[1]]]") ", " LIBRARY("\"seconds\": [[[1]]]"))),
         "x.json: r, a, l: it is there twice"},
        {FILE_OF(MEASUREMENT(ONE, "{\"name\": \"l\", \"status\": [\"well\"], "
                                  "\"seconds\": [[[1]]]}")),
         "x.json: r, a, l: \"status\" has a word that is none"},
        {FILE_OF(MEASUREMENT("\"points\": 1, \"rounds\": 1, \"seeds_most\": 1, \"sizes\": [5], "
                             "\"seeds\": [2]",
                             LIBRARY("\"seconds\": [[[1]]]"))),
         "x.json: r, a: \"seeds\" has a number that is below 0 or above seeds_most"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(NULL, "x.json", cases[i].text, NULL, cases[i].message);
}

TEST_WITH(what_a_newer_writer_adds_is_skipped, NULL, NULL) {
    struct run *run =
        foreign_run(NULL, "x",
                    FILE_OF(MEASUREMENT(ONE, LIBRARY("\"seconds\": [[[2]]], \"mood\": 3, "
                                                     "\"details\": {\"smell\": [[\"x\"]]}"))),
                    NULL);
    foreign_assert_sound(run);
    assert_true(run->measurements[0].series[0].seconds[0] == 2);
    run_free(run);
}

/* Of other programs, whatever the file is called. */
TEST_WITH(other_json_is_not_taken_for_ours, NULL, NULL) {
    foreign_assert_refused(NULL, "x.json", "{\"a\": \"benchmat\", \"format\": 1}", NULL,
                           "x.json: JSON of no known layout; as a table it is an array of objects, "
                           "such as [{\"library\": \"a\", \"time_ms\": 1.5}]");
}
