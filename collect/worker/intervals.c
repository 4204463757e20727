/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/intervals.h"

#include <math.h>
#include <stdlib.h>

void interval_add(struct interval *sum, const struct interval *interval) {
    sum->seconds += interval->seconds;
    sum->whole_seconds += interval->whole_seconds;
    sum->cpu_seconds += interval->cpu_seconds;
}

double interval_to_plan(const struct interval *interval) {
    return fmax(interval->seconds, interval->whole_seconds / 10);
}

void intervals_clear(struct intervals *intervals) {
    intervals->interval = (struct interval){0};
    intervals->calls = 0;
    intervals->count = 0;
}

void intervals_add(struct intervals *intervals, const struct interval *interval, int64_t calls) {
    interval_add(&intervals->interval, interval);
    intervals->calls += calls;
    if (intervals->count < INTERVALS_MOST)
        intervals->per_call[intervals->count++] = interval->seconds / (double)calls;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void intervals_close(struct intervals *intervals) {
    qsort(intervals->per_call, intervals->count, sizeof *intervals->per_call, ascending);
}

double intervals_mean(const struct intervals *intervals) {
    return intervals->interval.seconds / (double)intervals->calls;
}

double intervals_typical(const struct intervals *intervals) {
    size_t count = intervals->count, trimmed = count / 5;
    double sum = 0;
    if (count < INTERVALS_FEW)
        return intervals_mean(intervals);
    for (size_t i = trimmed; i < count - trimmed; i++)
        sum += intervals->per_call[i];
    return sum / (double)(count - 2 * trimmed);
}

int64_t intervals_slow(const struct intervals *intervals) {
    size_t count = intervals->count, slow = 0;
    double limit = count ? 1.25 * intervals->per_call[count / 2] : INFINITY;
    while (slow < count && intervals->per_call[count - 1 - slow] > limit)
        slow++;
    return (int64_t)slow;
}
