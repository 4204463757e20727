/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/timing.h"

#include <math.h>

#include "collect/worker/clock.h"

static int64_t at_most(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t timing_span(const struct workspace *workspace, int64_t calls, double call_seconds,
                    double shortest) {
    if (!workspace->image_bytes)
        return calls;
    double wanted = ceil(2 * shortest / fmax(call_seconds, 1e-12));
    int64_t span = wanted < (double)calls ? (int64_t)fmax(wanted, 1) : calls;
    return at_most(span, workspace_max_copies(workspace, WORKSPACE_COPY_BYTES));
}

double timing_calls(struct workspace *workspace, int64_t calls, int64_t span) {
    const struct bench_action *action = workspace->action;
    double seconds = 0;
    for (int64_t done = 0; done < calls; done += span) {
        int64_t now = at_most(span, calls - done);
        workspace_renew(workspace, now);
        struct instant begin = clock_now();
        action->calculate(&workspace->bench, now);
        seconds += clock_seconds(begin, clock_now());
    }
    return seconds;
}

double timing_estimate(struct workspace *workspace, double shortest) {
    int64_t most = workspace_max_copies(workspace, WORKSPACE_COPY_BYTES);
    if (most > INT64_MAX / 2)
        most = INT64_MAX / 2;
    int64_t calls = 1;
    double seconds = timing_calls(workspace, calls, calls);
    while (seconds < shortest && calls <= most / 2) {
        calls *= 2;
        seconds = timing_calls(workspace, calls, calls);
    }
    return seconds / (double)calls;
}

int64_t timing_warm_up(struct workspace *workspace, int64_t calls, int64_t span,
                       double call_seconds, double most) {
    int64_t window = calls / 8 ? calls / 8 : 1, done = 0;
    double spent = 0, before = NAN;
    while (spent + (double)window * call_seconds <= most) {
        double seconds = timing_calls(workspace, window, at_most(span, window));
        done += window;
        spent += seconds;
        if (fabs(seconds - before) <= 0.02 * before)
            break;
        before = seconds;
    }
    return done;
}
