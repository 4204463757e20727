/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/machine/interruptions.h"

#include <math.h>
#include <sched.h>

#include "collect/harness/clock.h"

#define SHORT_BATCH 0.0002
#define PERIOD      0.001
#define TURN        0.0005
/* What changes from one turn to the next, relative. */
#define CHANGE 0.02
/* So much less is worth longer batches. */
#define BETTER 0.8

/* The standard deviation of what is lost in BATCH seconds, over beginnings at even distances. */
static double scatter(const struct interruption *interruptions, size_t count, double seconds,
                      double batch) {
    enum { BEGINNINGS = 1000 };
    double lost = 0, mean = 0, squares = 0;
    size_t first = 0, next = 0;
    for (int i = 0; i < BEGINNINGS; i++) {
        double begin = (seconds - batch) * i / (BEGINNINGS - 1);
        for (; next < count && interruptions[next].begin < begin + batch; next++)
            lost += interruptions[next].seconds;
        for (; first < next && interruptions[first].begin < begin; first++)
            lost -= interruptions[first].seconds;
        double difference = lost - mean;
        mean += difference / (i + 1);
        squares += difference * (lost - mean);
    }
    return sqrt(squares / (BEGINNINGS - 1));
}

/* Up to a constant, how far off a mean over batches of BATCH seconds is. */
static double error_of(const struct interruption *interruptions, size_t count, double seconds,
                       double batch) {
    double lost = scatter(interruptions, count, seconds, batch) / batch;
    return hypot(lost, CHANGE) * sqrt(batch + TURN);
}

struct interruptions interruptions_judge(const struct interruption *interruptions, size_t count,
                                         double seconds) {
    struct interruptions judged = {.rate = (double)count / seconds};
    for (size_t i = 0; i < count; i++)
        judged.share += interruptions[i].seconds / seconds;
    if (error_of(interruptions, count, seconds, PERIOD) <
        BETTER * error_of(interruptions, count, seconds, SHORT_BATCH))
        judged.period = PERIOD;
    return judged;
}

struct interruptions interruptions_watch(int cpu) {
    enum { MOST = 500 };
    const double seconds = 0.025, shortest = 1e-6, longest = 2e-4;
    struct interruption seen[MOST];
    struct clock clock;
    struct err err;
    cpu_set_t before, own;
    size_t count = 0;
    if (cpu >= CPU_SETSIZE || clock_examine(&clock, &err) != 0 ||
        sched_getaffinity(0, sizeof before, &before) != 0)
        return (struct interruptions){0};
    CPU_ZERO(&own);
    CPU_SET(cpu, &own);
    if (sched_setaffinity(0, sizeof own, &own) != 0)
        return (struct interruptions){0};
    double threshold = fmax(shortest, 10 * clock.cost);
    struct instant first = clock_now(), last = first, now = first;
    for (; clock_seconds(first, now) < seconds && count < MOST; last = now) {
        now = clock_now();
        double gap = clock_seconds(last, now);
        if (gap > threshold && gap < longest)
            seen[count++] = (struct interruption){clock_seconds(first, last), gap};
    }
    sched_setaffinity(0, sizeof before, &before);
    return interruptions_judge(seen, count, clock_seconds(first, now));
}
