/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/timing/perf_events.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    uint32_t type;
    uint64_t config;
    int counts_kernel;
} kinds[PERF_EVENTS] = {
    [PERF_cycles] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0},
    [PERF_instructions] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0},
#ifdef __aarch64__ /* there PERF_COUNT_HW_CACHE_MISSES are those of the first level */
    [PERF_cache_misses] = {PERF_TYPE_HW_CACHE,
                           PERF_COUNT_HW_CACHE_LL | PERF_COUNT_HW_CACHE_OP_READ << 8 |
                               PERF_COUNT_HW_CACHE_RESULT_MISS << 16,
                           0},
#else
    [PERF_cache_misses] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, 0},
#endif
    [PERF_branch_misses] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 0},
    [PERF_page_faults] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0},
    /* The kernel does not count any in the program: it is the one that migrates. */
    [PERF_migrations] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, 1},
};

/* What was counted becomes the reports from REPORT_cycles on. */
#define EVENT(id, unit, about) _Static_assert((int)PERF_##id == REPORT_##id - REPORT_cycles, #id);
#include "formats/model/detail.def"

/* As read(2) gives it for the read_format below. */
struct reading {
    uint64_t count, enabled, running; /* nanoseconds */
};

static int files[PERF_EVENTS]; /* 0: not open; the descriptor 0 is the standard input */
static struct reading before[PERF_EVENTS];

static int open_event(size_t i) {
    struct perf_event_attr attributes = {
        .type = kinds[i].type,
        .size = sizeof attributes,
        .config = kinds[i].config,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .disabled = 1,
        .inherit = 1,
        .exclude_kernel = !kinds[i].counts_kernel,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static int is_any_open(void) {
    for (size_t i = 0; i < PERF_EVENTS; i++)
        if (files[i] > 0)
            return 1;
    return 0;
}

void perf_events_open(int32_t errors[PERF_EVENTS]) {
    for (size_t i = 0; i < PERF_EVENTS; i++) {
        files[i] = open_event(i);
        errors[i] = files[i] < 0 ? errno : 0;
    }
}

void perf_events_start(void) {
    if (is_any_open())
        prctl(PR_TASK_PERF_EVENTS_ENABLE);
}

void perf_events_stop(void) {
    if (is_any_open())
        prctl(PR_TASK_PERF_EVENTS_DISABLE);
}

static struct reading read_event(size_t i) {
    struct reading reading = {0};
    if (files[i] > 0 && read(files[i], &reading, sizeof reading) != sizeof reading)
        reading = (struct reading){0};
    return reading;
}

void perf_events_clear(void) {
    for (size_t i = 0; i < PERF_EVENTS; i++)
        before[i] = read_event(i);
}

void perf_events_read(double counts[PERF_EVENTS]) {
    for (size_t i = 0; i < PERF_EVENTS; i++) {
        struct reading now = read_event(i);
        uint64_t enabled = now.enabled - before[i].enabled;
        int is_whole = enabled > 0 && now.running - before[i].running == enabled;
        counts[i] = files[i] > 0 && is_whole ? (double)(now.count - before[i].count) : NAN;
    }
}
