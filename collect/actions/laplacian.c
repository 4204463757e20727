/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/laplacian.h"

#include <math.h>

static int64_t width_of(int64_t rows) {
    int64_t width = (int64_t)sqrt((double)rows);
    while (width * width < rows)
        width++;
    return width;
}

double laplacian_numbers(int64_t rows) {
    int64_t width = width_of(rows), lines = (rows + width - 1) / width;
    return 5.0 * (double)rows - 2.0 * (double)(width + lines);
}

int laplacian_setup(struct bench *bench, struct laplacian *a, int with_diagonals) {
    size_t n = (size_t)bench->size, numbers = (size_t)laplacian_numbers(bench->size);
    if (bench->size > INT32_MAX / LAPLACIAN_SIDES) {
        bench_fail(bench, "A has more numbers than 32 bits can count");
        return 1;
    }
    a->rows = bench->size;
    a->width = width_of(bench->size);
    a->edges = bench_array(bench, 2 * n);
    a->begins = bench_memory(bench, n + 1, sizeof *a->begins);
    a->columns = bench_memory(bench, numbers, sizeof *a->columns);
    a->values = bench_array(bench, numbers);
    if (with_diagonals) {
        a->targets = bench_memory(bench, LAPLACIAN_SIDES * n, sizeof *a->targets);
        a->diagonals = bench_array(bench, LAPLACIAN_SIDES * n);
    }
    return 0;
}

/* --- rows --- */

static void store(const struct bench *bench, void *array, int64_t i, double value) {
    if (bench_is_single(bench))
        ((float *)array)[i] = (float)value;
    else
        ((double *)array)[i] = value;
}

/* The neighbours of a point, without itself. */
struct neighbours {
    int64_t at[LAPLACIAN_SIDES]; /* -1: beyond the edge of the grid */
    double conductance[LAPLACIAN_SIDES];
};

static void add_neighbour(const struct bench *bench, const struct laplacian *a,
                          struct neighbours *found, enum laplacian_side side, int64_t at,
                          int64_t edge, int is_there) {
    found->at[side] = is_there ? at : -1;
    found->conductance[side] = is_there ? bench_element(bench, a->edges, (size_t)edge) : 1;
}

static struct neighbours neighbours_of(const struct bench *bench, const struct laplacian *a,
                                       int64_t i) {
    const int64_t n = a->rows, w = a->width, right = i + 1, left = i - 1, above = i + w,
                  below = i - w;
    struct neighbours found = {.at = {[LAPLACIAN_CENTRE] = -1}};
    add_neighbour(bench, a, &found, LAPLACIAN_BELOW, below, 2 * below + 1, below >= 0);
    add_neighbour(bench, a, &found, LAPLACIAN_LEFT, left, 2 * left, i % w != 0);
    add_neighbour(bench, a, &found, LAPLACIAN_RIGHT, right, 2 * i, right % w != 0 && right < n);
    add_neighbour(bench, a, &found, LAPLACIAN_ABOVE, above, 2 * i + 1, above < n);
    return found;
}

/* The diagonal, rounded to the bench's type as it is stored. */
static double diagonal_of(const struct bench *bench, const struct neighbours *found) {
    double sum = 0;
    for (int side = 0; side < LAPLACIAN_SIDES; side++)
        sum += found->conductance[side];
    return bench_is_single(bench) ? (double)(float)sum : sum;
}

double laplacian_row(const struct bench *bench, const struct laplacian *a, const void *x, int64_t i,
                     double *magnitude) {
    struct neighbours found = neighbours_of(bench, a, i);
    double sum = diagonal_of(bench, &found) * bench_element(bench, x, (size_t)i);
    *magnitude = fabs(sum);
    for (int side = 0; side < LAPLACIAN_SIDES; side++) {
        if (found.at[side] < 0)
            continue;
        double term = found.conductance[side] * bench_element(bench, x, (size_t)found.at[side]);
        sum -= term;
        *magnitude += fabs(term);
    }
    return sum;
}

/* --- making it --- */

/* Maps [-1, 1) to [0.5, 2). */
static void draw_conductances(struct bench *bench, const struct laplacian *a) {
    bench_fill(bench, a->edges, 2 * (size_t)a->rows);
    for (int64_t e = 0; e < 2 * a->rows; e++)
        store(bench, a->edges, e, 1.25 + 0.75 * bench_element(bench, a->edges, (size_t)e));
}

/* Stores row I from number USED on and returns where it ends. Sides are in the order of columns. */
static int32_t compress_row(const struct bench *bench, const struct laplacian *a,
                            const struct neighbours *found, int64_t i, int32_t used) {
    a->begins[i] = used;
    for (int side = 0; side < LAPLACIAN_SIDES; side++) {
        int is_centre = side == LAPLACIAN_CENTRE;
        if (found->at[side] < 0 && !is_centre)
            continue;
        a->columns[used] = (int32_t)(is_centre ? i : found->at[side]);
        store(bench, a->values, used++,
              is_centre ? diagonal_of(bench, found) : -found->conductance[side]);
    }
    return used;
}

static void set_diagonals(const struct bench *bench, const struct laplacian *a,
                          const struct neighbours *found, int64_t i) {
    for (int side = 0; side < LAPLACIAN_SIDES; side++) {
        int64_t number = side * a->rows + i;
        int is_there = found->at[side] >= 0;
        a->targets[number] = (int32_t)(is_there ? found->at[side] : i);
        store(bench, a->diagonals, number,
              side == LAPLACIAN_CENTRE ? diagonal_of(bench, found)
                                       : -(is_there ? found->conductance[side] : 0));
    }
}

void laplacian_initialize(struct bench *bench, const struct laplacian *a) {
    int32_t used = 0;
    draw_conductances(bench, a);
    for (int64_t i = 0; i < a->rows; i++) {
        struct neighbours found = neighbours_of(bench, a, i);
        used = compress_row(bench, a, &found, i, used);
        if (a->diagonals)
            set_diagonals(bench, a, &found, i);
    }
    a->begins[a->rows] = used;
}
