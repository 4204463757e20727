/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <signal.h>

#include "collect/measuring/measure.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"
#include "tests/collect/counted.h"
#include "tests/test.h"

enum { ARENA_BYTES = 8 << 20 };

static struct rig rig;
static struct worker_pool pool;
static struct disturbance disturbance;
static struct spending spending;

static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    disturbance = (struct disturbance){0};
    spending_begin(&spending);
    return 0;
}

static int end(void **state) {
    (void)state;
    worker_pool_end(&pool);
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

static int measured(struct batch *batch, enum cell_status *fate) {
    struct err err;
    struct batch_order order = {
        .design_point = &(const struct design_point){.size = 10},
        .request = {.calls = 20, .call_seconds = 1e-6, .shortest = 0, .warm_up = 0},
        .limit = 60,
    };
    return batch_measure(batch, &pool, &order, &disturbance, &spending, fate, &err);
}

static int waited(const struct wire_sample *sample) {
    double seconds = sample->seconds * (double)sample->calls;
    return sample->run_delay > 0.01 * seconds || sample->steal > 0.01 * seconds;
}

/* As if every spin so far had taken so long. */
static void pretend_spins(double seconds) {
    for (size_t i = 0; i < DISTURBANCE_SPINS; i++)
        disturbance.spins[i] = seconds;
    disturbance.spin_count = DISTURBANCE_SPINS;
}

/* A call takes 50 us on a clock of its own. */
static void add_library(void) {
    counted_begin(&rig);
    rig_add(&rig, "one", fake_build("long", "#define BEFORE_AXPY if (n == 10) spin(50e-6)\n"));
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
}

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(a_batch_is_kept_undisturbed_or_after_four_attempts) {
    struct batch batch;
    enum cell_status fate;
    add_library();
    for (int i = 0; i < 20; i++) {
        disturbance = (struct disturbance){.worked = 1000};
        pretend_spins(1);
        assert_int_equal(measured(&batch, &fate), 0);
        assert_int_equal(batch.is_disturbed, waited(&batch.sample));
        assert_uint_in_range(batch.attempts, 1, DISTURBANCE_ATTEMPTS);
        assert_true(!batch.is_disturbed || batch.attempts == DISTURBANCE_ATTEMPTS);
    }
}

TEST(a_cpu_that_became_slow_is_tried_four_times) {
    struct batch batch;
    enum cell_status fate;
    add_library();
    disturbance.worked = 1000;
    pretend_spins(1e-12);
    assert_int_equal(measured(&batch, &fate), 0);
    assert_int_equal(batch.attempts,
                     batch.sample.spin > 0 || batch.is_disturbed ? DISTURBANCE_ATTEMPTS : 1);
}

TEST(without_allowance_there_is_one_attempt) {
    struct batch batch;
    enum cell_status fate;
    add_library();
    disturbance.repeated = 1000;
    pretend_spins(1e-12);
    assert_int_equal(measured(&batch, &fate), 0);
    assert_int_equal(batch.attempts, 1);
    assert_true(counted_takes(batch.sample.seconds, 50e-6, 3));
}

TEST(time_is_accounted_for) {
    struct batch batch;
    enum cell_status fate;
    add_library();
    assert_int_equal(measured(&batch, &fate), 0);
    double timed = spending.seconds[SPENDING_TIMED] / batch.attempts;
    assert_true(timed >= 20 * 50e-6 && timed < 20 * (50e-6 + 3 * COUNTED_STEP));
    assert_true(spending.seconds[SPENDING_INPUTS] > 0);
}

/* Of which its calls are a part. */
TEST(work_is_the_time_of_whole_turns) {
    struct batch batch;
    enum cell_status fate;
    rig_add(&rig, "one", rig.builtin);
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    disturbance.repeated = 1000;
    assert_int_equal(measured(&batch, &fate), 0);
    assert_int_equal(batch.attempts, 1);
    assert_true(spending.seconds[SPENDING_TIMED] > 0);
    assert_true(disturbance.worked >= spending.seconds[SPENDING_TIMED]);
}

/* Slow calls are what it is there for. */
TEST(a_batch_that_keeps_its_calls_is_never_repeated) {
    enum { CALLS = 50 };
    struct wire_call calls[CALLS];
    struct batch batch;
    enum cell_status fate;
    struct err err;
    struct batch_order order = {
        .design_point = &(const struct design_point){.size = 10},
        .request = {.calls = CALLS, .call_seconds = 50e-6, .keeps_calls = 1},
        .limit = 60,
        .calls = calls,
    };
    add_library();
    disturbance.worked = 1000;
    pretend_spins(1e-12);
    assert_int_equal(batch_measure(&batch, &pool, &order, &disturbance, &spending, &fate, &err), 0);
    assert_int_equal(batch.attempts, 1);
    for (int i = 0; i < CALLS; i++)
        assert_true(counted_takes(calls[i].seconds, 50e-6, 3));
}

TEST(first_calls_have_a_worker_each) {
    struct batch batch;
    enum cell_status fate;
    struct err err;
    struct batch_order order = {
        .design_point = &(const struct design_point){.size = 10},
        .request = {.calls = 1, .call_seconds = 50e-6, .is_first = 1},
        .limit = 60,
    };
    counted_begin(&rig);
    rig_add(&rig, "one",
            fake_build("late", "static int calls;\n"
                               "#define BEFORE_AXPY if (calls++ == 0) spin(5e-3)\n"));
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(batch_measure(&batch, &pool, &order, &disturbance, &spending, &fate, &err),
                         0);
        assert_true(counted_takes(batch.sample.seconds, 5e-3, 3));
    }
}

TEST(a_death_is_told_and_leaves_no_sample) {
    struct batch batch;
    enum cell_status fate = CELL_OK;
    rig_add(&rig, "one",
            fake_build("crashing", "#define BEFORE_AXPY if (n == 10) raise(SIGSEGV)\n"));
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    assert_int_equal(measured(&batch, &fate), ERR_FAILED);
    assert_int_equal(fate, CELL_CRASHED);
    assert_int_equal(batch.attempts, 0);
}
