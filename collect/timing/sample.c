/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/timing/sample.h"

#include <math.h>
#include <string.h>

#include "collect/harness/clock.h"
#include "collect/timing/perf_events.h"
#include "collect/timing/timing.h"
#include "collect/timing/watch.h"

/* --- hooks --- */

static int begin(struct workspace *w, const char *name, int (*hook)(struct bench *bench),
                 struct err *err) {
    if (!hook) /* initialize may have failed */
        return report_status(&w->report, err);
    int refused = hook(&w->bench);
    const char *why = w->report.failure;
    if (!refused && !why[0])
        return 0;
    if (w->report.fate != CELL_OK)
        return report_status(&w->report, err);
    return err_set(err, ERR_FAILED, "its %s failed with %d%s%s", name, refused, why[0] ? ": " : "",
                   why);
}

static void end(struct workspace *w, void (*hook)(struct bench *bench)) {
    if (hook)
        hook(&w->bench);
}

int hooks_begin_run(struct workspace *w, struct err *err) {
    return begin(w, "begin_run", w->action->begin_run, err);
}

void hooks_end_run(struct workspace *w) {
    end(w, w->action->end_run);
}

int hooks_begin_round(struct workspace *w, struct err *err) {
    return begin(w, "begin_round", w->action->begin_round, err);
}

void hooks_end_round(struct workspace *w) {
    end(w, w->action->end_round);
}

int hooks_begin_batch(struct workspace *w, struct err *err) {
    return begin(w, "begin_batch", w->action->begin_batch, err);
}

void hooks_end_batch(struct workspace *w) {
    end(w, w->action->end_batch);
}

/* --- sample --- */

static struct intervals intervals; /* large, and needed for one batch at a time */

/* The calls of a batch in the order in which they were made. */
static struct {
    struct wire_call calls[INTERVALS_MOST];
    size_t count;
} kept;

static void keep_calls(const struct workspace *workspace) {
    const struct report *report = &workspace->report;
    for (size_t i = 0; i < intervals.count; i++) {
        struct wire_call *call = &kept.calls[i];
        call->seconds = intervals.per_call[i];
        call->told[CALL_whole_seconds] = report->is_manual ? intervals.whole_per_call[i] : NAN;
        for (size_t what = 0; what < BENCH_COUNTS; what++)
            call->told[CALL_operations + what] =
                report->has_counted[what] ? intervals.counted_per_call[what][i] : NAN;
    }
    kept.count = intervals.count;
}

void sample_calls(size_t from, struct wire_times *times) {
    times->count = 0;
    for (; from < kept.count && times->count < WIRE_MOST_TIMES; from++)
        times->calls[times->count++] = kept.calls[from];
}

static void clear_counts(struct workspace *workspace) {
    report_clear_counts(&workspace->report);
    perf_events_clear();
}

/* A program's events cannot be told from those of talking to it. Nor, where each call is kept, can
 * the calls' be told from those of renewing arrays between them. */
static void fill_events(struct wire_sample *sample, const struct workspace *workspace,
                        int keeps_calls) {
    double *events = &sample->told.all[REPORT_cycles];
    perf_events_read(events);
    for (size_t i = 0; i < PERF_EVENTS; i++)
        events[i] = workspace->is_remote || (keeps_calls && workspace_renews(workspace))
                        ? NAN
                        : events[i] / (double)sample->calls;
}

static void fill(struct wire_sample *sample, const struct workspace *workspace, int64_t span,
                 const struct watch *watch) {
    if (intervals.calls == 0) /* the action gave up before */
        return;
    /* As timing_calls distributes the calls. */
    int64_t count = intervals.calls / span + (intervals.calls % span != 0);
    int64_t interval_calls = intervals.calls / count + (intervals.calls % count != 0);
    intervals_close(&intervals);
    *sample = (struct wire_sample){
        .seconds = intervals_typical(&intervals),
        .batch_mean = intervals_mean(&intervals),
        .slow_intervals = intervals_slow(&intervals),
        .run_delay = watch->run_delay,
        .steal = watch->steal,
        .spin = watch->spin,
        .calls = intervals.calls,
        .interval_calls = interval_calls,
        .copies = workspace->image_bytes ? interval_calls : 0,
        .preemptions = watch->preemptions,
        .renew_seconds = intervals.interval.renew_seconds / (double)intervals.calls,
        .cpu_seconds = intervals.interval.cpu_seconds / (double)intervals.calls,
    };
    union reported *told = &sample->told;
    reported_clear(told);
    if (workspace->report.has_ranks) {
        const struct report_ranks *ranks = &workspace->report.ranks;
        told->fastest_rank = ranks->fastest / (double)intervals.calls;
        told->start_skew = ranks->skew;
        told->clock_error = ranks->clock_error;
        told->late_calls = (double)ranks->late_calls;
    }
    if (workspace->report.is_manual)
        told->whole_seconds = intervals_typical_whole(&intervals);
    else if (!isnan(told->clock_error))
        told->whole_seconds = intervals.interval.whole_seconds / (double)intervals.calls;
    if (workspace->report.has_used) {
        /* Of the command alone: not of its hooks, nor of the worker. */
        *told = workspace->report.used;
        sample->cpu_seconds = told->user_seconds + told->system_seconds;
    }
    for (size_t what = 0; what < BENCH_COUNTS; what++)
        if (workspace->report.has_counted[what])
            told->all[REPORT_operations + what] =
                workspace->report.counted[what] / (double)sample->calls;
}

