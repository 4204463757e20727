/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_number.h: reads numbers as people write them in tables: "1.5", "1,5", "1,234.5", "12 ms",
 * "10K". */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_NUMBER_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_NUMBER_H

#include <stddef.h>

#include "formats/import/header_words.h"

/* Returns whether the N bytes at TEXT are a number with nothing but a unit behind it. Sets VALUE,
 * in the unit, and UNIT, which is UNIT_NONE if there is no unit. k, M, G, Ki, ... without a unit
 * belong to the number.
 *
 * Behind the number and behind its unit, "± 0.1", "± 2 %", "(3.2x)", "(27.8 GFLOPS)" and "= 17
 * MB/s" are passed over, and so are the signs of "1.8x" and "95%"; marks around all of it are none
 * of the number (csv_marks.h). "2^10", "2**20", "10⁶" and "1 << 20" are powers, and "64x64" is 64.
 *
 * MARK, a point or a comma, stands before decimals. The other of the two, an underscore, an
 * apostrophe or a blank may separate thousands: in groups of three digits, of which the first may
 * be shorter. */
int csv_number_read(const char *text, size_t n, char mark, double *value,
                    struct measured_unit *unit);

/* Whether "± 0.1" stands behind the number at the begin of the N bytes at TEXT. Sets ERROR to what
 * stands there, in the unit of the number, and of "± 2 %" to that part of it. */
int csv_number_error(const char *text, size_t n, char mark, double *error);

/* Whether the digits before AT in TEXT may have a separator of thousands behind them: neither a
 * lone 0 nor more than three. */
int csv_leads_thousands(const char *text, size_t at);

/* Whether the N bytes at TEXT, which csv_number_read has read, end in the sign of a ratio. */
int csv_number_is_ratio(const char *text, size_t n);

/* Returns whether the N bytes at TEXT are a duration of several parts, and sets SECONDS: "1:40.5",
 * "2:01:40", "0m1.25s", "7min 12". */
int csv_duration_read(const char *text, size_t n, double *seconds);

#endif
