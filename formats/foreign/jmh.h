/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh.h: what the Java Microbenchmark Harness writes with -rf json (OpenJDK, JMH 1.37, in
 * org/openjdk/jmh/results/format/JSONResultFormat.java).
 *
 * A file is one library, called "java" unless options->library names it, so that two files of the
 * same benchmarks can be compared. Each benchmark is an action, called as it is there; where it was
 * measured in several modes, with the mode behind: "b.Axpy.run:thrpt". Each fork is a process of
 * its own, and so a round; its iterations are samples.
 *
 *     avgt, ss    a score is a time, by its unit: "ns/op", ...
 *     thrpt       a score is a rate, "ops/ms", ..., of all threads together: the time is 1 / score,
 *                 which FACT_SAMPLES_ARE says
 *     sample      rawDataHistogram has times, and how often each was met: four million samples at
 * most
 *
 * Of the params those that are numbers are parameters; of them the size is options->size_param,
 * else the one called size or n, else the only one. One that is no number belongs to the library:
 * "results (impl=blas)". Threads are a parameter. Numbers may be texts: "NaN"; such a score was not
 * measured. One that is negative or infinite is refused. A benchmark without raw data has its score
 * for its only sample (FACT_SAMPLES_ARE).
 *
 * How it was measured, "jvm", "warmupTime", ..., are facts "jmh_<name>", where they differ a line
 * each; so are the secondary metrics, "gc.alloc.rate", as "jmh_secondary". */
#ifndef BENCHMAT_FORMATS_FOREIGN_JMH_H
#define BENCHMAT_FORMATS_FOREIGN_JMH_H

#include "formats/import/format.h"

extern const struct format jmh_format;

#endif
