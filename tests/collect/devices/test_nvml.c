/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/devices/nvml.h"

/* With or without NVIDIA's library: no such device is on the bus. */
static void of_a_device_that_is_not_there_nothing_is_known(void **state) {
    (void)state;
    struct facts facts = {0};
    nvml_open("FFFF:FF:1F.0");
    nvml_describe(&facts);
    assert_int_equal(facts.count, 0);
    assert_true(isnan(nvml_temperature()));
    assert_true(nvml_throttled() == 0);
    facts_release(&facts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_device_that_is_not_there_nothing_is_known),
    };
    return cmocka_run_group_tests_name("collect/devices/nvml", tests, NULL, NULL);
}
