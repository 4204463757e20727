/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples_file.h: a file of samples for the tests of charts that show single ones.
 *
 * Of axpy at sizes 10 and 1000, "fast" has 120 samples in 3 rounds: 1 to 1.03 µs, one of 3 µs, and
 * one of half a microsecond; "slow" takes 1.5 times as long. */
#ifndef BENCHMAT_TESTS_PLOT_KINDS_SAMPLES_FILE_H
#define BENCHMAT_TESTS_PLOT_KINDS_SAMPLES_FILE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "plot/analysis/axis_options.h"
#include "plot/kinds/kinds.h"

enum { SAMPLES_FILE_COUNT = 120, SAMPLES_FILE_ROUNDS = 3 };

static inline double samples_file_seconds(size_t i) {
    double seconds = 1e-6 * (1 + 0.001 * (double)(i * 7 % 31));
    return i == 0 ? 3 * seconds : i == 50 ? 0.5 * seconds : seconds;
}

/* Writes the file at PATH, a template for mkstemps that ends in ".csv"; times are FACTOR times as
 * long. Returns 0, or -1. */
static inline int samples_file_write(char *path, double factor) {
    int descriptor = mkstemps(path, 4);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!file)
        return -1;
    fputs("action,library,size,round,seed,seconds\n", file);
    for (int size = 10; size <= 1000; size *= 100)
        for (size_t i = 0; i < SAMPLES_FILE_COUNT; i++)
            for (int slow = 0; slow < 2; slow++)
                fprintf(file, "axpy,%s,%d,%zu,%zu,%.17g\n", slow ? "slow" : "fast", size,
                        i / (SAMPLES_FILE_COUNT / SAMPLES_FILE_ROUNDS),
                        i % (SAMPLES_FILE_COUNT / SAMPLES_FILE_ROUNDS),
                        factor * samples_file_seconds(i) * (slow ? 1.5 : 1));
    return fclose(file);
}

/* Draws COUNT files with the kind NAME. */
static inline int samples_file_draw(struct chart_set *set, const char *name, const char **files,
                                    size_t count, struct err *err) {
    const struct kind *kind;
    struct options options = {.sources = files, .source_count = count, .terms.since = NAN};
    options.output.source = files[0];
    *set = (struct chart_set){.charts = NULL};
    int code = kind_find(name, &kind, err);
    return code ? code : kind->make(set, kind, &options, err);
}

#endif
