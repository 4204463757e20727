/* SPDX-License-Identifier: GPL-3.0-or-later */
/* google_benchmark_write.h: JSON as programs made with Google Benchmark write it, so that its
 * tools/compare.py and whatever else reads that works on our results.
 *
 * Each library at each point is a benchmark of its own, "axpy/openblas/8"; two libraries
 * are compared with `compare.py filters FILE openblas FILE blis`, two runs with
 * `compare.py benchmarks OLD NEW`. A cell that is not right is an error, with what became of it for
 * its message. Each sample is a repetition, followed by the aggregates mean, median, stddev and cv.
 * cpu_time is that of the sample, where the archive has it, else its real_time: that of a single
 * thread which never waits. */
#ifndef BENCHMAT_FORMATS_FOREIGN_GOOGLE_BENCHMARK_WRITE_H
#define BENCHMAT_FORMATS_FOREIGN_GOOGLE_BENCHMARK_WRITE_H

#include "formats/import/format.h"

extern const struct format_writer google_benchmark_writer;

#endif
