/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cache.h: finds which of a machine's caches holds the data of a call.
 *
 * A cache holds them if the bytes touched are at most its capacity: that of one cache, as one core
 * sees it, no matter who shares it. That is a rule of thumb. Data that just fit share their cache
 * with the stack and whatever lies beside them, larger caches are shared with other cores and other
 * machines, and after an eviction (FACT_CACHE_STATE "cold") all data are out of cache, whatever
 * their size. Bytes touched are those of all arrays, each counted once: not the bytes moved,
 * because a calculation may move the same bytes many times. */
#ifndef BENCHMAT_ANALYZE_MODEL_CACHE_H
#define BENCHMAT_ANALYZE_MODEL_CACHE_H

#include <stddef.h>

#include "formats/model/run.h"

enum { CACHE_MOST = 5 };

/* The caches from the smallest, which is nearest to the core. Zero-initialised: a machine whose
 * caches are unknown. */
struct cache_levels {
    struct cache_level {
        char name[8]; /* "L1d", "L2", "L3", ... */
        double bytes;
    } items[CACHE_MOST];
    size_t count;
};

/* Returns the caches that the facts of RUN tell: FACT_L1D_CACHE, FACT_L2_CACHE and FACT_L3_CACHE in
 * bytes or, if it has none of these, as in archives before 1.2, those in the text "caches". Returns
 * none if a level is not larger than the one before it. */
struct cache_levels cache_levels_of(const struct facts *run);

/* Reads such a text: "L1d 32 KiB, L2 1 MiB, L3 33 MiB". TEXT may be NULL. LEVELS is empty if any
 * part of TEXT does not read like this, or a cache is not larger than the one before it. Returns
 * whether there is any cache. */
int cache_read(const char *text, struct cache_levels *levels);

/* Returns the index of the level that holds BYTES; LEVELS->count if none does; CACHE_UNKNOWN if
 * BYTES is NaN or negative, or no cache is known. */
enum { CACHE_UNKNOWN = -1 };
int cache_place(const struct cache_levels *levels, double bytes);

/* Returns the group that a geometric mean is taken over: "in cache" or "out of cache"; NULL for
 * CACHE_UNKNOWN, which belongs to no group. Static. */
const char *cache_group(const struct cache_levels *levels, int place);

#endif
