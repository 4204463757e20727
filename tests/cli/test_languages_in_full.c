/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_languages.c with what is held against a clock, and with the commands of docs/languages.md.
 */
#define SOAKED
#include "tests/cli/test_languages.c"
