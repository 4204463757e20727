/* SPDX-License-Identifier: MIT
 *
 * Copyright (c) 2026 the benchmat authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
 * associated documentation files (the "Software"), to deal in the Software without restriction,
 * including without limitation the rights to use, copy, modify, merge, publish, distribute,
 * sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or
 * substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
 * NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
 * DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */

/* action.h: what a benchmark action is. This is the only header an action includes; the built-in
 * actions use exactly it. Alone in this project it is under the MIT licence, so that anybody may
 * write actions under any terms.
 *
 * An action is one calculation with a size: it says which routines of a library it calls, gets its
 * memory, fills it from a seed, and calculates. It never allocates, never looks up a symbol, never
 * reads a clock, never prints and never exits: the harness does what has to be done, the same way
 * for every library.
 *
 *     setup        once per size: ask for memory, name the outputs          not timed
 *     initialize   once per seed: fill the memory                           not timed
 *     calculate    the calculation, CALLS times in a row                    TIMED
 *     residual     how far the answer is from right, by its own measure     not timed
 */
#ifndef BENCHMAT_ACTION_H
#define BENCHMAT_ACTION_H

#include <stddef.h>
#include <stdint.h>

#define BENCH_ACTION_ABI 1

typedef void (*bench_function)(void);

/* --- what an action is given ----------------------------------------------------------------- */

/* One action at one size in one process. Read it; the harness alone writes it. */
struct bench {
    int64_t size;
    char type;      /* 's': float, 'd': double */
    size_t element; /* bytes of one number of that type */

    /* The routines, in the order in which the action lists them. */
    const bench_function *routines;
    int c_interface; /* 1: they are the C routines, 0: the Fortran ones */

    /* `state_bytes` bytes of the action's own, zero before setup. */
    void *state;

    /* Call number c of a batch works on renewed arrays shifted by c * copy_stride bytes. */
    size_t copy_stride;

    const struct bench_services *services;
};

/* What the harness does for an action; called through the functions further down. */
struct bench_services {
    void *(*allocate)(struct bench *bench, size_t count, int renewed);
    void (*output)(struct bench *bench, void *array, size_t count);
    const void *(*original)(const struct bench *bench, const void *array);
    void (*fill)(struct bench *bench, void *array, size_t count);
    void (*fill_symmetric)(struct bench *bench, void *matrix, size_t n, double diagonal);
};

/* --- what an action is ----------------------------------------------------------------------- */

/* A routine that an action calls. In both names '?' stands for the letter of the type. */
struct bench_routine {
    const char *fortran; /* "?axpy_" */
    const char *c;       /* "cblas_?axpy"; NULL where there is no C interface */
};

struct bench_action {
    uint32_t abi;          /* BENCH_ACTION_ABI */
    uint32_t struct_bytes; /* sizeof(struct bench_action) */

    const char *name;       /* "matrix_vector_product": letters, digits, underscores */
    const char *about;      /* the calculation as a formula: "y := A x" */
    const char *size_means; /* "rows and columns of A" */
    int64_t largest;        /* the largest default size */
    const struct bench_routine *routines; /* ends with a row of NULLs */
    size_t state_bytes;

    /* Asks for all memory with bench_array and bench_renewed_array and names the outputs. Must not
     * touch the memory. Returns 0, or anything else when this size cannot be done. */
    int (*setup)(struct bench *bench);

    /* Fills every array. The same seed must give the same bits; bench_fill does. */
    void (*initialize)(struct bench *bench, uint64_t seed);

    /* Does the calculation CALLS times. The loop stands here so that no call through a pointer of
     * the harness stands inside the timing. */
    void (*calculate)(struct bench *bench, int64_t calls);

    /* Optional: the error of the answer that one call left behind, in units in which anything up
     * to 30 is right (the threshold of LAPACK's own test programs). NaN or infinity is wrong. */
    double (*residual)(const struct bench *bench);

    /* The largest |output - reference output| that is still right, in units of the type's machine
     * epsilon. NULL means 1000 max(1, |largest reference output|). */
    double (*tolerance)(int64_t size);

