/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fft.h: what the Fourier transforms in one, two and three dimensions share.
 *
 *     X[k] = sum over j of x[j] exp(-2 pi i (j . k) / n)
 *
 * with n numbers in each dimension, N = n^dimensions in all, row-major as in C. Complex types
 * transform complex numbers. Real types transform real numbers and keep only the first n/2 + 1
 * numbers of the last dimension of the result, because the other half is conjugate to it: FFTW's
 * "r2c".
 *
 * A transform needs few multiplications if n has only small prime factors, and takes another
 * algorithm if it has large ones, so that the time jumps from one size to the next. */
#ifndef BENCHMAT_COLLECT_ACTIONS_FFT_H
#define BENCHMAT_COLLECT_ACTIONS_FFT_H

#include <complex.h>

#include "collect/action.h"

struct fft {
    int dimensions;
    void *in, *out;
    double complex *tables; /* for the residual */
    void *plan;             /* NULL: no plan was made */
};

/* The routines that all these actions list, in this order. */
enum fft_routine { FFT_PLAN, FFT_EXECUTE, FFT_DESTROY };

/* The only parameter of these actions. */
extern const struct bench_parameter fft_parameters[];

/* Returns the planner flags that the parameter asks for. */
unsigned fft_flags(const struct bench *bench);

/* The numbers of the result in a row of the last dimension: n, or n/2 + 1 for real types. */
size_t fft_row(const struct bench *bench);

/* Members of struct bench_action. fft_setup refuses sizes above 2^30 and more than 2^40 numbers.
 * The action's begin_round makes a plan from `in` to `out`, which may overwrite both, and returns
 * fft_keep_plan(bench, plan). */
int fft_setup(struct bench *bench, int dimensions);
int fft_keep_plan(struct bench *bench, void *plan);
void fft_end_round(struct bench *bench);
void fft_initialize(struct bench *bench, uint64_t seed);
void fft_calculate(struct bench *bench, int64_t calls);

/* 5 N log2 N, and half of that for real types: the convention of benchFFT, the benchmark of FFTW's
 * authors (www.fftw.org/speed/method.html). It is close to what the radix-2 algorithm takes,
 * whatever a library really does. 0 for a single number. */
double fft_flops(const struct bench *bench, int dimensions);

/* N numbers read and N written; for real types the result is nearly half as many complex numbers.
 */
double fft_bytes(const struct bench *bench, int dimensions);

/* The error of the whole answer X in one number, in O(N). For any r
 *
 *     sum of r[k] X[k] over k = sum of R[j] x[j] over j,    R = the transform of r,
 *
 * because the transform is symmetric. r is the product over the dimensions of w^k with |w| = 1,
 * which gives every X[k] the same weight, so that no wrong one goes unnoticed. R is a product of
 * geometric sums, which need no transform: with w = exp(i pi q / n) for an odd q, so that no
 * denominator vanishes, and h terms (h = n, but n/2 + 1 in the last dimension for real types)
 *
 *     R[j] = exp(i (h - 1) phi / 2) sin(h phi / 2) / sin(phi / 2),    phi = pi (q - 2 j) / n.
 *
 * The unit is epsilon log2(2 N) |X|, |X| = sqrt(N) |x| (Euclidean norms): the root mean square
 * error of a fast transform grows no faster than log N, and mostly like its square root (Gentleman
 * and Sande, Fast Fourier Transforms for Fun and Profit, AFIPS 1966; Schatzman, Accuracy of the
 * Discrete Fourier Transform and the Fast Fourier Transform, SIAM J. Sci. Comput. 17(5), 1996). */
double fft_residual(const struct bench *bench);

/* Infinity: the residual alone decides, because no other library's answer is needed to judge this
 * one. */
double fft_tolerance(const struct bench *bench);

#endif
