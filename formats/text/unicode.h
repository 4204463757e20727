/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unicode.h: UTF-8 (RFC 3629) and UTF-16: checks text from outside (files, file names, what a
 * kernel says) and makes it fit to be stored, printed and aligned. */
#ifndef BENCHMAT_FORMATS_TEXT_UNICODE_H
#define BENCHMAT_FORMATS_TEXT_UNICODE_H

#include <stddef.h>
#include <stdint.h>

/* Reads the character that TEXT, which ends in a NUL, begins with. Returns its bytes, and its
 * number in CODE; 0 when there is no well-formed character. */
size_t utf8_decode(const char *text, uint32_t *code);

/* Writes a character of at most U+10FFFF to TO; returns its bytes, at most 4. */
size_t utf8_encode(char *to, uint32_t code);

/* Whether TEXT is well-formed and without control characters, which could steer a terminal. */
int utf8_is_clean(const char *text);

/* Puts REPLACEMENT, an ASCII character, in the place of every byte that keeps TEXT from being
 * clean. The length stays. */
void utf8_clean(char *text, char replacement);

/* A copy of TEXT in which every byte that keeps it from being clean is written as % and two
 * hexadecimal digits: names which differ stay different, where utf8_clean would make two libraries
 * one. To be freed; NULL when there is no memory. */
char *utf8_escape(const char *text);

/* Has TEXT, which fills its SIZE bytes and so may have been cut within a character, end in END,
 * which is shorter. */
void utf8_end_in(char *text, size_t size, const char *end);

/* How many columns TEXT takes on a terminal, as wcwidth(3) has it once somebody has called
 * utf8_know_widths: East Asian characters two, combining ones none. Before, and where the system
 * has no locale C.UTF-8, one per character. */
size_t utf8_width(const char *text);

/* Sets the process's LC_CTYPE: for main, before there are threads. */
void utf8_know_widths(void);

/* Cuts TEXT to WIDTH columns, or fewer where a wide character would be split, by putting one
 * ellipsis in place of its middle: a name's beginning and its end tell it from others. BUFFER of
 * SIZE bytes receives the result, and is returned. */
char *utf8_shorten(char *buffer, size_t size, const char *text, size_t width);

/* --- utf16 --- */

/* Text as MATLAB keeps it, in units of UTF-16 (RFC 2781), and as everybody else does. */

/* Writes a character of at most U+10FFFF to TO; returns its units, at most 2. */
size_t utf16_encode(uint16_t *to, uint32_t code);

/* Writes TEXT (UTF-8, which ends in a NUL) to UNITS, and returns their number, which is never more
 * than the bytes of TEXT. A byte that begins no character becomes U+FFFD. */
size_t utf16_from_utf8(uint16_t *units, const char *text);

/* The COUNT UNITS as UTF-8, to be freed; half a surrogate pair and a zero become U+FFFD. NULL when
 * there is no memory. */
char *utf16_to_utf8(const uint16_t *units, size_t count);

#endif
