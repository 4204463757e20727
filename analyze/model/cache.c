/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/cache.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    double bytes;
} units[] = {{"KiB", 1024}, {"MiB", 1024 * 1024}, {"GiB", 1024 * 1024 * 1024}};

static double unit_bytes(const char *name) {
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].name, name) == 0)
            return units[i].bytes;
    return NAN;
}

/* Returns how many characters it read; 0 if they are not a cache. */
static size_t read_level(const char *text, struct cache_level *level) {
    char amount[13], unit[4];
    int used = 0;
    if (sscanf(text, " %7[A-Za-z0-9] %12[0-9] %3[A-Za-z]%n", level->name, amount, unit, &used) != 3)
        return 0;
    level->bytes = strtod(amount, NULL) * unit_bytes(unit);
    return level->bytes > 0 ? (size_t)used : 0;
}

int cache_read(const char *text, struct cache_levels *levels) {
    static const struct cache_levels none = {0};
    double before = 0;
    *levels = none;
    while (text && levels->count < CACHE_MOST) {
        struct cache_level *level = &levels->items[levels->count];
        size_t used = read_level(text, level);
        if (!used || !(level->bytes > before))
            break;
        levels->count++;
        before = level->bytes;
        text += used;
        if (!*text)
            return 1;
        if (*text++ != ',')
            break;
    }
    *levels = none;
    return 0;
}

/* Returns whether the facts have any cache in bytes. */
static int take_levels(const struct facts *run, struct cache_levels *levels) {
    static const struct {
        const char *fact, *name;
    } known[] = {{FACT_L1D_CACHE, "L1d"}, {FACT_L2_CACHE, "L2"}, {FACT_L3_CACHE, "L3"}};
    int rises = 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct fact *fact = facts_find(run, known[i].fact);
        if (!fact || fact->kind != FACT_INTEGER || fact->integer <= 0)
            continue;
        struct cache_level *level = &levels->items[levels->count++];
        memcpy(level->name, known[i].name, strlen(known[i].name) + 1);
        level->bytes = (double)fact->integer;
        rises &= levels->count == 1 || level->bytes > level[-1].bytes;
    }
    int is_known = levels->count > 0;
    if (!rises)
        *levels = (struct cache_levels){0};
    return is_known;
}

struct cache_levels cache_levels_of(const struct facts *run) {
    struct cache_levels levels = {0};
    if (!take_levels(run, &levels))
        cache_read(facts_text(run, "caches", NULL), &levels);
    return levels;
}

int cache_place(const struct cache_levels *levels, double bytes) {
    if (!levels->count || !(bytes >= 0))
        return CACHE_UNKNOWN;
    int place = 0;
    while (place < (int)levels->count && bytes > levels->items[place].bytes)
        place++;
    return place;
}

const char *cache_group(const struct cache_levels *levels, int place) {
    if (place < 0)
        return NULL;
    return place < (int)levels->count ? "in cache" : "out of cache";
}
