/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pyperf.h: what pyperf writes (V. Stinner, github.com/psf/pyperf; file format "1.0", as pyperf 2
 * has it, in pyperf/_bench.py).
 *
 * A file is one library, called "python" unless options->library names it, so that two files of the
 * same benchmarks can be compared. Each benchmark is an action; a name such as "axpy/8" or
 * "axpy/n=8" is taken apart as google_benchmark.h says. Each run is a process of its own, and so a
 * round; its values, which are seconds, are samples, and the loops of the benchmark their calls.
 * Warm-ups, and the runs in which nothing but the number of loops was found, are left out; so is a
 * benchmark whose unit is not the second, which the fact "pyperf_left_out" names.
 *
 * The metadata that all have in common are facts "pyperf_<name>"; those of one benchmark too, and
 * where they differ a line each. */
#ifndef BENCHMAT_FORMATS_FOREIGN_PYPERF_H
#define BENCHMAT_FORMATS_FOREIGN_PYPERF_H

#include "formats/import/format.h"

extern const struct format pyperf_format;

#endif
