/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/job/disturbance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/ascending.h"

#define MOST_WAITING  0.01
#define MOST_SLOW     0.10
#define MOST_SLOWNESS 0.10
#define REPEATS_SHARE 0.25
#define BATCHES_AHEAD 3

static double usual_spin(const struct disturbance *d) {
    double sorted[DISTURBANCE_SPINS];
    size_t count = d->spin_count < DISTURBANCE_SPINS ? d->spin_count : DISTURBANCE_SPINS;
    if (count < DISTURBANCE_FEW)
        return NAN;
    memcpy(sorted, d->spins, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, ascending_reals);
    return sorted[count / 4];
}

static double slowness(struct disturbance *d, double spin) {
    if (!(spin > 0 && isfinite(spin)))
        return 0;
    d->spins[d->spin_count++ % DISTURBANCE_SPINS] = spin;
    return spin / usual_spin(d) - 1;
}

/* Interruptions of a batch show in single intervals, if there are enough of them. */
static double interruption(const struct disturbance *d, const struct wire_sample *sample) {
    double seconds = wire_whole_seconds(sample) * (double)sample->calls;
    if (sample->threads) /* each of a team may wait */
        seconds *= sample->threads;
    double intervals = ceil((double)sample->calls / fmax(1, (double)sample->interval_calls));
    if (intervals >= DISTURBANCE_INTERVALS && !sample->keeps_calls) {
        double usual = fmin(d->interruptions * seconds, intervals);
        return fmax((double)sample->slow_intervals - usual, 0) / intervals / MOST_SLOW;
    }
    return fmax(sample->run_delay, sample->steal) / seconds / MOST_WAITING;
}

double disturbance_of(struct disturbance *d, const struct wire_sample *sample) {
    double slow = slowness(d, sample->spin) / MOST_SLOWNESS;
    double throttled = sample->throttled > 0 ? 2 : 0;
    return fmax(throttled, fmax(interruption(d, sample), slow));
}

void disturbance_begin_round(struct disturbance *d) {
    d->worked = d->repeated = 0;
}

void disturbance_spend(struct disturbance *d, int attempt, double seconds) {
    *(attempt == 1 ? &d->worked : &d->repeated) += seconds;
}

int disturbance_allows(const struct disturbance *d, int attempt, double seconds) {
    return attempt <= DISTURBANCE_ATTEMPTS &&
           d->repeated + seconds <= REPEATS_SHARE * d->worked + BATCHES_AHEAD * seconds;
}
