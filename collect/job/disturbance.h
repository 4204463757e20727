/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disturbance.h: whether something else got in the way of a batch, and whether there is time to
 * measure it again.
 *
 * A batch counts as disturbed when
 *   - more than a tenth of its intervals were slow, that is half of what the trimmed mean over them
 *     leaves out at that end; or, of fewer than ten intervals, the worker waited for a CPU for more
 *     than 1 % of their time (the kernel's run delay), or a hypervisor took more than that (steal);
 *     or
 *   - the CPU was slow: the fixed spin beside the batch took more than 10 % longer than usual.
 *
 * What is usual is the lower quartile of the last 64 spins. Not the least one ever seen: a CPU that
 * runs above its nominal speed for its first seconds would make everything after them look slow.
 * The quartile stays in place while up to three of four batches are slow, and where the CPU's speed
 * has changed for good it has followed after some fifty batches. */
#ifndef BENCHMAT_COLLECT_JOB_DISTURBANCE_H
#define BENCHMAT_COLLECT_JOB_DISTURBANCE_H

#include <stddef.h>

#include "collect/harness/wire.h"

enum {
    DISTURBANCE_ATTEMPTS = 4, /* a batch is measured again at most three times */
    DISTURBANCE_SPINS = 64,
    DISTURBANCE_FEW = 8, /* with fewer spins the usual duration is not known */
    DISTURBANCE_INTERVALS = 10
};

/* Zero-initialised for each measurement. */
struct disturbance {
    double spins[DISTURBANCE_SPINS];
    size_t spin_count;       /* ever seen */
    double worked, repeated; /* seconds of this round: first attempts, further ones */
};

/* How much SAMPLE was disturbed, in units of what is accepted: the worse of the two. Above
 * 1 it is disturbed. What is not known (NaN, a spin of 0) disturbs nothing. The sample's spin is
 * then one of those seen. */
double disturbance_of(struct disturbance *disturbance, const struct wire_sample *sample);

/* Repeating has a limit of its own, for on a busy machine everything is disturbed: further attempts
 * may take a quarter of the time of the first ones in the round so far, and three batches beyond.
 */
void disturbance_begin_round(struct disturbance *disturbance);
/* One attempt, from 1, took so many seconds. */
void disturbance_spend(struct disturbance *disturbance, int attempt, double seconds);
/* Whether an attempt number ATTEMPT of about so many seconds may still be made. */
int disturbance_allows(const struct disturbance *disturbance, int attempt, double seconds);

#endif
