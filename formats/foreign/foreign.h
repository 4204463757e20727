/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.h: the formats of other harnesses, one module each, which says what its format looks like
 * and what becomes of it here. */
#ifndef BENCHMAT_FORMATS_FOREIGN_FOREIGN_H
#define BENCHMAT_FORMATS_FOREIGN_FOREIGN_H

#include "formats/import/format.h"

extern const struct format google_benchmark_format, jmh_format, pyperf_format, hyperfine_format,
    go_benchmark_format, btl_format, github_action_format, markdown_format;

extern const struct format_writer google_benchmark_writer, btl_writer;

/* The operations by which BTL's rates of ACTION, in its words or ours, are to be divided at that
 * SIZE; NaN for an action that it does not have. */
double btl_operations(const char *action, double size);

#endif
