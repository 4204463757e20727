/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh_text.h: the table that the Java Microbenchmark Harness prints at the end of a run (OpenJDK,
 * JMH 1.37, format TEXT, which is the default):
 *
 *     Benchmark    (size)   Mode  Cnt     Score     Error  Units
 *     Lists.read       10  thrpt   10  4128,551 ± 120,004  ops/s
 *     Lists.read:a     10  thrpt   10  2000,551 ± 100,004  ops/s
 *
 * Numbers have three decimals behind the mark of the locale, and no separators of thousands. Cnt is
 * the number of samples; it and the error are missing where there is one. */
#ifndef BENCHMAT_FORMATS_FOREIGN_JMH_TEXT_H
#define BENCHMAT_FORMATS_FOREIGN_JMH_TEXT_H

#include <json.h>

#include "formats/files/source.h"

/* Whether such a table begins in some line of the N bytes at HEAD. */
int jmh_text_is(const char *head, size_t n);

/* Adds the benchmarks of all such tables in SOURCE to ROOT, an array, as JMH's JSON has them.
 * Returns 0 or ERR_DAMAGED: a line of a table is none. */
int jmh_text_read(json_object *root, const struct source *source, struct err *err);

#endif
