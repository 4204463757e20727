/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.h: the random numbers that benchmarks calculate with, and those that decide order and
 * layout.
 *
 * Both come from the 64-bit linear congruential generator x := a x + c modulo 2^64 with a =
 * 6364136223846793005 and c = 1442695040888963407 (Knuth's MMIX generator: The Art of Computer
 * Programming, volume 2, 3rd edition, section 3.3.4, table 1, line 26), whose starting value is the
 * seed. The same seed gives the same bits on every machine. */
#ifndef BENCHMAT_COLLECT_HARNESS_RANDOM_H
#define BENCHMAT_COLLECT_HARNESS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The generator's state: the number drawn last; initially the seed. */
struct random {
    uint64_t state;
};

/* The next 64-bit number. Its lower bits are of poor quality. */
uint64_t random_next(struct random *random);

/* Leaves out the next COUNT numbers, in about log2(COUNT) steps (F. B. Brown: Random number
 * generation with arbitrary strides, Trans. Am. Nucl. Soc. 71 (1994) 202). */
void random_skip(struct random *random, uint64_t count);

/* A number from 0 to BOUND - 1, all equally likely; BOUND is from 1 to 2^32. */
uint32_t random_below(struct random *random, uint32_t bound);

/* Mixes KEY into a seed, so that streams for different purposes have nothing in common:
 * SplitMix64's finalizer (Steele, Lea and Flood, Fast splittable pseudorandom number generators,
 * 2014). */
uint64_t random_derive(uint64_t seed, uint64_t key);
/* The same with a word as the key, hashed by FNV-1a (Fowler, Noll and Vo; RFC 9923). */
uint64_t random_derive_word(uint64_t seed, const char *word);

/* Fills NUMBERS with COUNT numbers that are uniform in [-1, 1): element i consists of the upper 52
 * (for floats 23) bits of the i-th number drawn. Independent lanes jump ahead in the sequence to
 * run in parallel; the numbers are those of the plain sequence. */
void random_fill_double(struct random *random, double *numbers, size_t count);
void random_fill_float(struct random *random, float *numbers, size_t count);

#endif
