/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_header.h: what a MAT-file says of a variable before its data. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_HEADER_H
#define BENCHMAT_FORMATS_MAT_MAT_HEADER_H

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_element.h"

struct mat_header {
    char name[MAT_MOST_NAME + 1]; /* "" of MATLAB's workspace of functions */
    enum mat_class class;
    int is_logical, is_complex, is_global;
    size_t rank, dims[MAT_MOST_DIMS];
    size_t count; /* the product of DIMS */
    size_t bytes; /* in memory, before numbers are converted */

    /* NULL, or why there is nothing in it that could be read: "an object". Static. */
    const char *skipped;

    /* Where it lies. */
    const unsigned char *place;
    size_t place_bytes;
    int is_compressed;
    uint32_t mopt; /* of level 4: how it is stored */
};

/* The product of the first RANK of DIMS in COUNT. ERR_DAMAGED where it is no size. */
int mat_header_count(const struct mat_scan *scan, const size_t *dims, size_t rank, size_t *count);

/* Why a variable of that CLASS cannot be read; NULL where it can. */
const char *mat_header_skipped(enum mat_class class);

/* Takes flags, dimensions and name, which an array of level 5 begins with. */
int mat_header_take(const struct mat_scan *scan, struct mat_cursor *cursor,
                    struct mat_header *header);

#endif
