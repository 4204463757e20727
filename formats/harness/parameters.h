/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parameters.h: the parameters that a harness names apart from its benchmark, as JMH, nvbench and
 * others do. Numbers become parameters of the point, and what is none belongs to the library. */
#ifndef BENCHMAT_FORMATS_HARNESS_PARAMETERS_H
#define BENCHMAT_FORMATS_HARNESS_PARAMETERS_H

#include "formats/import/format.h"
#include "formats/import/import_builder.h"

enum { PARAMETERS_MOST = 32, PARAMETERS_VARIANT = 1024 };

/* Zero-initialised: none. */
struct parameters {
    struct import_builder_parameter items[PARAMETERS_MOST + 1]; /* one may be added behind */
    size_t count;
    char words[PARAMETERS_MOST][SPELLING_WORD]; /* how numbers are written, unless by digits */
    char variant[PARAMETERS_VARIANT]; /* those that are no numbers: "impl=blas, kind=list" */
};

/* Adds a parameter; NAME is borrowed. TEXT is a number if decimal_read_amount reads it. Returns 0
 * if there are too many. */
int parameters_add(struct parameters *parameters, const char *name, const char *text);

/* Gives them to SAMPLE, which borrows them. The size is options->size_param, if that is one of
 * them; else all samples show which is (size_choice.h). ERR_DAMAGED, with the place, if it is no
 * size. */
int parameters_give(struct parameters *parameters, struct import_builder *builder,
                    const struct format_options *options, struct import_builder_sample *sample,
                    struct err *err);

#endif
