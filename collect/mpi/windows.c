/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/windows.h"

#include <math.h>
#include <stdio.h>

#include "collect/harness/clock.h"
#include "collect/mpi/collective.h"
#include "collect/mpi/global_clock.h"

/* Ranks agree on windows for a BLOCK of calls at a time, so that one who is held up by other work
 * is back in step soon. All times are nanoseconds. */
enum { BLOCK = 64, TRIALS = 3 };

static const double FIRST_LEAD = 20e3, LONGEST_LEAD = 5e6, LONGEST_WINDOW = 1e9,
                    LONGEST_BLOCK = 1e8;

/* A rank that begins later than that has missed its moment. */
static const double LEAST_LATE = 200, LATE_PART = 0.01;

/* Ranks give up if no call was in time for PATIENCE, or if all calls take PATIENCE_IN_ALL and
 * MOST_TIMES_LONGER times what they should. The collector waits longer, for five seconds more than
 * a multiple of that, and would say that they hang. */
static const double PATIENCE = 2e9, PATIENCE_IN_ALL = 3e9, MOST_TIMES_LONGER = 10;

struct windows {
    struct workspace *workspace;
    double length;     /* of a window */
    double lead;       /* from the agreement to the first window of a block */
    int64_t missing;   /* calls that are still to be made in time */
    int64_t late;      /* calls that were late */
    double began;      /* the first block's time to begin */
    double progress;   /* the same of the last block with a call in time */
    double expected;   /* that all windows take, as long as they are at first */
    double sum, skews; /* of the calls in time */
    double own;        /* this rank's part of them */
};

/* What the ranks tell one another about a block: the largest of all ranks, each. */
struct block {
    double ready;               /* for the next one */
    double last_begins[BLOCK];  /* since the window's begin */
    double first_begins[BLOCK]; /* the same, negative: so the largest is that of the first rank */
    double last_ends[BLOCK];
};

static int64_t now(void) {
    return clock_now().nanoseconds;
}

/* --- trials --- */

/* Sets the length of windows to twice the time of a call that began after a barrier. */
static void choose_length(struct windows *w) {
    double shortest = LONGEST_WINDOW;
    for (int trial = 0; trial < TRIALS; trial++) {
        collective_barrier();
        int64_t began = now();
        w->workspace->action->calculate(&w->workspace->bench, 1);
        double took = (double)(now() - began);
        collective_largest(&took, 1);
        shortest = fmin(shortest, took);
    }
    w->length = 2 * shortest + 1000;
}

/* --- blocks --- */

static void wait_until(int64_t moment) {
    while (now() < moment)
        ;
}

/* Makes COUNT calls in windows, the first of which begins at START of the global clock. */
static void make_calls(const struct windows *w, int64_t start, int count, struct block *block) {
    const struct workspace *workspace = w->workspace;
    for (int i = 0; i < count; i++) {
        int64_t moment = global_clock_to_own(start + llround(i * w->length));
        wait_until(moment);
        int64_t began = now();
        workspace->action->calculate((struct bench *)&workspace->bench, 1);
        block->last_ends[i] = (double)(now() - moment);
        block->last_begins[i] = (double)(began - moment);
        block->first_begins[i] = -block->last_begins[i];
    }
}

/* Counts a block. If most calls were too long for a window, windows become longer; if the first
 * was late already, the ranks need more time after they agreed. */
static void count_calls(struct windows *w, int count, const struct block *own,
                        const struct block *all) {
    double latest = fmax(LEAST_LATE, LATE_PART * w->length);
    int in_time = 0, too_long = 0;
    for (int i = 0; i < count; i++) {
        if (all->last_begins[i] > latest) {
            w->late++;
            continue;
        }
        in_time++;
        too_long += all->last_ends[i] > w->length;
        w->sum += all->last_ends[i] + all->first_begins[i];
        w->skews += all->last_begins[i] + all->first_begins[i];
        w->own += own->last_ends[i] - own->last_begins[i];
    }
    w->missing -= in_time;
    if (in_time)
        w->progress = all->ready;
    if (2 * too_long > in_time)
        w->length = fmin(1.5 * w->length, LONGEST_WINDOW);
    if (all->last_begins[0] > latest)
        w->lead = fmin(2 * w->lead, LONGEST_LEAD);
}

static int is_hopeless(const struct windows *w, double ready) {
    return ready - w->progress > PATIENCE ||
           ready - w->began > PATIENCE_IN_ALL + MOST_TIMES_LONGER * w->expected;
}

static int goes_on(struct windows *w, int64_t calls, double ready) {
    char why[160];
    if (w->missing > 0 && is_hopeless(w, ready)) {
        snprintf(why, sizeof why,
                 "its ranks could not begin together: %lld calls began late, %lld in time; they "
                 "need a CPU each, and a quiet machine",
                 (long long)w->late, (long long)(calls - w->missing));
        report_give_up(&w->workspace->report, why);
    }
    return w->missing > 0 && !w->workspace->report.failure[0];
}

/* --- all calls --- */

/* A second of the global clock that is nearly now, the same on all ranks. Times since then are
 * exact as doubles. */
static int64_t recent_second(void) {
    double second = floor((double)global_clock_now() / 1e9);
    collective_largest(&second, 1);
    return (int64_t)second * 1000000000;
}

static void time_blocks(struct windows *w, int64_t calls) {
    int64_t base = recent_second();
    struct block own, all = {.ready = (double)(global_clock_now() - base)};
    collective_largest(&all.ready, 1);
    w->began = w->progress = all.ready;
    w->expected = (double)calls * w->length;
    do {
        int count = (int)fmax(1, fmin((double)w->missing, fmin(BLOCK, LONGEST_BLOCK / w->length)));
        int64_t start = base + llround(all.ready + w->lead);
        own = (struct block){0};
        make_calls(w, start, count, &own);
        own.ready = (double)(global_clock_now() - base);
        all = own;
        collective_largest((double *)&all, sizeof all / sizeof(double));
        count_calls(w, count, &own, &all);
    } while (goes_on(w, calls, all.ready));
}

static void refuse(struct workspace *workspace) {
    if (workspace->image_bytes)
        report_give_up(&workspace->report, "a collective action cannot have renewed arrays");
    if (workspace->report.is_manual)
        report_give_up(&workspace->report, "a collective action cannot time itself");
}

void windows_time(struct workspace *workspace, int64_t calls, struct interval_times *times) {
    struct windows w = {.workspace = workspace, .lead = FIRST_LEAD, .missing = calls};
    report_begin_interval(&workspace->report, now);
    int64_t began = now();
    choose_length(&w);
    time_blocks(&w, calls);
    double fastest = w.own, whole = (double)(now() - began);
    collective_smallest(&fastest, 1);
    collective_largest(&whole, 1);
    report_end_interval(&workspace->report);
    refuse(workspace);
    *times = (struct interval_times){.slowest = 1e-9 * w.sum,
                                     .fastest = 1e-9 * fastest,
                                     .skew = 1e-9 * w.skews / (double)calls,
                                     .cpu_seconds = NAN,
                                     .whole = 1e-9 * whole,
                                     .clock_error = global_clock_check(),
                                     .late_calls = w.late};
}
