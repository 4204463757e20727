/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/family.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "formats/processes/child.h"

/* Looks at all processes, some milliseconds each, after which what cannot be killed is left. */
enum { MOST_LOOKS = 3000 };

/* --- one process --- */

/* Returns how many bytes of PATH, which the kernel makes, are in TEXT, with a NUL behind them. */
static ssize_t read_text(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? -1 : read(file, text, size - 1);
    if (file >= 0)
        close(file);
    text[count > 0 ? count : 0] = '\0';
    return count;
}

int family_read(pid_t pid, struct relative *relative) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    if (read_text(path, text, sizeof text) <= 0)
        return 0;
    const char *begin = strchr(text, '('), *end = strrchr(text, ')');
    if (!begin || !end ||
        sscanf(end + 1,
               " %c %d %d %d %*d %*d %*d %*d %*d %*d %*d %*d %*d %*d %*d %*d %*d %*d %*d %llu",
               &relative->state, &relative->parent, &relative->group, &relative->session,
               &relative->begin) != 5)
        return 0;
    relative->pid = pid;
    snprintf(relative->name, sizeof relative->name, "%.*s", (int)(end - begin - 1), begin + 1);
    return 1;
}

static const struct relative *this_process(void) {
    static struct relative self;
    if (self.pid != getpid() && !family_read(getpid(), &self))
        return NULL;
    return &self;
}

/* Nobody is older than its forefathers, which most of a machine's processes are. */
static int is_of_family(const struct relative *relative) {
    const struct relative *self = this_process();
    struct relative elder = *relative;
    if (!self)
        return 0;
    while (elder.parent != self->pid)
        if (elder.begin < self->begin || elder.parent <= 1 || !family_read(elder.parent, &elder))
            return 0;
    return elder.begin >= self->begin;
}

void family_signal(const struct relative *relative, int number) {
    struct relative now;
    int process = (int)syscall(SYS_pidfd_open, relative->pid, 0);
    int is_known = process >= 0 || errno != ESRCH; /* there are none before Linux 5.3 */
    if (is_known && family_read(relative->pid, &now) && is_of_family(&now) &&
        now.begin == relative->begin) {
        if (process >= 0)
            syscall(SYS_pidfd_send_signal, process, number, NULL, 0);
        else
            kill(relative->pid, number);
    }
    if (process >= 0)
        close(process);
}

long family_latest(void) {
    char text[128];
    long latest;
    read_text("/proc/loadavg", text, sizeof text);
    return sscanf(text, "%*s %*s %*s %*s %ld", &latest) == 1 ? latest : -1;
}

/* --- elders: processes that are older than this one --- */

/* To read what each process is takes milliseconds, and most are elders, so that those of the last
 * look are skipped for a while. Their numbers ascend, as those of /proc do. */
static struct {
    pid_t *pids;
    size_t count, capacity;
    double seen; /* when the last look began, as in now() */
} elders;

/* Seconds since some fixed moment. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Returns for how many seconds a number surely remains that of the process that had it: the kernel
 * gives out all others before it, and begins fewer processes a second than these. */
static double number_remains(void) {
    static const double most_per_second = 600e3;
    static double remains = -1;
    char text[32];
    if (remains < 0) {
        read_text("/proc/sys/kernel/pid_max", text, sizeof text);
        remains = atof(text) / most_per_second;
    }
    return remains;
}

static void add_elder(pid_t pid) {
    if (elders.count == elders.capacity) {
        size_t capacity = elders.capacity ? 2 * elders.capacity : 256;
        pid_t *pids = reallocarray(elders.pids, capacity, sizeof *pids);
        if (!pids)
            return;
        elders.pids = pids;
        elders.capacity = capacity;
    }
    elders.pids[elders.count++] = pid;
}

/* --- all --- */