/* Lengthens intervals of SPAN calls if they were too short and can be longer; returns whether it
 * did. If the whole batch was one interval, the number of calls is doubled. */
static int lengthen(const struct workspace *workspace, int64_t *calls, int64_t *span,
                    double seconds, double shortest) {
    if (workspace->report.failure[0])
        return 0;
    double call_seconds = seconds / (double)*calls;
    if ((double)*span * call_seconds >= shortest || *calls > INT64_MAX / 4)
        return 0;
    int64_t more = *span >= *calls ? 2 * *calls : *calls;
    int64_t longer = timing_span(workspace, more, call_seconds, shortest);
    if (longer <= *span)
        return 0;
    *calls = more;
    *span = longer;
    return 1;
}

static void take_cold(struct workspace *workspace, struct sweep *eviction,
                      const struct wire_batch *wanted, struct wire_sample *sample) {
    double untimed = 0;
    if (!wanted->is_first)
        untimed = timing_calls(workspace, 1, 1, NULL).whole_seconds;
    struct watch watch = {.spin = watch_spin()};
    intervals_clear(&intervals);
    clear_counts(workspace);
    timing_cold_calls(workspace, wanted->calls, eviction, &intervals, &watch);
    watch.spin = fmax(watch.spin, watch_spin());
    if (wanted->keeps_calls)
        keep_calls(workspace);
    fill(sample, workspace, 1, &watch);
    sample->warm_up_calls = !wanted->is_first;
    sample->warm_up_seconds = untimed;
    sample->is_steady = 1;
}

/* Times a batch in intervals of SPAN calls, which become longer if they are too short. Returns how
 * long they are. */
static int64_t time_batch(struct workspace *workspace, const struct wire_batch *wanted,
                          int64_t span, struct watch *watch_began) {
    int64_t calls = wanted->calls;
    do {
        intervals_clear(&intervals);
        clear_counts(workspace);
        *watch_began = watch_begin();
        timing_calls(workspace, calls, span, &intervals);
    } while (lengthen(workspace, &calls, &span, interval_to_plan(&intervals.interval),
                      wanted->shortest));
    return span;
}

static int64_t time_each(struct workspace *workspace, const struct wire_batch *wanted,
                         struct watch *watch_began) {
    intervals_clear(&intervals);
    clear_counts(workspace);
    *watch_began = watch_begin();
    timing_single_calls(workspace, wanted->calls, &intervals);
    keep_calls(workspace);
    return 1;
}

static void take_warm(struct workspace *workspace, const struct wire_batch *wanted,
                      struct wire_sample *sample) {
    int64_t calls = wanted->calls;
    int64_t span = timing_span(workspace, calls, wanted->call_seconds, wanted->shortest);
    struct instant filled = clock_now();
    struct warm_up warm_up = {.call_seconds = NAN, .is_steady = 1};
    if (!wanted->is_first)
        warm_up = timing_warm_up(workspace, calls, span, wanted->call_seconds, wanted->warm_up);
    struct instant warm = clock_now();
    struct watch watch_began;
    span = wanted->keeps_calls ? time_each(workspace, wanted, &watch_began)
                               : time_batch(workspace, wanted, span, &watch_began);
    struct watch watch = watch_end(&watch_began);
    fill(sample, workspace, span, &watch);
    sample->warm_up_calls = warm_up.calls;
    sample->warm_up_seconds = clock_seconds(filled, warm);
    sample->is_steady = warm_up.is_steady || timing_agree(sample->seconds, warm_up.call_seconds);
}

int sample_take(struct workspace *workspace, struct sweep *eviction,
                const struct wire_batch *wanted, struct wire_sample *sample, struct err *err) {
    if (wanted->keeps_calls && wanted->calls > INTERVALS_MOST)
        return err_set(err, ERR_FAILED, "no room for the times of more than %d calls",
                       INTERVALS_MOST);
    int status = evict_prepare(eviction, wanted->evict_bytes, err);
    if (status)
        return status;
    struct instant begin = clock_now();
    report_clear(&workspace->report);
    workspace_initialize(workspace, wanted->seed);
    double initialize_seconds = clock_seconds(begin, clock_now());
    status = hooks_begin_batch(workspace, err);
    if (status)
        return status;
    kept.count = 0;
    if (wanted->evict_bytes)
        take_cold(workspace, eviction, wanted, sample);
    else
        take_warm(workspace, wanted, sample);
    hooks_end_batch(workspace);
    fill_events(sample, workspace, wanted->keeps_calls);
    sample->initialize_seconds = initialize_seconds;
    sample->keeps_calls = wanted->keeps_calls;
    return report_status(&workspace->report, err);
}
