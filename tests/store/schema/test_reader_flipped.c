/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/fixture.h"
#include "tests/store/flips.h"

/* Each byte has a child of its own, which takes a process with AddressSanitizer three times as
 * long; tests/soak flips every byte. */
#ifdef __SANITIZE_ADDRESS__
enum { STRIDE = 613 };
#else
enum { STRIDE = 191 };
#endif

EACH_TEST(enter, leave);

SOAK_TEST(flipped_bits_never_change_seconds_silently) {
    struct run *run = sample_run();
    append(path, run);
    struct flips flips = flips_of_reading(path, run, STRIDE);
    assert_int_equal(flips.wrong, 0);
    assert_true(flips.found > flips.tried / 8);
    run_free(run);
    print_message("%ld of %ld flipped bits found\n", flips.found, flips.tried);
}
