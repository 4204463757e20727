/* SPDX-License-Identifier: GPL-3.0-or-later */
/* buckets.h: which bucket of a hash table a key belongs to. */
#ifndef BENCHMAT_COLLECT_SETS_BUCKETS_H
#define BENCHMAT_COLLECT_SETS_BUCKETS_H

#include <stddef.h>
#include <stdint.h>

enum { BUCKETS_MOST_BITS = 24 };

/* The number of buckets is a power of two; its logarithm: enough for one key each, in the limits
 * of 2 and 2^24 buckets. */
static inline unsigned buckets_bits(int64_t keys) {
    unsigned bits = 1;
    while (bits < BUCKETS_MOST_BITS && (INT64_C(1) << bits) < keys)
        bits++;
    return bits;
}

/* The bucket of KEY: the upper BITS of its product with 2^64 / golden ratio (Fibonacci hashing: D.
 * E. Knuth, The Art of Computer Programming, volume 3, 2nd edition, section 6.4). */
static inline size_t buckets_of(int64_t key, unsigned bits) {
    return (size_t)((uint64_t)key * 0x9e3779b97f4a7c15u >> (64 - bits));
}

#endif
