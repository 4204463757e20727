/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/scalapack.h"

#include <math.h>

/* --- the grid --- */

const struct bench_parameter scalapack_parameters[] = {
    {"block", "rows and columns of a block", 64},
    {"rows", "rows of the grid of ranks; 0: the most square grid", 0},
    {0},
};

size_t scalapack_count(size_t n, size_t block, int place, int places) {
    size_t blocks = n / block, all = (size_t)places, own = (size_t)place;
    size_t count = blocks / all * block, left = blocks % all;
    return own < left ? count + block : own == left ? count + n % block : count;
}

static size_t global(size_t local, size_t block, int place, int places) {
    return (local / block * (size_t)places + (size_t)place) * block + local % block;
}

size_t scalapack_global_row(const struct scalapack *s, size_t local) {
    return global(local, s->block, s->row, s->rows);
}

size_t scalapack_global_column(const struct scalapack *s, size_t local) {
    return global(local, s->block, s->column, s->columns);
}

static const char *choose_grid(const struct bench *bench, struct scalapack *s) {
    double block = bench->parameters[0], rows = bench->parameters[1];
    if (!(block >= 1) || block != floor(block))
        return "a block has at least 1 row, and whole ones";
    if (!(rows >= 0) || rows != floor(rows) || rows > bench->ranks ||
        (rows > 0 && bench->ranks % (int)rows))
        return "the rows of the grid must divide the number of ranks";
    s->n = (size_t)bench->size;
    s->block = block < (double)s->n ? (size_t)block : s->n;
    s->rows = (int)rows;
    for (int r = 1; !rows && r <= bench->ranks / r; r++)
        if (bench->ranks % r == 0)
            s->rows = r;
    s->columns = bench->ranks / s->rows;
    s->row = bench->rank / s->columns;
    s->column = bench->rank % s->columns;
    return NULL;
}

int scalapack_setup(struct bench *bench) {
    struct scalapack *s = bench->state;
    const char *refused = choose_grid(bench, s);
    if (refused) {
        bench_fail(bench, refused);
        return 1;
    }
    s->local_rows = scalapack_count(s->n, s->block, s->row, s->rows);
    s->local_columns = scalapack_count(s->n, s->block, s->column, s->columns);
    s->leading = s->local_rows ? s->local_rows : 1;
    s->run = bench_memory(bench, s->block, bench->element);
    s->spare = bench_memory(bench, 3 * s->n, sizeof *s->spare);
    s->of_ranks = bench_memory(bench, (size_t)bench->ranks, sizeof *s->of_ranks);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    return 0;
}

static size_t numbers(const struct bench *bench) {
    const struct scalapack *s = bench->state;
    return s->leading * (s->local_columns ? s->local_columns : 1);
}

void *scalapack_matrix(struct bench *bench) {
    return bench_array(bench, numbers(bench));
}

void *scalapack_renewed_matrix(struct bench *bench) {
    return bench_renewed_array(bench, numbers(bench));
}

typedef void blacs_get(int context, int what, int *value);
typedef void blacs_gridinit(int *context, const char *order, int rows, int columns);
typedef void blacs_gridinfo(int context, int *rows, int *columns, int *row, int *column);
typedef void blacs_gridexit(int context);

int scalapack_begin_round(struct bench *bench) {
    struct scalapack *s = bench->state;
    blacs_get *get = (blacs_get *)bench->routines[1];
    blacs_gridinit *gridinit = (blacs_gridinit *)bench->routines[2];
    blacs_gridinfo *gridinfo = (blacs_gridinfo *)bench->routines[3];
    int context = 0, rows = 0, columns = 0, row = -1, column = -1;
    get(0, 0, &context); /* all ranks of MPI_COMM_WORLD */
    gridinit(&context, "Row", s->rows, s->columns);
    gridinfo(context, &rows, &columns, &row, &column);
    if (rows != s->rows || columns != s->columns || row != s->row || column != s->column) {
        bench_fail(bench, "BLACS made another grid than it was asked for");
        return 1;
    }
    /* Users' Guide, section 4.3.3: a dense matrix, its context, rows, columns, rows and columns of
     * a block, the row and the column of the grid with the first block, the leading dimension. */
    const int32_t block = (int32_t)s->block, n = (int32_t)s->n, leading = (int32_t)s->leading;
    const int32_t descriptor[] = {1, context, n, n, block, block, 0, 0, leading};
    for (size_t i = 0; i < sizeof descriptor / sizeof *descriptor; i++)
        s->descriptor[i] = descriptor[i];
    return 0;
}

