/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cache.h: which of a machine's caches holds what a call works on.
 *
 * It does where the bytes touched are no more than its capacity: that of one cache, as one core
 * sees it, whoever else shares it. That is a rule of thumb. Data that just fit share their cache
 * with the stack and with whatever is beside them, larger caches are shared with other cores and
 * other machines, and after an eviction (FACT_CACHE_STATE "cold") all data are out of cache,
 * whatever their size. Bytes touched are those of all arrays, each once: not the bytes moved, of
 * which a calculation may move the same many times. */
#ifndef BENCHMAT_ANALYZE_MODEL_CACHE_H
#define BENCHMAT_ANALYZE_MODEL_CACHE_H

#include <stddef.h>

#include "formats/model/run.h"

enum { CACHE_MOST = 5 };

/* From the smallest, which is nearest to the core. Zero-initialised is a machine whose caches are
 * not known. */
struct cache_levels {
    struct cache_level {
        char name[8]; /* "L1d", "L2", "L3", ... */
        double bytes;
    } items[CACHE_MOST];
    size_t count;
};

/* The caches that a RUN's facts tell: FACT_L1D_CACHE, FACT_L2_CACHE and FACT_L3_CACHE in bytes, or
 * where it has none of them, as archives before 1.2, what the text "caches" says to people. A level
 * that is not larger than the one before it leaves none. */
struct cache_levels cache_levels_of(const struct facts *run);

/* Reads such a text: "L1d 32 KiB, L2 1 MiB, L3 33 MiB". TEXT may be NULL. What reads otherwise, in
 * part or whole, or is not larger than the one before it, leaves LEVELS empty. Returns whether
 * there is any cache. */
int cache_read(const char *text, struct cache_levels *levels);

/* Which of LEVELS holds BYTES: its number; LEVELS->count where none does; CACHE_UNKNOWN where BYTES
 * is NaN or negative, or no cache is known. */
enum { CACHE_UNKNOWN = -1 };
int cache_place(const struct cache_levels *levels, double bytes);

/* The group that a geometric mean is taken over: "in cache" or "out of cache"; NULL for
 * CACHE_UNKNOWN, which belongs to none. Static. */
const char *cache_group(const struct cache_levels *levels, int place);

#endif
