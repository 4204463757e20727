/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf16.h: text as MATLAB keeps it, in units of UTF-16 (RFC 2781), and as everybody else does. */
#ifndef BENCHMAT_FORMATS_TEXT_UTF16_H
#define BENCHMAT_FORMATS_TEXT_UTF16_H

#include <stddef.h>
#include <stdint.h>

/* Writes a character of at most U+10FFFF to TO; returns its units, at most 2. */
size_t utf16_encode(uint16_t *to, uint32_t code);

/* Writes TEXT (UTF-8, which ends in a NUL) to UNITS, and returns their number, which is never more
 * than the bytes of TEXT. A byte that begins no character becomes U+FFFD. */
size_t utf16_from_utf8(uint16_t *units, const char *text);

/* The COUNT UNITS as UTF-8, to be freed; half a surrogate pair and a zero become U+FFFD. NULL when
 * there is no memory. */
char *utf16_to_utf8(const uint16_t *units, size_t count);

#endif
