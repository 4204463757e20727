/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.h: the types of numbers that arrays contain, by their letters.
 *
 *     s  float    d  double    c  float complex    z  double complex    i  int32_t    l  int64_t */
#ifndef BENCHMAT_COLLECT_HARNESS_NUMBER_H
#define BENCHMAT_COLLECT_HARNESS_NUMBER_H

#include <stddef.h>

/* The name of TYPE: "single", "double", "single complex", ...; NULL if the type is unknown. */
const char *number_name(char type);

size_t number_bytes(char type); /* of one number; 0 if the type is unknown */
size_t number_parts(char type); /* 2 for complex ones, else 1 */

/* The distance from 1 to the next larger number: 2^-23 or 2^-52; 0 for integers. */
double number_epsilon(char type);

/* Part I of the numbers at ARRAY; the real and imaginary parts of complex numbers alternate. */
double number_part(char type, const void *array, size_t i);

#endif