    /* Optional: floating-point operations and bytes moved by one call, as functions and, for
     * people, as formulas in n. For rates and for time limits only; they are no part of a result.
     */
    double (*flops)(int64_t size);
    double (*bytes)(int64_t size, size_t element);
    const char *flops_formula; /* "2 n" */
    const char *bytes_formula; /* "3 n elements" */
};

/* --- for setup ------------------------------------------------------------------------------- */

/* An array of COUNT numbers of the bench's type, at an address that is a multiple of 64. */
static inline void *bench_array(struct bench *bench, size_t count) {
    return bench->services->allocate(bench, count, 0);
}

/* The same for an array that the calculation both reads and overwrites, so that a second call
 * would not do the same work. Every call of a batch gets a fresh copy, bench->copy_stride bytes
 * after that of the call before. */
static inline void *bench_renewed_array(struct bench *bench, size_t count) {
    return bench->services->allocate(bench, count, 1);
}

/* Names COUNT numbers at ARRAY as an output, to be held against the reference's. */
static inline void bench_output(struct bench *bench, void *array, size_t count) {
    bench->services->output(bench, array, count);
}

/* --- for initialize -------------------------------------------------------------------------- */

/* COUNT numbers, uniform in [-1, 1), from a 64-bit linear congruential generator that starts at
 * the seed and goes on from one fill to the next: x := 6364136223846793005 x + 1442695040888963407
 * modulo 2^64 (Knuth's MMIX generator: The Art of Computer Programming, volume 2, 3rd edition,
 * section 3.3.4, table 1, line 26), of which the upper bits are used. */
static inline void bench_fill(struct bench *bench, void *array, size_t count) {
    bench->services->fill(bench, array, count);
}

/* A symmetric matrix of order N, column-major: the upper half uniform in [-1, 1), the lower half
 * its copy, DIAGONAL added to each diagonal element. With DIAGONAL = N it is positive definite. */
static inline void bench_fill_symmetric(struct bench *bench, void *matrix, size_t n,
                                        double diagonal) {
    bench->services->fill_symmetric(bench, matrix, n, diagonal);
}

/* --- for residual ---------------------------------------------------------------------------- */

/* The numbers that initialize put into a renewed array, as they were before the calculation. */
static inline const void *bench_original(const struct bench *bench, const void *array) {
    return bench->services->original(bench, array);
}

/* Element I of an array of the bench's type. */
static inline double bench_element(const struct bench *bench, const void *array, size_t i) {
    return bench->type == 's' ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

/* The distance from 1 to the next larger number of the bench's type: 2^-23 or 2^-52. */
static inline double bench_epsilon(const struct bench *bench) {
    return bench->type == 's' ? 0x1p-23 : 0x1p-52;
}

/* COUNT signs, 1 or -1, always the same: the vector with which a matrix identity is tried
 * (Freivalds, Probabilistic machines can use less running time, IFIP Congress 1977). */
static inline void bench_fill_signs(double *signs, size_t count) {
    uint64_t bits = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < count; i++) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        signs[i] = bits >> 63 ? 1 : -1;
    }
}

/* The largest magnitude; NaN if any number is NaN. */
static inline double bench_largest(const double *numbers, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double magnitude = numbers[i] < 0 ? -numbers[i] : numbers[i];
        if (magnitude != magnitude)
            return magnitude;
        if (magnitude > largest)
            largest = magnitude;
    }
    return largest;
}

/* --- for calculate --------------------------------------------------------------------------- */

/* A scalar that Fortran routines take by address. */
union bench_scalar {
    float s;
    double d;
};

static inline union bench_scalar bench_scalar(const struct bench *bench, double value) {
    union bench_scalar scalar = {.d = value};
    if (bench->type == 's')
        scalar.s = (float)value;
    return scalar;
}

/* Integers are handed to libraries as int64_t, by value to C routines and by address to Fortran
 * ones. A library with 32-bit integers finds its number in the low half: of the register or stack
 * slot in the calling conventions of x86-64 and AArch64, and of the memory on a little-endian
 * machine. So the same action serves libraries of either width. */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#    error "benchmat passes integers as a little-endian machine does"
#endif

/* Makes the compiler believe that all memory was read and written: a loop around it stays. Costs
 * no instruction. */
#define bench_clobber() __asm__ volatile("" ::: "memory")

#endif
