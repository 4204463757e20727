/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/fixture.h"

#include "store/hdf5/attribute.h"
#include "store/schema/run_codec.h"

static struct run *take(struct message *message, enum reader_extent extent) {
    struct run *run;
    struct err err = {""};
    if (run_codec_take_run(message, extent, &run, &err))
        fail_msg("%s", err.message);
    return run;
}

static struct message pack(const struct run *run, enum reader_extent extent) {
    struct message message = {0};
    assert_int_equal(run_codec_put_run(&message, run, extent, NULL), 0);
    assert_false(message.failed);
    return message;
}

TEST(a_run_comes_out_as_it_went_in) {
    struct run *run = sample_run();
    facts_set_text(&run->measurements[0].series[0].facts, "version", "0.3.21");
    struct message message = pack(run, READER_ALL);
    struct run *got = take(&message, READER_ALL);
    struct message again = pack(got, READER_ALL);
    assert_null(got->name);
    assert_int_equal(again.size, message.size);
    assert_memory_equal(again.bytes, message.bytes, message.size);
    const struct measurement *m = run_find(got, "axpy");
    assert_string_equal(facts_text(&measurement_find(m, "openblas")->facts, "version", ""),
                        "0.3.21");
    assert_true(facts_find(&got->facts, "load")->real == 0.25);
    run_free(got);
    run_free(run);
    message_release(&message);
    message_release(&again);
}

TEST(parameters_terms_and_optional_details_go_along) {
    static const enum reader_extent extents[] = {READER_TIMES, READER_ALL};
    struct run *run = sample_run();
    const struct measurement *m = sample_parameters(run);
    for (size_t e = 0; e < 2; e++) {
        struct message message = pack(run, extents[e]);
        struct run *got = take(&message, extents[e]);
        const struct measurement *n = &got->measurements[1];
        assert_int_equal(got->measurements[0].parameter_count, 0);
        assert_null(got->measurements[0].flops);
        assert_same_reals(n->flops, m->flops, m->points);
        assert_null(n->bytes);
        assert_int_equal(n->parameter_count, m->parameter_count);
        for (size_t i = 0; i < m->parameter_count; i++) {
            assert_string_equal(n->parameters[i].name, m->parameters[i].name);
            assert_same_reals(n->parameters[i].values, m->parameters[i].values, m->points);
        }
        assert_same_reals(n->series[0].operations, m->series[0].operations, 24);
        assert_same_reals(n->series[2].iterations, m->series[2].iterations, 24);
        assert_same_reals(n->series[1].cpu_seconds, m->series[1].cpu_seconds, 24);
        assert_null(n->series[0].iterations);
        assert_null(n->series[1].operations);
        run_free(got);
        message_release(&message);
    }
    run_free(run);
}

TEST(teams_go_along) {
    struct run *run = run_new();
    const struct measurement *m = sample_team(run);
    struct message message = pack(run, READER_ALL);
    struct run *got = take(&message, READER_ALL);
    const struct measurement *n = &got->measurements[0];
    assert_int_equal(n->team, 4);
    for (size_t i = 0; i < 2; i++) {
        assert_same_reals(n->series[i].level, m->series[i].level, 18);
        assert_same_reals(n->series[i].thread_end, m->series[i].thread_end, 72);
        assert_same_reals(n->series[i].thread_counters[7], m->series[i].thread_counters[7], 72);
        assert_null(n->series[i].thread_counters[1]);
    }
    assert_null(n->series[2].thread_begin);
    run_free(got);
    message_release(&message);

    message = pack(run, READER_TIMES);
    got = take(&message, READER_TIMES);
    n = &got->measurements[0];
    assert_int_equal(n->team, 4);
    assert_same_reals(n->series[1].level, m->series[1].level, 18);
    assert_null(n->series[1].thread_begin);
    run_free(got);
    message_release(&message);
    run_free(run);
}

TEST(what_tells_disturbances_is_part_of_times) {
    struct run *run = sample_run();
    struct message message = pack(run, READER_TIMES);
    struct run *got = take(&message, READER_TIMES);
    const struct series *series = &got->measurements[0].series[0];
    const struct series *original = &run->measurements[0].series[0];
    assert_same_reals(series->cpu_seconds, original->cpu_seconds, 24);
    assert_same_reals(series->run_delay, original->run_delay, 24);
    assert_same_reals(series->batch_mean, original->batch_mean, 24);
    run_free(got);
    run_free(run);
    message_release(&message);
}

