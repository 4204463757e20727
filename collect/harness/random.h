/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.h: the numbers that benchmarks calculate with, and those that decide on order and layout.
 *
 * Both come from the 64-bit linear congruential generator x := a x + c modulo 2^64 with a =
 * 6364136223846793005 and c = 1442695040888963407 (Knuth's MMIX generator: The Art of Computer
 * Programming, volume 2, 3rd edition, section 3.3.4, table 1, line 26), whose starting value is the
 * seed. The same seed gives the same bits on every machine. */
#ifndef BENCHMAT_COLLECT_HARNESS_RANDOM_H
#define BENCHMAT_COLLECT_HARNESS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The generator's state: the number last drawn, at first the seed. */
struct random {
    uint64_t state;
};

/* The next number of 64 bits; the lower ones are poor. */
uint64_t random_next(struct random *random);

/* A number from 0 to BOUND - 1, without bias towards any; BOUND from 1 to 2^32. */
uint32_t random_below(struct random *random, uint32_t bound);

/* Mixes KEY into a seed, so that streams for different purposes have nothing in common:
 * SplitMix64's finalizer (Steele, Lea and Flood, Fast splittable pseudorandom number generators,
 * 2014). */
uint64_t random_derive(uint64_t seed, uint64_t key);
/* The same with a word as key, reduced to a number by FNV-1a (Fowler, Noll and Vo; RFC 9923). */
uint64_t random_derive_word(uint64_t seed, const char *word);

/* COUNT numbers uniform in [-1, 1): element i is made of the upper 52 (for floats 23) bits of the
 * i-th number drawn. The generator is jumped ahead so that independent lanes run in parallel;
 * the numbers are those of the plain sequence. */
void random_fill_double(struct random *random, double *numbers, size_t count);
void random_fill_float(struct random *random, float *numbers, size_t count);

#endif
