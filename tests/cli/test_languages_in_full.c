/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_languages.c in all types, with all small benchmarks and with the commands of
 * docs/languages.md. */
#define SOAKED
#include "tests/cli/test_languages.c"
