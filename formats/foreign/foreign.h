/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.h: the formats of other harnesses. Each has its own module, which describes the format
 * and what becomes of it here. */
#ifndef BENCHMAT_FORMATS_FOREIGN_FOREIGN_H
#define BENCHMAT_FORMATS_FOREIGN_FOREIGN_H

#include <stddef.h>

#include "formats/import/format.h"

extern const struct format google_benchmark_format, jmh_format, pyperf_format, hyperfine_format,
    go_benchmark_format, btl_format, pytest_benchmark_format, criterion_format, catch2_format,
    nanobench_format, github_action_format, markdown_format, sqlite_format, benchmarkdotnet_format,
    nvbench_format, asv_format, benchmark_ips_format, benchmarktools_format, vitest_format,
    clickbench_format, mimalloc_bench_format, json_table_format;

extern const struct format_writer google_benchmark_writer, btl_writer, jmh_writer;

/* Whether WORD stands among the first N bytes of a file, HEAD. */
int foreign_has(const char *head, size_t n, const char *word);

/* Returns the operations that BTL counts for ACTION, in BTL's name or ours, at SIZE: the time of a
 * call is these operations divided by BTL's rate. NaN if BTL does not have the action. */
double btl_operations(const char *action, double size);

#endif
