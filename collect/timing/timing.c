/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/timing/timing.h"

#include <alloca.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

#include "collect/harness/clock.h"
#include "collect/timing/perf_events.h"
#include "formats/model/ascending.h"

/* --- intervals --- */

/* Adds the time of further calls. */
static void interval_add(struct interval *sum, const struct interval *interval) {
    sum->seconds += interval->seconds;
    sum->whole_seconds += interval->whole_seconds;
    sum->cpu_seconds += interval->cpu_seconds;
    sum->renew_seconds += interval->renew_seconds;
    sum->is_of_device |= interval->is_of_device;
}

double interval_to_plan(const struct interval *interval) {
    double least = interval->is_of_device ? 1 : 0.1;
    return fmax(interval->seconds, interval->whole_seconds * least);
}

void intervals_clear(struct intervals *intervals) {
    intervals->interval = (struct interval){0};
    intervals->calls = 0;
    intervals->count = 0;
}

void intervals_add(struct intervals *intervals, const struct interval *interval, int64_t calls) {
    interval_add(&intervals->interval, interval);
    intervals->calls += calls;
    if (intervals->count == INTERVALS_MOST)
        return;
    intervals->per_call[intervals->count] = interval->seconds / (double)calls;
    intervals->whole_per_call[intervals->count] = interval->whole_seconds / (double)calls;
    for (size_t what = 0; what < BENCH_COUNTS; what++)
        intervals->counted_per_call[what][intervals->count] =
            interval->counted[what] / (double)calls;
    intervals->count++;
}

void intervals_close(struct intervals *intervals) {
    qsort(intervals->per_call, intervals->count, sizeof *intervals->per_call, ascending_reals);
    qsort(intervals->whole_per_call, intervals->count, sizeof *intervals->whole_per_call,
          ascending_reals);
}

double intervals_mean(const struct intervals *intervals) {
    return intervals->interval.seconds / (double)intervals->calls;
}

/* The trimmed mean of the COUNT numbers SORTED, or MEAN if they are few. */
static double typical(const double *sorted, size_t count, double mean) {
    size_t trimmed = count / 5;
    double sum = 0;
    if (count < INTERVALS_FEW)
        return mean;
    for (size_t i = trimmed; i < count - trimmed; i++)
        sum += sorted[i];
    return sum / (double)(count - 2 * trimmed);
}

double intervals_typical(const struct intervals *intervals) {
    return typical(intervals->per_call, intervals->count, intervals_mean(intervals));
}

double intervals_typical_whole(const struct intervals *intervals) {
    double mean = intervals->interval.whole_seconds / (double)intervals->calls;
    return typical(intervals->whole_per_call, intervals->count, mean);
}

int64_t intervals_slow(const struct intervals *intervals) {
    size_t count = intervals->count, slow = 0;
    double limit = count ? 1.25 * intervals->per_call[count / 2] : INFINITY;
    while (slow < count && intervals->per_call[count - 1 - slow] > limit)
        slow++;
    return (int64_t)slow;
}

/* --- evict --- */

enum { LINE = 64, LAST_SWEEP = 32 << 20 };

int evict_prepare(struct sweep *eviction, size_t bytes, struct err *err) {
    if (bytes <= eviction->bytes)
        return 0;
    struct stat file;
    if (fstat(eviction->file, &file) != 0 || (size_t)file.st_size < eviction->offset ||
        (size_t)file.st_size - eviction->offset < bytes)
        return err_set(err, ERR_FAILED, "there are no %zu bytes to sweep the caches with", bytes);
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                        eviction->file, (off_t)eviction->offset);
    if (memory == MAP_FAILED)
        return err_set(err, ERR_FAILED, "cannot get %zu bytes to sweep the caches with: %s", bytes,
                       strerror(errno));
    if (eviction->memory)
        munmap(eviction->memory, eviction->bytes);
    eviction->memory = memory;
    eviction->bytes = bytes;
    return 0;
}

void evict_sweep(const struct sweep *eviction, size_t most) {
    volatile char *memory = eviction->memory;
    size_t bytes = eviction->bytes < most ? eviction->bytes : most;
    for (size_t i = 0; i < bytes; i += LINE)
        memory[i] = (char)(memory[i] + 1);
}

/* --- timing --- */

