/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_clock.h: what time() says in this program, and so in cairo, which writes the second into
 * some files. test_output.c defines it. */
#ifndef BENCHMAT_TESTS_PLOT_MADE_CLOCK_H
#define BENCHMAT_TESTS_PLOT_MADE_CLOCK_H

#include <time.h>

extern time_t made_clock;

#endif
