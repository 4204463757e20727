/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dozen curves, as test_growth_against_scipy.c has a few. */
#define SOAKED
#include "tests/analyze/complexity/test_growth_against_scipy.c"
