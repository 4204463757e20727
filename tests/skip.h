/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skip.h: a test, or a part of one, that cannot run here says what it lacks. After cmocka.h. */
#ifndef BENCHMAT_TESTS_SKIP_H
#define BENCHMAT_TESTS_SKIP_H

/* A part of a test that cannot run here; counted and held against what the machine is known to
 * lack, as a skipped test is. */
#define leave_out(...)                                                                             \
    do {                                                                                           \
        print_message("skipped: " __VA_ARGS__);                                                    \
        print_message("\n");                                                                       \
    } while (0)

#define skip_for(...)                                                                              \
    do {                                                                                           \
        leave_out(__VA_ARGS__);                                                                    \
        skip();                                                                                    \
    } while (0)

#endif
