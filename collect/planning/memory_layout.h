/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory_layout.h: the memory layout of each round, as --layout wants it.
 *
 * A layout is a number from which every worker draws where arrays lie in the arena and where its
 * stack begins. It follows from the run's seed, the action and the round alone. */
#ifndef BENCHMAT_COLLECT_PLANNING_MEMORY_LAYOUT_H
#define BENCHMAT_COLLECT_PLANNING_MEMORY_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "collect/design/settings.h"
#include "formats/model/run.h"

/* The layout of ROUND, never 0: common drew one for each, fixed the same for all. But 0, the
 * system's own, where the placement is free. MEMORY_LAYOUT_PLANNING stands for the planning. */
#define MEMORY_LAYOUT_PLANNING SIZE_MAX
uint64_t memory_layout_layout(const struct settings *settings, const char *action, size_t round);

/* Sets the facts "layout" (common, fixed or free) and "layouts": what was drawn for each of the
 * first ROUNDS rounds, hexadecimal, one after the other; once where all have the same, and not at
 * all where nothing was drawn. */
void memory_layout_describe(const struct settings *settings, const char *action, size_t rounds,
                            struct facts *facts);

#endif