void scalapack_end_round(struct bench *bench) {
    const struct scalapack *s = bench->state;
    blacs_gridexit *gridexit = (blacs_gridexit *)bench->routines[4];
    gridexit(s->descriptor[1]);
}

/* --- numbers --- */

/* How many local rows or columns, of COUNT, from number FROM on lie in the same block. */
static size_t run_length(const struct scalapack *s, size_t from, size_t count) {
    return count - from < s->block ? count - from : s->block;
}

static void *number_at(const struct bench *bench, void *array, size_t i) {
    return (char *)array + i * bench->element;
}

static void put(const struct bench *bench, void *array, size_t i, double complex number) {
    size_t parts = bench_is_complex(bench) ? 2 : 1;
    for (size_t p = 0; p < parts; p++) {
        double part = p ? cimag(number) : creal(number);
        if (bench_is_single(bench))
            ((float *)array)[parts * i + p] = (float)part;
        else
            ((double *)array)[parts * i + p] = part;
    }
}

void scalapack_fill(struct bench *bench, void *matrix, uint64_t first) {
    const struct scalapack *s = bench->state;
    for (size_t c = 0; c < s->local_columns; c++) {
        uint64_t before = first + scalapack_global_column(s, c) * (uint64_t)s->n;
        for (size_t r = 0; r < s->local_rows; r += s->block)
            bench_fill_part(bench, number_at(bench, matrix, c * s->leading + r),
                            before + scalapack_global_row(s, r), run_length(s, r, s->local_rows));
    }
}

/* bench_fill_symmetric draws the upper half by columns, so that column j begins after j (j + 1) / 2
 * numbers. */
static uint64_t drawn_before(size_t j) {
    return (uint64_t)j * (j + 1) / 2;
}

static void fill_upper(struct bench *bench, void *matrix) {
    const struct scalapack *s = bench->state;
    for (size_t c = 0; c < s->local_columns; c++)
        for (size_t r = 0; r < s->local_rows; r += s->block) {
            size_t i = scalapack_global_row(s, r), j = scalapack_global_column(s, c);
            size_t length = run_length(s, r, s->local_rows);
            if (i <= j)
                bench_fill_part(bench, number_at(bench, matrix, c * s->leading + r),
                                drawn_before(j) + i, length < j + 1 - i ? length : j + 1 - i);
        }
}

/* Row i of the lower half is column i of the upper one. */
static void fill_lower(struct bench *bench, void *matrix) {
    const struct scalapack *s = bench->state;
    for (size_t r = 0; r < s->local_rows; r++)
        for (size_t c = 0; c < s->local_columns; c += s->block) {
            size_t i = scalapack_global_row(s, r), j = scalapack_global_column(s, c);
            size_t length = run_length(s, c, s->local_columns);
            if (j >= i)
                break;
            length = length < i - j ? length : i - j;
            bench_fill_part(bench, s->run, drawn_before(i) + j, length);
            for (size_t k = 0; k < length; k++)
                put(bench, matrix, (c + k) * s->leading + r,
                    conj(residual_number(bench, s->run, k)));
        }
}

void scalapack_fill_symmetric(struct bench *bench, void *matrix, double diagonal) {
    const struct scalapack *s = bench->state;
    fill_upper(bench, matrix);
    fill_lower(bench, matrix);
    for (size_t c = 0; c < s->local_columns; c++)
        for (size_t r = 0; r < s->local_rows; r++) {
            size_t at = c * s->leading + r;
            if (scalapack_global_row(s, r) == scalapack_global_column(s, c))
                put(bench, matrix, at, creal(residual_number(bench, matrix, at)) + diagonal);
        }
}

