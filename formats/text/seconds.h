/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seconds.h: formats times in units that people use. */
#ifndef BENCHMAT_FORMATS_TEXT_SECONDS_H
#define BENCHMAT_FORMATS_TEXT_SECONDS_H

#include <stddef.h>

/* Formats SECONDS as prefixed_unit_format does: "12.3 ns" or "4.56 µs". */
char *seconds_format(char *buffer, size_t size, double seconds, int digits);

#endif