static int64_t at_most(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t timing_span(const struct workspace *workspace, int64_t calls, double call_seconds,
                    double shortest) {
    int64_t most = workspace_warm_copies(workspace);
    double seconds = most < INT64_MAX ? 2 * shortest : fmax(INTERVALS_SECONDS, 1.5 * shortest);
    double wanted = ceil(seconds / fmax(call_seconds, 1e-12));
    int64_t span = wanted < (double)calls ? (int64_t)fmax(wanted, 1) : calls;
    return at_most(span, most);
}

static int64_t nanoseconds(void) {
    return clock_now().nanoseconds;
}

/* Without the processor time. What is shifted is given back at the end, so that this must not
 * become part of a loop. */
__attribute__((noinline)) static struct interval time_calls(struct workspace *workspace,
                                                            int64_t calls) {
    struct report *report = &workspace->report;
    struct interval interval = {0};
    double counted[BENCH_COUNTS];
    volatile char *shift = alloca(1 + workspace_stack_shift(workspace, __builtin_frame_address(0)));
    shift[0] = 0;
    memcpy(counted, report->counted, sizeof counted);
    report_begin_interval(report, nanoseconds);
    struct instant began = clock_now();
    workspace->action->calculate(&workspace->bench, calls);
    struct instant ended = clock_now();
    interval.whole_seconds = clock_seconds(began, ended);
    interval.whole_seconds -= fmin(workspace->clock_cost, interval.whole_seconds / 2);
    interval.seconds = report_seconds(report, &interval.whole_seconds);
    report_end_interval(report);
    interval.is_of_device = report->is_of_device;
    for (size_t what = 0; what < BENCH_COUNTS; what++)
        interval.counted[what] = report->counted[what] - counted[what];
    return interval;
}

/* The processor time is read outside the timed part, because that takes longer than the clock; not
 * at all if the calls are SHORT beside it, which then is NaN. */
static struct interval time_interval(struct workspace *workspace, int64_t calls, int is_short) {
    double cpu_began = is_short ? NAN : watch_cpu_seconds();
    perf_events_start();
    struct interval interval = time_calls(workspace, calls);
    perf_events_stop();
    interval.cpu_seconds = (is_short ? NAN : watch_cpu_seconds()) - cpu_began;
    return interval;
}

static int has_failed(const struct workspace *workspace) {
    return workspace->report.failure[0] != '\0';
}

struct interval timing_calls(struct workspace *workspace, int64_t calls, int64_t span,
                             struct intervals *intervals) {
    const double short_interval = 10e-6;
    int64_t count = calls / span + (calls % span != 0);
    struct interval sum = {0};
    for (int64_t i = 0; i < count && !has_failed(workspace); i++) {
        int64_t some = calls / count + (i < calls % count);
        struct instant began = clock_now();
        workspace_renew(workspace, some);
        struct instant renewed = clock_now();
        struct interval interval =
            time_interval(workspace, some, sum.whole_seconds < (double)i * short_interval);
        interval.renew_seconds = clock_seconds(began, renewed);
        interval_add(&sum, &interval);
        if (intervals)
            intervals_add(intervals, &interval, some);
    }
    return sum;
}

struct wire_seconds timing_estimate(struct workspace *workspace, double shortest) {
    enum { MOST_SPANS = 64 };
    int64_t span = workspace_warm_copies(workspace), calls = 1;
    int64_t most = span < INT64_MAX / MOST_SPANS ? MOST_SPANS * span : INT64_MAX;
    struct interval interval = timing_calls(workspace, calls, calls, NULL);
    while (interval_to_plan(&interval) < shortest && calls <= most / 2 && !has_failed(workspace)) {
        calls *= 2;
        interval = timing_calls(workspace, calls, at_most(calls, span), NULL);
    }
    return (struct wire_seconds){.seconds = interval_to_plan(&interval) / (double)calls,
                                 .timed = interval.seconds / (double)calls,
                                 .whole = interval.whole_seconds / (double)calls};
}

/* The system is asked within the sweep: a call right after that took 40 % longer in a virtual
 * machine, where each way back from the system empties the table of pages. */
void timing_cold_calls(struct workspace *workspace, int64_t calls, const struct sweep *eviction,
                       struct intervals *intervals, struct watch *watch) {
    for (int64_t c = 0; c < calls && !has_failed(workspace); c++) {
        workspace_renew(workspace, 1);
        evict_sweep(eviction, SIZE_MAX);
        struct watch before = watch_count();
        evict_sweep(eviction, LAST_SWEEP);
        struct interval interval = time_interval(workspace, 1, 0);
        intervals_add(intervals, &interval, 1);
        watch_add_since(watch, &before);
    }
}

void timing_single_calls(struct workspace *workspace, int64_t calls, struct intervals *intervals) {
    double cpu_began = watch_cpu_seconds();
    struct instant began = clock_now();
    perf_events_start();
    for (int64_t c = 0; c < calls && !has_failed(workspace); c++) {
        workspace_renew(workspace, 1);
        struct interval interval = time_calls(workspace, 1);
        intervals_add(intervals, &interval, 1);
    }
    perf_events_stop();
    double cpu = watch_cpu_seconds() - cpu_began, elapsed = clock_seconds(began, clock_now());
    if (!workspace->report.has_ranks) /* these tell their calls' alone */
        cpu *= workspace_renews(workspace) ? NAN : intervals->interval.whole_seconds / elapsed;
    intervals->interval.cpu_seconds = cpu;
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
        if (workspace->report.is_manual) /* CALL_SECONDS are those of a part */
            expected = interval.whole_seconds;
        before = seconds;
        least = fmin(least, seconds);
    }
    return warm_up;
}