/* --- for residual --- */

static int is_in(enum residual_part part, size_t i, size_t j) {
    return part == RESIDUAL_WHOLE || (part == RESIDUAL_UPPER && i <= j) ||
           (part == RESIDUAL_LOWER && i >= j) || (part == RESIDUAL_BELOW && i > j);
}

/* Does STATEMENT for each number of this rank: I and J are its place in the whole matrix, AT the
 * one here. */
#define EACH_NUMBER(s, i, j, at, statement)                                                        \
    for (size_t c = 0; c < (s)->local_columns; c++) {                                              \
        const size_t j = scalapack_global_column(s, c);                                            \
        for (size_t first = 0; first < (s)->local_rows; first += (s)->block) {                     \
            const size_t top = scalapack_global_row(s, first),                                     \
                         end = run_length(s, first, (s)->local_rows);                              \
            for (size_t k = 0; k < end; k++) {                                                     \
                const size_t i = top + k, at = c * (s)->leading + first + k;                       \
                statement;                                                                         \
            }                                                                                      \
        }                                                                                          \
    }

void scalapack_multiply(const struct bench *bench, const void *matrix, enum residual_part part,
                        const double complex *x, double complex *y) {
    const struct scalapack *s = bench->state;
    residual_clear(y, s->n);
    EACH_NUMBER(s, i, j, at,
                if (is_in(part, i, j)) y[i] += residual_number(bench, matrix, at) * x[j])
    bench_sum(bench, (double *)y, 2 * s->n);
}

void scalapack_multiply_adjoint(const struct bench *bench, const void *matrix,
                                enum residual_part part, const double complex *x,
                                double complex *y) {
    const struct scalapack *s = bench->state;
    residual_clear(y, s->n);
    EACH_NUMBER(s, i, j, at,
                if (is_in(part, i, j)) y[j] += conj(residual_number(bench, matrix, at)) * x[i])
    bench_sum(bench, (double *)y, 2 * s->n);
}

double scalapack_worst(const struct bench *bench, double mine) {
    const struct scalapack *s = bench->state;
    double worst = 0;
    for (int r = 0; r < bench->ranks; r++)
        s->of_ranks[r] = r == bench->rank ? mine : 0;
    bench_sum(bench, s->of_ranks, (size_t)bench->ranks);
    for (int r = 0; r < bench->ranks; r++)
        worst = residual_worse(s->of_ranks[r], worst);
    return worst;
}

double scalapack_scale(const struct bench *bench, const void *matrix) {
    const struct scalapack *s = bench->state;
    double *sums = (double *)s->spare;
    residual_clear(s->spare, s->n);
    EACH_NUMBER(s, i, j, at, (void)i; sums[j] += cabs(residual_number(bench, matrix, at)))
    bench_sum(bench, sums, s->n);
    return residual_unit(bench, s->n) * bench_largest(sums, s->n);
}

double scalapack_above(const struct bench *bench, const void *matrix, const void *left) {
    const struct scalapack *s = bench->state;
    double largest = 0;
    EACH_NUMBER(
        s, i, j, at,
        if (i < j) largest = residual_worse(
            cabs(residual_number(bench, left, at) - residual_number(bench, matrix, at)), largest))
    return scalapack_worst(bench, largest) / scalapack_scale(bench, matrix);
}

double scalapack_residual(const struct bench *bench,
                          double (*try)(const struct bench *bench, int probe)) {
    const struct scalapack *s = bench->state;
    return residual_worst(bench, scalapack_worst(bench, *s->failed != 0) != 0, try);
}

void scalapack_digest(const struct bench *bench, const double complex *x, void *output) {
    const struct scalapack *s = bench->state;
    for (size_t i = 0; i < s->n; i++)
        put(bench, output, i, x[i]);
}
