/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_growth.c with all kinds of what a file may have many of. */
#define SOAKED
#include "tests/cli/test_growth.c"
