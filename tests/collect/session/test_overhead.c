/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the harness itself takes on this machine. */

#include "collect/session/session.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

static struct rig rig;
static struct run *run;
static struct session session;

static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    run = run_new();
    session = rig_session(&rig);
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

EACH_TEST(begin, end);

TEST(an_empty_call_costs_next_to_nothing) {
    struct err err = {""};
    assert_int_equal(calibrate_harness(&session, run, &err), 0);
    double overhead = facts_find(&run->facts, "harness_overhead")->real;
    print_message("an empty call: %.3f ns\n", 1e9 * overhead);
    assert_true(overhead > 0 && overhead < 5e-9);
}

TEST(a_sweep_of_the_caches_takes_less_than_ten_seconds) {
    struct err err = {""};
    struct eviction eviction = {.seconds = -1};
    assert_int_equal(calibrate_eviction(&session, &eviction, &err), 0);
    assert_true(eviction.seconds > 0 && eviction.seconds < 10);
}
