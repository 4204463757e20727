/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unicode.h: UTF-8 (RFC 3629) and UTF-16: checks text from outside (files, file names, messages of
 * the kernel) and makes it fit to store, print and align. */
#ifndef BENCHMAT_FORMATS_TEXT_UNICODE_H
#define BENCHMAT_FORMATS_TEXT_UNICODE_H

#include <stddef.h>
#include <stdint.h>

/* Reads the first character of TEXT, which ends in a NUL. Returns its length in bytes and sets CODE
 * to its code point. Returns 0 if it is malformed. */
size_t utf8_decode(const char *text, uint32_t *code);

/* Writes the character CODE, at most U+10FFFF, to TO. Returns its length in bytes, at most 4. */
size_t utf8_encode(char *to, uint32_t code);

/* Returns whether TEXT is clean: well-formed, and without control characters, which could steer a
 * terminal, characters that change the direction of writing, or code points such as U+FFFE that are
 * no characters. */
int utf8_is_clean(const char *text);

/* Replaces every byte that is not clean by REPLACEMENT, an ASCII character. The length does not
 * change. */
void utf8_clean(char *text, char replacement);

/* Returns a copy of TEXT in which every byte that is not clean is written as % and two hexadecimal
 * digits. Different names stay different, unless one of them has such an escape already, whereas
 * utf8_clean could make two libraries one. The caller must free it. Returns NULL if memory runs
 * out. */
char *utf8_escape(const char *text);
/* The same, but ends the program if memory runs out (xalloc.h). */
char *xutf8_escape(const char *text);

/* Overwrites the end of TEXT with END, which must be shorter. TEXT fills its SIZE bytes and so may
 * have been cut within a character. */
void utf8_end_in(char *text, size_t size, const char *end);

/* Returns the columns that TEXT takes on a terminal, as wcwidth(3) counts them: two for East Asian
 * characters, none for combining ones. Counts one per character before the first call of
 * utf8_know_widths, or if the system has no locale C.UTF-8. */
size_t utf8_width(const char *text);

/* Sets the process's LC_CTYPE. Call this in main, before there are threads. */
void utf8_know_widths(void);

/* Cuts TEXT to WIDTH columns, or fewer if a wide character would be split. One ellipsis replaces
 * the middle, because the beginning and the end distinguish names best. Writes the result to BUFFER
 * of SIZE bytes and returns BUFFER. */
char *utf8_shorten(char *buffer, size_t size, const char *text, size_t width);

/* --- UTF-16 --- */

/* Converts between UTF-8 and UTF-16 (RFC 2781), which MATLAB uses. */

/* Writes the character CODE, at most U+10FFFF, to TO. Returns the number of units, at most 2. */
size_t utf16_encode(uint16_t *to, uint32_t code);

/* Writes TEXT (UTF-8, which ends in a NUL) to UNITS. Returns the number of units, which is never
 * more than the bytes of TEXT. A byte that begins no character becomes U+FFFD. */
size_t utf16_from_utf8(uint16_t *units, const char *text);

/* Returns the COUNT UNITS as UTF-8, which the caller must free. Half a surrogate pair, or a zero,
 * becomes U+FFFD. Returns NULL if memory runs out. */
char *utf16_to_utf8(const uint16_t *units, size_t count);

#endif
