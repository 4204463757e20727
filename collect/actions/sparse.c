/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/sparse.h"

/* The rows whose neighbours are all within the matrix. */
static int64_t sparse_begin(const struct laplacian *a) {
    return a->width < a->rows ? a->width : a->rows;
}

static int64_t sparse_end(const struct laplacian *a) {
    int64_t begin = sparse_begin(a), end = a->rows - a->width;
    return end > begin ? end : begin;
}

#define NUMBER       float
#define KERNEL(name) name##_float
#include "collect/actions/sparse_kernels.h"
#undef NUMBER
#undef KERNEL
#define NUMBER       double
#define KERNEL(name) name##_double
#include "collect/actions/sparse_kernels.h"

#define FOR_BOTH(name)                                                                             \
    void sparse_##name(const struct bench *bench, const struct laplacian *a, const void *x,        \
                       void *y) {                                                                  \
        if (bench_is_single(bench))                                                                \
            name##_float(a, x, y);                                                                 \
        else                                                                                       \
            name##_double(a, x, y);                                                                \
    }
FOR_BOTH(rows)
FOR_BOTH(padded)
FOR_BOTH(diagonals)
FOR_BOTH(symmetric)
