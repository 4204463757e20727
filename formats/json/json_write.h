/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_write.h: writes JSON piece by piece, so that only one piece is in memory. */
#ifndef BENCHMAT_FORMATS_JSON_JSON_WRITE_H
#define BENCHMAT_FORMATS_JSON_JSON_WRITE_H

#include <stdint.h>
#include <stdio.h>

#include "formats/model/facts.h"

/* Writes TEXT in quotes; a byte that is not UTF-8 becomes U+FFFD, and NULL becomes null. */
void json_write_text(FILE *file, const char *text);

/* Writes the fewest digits that read back as the same value; null for NaN and infinities, which
 * JSON lacks. */
void json_write_real(FILE *file, double value);

/* Writes COUNT numbers in brackets. */
void json_write_reals(FILE *file, const double *values, size_t count);
void json_write_integers(FILE *file, const int64_t *values, size_t count);

/* Writes an object with a member for each fact. */
void json_write_facts(FILE *file, const struct facts *facts);

#endif