static void visit_processes(void (*visit)(const struct relative *relative, void *context),
                            void *context) {
    DIR *directory = opendir("/proc");
    const struct relative *self = this_process();
    struct dirent *entry;
    struct relative relative;
    size_t next = 0, known = elders.count;
    double known_until = elders.seen + number_remains();
    elders.count = 0;
    elders.seen = now();
    while (directory && (entry = readdir(directory))) {
        pid_t pid = (pid_t)atol(entry->d_name);
        while (next < known && elders.pids[next] < pid)
            next++;
        if (next < known && elders.pids[next] == pid && now() < known_until)
            add_elder(pid);
        else if (pid > 0 && family_read(pid, &relative)) {
            if (self && relative.begin < self->begin)
                add_elder(pid);
            visit(&relative, context);
        }
    }
    if (directory)
        closedir(directory);
}

struct visitor {
    void (*visit)(const struct relative *relative, void *context);
    void *context;
    int is_any;
};

static void visit_relative(const struct relative *relative, void *context) {
    struct visitor *visitor = context;
    if (relative->state == 'Z' || !is_of_family(relative))
        return;
    visitor->is_any = 1;
    visitor->visit(relative, visitor->context);
}

int family_visit(void (*visit)(const struct relative *relative, void *context), void *context) {
    struct visitor visitor = {visit, context, 0};
    visit_processes(visit_relative, &visitor);
    return visitor.is_any;
}

/* --- the end --- */

struct ending {
    int (*ends)(const struct relative *child, void *context);
    void *context;
    struct wire_left *left;
    int is_any;
};

struct counted {
    pid_t pid;
    unsigned long long begin;
};

static int by_pid(const void *a, const void *b) {
    const struct counted *one = a, *other = b;
    return (one->pid > other->pid) - (one->pid < other->pid);
}

/* Whether RELATIVE is not counted yet, and is from now on. Numbers come round again, so that it is
 * known by when it began, too. */
static int is_new(const struct relative *relative) {
    static void *all;
    static struct counted *next;
    if (!next)
        next = malloc(sizeof *next);
    if (!next)
        return 1;
    *next = (struct counted){.pid = relative->pid};
    struct counted **found = tsearch(next, &all, by_pid);
    if (!found)
        return 1;
    struct counted *counted = *found;
    if (counted == next)
        next = NULL;
    int was_counted = counted->begin == relative->begin;
    counted->begin = relative->begin;
    return !was_counted;
}

/* One that is dead is waited for; one that was killed may take a while to die. Only a child can be
 * waited for: the number of a thread, or of a process of somebody else, is none. */
static void end_child(const struct relative *relative, void *context) {
    struct ending *ending = context;
    if (relative->parent != getpid() || (ending->ends && !ending->ends(relative, ending->context)))
        return;
    pid_t ended = waitpid(relative->pid, NULL, WNOHANG);
    ending->is_any |= ended >= 0; /* a dead one may have left another */
    if (ended != 0)
        return;
    kill(relative->pid, SIGKILL);
    if (!is_new(relative))
        return;
    ending->left->count++;
    memcpy(ending->left->name, relative->name, sizeof ending->left->name);
}

/* One that forks and ends, again and again, is gone before a list of all has been read. */
static void chase_latest(struct ending *ending) {
    enum { TIMES = 100 };
    struct relative relative;
    for (int i = 0; i < TIMES; i++)
        if (family_read((pid_t)family_latest(), &relative))
            end_child(&relative, ending);
}

static void sleep_a_millisecond(void) {
    clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, 1000000}, NULL);
}

void family_end(int (*ends)(const struct relative *child, void *context), void *context,
                struct wire_left *left) {
    struct ending ending = {ends, context, left, 1};
    for (int i = 0; ending.is_any && i < MOST_LOOKS; i++) {
        ending.is_any = 0;
        visit_processes(end_child, &ending);
        if (!ends)
            ending.is_any = !family_is_over(0);
        if (ending.is_any)
            chase_latest(&ending);
    }
}

static int is_lost(const struct relative *child, void *context) {
    return !child_is_own(child->pid) && child->begin >= *(unsigned long long *)context;
}

void family_end_lost(unsigned long long begin, struct wire_left *left) {
    family_end(is_lost, &begin, left);
}

int family_is_over(int milliseconds) {
    for (;; milliseconds--) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
            continue;
        if (ended < 0)
            return 1;
        if (milliseconds <= 0)
            return 0;
        sleep_a_millisecond();
    }
}
