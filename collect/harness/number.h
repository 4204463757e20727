/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.h: the types of numbers that arrays contain, by their letters.
 *
 *     s  float    d  double    c  float complex    z  double complex    i  int32_t    l  int64_t */
#ifndef BENCHMAT_COLLECT_HARNESS_NUMBER_H
#define BENCHMAT_COLLECT_HARNESS_NUMBER_H

#include <stddef.h>

/* Memory that nobody has written holds this in every four bytes: a quiet NaN in single and double
 * precision, whose payload no processor makes by itself, and no likely integer. What is calculated
 * from it has the same payload, perhaps with the other sign. */
#define NUMBER_UNWRITTEN 0x7ffbd15cu

/* Fills BYTES bytes of MEMORY with it; both are multiples of 4. */
void number_unwrite(void *memory, size_t bytes);

/* The name of TYPE: "single", "double", "single complex", ...; NULL if the type is unknown. */
const char *number_name(char type);

size_t number_bytes(char type); /* of one number; 0 if the type is unknown */
size_t number_parts(char type); /* 2 for complex ones, else 1 */

/* The distance from 1 to the next larger number: 2^-23 or 2^-52; 0 for integers. */
double number_epsilon(char type);

/* Part I of the numbers at ARRAY; the real and imaginary parts of complex numbers alternate. */
double number_part(char type, const void *array, size_t i);

/* Whether that part is neither NUMBER_UNWRITTEN nor comes from it. */
int number_is_written(char type, const void *array, size_t i);

/* How far part I of the numbers at ARRAY is from that at REFERENCE. Equal infinities are equal, and
 * a NaN is where the reference has one, whatever their payloads; but what was never written is only
 * where the reference has not written either. All others are infinitely far from what is not
 * finite. Different integers are never 0 apart. */
double number_distance(char type, const void *array, const void *reference, size_t i);

#endif
