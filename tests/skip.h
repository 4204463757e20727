/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skip.h: a test that cannot run here says what it lacks. After cmocka.h. */
#ifndef BENCHMAT_TESTS_SKIP_H
#define BENCHMAT_TESTS_SKIP_H

#define skip_for(...)                                                                              \
    do {                                                                                           \
        print_message("skipped: " __VA_ARGS__);                                                    \
        print_message("\n");                                                                       \
        skip();                                                                                    \
    } while (0)

#endif
