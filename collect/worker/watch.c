/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/watch.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* The second number is the nanoseconds spent waiting on a run queue: Linux,
 * Documentation/scheduler/sched-stats.rst. */
static double run_delay(void) {
    char text[128];
    int fd = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    if (length <= 0)
        return NAN;
    text[length] = '\0';
    unsigned long long waited;
    return sscanf(text, "%*u %llu", &waited) == 1 ? 1e-9 * (double)waited : NAN;
}

struct watch watch_now(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (struct watch){run_delay(), usage.ru_nivcsw};
}
