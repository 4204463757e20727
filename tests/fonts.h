/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fonts.h: pictures in tests are drawn with one family of fonts, whatever else the machine has.
 *
 * Others have other widths, and cairo 1.16 loses the memory of a table that it looks for in vain
 * when it puts CFF fonts such as Noto Sans CJK into a PDF or EPS: 128 KiB each, which no call gives
 * back, and which leak checkers would hold against us. */
#ifndef BENCHMAT_TESTS_FONTS_H
#define BENCHMAT_TESTS_FONTS_H

#include <limits.h>
#include <stdlib.h>

/* Before anything is drawn, here or by a program that is started; a setup of cmocka's. */
static inline int fonts_set_up(void **state) {
    char path[PATH_MAX];
    (void)state;
    return realpath("tests/fonts.conf", path) ? setenv("FONTCONFIG_FILE", path, 1) : -1;
}

#endif
