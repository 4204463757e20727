/* SPDX-License-Identifier: GPL-3.0-or-later */
/* close.h: two reals that differ by no more than TOLERANCE. NaN is close to nothing. */
#ifndef BENCHMAT_TESTS_ANALYZE_CLOSE_H
#define BENCHMAT_TESTS_ANALYZE_CLOSE_H

#include <math.h>

#include "tests/test.h"

#define assert_close(value, wanted, tolerance)                                                     \
    do {                                                                                           \
        double value_ = (value), wanted_ = (wanted);                                               \
        if (!(fabs(value_ - wanted_) <= (tolerance)))                                              \
            fail_msg("%s is %.17g, not %.17g", #value, value_, wanted_);                           \
    } while (0)

#endif
