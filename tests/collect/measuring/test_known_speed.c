/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well a library of known speed is measured on this machine, by its own clock. */
#include <signal.h>

#include "tests/collect/fake.h"
#include "tests/collect/measuring.h"
#include "tests/test.h"

EACH_TEST(measuring_begin, measuring_end);
ALL_TESTS(fake_set_up, fake_tear_down);

/* A call takes 100 us by its own clock; whatever the harness adds must be small. */
TEST(a_library_of_known_speed_is_measured_to_two_percent) {
    rig_add(&rig, "known", fake_build("known", "#define BEFORE_AXPY spin(100e-6)\n"));
    plan_by_hand("axpy", 1);
    plan.points[0].cells[0].calls = 5;
    plan.points[0].cells[0].call_seconds = 100e-6;
    assert_int_equal(measured(), 0);
    double best = INFINITY;
    for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
        best = fmin(best, m->series[0].seconds[k]);
    if (!(best >= 100e-6 && best <= 102e-6))
        fail_msg("100 us were measured as %g us", 1e6 * best);
}
