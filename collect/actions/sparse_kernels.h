/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparse_kernels.h: the products of sparse.h for one type of number. sparse.c includes it once for
 * each type: NUMBER is the type, and KERNEL(name) the name of its function. */

static void KERNEL(rows)(const struct laplacian *a, const NUMBER *restrict x, NUMBER *restrict y) {
    const NUMBER *values = a->values;
    const int32_t *begins = a->begins, *columns = a->columns;
    for (int64_t i = 0; i < a->rows; i++) {
        NUMBER sum = 0;
        for (int32_t k = begins[i]; k < begins[i + 1]; k++)
            sum += values[k] * x[columns[k]];
        y[i] = sum;
    }
}

static void KERNEL(padded)(const struct laplacian *a, const NUMBER *restrict x,
                           NUMBER *restrict y) {
    const NUMBER *values = a->diagonals;
    const int32_t *columns = a->targets;
    const int64_t n = a->rows;
    for (int64_t i = 0; i < n; i++) {
        NUMBER sum = 0;
        for (int64_t k = i; k < LAPLACIAN_SIDES * n; k += n)
            sum += values[k] * x[columns[k]];
        y[i] = sum;
    }
}

/* Rows near either end of the matrix, whose neighbours may be outside it. */
static void KERNEL(diagonals_at_end)(const struct laplacian *a, const NUMBER *restrict x,
                                     NUMBER *restrict y, int64_t begin, int64_t end) {
    const NUMBER *values = a->diagonals;
    const int64_t n = a->rows, offsets[LAPLACIAN_SIDES] = {-a->width, -1, 0, 1, a->width};
    for (int64_t i = begin; i < end; i++) {
        y[i] = 0;
        for (int side = 0; side < LAPLACIAN_SIDES; side++) {
            int64_t column = i + offsets[side];
            if (column >= 0 && column < n)
                y[i] += values[side * n + i] * x[column];
        }
    }
}

static void KERNEL(diagonals)(const struct laplacian *a, const NUMBER *restrict x,
                              NUMBER *restrict y) {
    const int64_t n = a->rows, w = a->width, begin = sparse_begin(a), end = sparse_end(a);
    const NUMBER *below = a->diagonals, *left = below + n, *centre = left + n, *right = centre + n,
                 *above = right + n;
    KERNEL(diagonals_at_end)(a, x, y, 0, begin);
    for (int64_t i = begin; i < end; i++)
        y[i] = below[i] * x[i - w] + left[i] * x[i - 1] + centre[i] * x[i] + right[i] * x[i + 1] +
               above[i] * x[i + w];
    KERNEL(diagonals_at_end)(a, x, y, end, n);
}

static void KERNEL(symmetric)(const struct laplacian *a, const NUMBER *restrict x,
                              NUMBER *restrict y) {
    const int64_t n = a->rows, w = a->width, begin = sparse_begin(a), end = sparse_end(a);
    const NUMBER *centre = (const NUMBER *)a->diagonals + LAPLACIAN_CENTRE * n, *right = centre + n,
                 *above = right + n;
    KERNEL(diagonals_at_end)(a, x, y, 0, begin);
    for (int64_t i = begin; i < end; i++)
        y[i] = above[i - w] * x[i - w] + right[i - 1] * x[i - 1] + centre[i] * x[i] +
               right[i] * x[i + 1] + above[i] * x[i + w];
    KERNEL(diagonals_at_end)(a, x, y, end, n);
}
