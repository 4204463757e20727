/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmark_name.h: takes the name of a benchmark apart, by the rules in google_benchmark.c. "="
 * may also separate the name of an argument from its value, as in Go. */
#ifndef BENCHMAT_FORMATS_IMPORT_BENCHMARK_NAME_H
#define BENCHMAT_FORMATS_IMPORT_BENCHMARK_NAME_H

#include <stdio.h>

#include "formats/import/import_builder.h"
#include "formats/model/run.h"

enum { BENCHMARK_NAME_BYTES = 1024, BENCHMARK_NAME_MOST_ARGUMENTS = 60 };

struct benchmark_name {
    char action[BENCHMARK_NAME_BYTES];
    char type; /* '\0': unknown */
    /* That of the argument SIZE_PARAM; IMPORT_BUILDER_ANY_SIZE: any may be it, or without arguments
     * IMPORT_BUILDER_NO_SIZE. */
    int64_t size;
    const char *size_name, *size_text; /* as in struct import_builder_sample */
    struct import_builder_parameter parameters[BENCHMARK_NAME_MOST_ARGUMENTS + 1];
    size_t parameter_count; /* the arguments other than that size */
    int lacks_size_param;   /* no argument is called SIZE_PARAM */
    /* How the benchmark was measured: words with a slash before each, "/real_time/threads:2". */
    char settings[BENCHMARK_NAME_BYTES];

    char room[3 * BENCHMARK_NAME_BYTES]; /* names and texts of the parameters */
};

/* Takes TEXT apart. SIZE_PARAM may be NULL; if no argument has that name, it is as if it were NULL.
 * An argument is a number, or one with a prefix, such as 1kB (decimal_read_amount). SETTINGS are
 * the words, with blanks between them, that are settings, also with a value behind them; NULL: none
 * are. Returns 0, or
 * ERR_DAMAGED if the name is too long, has too many arguments, or the argument SIZE_PARAM is
 * negative or not a whole number. ERR does not say where: the caller must put the place before its
 * message. */
int benchmark_name_parse(struct benchmark_name *name, const char *text, const char *size_param,
                         const char *settings, struct err *err);

/* --- writing names --- */

/* Writes the name of a point in the style of Google Benchmark: "axpy/openblas/8" or
 * "axpy/openblas/size:8/stride:2/threads:4". It holds the action, the library, the size unless the
 * action has none, the parameters, and the threads if there are several. */
void point_words_write(FILE *file, const struct measurement *m, const struct series *series,
                       size_t point);

#endif
