/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmark_name.h: the name of a benchmark taken apart, as google_benchmark.c tells it. Between
 * the name of an argument and its value may also stand "=", as Go's programs write it. */
#ifndef BENCHMAT_FORMATS_IMPORT_BENCHMARK_NAME_H
#define BENCHMAT_FORMATS_IMPORT_BENCHMARK_NAME_H

#include <stdio.h>

#include "formats/import/import_builder.h"
#include "formats/model/run.h"

enum { BENCHMARK_NAME_BYTES = 1024, BENCHMARK_NAME_MOST_ARGUMENTS = 60 };

struct benchmark_name {
    char action[BENCHMARK_NAME_BYTES];
    char type;    /* '\0': not said */
    int64_t size; /* IMPORT_BUILDER_NO_SIZE: no argument */
    struct import_builder_parameter parameters[BENCHMARK_NAME_MOST_ARGUMENTS + 1];
    size_t parameter_count; /* the arguments but the size, without the threads */
    int64_t threads;        /* 1 where nothing is said */
    int is_process_time;
    int lacks_size_param; /* no argument is called as the size should be */

    char room[2 * BENCHMARK_NAME_BYTES]; /* for the names of the parameters */
};

/* Takes TEXT apart. SIZE_PARAM may be NULL; where no argument is called so, the size is found as
 * without it. 0; ERR_DAMAGED: it is too long, or the size is negative or no whole number. Where ERR
 * says nothing of the place: the caller puts it before. */
int benchmark_name_parse(struct benchmark_name *name, const char *text, const char *size_param,
                         struct err *err);

/* --- point name --- */

/* What a point is called in a name, as Google Benchmark does it: "8",
 * "size:8/stride:2/threads:4". */

/* "axpy/openblas/size:8/stride:2": action, library, then the size, unless the action has none, and
 * the parameters; threads where there are more than one. */
void point_words_write(FILE *file, const struct measurement *m, const struct series *series,
                       size_t point);

#endif
