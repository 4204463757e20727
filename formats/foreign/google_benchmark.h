/* SPDX-License-Identifier: GPL-3.0-or-later */
/* google_benchmark.h: the JSON that programs made with Google Benchmark write
 * (--benchmark_format=json; docs/user_guide.md of github.com/google/benchmark, version 1.8).
 *
 * A file is one library, called as the program that wrote it, unless options->library names it:
 * mostly such files are kept to be compared, and were written by one and the same program.
 *
 * The name of a benchmark, "BM_axpy<float>/8/stride:2/threads:4", is taken apart:
 *
 *     action       what stands before the first argument, without BM_: "axpy". <float> and
 *                  <double> become its type; other template arguments stay in the name
 *     arguments    a number, called arg0, arg1, ... by its place, or one with a name, stride. Of
 *                  these the size is options->size_param, else the one called size or n, else the
 *                  last; all others are parameters
 *     threads      a parameter
 *     iterations, repeats, min_time, min_warmup_time, process_time, real_time, manual_time
 *                  how it was measured; left out
 *
 * The time is real_time, by its time_unit; every repetition is a sample of one round. cpu_time is
 * kept only where "process_time" says that it is of all threads. Aggregates are left out, but the
 * mean of a benchmark of which there is nothing else is its only sample (FACT_SAMPLES_ARE). A
 * benchmark with an error is CELL_FAILED, and one that was skipped without CELL_NOT_MEASURED; what
 * they say is the fact "google_benchmark_errors", a line each. Counters and labels are not read. */
#ifndef BENCHMAT_FORMATS_FOREIGN_GOOGLE_BENCHMARK_H
#define BENCHMAT_FORMATS_FOREIGN_GOOGLE_BENCHMARK_H

#include "formats/import/format.h"

extern const struct format google_benchmark_format;

/* --- google benchmark write --- */

/* JSON as programs made with Google Benchmark write it, so that its
 * tools/compare.py and whatever else reads that works on our results.
 *
 * Each library at each point is a benchmark of its own, "axpy/openblas/8"; two libraries
 * are compared with `compare.py filters FILE openblas FILE blis`, two runs with
 * `compare.py benchmarks OLD NEW`. A cell that is not right is an error, with what became of it for
 * its message. Each sample is a repetition, followed by the aggregates mean, median, stddev and cv.
 * cpu_time is that of the sample, where the archive has it, else its real_time: that of a single
 * thread which never waits. */

extern const struct format_writer google_benchmark_writer;

#endif
