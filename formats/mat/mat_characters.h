/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_characters.h: characters as files store them, in any of five encodings, made units of UTF-16.
 */
#ifndef BENCHMAT_FORMATS_MAT_MAT_CHARACTERS_H
#define BENCHMAT_FORMATS_MAT_MAT_CHARACTERS_H

#include "formats/mat/mat_element.h"

/* The units of ELEMENT, which is to have *COUNT of them. Bytes (INT8, UINT8) are Latin-1, whose
 * first half is ASCII; what is malformed becomes U+FFFD. No data at all are blanks, as in files
 * that real programs wrote; more characters than *COUNT are left out. *COUNT grows where each
 * character beyond U+FFFF, of which there are two units, was counted once. ERR_DAMAGED: there are
 * fewer. */
int mat_characters(const struct mat_scan *scan, const struct mat_element *element, size_t *count,
                   const uint16_t **units);

#endif
