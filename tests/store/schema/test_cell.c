/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run with parameters and optional details, put bit by bit. */
#include "tests/store/fixture.h"
#include "tests/store/put.h"

#include "store/schema/digest.h"
#include "store/tools/verify.h"

static const struct access patient = {.lock_timeout = 5};

static void clear(double *values, size_t count) {
    for (size_t i = 0; values && i < count; i++)
        values[i] = NAN;
}

static struct run *blank_run(void) {
    struct run *run = run_new();
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000003");
    struct measurement *m = sample_parameters(run);
    size_t count = measurement_elements(m, PER_SAMPLE);
    for (size_t i = 0; i < m->series_count; i++) {
        struct series *s = &m->series[i];
        double *const samples[] = {s->seconds, s->whole_seconds, s->operations, s->iterations,
                                   s->cpu_seconds};
        for (size_t k = 0; k < sizeof samples / sizeof *samples; k++)
            clear(samples[k], count);
    }
    return run;
}

static void measure(struct run *run, size_t point, size_t round) {
    struct measurement *m = &run->measurements[0];
    for (size_t i = 0; i < m->series_count; i++)
        for (size_t k = 0; k < m->max_seeds; k++) {
            struct series *s = &m->series[i];
            size_t at = measurement_index(m, point, round, k);
            double *const samples[] = {s->seconds, s->whole_seconds, s->operations, s->iterations,
                                       s->cpu_seconds};
            for (size_t d = 0; d < sizeof samples / sizeof *samples; d++)
                if (samples[d])
                    samples[d][at] = sample_real(at, i + 10 * d);
        }
}

static void no_damage(void *context, const struct verify_finding *finding) {
    (void)context;
    if (finding->fault)
        fail_msg("%s", finding->fault);
}

static void assert_kept(const struct run *run) {
    char left[DIGEST_TEXT], right[DIGEST_TEXT];
    struct archive *archive = open_archive(path);
    struct run *read = read_run(archive, 0, NULL);
    assert_int_equal(digest_run(run, left, NULL), 0);
    assert_int_equal(digest_run(read, right, NULL), 0);
    assert_string_equal(left, right);
    run_free(read);
    archive_close(archive);
    assert_int_equal(verify_archive(path, &patient, no_damage, NULL, NULL), 0);
}

static void put(struct archive_run *writer, struct run *run, size_t point, size_t round) {
    struct err err = {""};
    measure(run, point, round);
    if (put_cell(writer, 0, point, round, &err))
        fail_msg("%s", err.message);
    assert_kept(run);
}

static struct archive_run *begin(struct run *run) {
    struct archive_run *writer;
    assert_int_equal(archive_run_begin(&writer, path, run, &patient, NULL), 0);
    assert_kept(run);
    return writer;
}

EACH_TEST(enter, leave);

TEST(what_was_put_of_a_point_with_parameters_is_there) {
    struct run *run = blank_run();
    struct archive_run *writer = begin(run);
    put(writer, run, 3, 2);
    put(writer, run, 0, 1);
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    assert_kept(run);
    run_free(run);
}

TEST(a_detail_that_came_late_is_kept_from_then_on) {
    struct run *run = blank_run();
    struct measurement *m = &run->measurements[0];
    struct archive_run *writer = begin(run);
    put(writer, run, 1, 0);
    assert_int_equal(measurement_add_detail(m, &m->series[1], "operations", NULL), 0);
    assert_int_equal(measurement_add_detail(m, &m->series[1], "whole_seconds", NULL), 0);
    put(writer, run, 1, 1);
    put(writer, run, 2, 1);
    assert_int_equal(archive_run_end(writer, "interrupted", NULL), 0);
    assert_kept(run);
    run_free(run);
}

TEST(a_run_with_parameters_goes_on) {
    char digest[DIGEST_TEXT];
    struct run *run = blank_run();
    struct archive_run *writer = begin(run);
    put(writer, run, 1, 0);
    assert_int_equal(archive_run_end(writer, "interrupted", NULL), 0);
    run_free(run);
    struct archive *archive = open_archive(path);
    run = read_run(archive, 0, NULL);
    archive_close(archive);
    assert_int_equal(digest_run(run, digest, NULL), 0);
    assert_int_equal(measurement_extend_rounds(&run->measurements[0], 4, NULL), 0);
    assert_int_equal(archive_run_resume(&writer, path, run, digest, &patient, NULL), 0);
    put(writer, run, 2, 3);
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    assert_kept(run);
    run_free(run);
}

