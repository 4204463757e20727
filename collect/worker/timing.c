/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/timing.h"

#include <math.h>
#include <time.h>

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

static int64_t nanoseconds(void) {
    return clock_now().nanoseconds;
}

/* Outside of what is timed, for it takes longer than reading the clock. */
static double cpu_seconds(void) {
    struct timespec spent;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + 1e-9 * (double)spent.tv_nsec;
}

static struct interval time_interval(struct workspace *workspace, int64_t calls) {
    struct report *report = &workspace->report;
    report_begin_interval(report, nanoseconds);
    double cpu_began = cpu_seconds();
    struct instant began = clock_now();
    workspace->action->calculate(&workspace->bench, calls);
    struct instant ended = clock_now();
    double cpu = cpu_seconds() - cpu_began, whole = clock_seconds(began, ended);
    report_end_interval(report);
    return (struct interval){report->is_manual ? report->seconds : whole, whole, cpu};
}

static int has_failed(const struct workspace *workspace) {
    return workspace->report.failure[0] != '\0';
}

struct interval timing_calls(struct workspace *workspace, int64_t calls, int64_t span,
                             struct intervals *intervals) {
    int64_t count = calls / span + (calls % span != 0);
    struct interval sum = {0};
    for (int64_t i = 0; i < count && !has_failed(workspace); i++) {
        int64_t some = calls / count + (i < calls % count);
        workspace_renew(workspace, some);
        struct interval interval = time_interval(workspace, some);
        interval_add(&sum, &interval);
        if (intervals)
            intervals_add(intervals, &interval, some);
    }
    return sum;
}

double timing_estimate(struct workspace *workspace, double shortest) {
    int64_t most = workspace_max_copies(workspace, WORKSPACE_COPY_BYTES);
    if (most > INT64_MAX / 2)
        most = INT64_MAX / 2;
    int64_t calls = 1;
    struct interval interval = timing_calls(workspace, calls, calls, NULL);
    while (interval_to_plan(&interval) < shortest && calls <= most / 2 && !has_failed(workspace)) {
        calls *= 2;
        interval = timing_calls(workspace, calls, calls, NULL);
    }
    return interval_to_plan(&interval) / (double)calls;
}

void timing_cold_calls(struct workspace *workspace, int64_t calls, const struct sweep *eviction,
                       struct intervals *intervals, struct watch *watch) {
    for (int64_t c = 0; c < calls && !has_failed(workspace); c++) {
        workspace_renew(workspace, 1);
        evict_sweep(eviction);
        struct watch before = watch_count();
        struct interval interval = time_interval(workspace, 1);
        intervals_add(intervals, &interval, 1);
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
    while (spent + expected <= most && !warm_up.is_steady && !has_failed(workspace)) {
        struct interval interval = timing_calls(workspace, window, at_most(span, window), NULL);
        double seconds = interval.seconds;
        warm_up.is_steady = timing_agree(seconds, before) || timing_agree(seconds, least);
        warm_up.calls += window;
        warm_up.call_seconds = seconds / (double)window;
        spent += interval.whole_seconds;
        before = seconds;
        least = fmin(least, seconds);
    }
    return warm_up;
}
