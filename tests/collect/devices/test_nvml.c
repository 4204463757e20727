/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "collect/devices/nvml.h"
#include "tests/collect/devices/fake_cuda.h"
#include "tests/test.h"

/* With or without NVIDIA's library: no such device is on the bus. */
TEST(of_a_device_that_is_not_there_nothing_is_known) {
    struct facts facts = {0};
    nvml_open("FFFF:FF:1F.0");
    nvml_describe(&facts);
    assert_int_equal(facts.count, 0);
    assert_true(isnan(nvml_temperature()));
    assert_true(nvml_throttled() == 0);
    facts_release(&facts);
}

/* The counters of heat and of the board's power, as that of the tests. */
TEST(counters_that_are_told_twice_are_compared) {
    void *library = fake_library("fake_nvml", "libnvidia-ml.so.1");
    unsigned long long *nanoseconds = dlsym(library, "fake_nanoseconds");
    int *fails = dlsym(library, "fake_fails");
    enum { HEAT = 1, BOARD = 3 };
    assert_true(nanoseconds && fails);
    nanoseconds[HEAT] = 5000000000, nanoseconds[BOARD] = 7000000000;
    nvml_open("0000:3B:00.0");
    assert_float_equal(nvml_temperature(), 45, 0);
    nvml_throttled();
    assert_float_equal(nvml_throttled(), 0, 0);
    nanoseconds[HEAT] += 1000000000;
    assert_float_equal(nvml_throttled(), 1, 1e-12);
    fails[BOARD] = 1;
    nanoseconds[HEAT] += 2000000000;
    assert_float_equal(nvml_throttled(), 2, 1e-12);
    fails[BOARD] = 0; /* seven seconds are not of this batch */
    assert_float_equal(nvml_throttled(), 0, 0);
    nanoseconds[BOARD] += 3000000000;
    assert_float_equal(nvml_throttled(), 3, 1e-12);
    nanoseconds[BOARD] = 0; /* the driver was started anew */
    assert_float_equal(nvml_throttled(), 0, 0);
}
