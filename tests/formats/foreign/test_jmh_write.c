/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/same_run.h"

#include "formats/foreign/foreign.h"
#include "formats/json/json_read.h"

static const struct writing_options usual;

static char *written(void **state, struct run *run) {
    struct err err = {""};
    const char *path = written_path(state, "x.json");
    if (written_to(&jmh_format, path, &usual, &run, 1, &err))
        fail_msg("%s", err.message);
    return written_text(path);
}

/* Cells that are not right are not written. */
static void keep_right(struct measurement *m) {
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t p = 0; p < m->points; p++)
            for (size_t i = 0; m->series[s].status[p] != CELL_OK && i < m->rounds * m->max_seeds;
                 i++) {
                m->series[s].seconds[measurement_index(m, p, 0, 0) + i] = NAN;
                m->series[s].status[p] = CELL_NOT_MEASURED;
            }
}

EACH_TEST(written_set_up, written_tear_down);

TEST(every_right_cell_comes_back_bit_by_bit) {
    static const char *const names[] = {"library", "size", "type", "N", "parameter:x"};
    struct run *run = written_run("axpy, \"y\"", 0);
    struct measurement *m = &run->measurements[0];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t p = 0; p < 2; p++)
            measurement_add_parameter(m, names[i], NULL)->values[p] = (double)(i + 10 * p) / 3;
    m->series[0].seconds[1] = NAN;
    char *text = written(state, run);
    struct run *read = foreign_run(NULL, "x.json", text, NULL);
    struct measurement *n = run_find(read, m->name);
    assert_non_null(n);
    assert_true(measurement_is_paired(n));
    assert_string_equal(facts_text(&n->facts, FACT_TYPE, ""), "d");
    keep_right(m);
    same_measurement(m, n);
    run_free(read);
    run_free(run);
    free(text);
}

TEST(rates_stay_rates) {
    struct run *run = written_run("copy", 0);
    struct measurement *m = &run->measurements[0];
    facts_set_text(&m->facts, FACT_MEASURED, "rate");
    for (size_t s = 0; s < m->series_count; s++) {
        m->series[s].status[1] = CELL_OK;
        assert_int_equal(measurement_add_detail(m, &m->series[s], "rate", NULL), 0);
        for (size_t i = 0; i < 8; i++) {
            m->series[s].rate[i] = 1e9 / (double)(3 + i + s);
            m->series[s].seconds[i] = NAN;
        }
    }
    char *text = written(state, run);
    struct run *read = foreign_run(NULL, "x.json", text, NULL);
    struct measurement *n = run_find(read, "copy");
    assert_string_equal(facts_text(&n->facts, FACT_MEASURED, ""), "rate");
    for (size_t s = 0; s < 3; s++)
        same_reals(m->series[s].rate, measurement_find(n, m->series[s].name)->rate, 8);
    run_free(read);
    run_free(run);
    free(text);
}

/* What its viewers look at. */
TEST(a_benchmark_has_a_class_a_score_and_percentiles) {
    struct err err = {""};
    struct run *run = written_run("axpy", 0);
    char *text = written(state, run);
    json_object *root =
        json_text_parse(&(struct source){.path = "x", .text = text, .length = strlen(text)}, &err);
    assert_int_equal(json_object_array_length(root), 4);
    json_object *first = json_object_array_get_idx(root, 0);
    assert_string_equal(json_text_string(first, "benchmark"), "benchmat.axpy");
    assert_string_equal(json_text_string(first, "mode"), "avgt");
    json_object *params = json_text_member(first, "params", json_type_object);
    assert_string_equal(json_text_string(params, "library"), "openblas");
    assert_string_equal(json_text_string(params, "size"), "64");
    json_object *metric = json_text_member(first, "primaryMetric", json_type_object);
    const double *seconds = run->measurements[0].series[0].seconds;
    double score, least, median;
    assert_true(json_text_number_or_nan(metric, "score", &score));
    assert_float_equal(score, (seconds[0] + seconds[1] + seconds[2] + seconds[3]) / 4, 1e-20);
    json_object *percentiles = json_text_member(metric, "scorePercentiles", json_type_object);
    assert_true(json_text_number_or_nan(percentiles, "0.0", &least) && least == seconds[0]);
    assert_true(json_text_number_or_nan(percentiles, "50.0", &median));
    assert_float_equal(median, (seconds[1] + seconds[2]) / 2, 1e-20);
    assert_string_equal(json_text_string(metric, "scoreError"), "NaN");
    json_object_put(root);
    run_free(run);
    free(text);
}

TEST(what_is_neither_time_nor_rate_is_refused) {
    struct err err = {""};
    struct run *run = written_run("axpy", 0);
    const char *path = written_path(state, "x.json");
    facts_set_text(&run->measurements[0].facts, FACT_MEASURED, "max_memory");
    assert_int_equal(written_to(&jmh_format, path, &usual, &run, 1, &err), ERR_USAGE);
    assert_string_equal(err.message, "JMH has times and rates, and axpy holds max_memory");
    assert_int_equal(access(path, F_OK), -1);
    run_free(run);
}
