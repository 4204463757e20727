/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 120 curves, as test_thread_laws_against_scipy.c has a few. */
#define SOAKED
#include "tests/analyze/complexity/test_thread_laws_against_scipy.c"
