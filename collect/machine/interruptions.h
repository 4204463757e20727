/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interruptions.h: what interrupts a CPU again and again.
 *
 * The interrupt of a timer takes a microsecond or two; that of a virtual machine's host 40 and
 * more. A batch that is shorter than the time between two of them meets one or none: where a CPU
 * loses 40 us in every millisecond, one in five batches of 0.2 ms takes 20 % longer than the
 * others. A batch that lasts as long as the time between them, or a multiple of it, always meets
 * the same number. */
#ifndef BENCHMAT_COLLECT_MACHINE_INTERRUPTIONS_H
#define BENCHMAT_COLLECT_MACHINE_INTERRUPTIONS_H

#include <stddef.h>

struct interruption {
    double begin, seconds; /* since the first look at the clock */
};

struct interruptions {
    double share;  /* of the time that they take */
    double rate;   /* so many a second */
    double period; /* a batch should last as many seconds, or a multiple; 0: they do not matter */
};

/* What COUNT interruptions, ascending, within SECONDS amount to.
 *
 * Batches of b seconds lose a time with the standard deviation s(b), over all moments at which they
 * may begin. Each costs a turn of o = 0.5 ms, and differs from the next by c = 2 % for other
 * reasons. In a given time a mean over batches is then off, up to a constant, by
 *
 *     sqrt((s(b) / b)^2 + c^2) sqrt(b + o)
 *
 * The period is a millisecond, which is that of most hosts' timers, if this is then less than 0.8
 * of what it is for batches of 0.2 ms; else 0. Longer batches would even out slower timers, but
 * quick turns cancel what changes slowly. */
struct interruptions interruptions_judge(const struct interruption *interruptions, size_t count,
                                         double seconds);

/* Runs on CPU for 25 ms, reads the clock again and again, and judges where it was interrupted. What
 * takes longer than 0.2 ms is another process, which does not repeat, and is left out. */
struct interruptions interruptions_watch(int cpu);

#endif
