/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thousand_sizes.h: a large table for a report. */
#ifndef BENCHMAT_TESTS_CLI_THOUSAND_SIZES_H
#define BENCHMAT_TESTS_CLI_THOUSAND_SIZES_H

/* Writes many.csv: 1000 sizes of five libraries, from 62 ns to 4.5 µs. */
static const char thousand_sizes[] =
    "awk 'BEGIN { print \"action,library,size,round,seed,seconds\"; srand(1);"
    "  split(\"openblas blis atlas netlib gsl\", name, \" \");"
    "  for (r = 0; r < 4; r++) for (n = 10; n <= 10000; n += 10) for (i = 1; i <= 5; i++)"
    "    for (s = 0; s < 2; s++)"
    "      printf \"axpy,%s,%d,%d,%d,%.6g\\n\", name[i], n, r, s,"
    "        1e-9 * (50 + 10 * i + n * (0.2 + 0.05 * i)) * (1 + 0.02 * rand())"
    "}' >many.csv";

#endif
