/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_number.h: whether the numbers of a JSON text are such (RFC 8259, section 6), for json-c
 * reads "00012", "1." and "-" as well. Words such as NaN and -Infinity are the parser's. */
#ifndef BENCHMAT_FORMATS_JSON_JSON_NUMBER_H
#define BENCHMAT_FORMATS_JSON_JSON_NUMBER_H

#include <stddef.h>

/* Where in a text it stands. Zero-initialised is the beginning. */
struct json_number_scan {
    unsigned char state;
};

#define JSON_NUMBER_BAD "a number that is none in JSON, such as 012, +1, 1., .5 or 0x1"

/* Goes on with the N bytes at TEXT. The byte that makes a number none; N where there is none. A
 * number at the very end is whole only when a blank has followed. */
size_t json_number_check(struct json_number_scan *scan, const char *text, size_t n);

#endif
