/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/timing.h"

#include <math.h>

#include "collect/worker/clock.h"

static int64_t at_most(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t timing_span(const struct workspace *workspace, int64_t calls, double call_seconds,
                    double shortest) {
    double seconds =
        workspace->image_bytes ? 2 * shortest : fmax(INTERVALS_SECONDS, 1.5 * shortest);
    double wanted = ceil(seconds / fmax(call_seconds, 1e-12));
    int64_t span = wanted < (double)calls ? (int64_t)fmax(wanted, 1) : calls;
    return at_most(span, workspace_max_copies(workspace, WORKSPACE_COPY_BYTES));
}

static double time_interval(struct workspace *workspace, int64_t calls,
                            struct intervals *intervals) {
    workspace_renew(workspace, calls);
    struct instant begin = clock_now();
    workspace->action->calculate(&workspace->bench, calls);
    double seconds = clock_seconds(begin, clock_now());
    if (intervals)
        intervals_add(intervals, seconds, calls);
    return seconds;
}

double timing_calls(struct workspace *workspace, int64_t calls, int64_t span,
                    struct intervals *intervals) {
    int64_t count = calls / span + (calls % span != 0);
    double seconds = 0;
    for (int64_t i = 0; i < count; i++)
        seconds += time_interval(workspace, calls / count + (i < calls % count), intervals);
    return seconds;
}

double timing_estimate(struct workspace *workspace, double shortest) {
    int64_t most = workspace_max_copies(workspace, WORKSPACE_COPY_BYTES);
    if (most > INT64_MAX / 2)
        most = INT64_MAX / 2;
    int64_t calls = 1;
    double seconds = timing_calls(workspace, calls, calls, NULL);
    while (seconds < shortest && calls <= most / 2) {
        calls *= 2;
        seconds = timing_calls(workspace, calls, calls, NULL);
    }
    return seconds / (double)calls;
}

void timing_cold_calls(struct workspace *workspace, int64_t calls, const struct sweep *eviction,
                       struct intervals *intervals, struct watch *watch) {
    for (int64_t c = 0; c < calls; c++) {
        workspace_renew(workspace, 1);
        evict_sweep(eviction);
        struct watch before = watch_count();
        struct instant begin = clock_now();
        workspace->action->calculate(&workspace->bench, 1);
        intervals_add(intervals, clock_seconds(begin, clock_now()), 1);
        watch_add_since(watch, &before);
    }
}

int timing_agree(double seconds, double before) {
    return fabs(seconds - before) <= 0.02 * before;
}

struct warm_up timing_warm_up(struct workspace *workspace, int64_t calls, int64_t span,
                              double call_seconds, double most) {
    int64_t window = calls / 8 ? calls / 8 : 1;
    double expected = (double)window * call_seconds, spent = 0, before = NAN, least = NAN;
    struct warm_up warm_up = {.call_seconds = NAN, .is_steady = expected > most};
    while (spent + expected <= most && !warm_up.is_steady) {
        double seconds = timing_calls(workspace, window, at_most(span, window), NULL);
        warm_up.is_steady = timing_agree(seconds, before) || timing_agree(seconds, least);
        warm_up.calls += window;
        warm_up.call_seconds = seconds / (double)window;
        spent += seconds;
        before = seconds;
        least = fmin(least, seconds);
    }
    return warm_up;
}
