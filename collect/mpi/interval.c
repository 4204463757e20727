/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/interval.h"

#include <math.h>
#include <time.h>

#include "collect/harness/clock.h"
#include "collect/mpi/collective.h"
#include "collect/mpi/global_clock.h"

static double cpu_seconds(void) {
    struct timespec spent;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + 1e-9 * (double)spent.tv_nsec;
}

static int64_t nanoseconds(void) {
    return clock_now().nanoseconds;
}

void interval_time(struct workspace *workspace, int64_t calls, struct interval_times *times) {
    struct report *report = &workspace->report;
    int is_comparable = global_clock_is_one();
    workspace_renew(workspace, calls);
    report_begin_interval(report, nanoseconds);
    collective_barrier();
    double cpu_began = cpu_seconds();
    struct instant began = clock_now();
    workspace->action->calculate(&workspace->bench, calls);
    struct instant ended = clock_now();
    double cpu_ended = cpu_seconds();
    report_end_interval(report);
    double seconds = report->is_manual ? report->seconds : clock_seconds(began, ended);
    double latest[] = {seconds, (double)began.nanoseconds};
    double earliest[] = {seconds, (double)began.nanoseconds};
    collective_largest(latest, 2);
    collective_smallest(earliest, 2);
    *times = (struct interval_times){.slowest = latest[0],
                                     .fastest = earliest[0],
                                     .skew = is_comparable ? 1e-9 * (latest[1] - earliest[1]) : NAN,
                                     .cpu_seconds = cpu_ended - cpu_began,
                                     .whole = latest[0],
                                     .clock_error = NAN};
}
