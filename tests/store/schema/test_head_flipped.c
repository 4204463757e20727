/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bit of every fifth byte is flipped, as test_head.c flips some. */
#define SOAKED
#include "tests/store/schema/test_head.c"
