/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/timing/watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/clock.h"

static int read_text(const char *path, char *text, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, size - 1);
    if (fd >= 0)
        close(fd);
    text[length > 0 ? length : 0] = '\0';
    return length > 0 ? 0 : -1;
}

/* --- the watched process --- */

static pid_t watched; /* 0: this one */

void watch_process(pid_t pid) {
    watched = pid;
}

static const struct watch_figures *elsewhere; /* NULL: nothing happens elsewhere */

void watch_figures(const struct watch_figures *figures) {
    elsewhere = figures;
}

double watch_cpu_seconds(void) {
    clockid_t clock = CLOCK_PROCESS_CPUTIME_ID;
    struct timespec spent;
    if (elsewhere)
        return elsewhere->cpu_seconds;
    if (watched && clock_getcpuclockid(watched, &clock) != 0)
        return NAN;
    if (clock_gettime(clock, &spent) != 0)
        return NAN;
    return (double)spent.tv_sec + 1e-9 * (double)spent.tv_nsec;
}

/* Writes "/proc/self/task", or that of the watched process. */
static void name_tasks(char *path, size_t size) {
    if (watched)
        snprintf(path, size, "/proc/%ld/task", (long)watched);
    else
        snprintf(path, size, "/proc/self/task");
}

/* The second number is the nanoseconds spent waiting on a run queue: Linux,
 * Documentation/scheduler/sched-stats.rst. */
static double run_delay_of(const char *tasks, const char *task) {
    char path[400], text[128];
    unsigned long long waited;
    snprintf(path, sizeof path, "%s/%s/schedstat", tasks, task);
    if (read_text(path, text, sizeof text) || sscanf(text, "%*u %llu", &waited) != 1)
        return NAN;
    return 1e-9 * (double)waited;
}

/* Only a child's are asked for here: getrusage(2) knows our own. */
static int64_t preemptions_of(const char *tasks, const char *task) {
    static const char name[] = "nonvoluntary_ctxt_switches:";
    char path[400], text[8192];
    snprintf(path, sizeof path, "%s/%s/status", tasks, task);
    const char *line = read_text(path, text, sizeof text) ? NULL : strstr(text, name);
    return line ? strtoll(line + sizeof name - 1, NULL, 10) : 0;
}

static int64_t preemptions(void) {
    char path[64];
    struct rusage usage;
    if (elsewhere)
        return elsewhere->preemptions;
    if (!watched) {
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_nivcsw;
    }
    name_tasks(path, sizeof path);
    DIR *tasks = opendir(path);
    int64_t sum = 0;
    for (struct dirent *task; tasks && (task = readdir(tasks));)
        if (task->d_name[0] != '.')
            sum += preemptions_of(path, task->d_name);
    if (tasks)
        closedir(tasks);
    return sum;
}

static double run_delay(void) {
    char path[64];
    if (elsewhere)
        return elsewhere->run_delay;
    name_tasks(path, sizeof path);
    DIR *tasks = opendir(path);
    double sum = tasks ? 0 : NAN;
    for (struct dirent *task; tasks && (task = readdir(tasks));)
        if (task->d_name[0] != '.')
            sum += run_delay_of(path, task->d_name);
    if (tasks)
        closedir(tasks);
    return sum;
}

/* "cpu1 user nice system idle iowait irq softirq steal ...": proc(5) */
double watch_steal_ticks(const char *stat, const cpu_set_t *set, size_t bytes) {
    int missing = CPU_COUNT_S(bytes, set);
    unsigned long long sum = 0, ticks;
    for (const char *line = stat; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "cpu", 3) != 0)
            break;
        unsigned long cpu = strtoul(line + 3, NULL, 10);
        if (line[3] == ' ' || !CPU_ISSET_S(cpu, bytes, set))
            continue;
        if (sscanf(line, "%*s %*u %*u %*u %*u %*u %*u %*u %llu", &ticks) != 1)
            return NAN;
        sum += ticks;
        missing--;
    }
    return missing ? NAN : (double)sum;
}

static double steal(void) {
    static char text[1 << 16];
    cpu_set_t set[8]; /* 8192 CPUs */
    if (sched_getaffinity(0, sizeof set, set) != 0 || read_text("/proc/stat", text, sizeof text))
        return NAN;
    return watch_steal_ticks(text, set, sizeof set) / (double)sysconf(_SC_CLK_TCK);
}

/* Uses the generator of random.h. */
static double spin_once(void) {
    enum { STEPS = 2048 };
    uint64_t x = 1;
    struct instant begin = clock_now();
    for (int i = 0; i < STEPS; i++) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        __asm__ volatile("" : "+r"(x)); /* prevents merging steps */
    }
    return clock_seconds(begin, clock_now());
}

double watch_spin(void) {
    double first = spin_once();
    return fmin(first, spin_once());
}

/* Reading what the hypervisor took is slow, and whoever reads may wait for a CPU meanwhile. So the
 * wait is read last before a batch, and first after it. */
struct watch watch_count(void) {
    struct watch before = {.spin = NAN};
    before.steal = steal();
    before.preemptions = preemptions();
    before.run_delay = run_delay();
    return before;
}

void watch_add_since(struct watch *sum, const struct watch *begin) {
    sum->run_delay += run_delay() - begin->run_delay;
    sum->preemptions += preemptions() - begin->preemptions;
    sum->steal += steal() - begin->steal;
}

struct watch watch_begin(void) {
    double spin = watch_spin();
    struct watch begin = watch_count();
    begin.spin = spin;
    return begin;
}

struct watch watch_end(const struct watch *begin) {
    struct watch sum = {0};
    watch_add_since(&sum, begin);
    sum.spin = fmax(begin->spin, watch_spin());
    return sum;
}
