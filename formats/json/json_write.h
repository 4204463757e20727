/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_write.h: JSON piece by piece, so that no more than one piece is in memory. */
#ifndef BENCHMAT_FORMATS_JSON_JSON_WRITE_H
#define BENCHMAT_FORMATS_JSON_JSON_WRITE_H

#include <stdint.h>
#include <stdio.h>

#include "formats/model/facts.h"

/* TEXT in quotes; what is no UTF-8 becomes U+FFFD. NULL is null. */
void json_write_text(FILE *file, const char *text);

/* The fewest digits that read back as the same; null for NaN and infinities, which JSON has not. */
void json_write_real(FILE *file, double value);

/* COUNT numbers in brackets. */
void json_write_reals(FILE *file, const double *values, size_t count);
void json_write_integers(FILE *file, const int64_t *values, size_t count);

/* An object with a member for each fact. */
void json_write_facts(FILE *file, const struct facts *facts);

#endif