/* --- trials of a team --- */

static void clear_of(const struct measurement *m, struct series *s, enum detail_shape shape) {
    for (size_t d = 0; d < DETAILS; d++)
        if (series_details[d].shape == shape && series_details[d].is_optional)
            clear(s->details[d], measurement_elements(m, shape));
}

/* Nothing is measured; the first library has details of single threads already. */
static struct run *blank_team(void) {
    struct run *run = run_new();
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000004");
    struct measurement *m = sample_team(run);
    for (size_t i = 0; i < m->series_count; i++) {
        struct series *s = &m->series[i];
        clear(s->seconds, measurement_elements(m, PER_SAMPLE));
        clear_of(m, s, PER_SAMPLE);
        clear_of(m, s, PER_THREAD);
    }
    return run;
}

static void put_trial(struct archive_run *writer, struct run *run, size_t point, size_t round) {
    struct err err = {""};
    struct measurement *m = &run->measurements[0];
    for (size_t i = 0; i < m->series_count; i++)
        for (size_t k = 0; k < m->max_seeds; k++) {
            struct series *s = &m->series[i];
            size_t at = measurement_index(m, point, round, k);
            s->seconds[at] = sample_real(at, i);
            if (s->level)
                s->level[at] = (double)(1000 + at);
            for (size_t t = 0; t < (size_t)1 << point; t++)
                for (size_t d = 0; d < DETAILS; d++) {
                    double *values = s->details[d];
                    if (series_details[d].shape == PER_THREAD && values)
                        values[measurement_thread_index(m, point, round, k, t)] =
                            sample_real(at * 4 + t, 100 * i + d);
                }
        }
    if (put_cell(writer, 0, point, round, &err))
        fail_msg("%s", err.message);
    assert_kept(run);
}

TEST(what_was_put_of_a_trial_is_there) {
    struct run *run = blank_team();
    struct archive_run *writer = begin(run);
    put_trial(writer, run, 2, 1);
    put_trial(writer, run, 0, 0);
    put_trial(writer, run, 1, 2);
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    assert_kept(run);
    run_free(run);
}

TEST(a_detail_of_threads_that_came_late_is_kept) {
    struct run *run = blank_team();
    struct measurement *m = &run->measurements[0];
    struct archive_run *writer = begin(run);
    put_trial(writer, run, 2, 0);
    assert_int_equal(measurement_add_detail(m, &m->series[2], "thread_counter_5", NULL), 0);
    assert_int_equal(measurement_add_detail(m, &m->series[1], "thread_counter_2", NULL), 0);
    assert_int_equal(measurement_add_detail(m, &m->series[2], "level", NULL), 0);
    put_trial(writer, run, 2, 1);
    put_trial(writer, run, 1, 1);
    assert_int_equal(archive_run_end(writer, "interrupted", NULL), 0);
    assert_kept(run);
    run_free(run);
}

TEST(a_run_of_trials_goes_on) {
    char digest[DIGEST_TEXT];
    struct run *run = blank_team();
    struct archive_run *writer = begin(run);
    put_trial(writer, run, 2, 0);
    assert_int_equal(archive_run_end(writer, "interrupted", NULL), 0);
    run_free(run);
    struct archive *archive = open_archive(path);
    run = read_run(archive, 0, NULL);
    archive_close(archive);
    assert_int_equal(run->measurements[0].team, 4);
    assert_int_equal(digest_run(run, digest, NULL), 0);
    assert_int_equal(measurement_extend_rounds(&run->measurements[0], 5, NULL), 0);
    assert_int_equal(archive_run_resume(&writer, path, run, digest, &patient, NULL), 0);
    put_trial(writer, run, 2, 4);
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    assert_kept(run);
    run_free(run);
}
