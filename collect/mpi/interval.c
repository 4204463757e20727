/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/interval.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/mpi/collective.h"

/* A number of this machine since it was started, which a double holds exactly; 0: unknown. */
static double machine_number(void) {
    char text[64] = "";
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    for (ssize_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return length > 0 ? (double)(hash >> 12) : 0;
}

/* Whether all ranks read the same clock: Linux counts CLOCK_MONOTONIC from the start of the
 * machine. */
static int have_one_clock(void) {
    static int is_known, is_one;
    if (is_known)
        return is_one;
    double number = machine_number(), largest = number, smallest = number;
    collective_largest(&largest, 1);
    collective_smallest(&smallest, 1);
    is_known = 1;
    is_one = largest == smallest && number > 0;
    return is_one;
}

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
    int is_comparable = have_one_clock();
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
                                     .cpu_seconds = cpu_ended - cpu_began};
}