TEST(times_leave_the_rest_undefined) {
    struct run *run = sample_run();
    struct message message = pack(run, READER_TIMES);
    struct run *got = take(&message, READER_TIMES);
    const struct series *series = &got->measurements[0].series[1];
    assert_same_reals(series->seconds, run->measurements[0].series[1].seconds, 24);
    assert_int_equal(series->status[3], CELL_OK);
    assert_true(isnan(series->first_call[0]));
    assert_null(series->order);
    run_free(got);
    run_free(run);
    message_release(&message);
}

/* A run that is small, but has parameters, a term and optional details. */
static struct run *small_run(void) {
    static const char *const libraries[] = {"a", "b"};
    struct run *run = run_new();
    struct measurement *m = sample_measurement(run, "axpy", 2, 1, 1, libraries, 2);
    measurement_add_parameter(m, "stride", NULL)->values[1] = 8;
    measurement_add_parameter(m, "threads", NULL)->values[1] = 2;
    measurement_add_term(m, "bytes", NULL)[1] = 16;
    measurement_add_detail(m, &m->series[1], "iterations", NULL);
    measurement_set_team(m, 2, NULL);
    measurement_add_detail(m, &m->series[0], "thread_begin", NULL);
    return run;
}

TEST(every_part_of_a_parcel_is_needed) {
    struct run *run = small_run(), *got;
    struct message message = pack(run, READER_ALL);
    size_t whole = message.size;
    for (size_t size = 0; size < whole; size++) {
        message.size = size;
        message.taken = 0;
        message.failed = 0;
        assert_int_equal(run_codec_take_run(&message, READER_ALL, &got, NULL), ERR_DAMAGED);
        assert_null(got);
    }
    message.size = whole;
    message.taken = 0;
    message.failed = 0;
    message_put_number(&message, 0);
    assert_int_equal(run_codec_take_run(&message, READER_ALL, &got, NULL), ERR_DAMAGED);
    run_free(run);
    message_release(&message);
}

static void assert_sound(const struct run *run) {
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        assert_uint_in_range(m->parameter_count, 0, RUN_MAX_PARAMETERS);
        for (size_t k = 0; k < m->parameter_count; k++)
            assert_ptr_equal(measurement_find_parameter(m, m->parameters[k].name),
                             &m->parameters[k]);
        for (size_t p = 0; p < m->points; p++)
            assert_uint_in_range(m->seeds[p], 0, m->max_seeds);
        for (size_t k = 0; k < m->series_count; k++)
            assert_ptr_equal(measurement_find(m, m->series[k].name), &m->series[k]);
    }
    for (size_t i = 0; i < run->facts.count; i++)
        assert_ptr_equal(facts_find(&run->facts, run->facts.items[i].name), &run->facts.items[i]);
}

/* Every byte in turn takes values that make lengths, counts and kinds what they are not. */
TEST(a_forged_parcel_is_refused_or_sound) {
    static const unsigned char forgeries[] = {0, 1, 2, 0x7f, 0x80, 0xff};
    struct run *run = small_run(), *got;
    struct message message = pack(run, READER_ALL);
    int refused = 0;
    for (size_t at = 0; at < message.size; at++)
        for (size_t i = 0; i < sizeof forgeries; i++) {
            unsigned char before = message.bytes[at];
            message.bytes[at] = forgeries[i];
            message.taken = 0;
            message.failed = 0;
            int code = run_codec_take_run(&message, READER_ALL, &got, NULL);
            assert_true(code == 0 || code == ERR_DAMAGED);
            refused += code != 0;
            if (code == 0)
                assert_sound(got);
            run_free(got);
            message.bytes[at] = before;
        }
    assert_true(refused > 1000);
    run_free(run);
    message_release(&message);
}

TEST(more_than_can_be_taken_is_not_put) {
    struct run *run = run_new();
    struct message message = {0};
    struct err err;
    run->facts.items = calloc(ATTRIBUTE_MOST_FACTS + 1, sizeof *run->facts.items);
    run->facts.count = ATTRIBUTE_MOST_FACTS + 1;
    assert_int_equal(run_codec_put_run(&message, run, READER_ALL, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "65001 facts"));
    run_free(run);
    message_release(&message);
}
