/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go_benchmark.h: what `go test -bench` prints (The Go Authors, "Go Benchmark Data Format", design
 * document 14313).
 *
 *     goos: linux
 *     pkg: example.org/axpy
 *     BenchmarkAxpy/n=8-2     1000     6.911 ns/op     27781.80 MB/s     0 B/op
 *
 * A file is one library, called "go" unless options->library names it, so that two files of the
 * same benchmarks can be compared. Of a name "BenchmarkAxpy/fast/n=8-2" the action is "Axpy/fast",
 * with the package before it where there are several, and the arguments are taken as
 * google_benchmark.h says; the number behind the last "-" is GOMAXPROCS, a parameter "gomaxprocs"
 * where not all have the same. Each line is a sample, its iterations the calls; what begins with
 * another head is a process of its own, and so a round. The other measures of a result are
 * in the fact "go_measures", as many lines as JSON_FACTS_MOST_LINES; lines "key: value" are facts
 * "go_<key>". What else there is, such as the output of tests, is passed over; a benchmark that
 * failed is named in the fact "go_failed". */
#ifndef BENCHMAT_FORMATS_FOREIGN_GO_BENCHMARK_H
#define BENCHMAT_FORMATS_FOREIGN_GO_BENCHMARK_H

#include "formats/import/format.h"

extern const struct format go_benchmark_format;

#endif
