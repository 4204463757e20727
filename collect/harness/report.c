/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Arrays are found by numbers, which tells that the lines are in this order. */
#define REPORT(source, id, unit, about)                                                            \
    _Static_assert((int)DETAIL_##id == (int)DETAIL_whole_seconds + REPORT_##id, #id);
#include "formats/model/detail.def"
#define CALL(id, unit, about) _Static_assert((int)CALL_##id == (int)REPORT_##id, #id);
#include "formats/model/detail.def"

void reported_clear(union reported *reported) {
    for (size_t i = 0; i < REPORTS; i++)
        reported->all[i] = NAN;
}

void report_clear_counts(struct report *report) {
    memset(report->counted, 0, sizeof report->counted);
    memset(report->has_counted, 0, sizeof report->has_counted);
    report->ranks = (struct report_ranks){.skew = NAN, .clock_error = NAN};
}

void report_clear(struct report *report) {
    report_clear_counts(report);
    report->wrong[0] = '\0';
    report->failure[0] = '\0';
    report->has_failed = report->is_on_device = 0;
    report->fate = CELL_OK;
}

void report_begin_interval(struct report *report, report_clock *clock) {
    report->seconds = report->rank_seconds = report->rank_whole = 0;
    report->is_in_region = report->is_on_device = 0;
    report->clock = clock;
    report->began = clock ? clock() : 0;
}

/* A device's seconds are those of its own clock. Others may tick in microseconds, and be steered
 * apart by half a thousandth (adjtimex(2)). */
static void check_seconds(struct report *report) {
    const double tick = 2e-6, drift = 1e-3;
    char why[sizeof report->failure];
    if (!report->clock || !report->is_manual || report->is_of_device)
        return;
    double passed = 1e-9 * (double)(report->clock() - report->began);
    if (report->seconds <= passed * (1 + drift) + tick)
        return;
    snprintf(why, sizeof why, "the seconds it set are %.3g, but its calls took only %.3g",
             report->seconds, passed);
    report_give_up(report, why);
}

void report_end_interval(struct report *report) {
    if (report->is_in_region)
        report_give_up(report, "a region that was begun did not end");
    if (report->is_on_device)
        report_give_up(report, "it began to time a device and did not end");
    check_seconds(report);
    report->clock = NULL;
}

double report_seconds(const struct report *report, double *whole) {
    if (report->has_ranks)
        *whole = report->rank_whole;
    return report->is_manual ? report->seconds : report->has_ranks ? report->rank_seconds : *whole;
}

int report_status(const struct report *report, struct err *err) {
    if (!report->failure[0])
        return 0;
    return err_set(err, ERR_FAILED, "%s%s", report->fate == CELL_OK ? "gave up: " : "",
                   report->failure);
}

void report_set_seconds(struct report *report, double seconds) {
    if (!(seconds >= 0 && seconds < INFINITY)) {
        report_give_up(report, "the seconds it set are no time");
        return;
    }
    report->is_manual = 1;
    report->seconds += seconds;
}

void report_set_device_seconds(struct report *report, double seconds) {
    report->is_of_device = 1;
    report_set_seconds(report, seconds);
}

/* Outside the timing, in initialize for example, regions have no effect. */
void report_begin_region(struct report *report) {
    if (!report->clock)
        return;
    if (report->is_in_region)
        report_give_up(report, "a region began within another");
    report->is_in_region = 1;
    report->region_began = report->clock();
}

void report_end_region(struct report *report) {
    if (!report->clock)
        return;
    int64_t now = report->clock();
    if (!report->is_in_region)
        report_give_up(report, "a region ended that had not begun");
    else
        report_set_seconds(report, 1e-9 * (double)(now - report->region_began));
    report->is_in_region = 0;
}

void report_count(struct report *report, enum bench_count what, double number) {
    if ((unsigned)what >= BENCH_COUNTS || !(number >= 0 && number < INFINITY)) {
        report_give_up(report, "what it counted is not a number of anything");
        return;
    }
    report->has_counted[what] = 1;
    report->counted[what] += number;
}

void report_wrong(struct report *report, const char *why) {
    if (!report->wrong[0])
        snprintf(report->wrong, sizeof report->wrong, "%s", why && why[0] ? why : "wrong");
}

void report_give_up(struct report *report, const char *why) {
    report_fail(report, CELL_OK, why && why[0] ? why : "without a reason");
}

void report_fail(struct report *report, enum cell_status fate, const char *why) {
    if (__atomic_exchange_n(&report->has_failed, 1, __ATOMIC_ACQ_REL))
        return;
    snprintf(report->failure, sizeof report->failure, "%s", why);
    for (char *c = report->failure; *c; c++) /* it is one line, whatever a compiler said */
        *c = *c == '\n' || *c == '\t' ? ' ' : *c;
    report->fate = fate;
}

void report_add_ranks(struct report *report, const struct report_ranks *ranks) {
    struct report_ranks *sum = &report->ranks;
    report->has_ranks = 1;
    report->rank_seconds += ranks->slowest;
    report->rank_whole += ranks->whole;
    sum->slowest += ranks->slowest;
    sum->fastest += ranks->fastest;
    sum->skew = fmax(sum->skew, ranks->skew);
    sum->whole += ranks->whole;
    sum->clock_error = fmax(sum->clock_error, ranks->clock_error);
    sum->late_calls += ranks->late_calls;
}
