/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 150 series, as test_alarm_against_numpy.c has a few. */
#define SOAKED
#include "tests/analyze/history/test_alarm_against_numpy.c"
