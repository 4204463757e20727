/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disturbance.h: whether something else disturbed a batch, and whether there is time to measure it
 * again.
 *
 * A batch counts as disturbed if
 *   - more than a tenth of its intervals were slow, which is half of what the trimmed mean over
 *     them leaves out at that end, besides those that the machine always interrupts; or, with fewer
 * than ten intervals, or if each call is kept, the worker waited for a CPU for more than 1 % of
 * their time (the kernel's run delay), or a hypervisor took more than that (steal); or
 *   - heat slowed the device; or
 *   - the CPU was slow: the fixed spin next to the batch took more than 10 % longer than usual.
 *
 * The usual duration is the lower quartile of the last 64 spins. It is not the shortest one ever
 * seen: a CPU that runs above its nominal speed for its first seconds would make everything after
 * them look slow. The quartile stays in place while up to three of four batches are slow, and if
 * the CPU's speed changes for good it follows after some fifty batches. */
#ifndef BENCHMAT_COLLECT_JOB_DISTURBANCE_H
#define BENCHMAT_COLLECT_JOB_DISTURBANCE_H

#include <stddef.h>

#include "collect/harness/wire.h"

enum {
    DISTURBANCE_ATTEMPTS = 4, /* at most three repeats of a batch */
    DISTURBANCE_SPINS = 64,
    DISTURBANCE_FEW = 8, /* with fewer spins the usual duration is unknown */
    DISTURBANCE_INTERVALS = 10
};

/* Zero-initialise this for each measurement. */
struct disturbance {
    double interruptions; /* a second, which are usual (interruptions.h) */
    double spins[DISTURBANCE_SPINS];
    size_t spin_count;       /* seen so far */
    double worked, repeated; /* seconds of this round: of first attempts, of further ones */
};

/* How much SAMPLE was disturbed, as a multiple of what is accepted: the worse of the two criteria.
 * Above 1 it counts as disturbed. An unknown value (NaN, a spin of 0) counts as undisturbed. Adds
 * the sample's spin to those seen. */
double disturbance_of(struct disturbance *disturbance, const struct wire_sample *sample);

/* Repeating has its own limit, because on a busy machine everything is disturbed: further attempts
 * may take a quarter of the time of the first ones in the round so far, plus the time of three
 * batches. */
void disturbance_begin_round(struct disturbance *disturbance);
/* Records that attempt number ATTEMPT, from 1, took SECONDS. */
void disturbance_spend(struct disturbance *disturbance, int attempt, double seconds);
/* Whether there may be an attempt number ATTEMPT of about SECONDS. */
int disturbance_allows(const struct disturbance *disturbance, int attempt, double seconds);

#endif
