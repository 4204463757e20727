/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "collect/session/session.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

static struct rig rig;
static struct run *run;
static struct session session;
static struct spending spending;

static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    run = run_new();
    spending_begin(&spending);
    session = rig_session(&rig);
    session.spending = &spending;
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

EACH_TEST(begin, end);

TEST(the_harness_tells_clock_and_overhead) {
    struct err err = {""};
    assert_int_equal(calibrate_harness(&session, run, &err), 0);
    assert_true(facts_find(&run->facts, "harness_overhead")->real > 0);
    assert_true(facts_find(&run->facts, "clock_cost")->real > 0);
    assert_true(facts_find(&run->facts, "clock_resolution")->real > 0);
    assert_non_null(facts_find(&run->facts, "worker_address_randomisation"));
    assert_true(spending.seconds[SPENDING_PLANNING] > 0);
}

/* Seconds of cold calls after sweeps of 1, 2, 4, ... bytes; made up. */
struct cold_calls {
    double seconds[8];
    size_t tried;
};

static int tell_cold_call(void *context, size_t bytes, double *seconds, struct err *err) {
    struct cold_calls *calls = context;
    assert_int_equal(bytes, (size_t)1 << calls->tried);
    *seconds = calls->seconds[calls->tried++];
    return *seconds < 0 ? err_set(err, ERR_INTERRUPTED, "interrupted") : 0;
}

TEST(a_sweep_grows_until_cold_calls_do_not) {
    static const struct {
        struct cold_calls calls;
        size_t most, bytes, tried;
        int status;
    } cases[] = {
        {{{28, 43, 43.5}, 0}, 128, 2, 3, 0},
        {{{43, 43}, 0}, 128, 1, 2, 0},
        {{{43, 41}, 0}, 128, 1, 2, 0},
        {{{28, 30, 33, 43, 44}, 0}, 128, 8, 5, 0},
        {{{28, 43, 60, 80}, 0}, 4, 4, 3, 0},
        {{{28}, 0}, 1, 1, 1, 0},
        {{{28, -1}, 0}, 128, 1, 2, ERR_INTERRUPTED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cold_calls calls = cases[i].calls;
        struct err err = {""};
        size_t bytes = 1;
        assert_int_equal(eviction_grow(tell_cold_call, &calls, cases[i].most, &bytes, &err),
                         cases[i].status);
        assert_int_equal(bytes, cases[i].bytes);
        assert_int_equal(calls.tried, cases[i].tried);
    }
}

TEST(eviction_sweeps_through_more_than_any_cache_holds) {
    struct err err = {""};
    size_t largest = environment_cache_bytes();
    struct eviction eviction = {.seconds = -1};
    assert_int_equal(calibrate_eviction(&session, &eviction, &err), 0);
    size_t least = 2 * (largest ? largest : CALIBRATE_LARGE_CACHE);
    assert_true(eviction.bytes >= least && eviction.bytes % least == 0);
    assert_true(eviction.seconds > 0 && eviction.empty > 0);
}

TEST(an_interruption_ends_it) {
    struct err err = {""};
    struct eviction eviction;
    rig.stop = 1;
    assert_int_equal(calibrate_harness(&session, run, &err), ERR_INTERRUPTED);
    assert_int_equal(calibrate_eviction(&session, &eviction, &err), ERR_INTERRUPTED);
    assert_null(facts_find(&run->facts, "harness_overhead"));
}
