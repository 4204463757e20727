/* SPDX-License-Identifier: GPL-3.0-or-later */
/* eviction.h: how caches are emptied before a call. */
#ifndef BENCHMAT_COLLECT_HARNESS_EVICTION_H
#define BENCHMAT_COLLECT_HARNESS_EVICTION_H

#include <stddef.h>

struct eviction {
    size_t bytes;   /* to sweep through before each call; 0: caches stay warm */
    double seconds; /* that one sweep takes, about */
};

#endif
