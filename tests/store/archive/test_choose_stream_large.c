/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The largest runs of test_choose_stream.c, in all ways in which they may be laid out. */
#define SOAKED
#include "tests/store/archive/test_choose_stream.c"
