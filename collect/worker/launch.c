/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/harness/family.h"
#include "collect/harness/wire.h"
#include "formats/processes/child.h"

/* In milliseconds: a program that is asked to end gets this time for it; what ends so soon after
 * its program does not count as left running. */
enum { PATIENCE = 300, GRACE = 20 };

/* Bytes of a pipe, as many as everybody may have. */
enum { PIPE_BYTES = 1 << 20 };

static int nothing = -1;      /* /dev/null */
static int cannot_splice = 0; /* as in some sandboxes */
static int schedstat = -1;    /* our own */

void launch_prepare(void) {
    nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    schedstat = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, 0); /* there is something to end first: see watch */
    fcntl(WIRE_SOCKET, F_SETFD, FD_CLOEXEC);
    fcntl(WIRE_ARENA, F_SETFD, FD_CLOEXEC);
}

/* --- starting --- */

void launch_restore_defaults(void) {
    struct rlimit size;
    signal(SIGXFSZ, SIG_DFL);
    for (int i = 0; i < ENDING_SIGNALS; i++)
        signal(ending_signals[i], SIG_DFL);
    if (getrlimit(RLIMIT_FSIZE, &size) == 0) {
        size.rlim_cur = size.rlim_max;
        setrlimit(RLIMIT_FSIZE, &size);
    }
}

/* Sets *REASON, in memory that both share until the program begins, if it cannot begin. */
static __attribute__((noinline)) pid_t start(const struct launch *launch, volatile int *reason) {
    pid_t pid = vfork();
    if (pid)
        return pid;
    setsid();
    if (launch->cpus)
        sched_setaffinity(0, sizeof *launch->cpus, launch->cpus);
    launch_restore_defaults();
    for (int i = 0; i < 3; i++)
        if (dup2(launch->descriptors[i], i) < 0)
            break;
    execv(launch->path, launch->arguments);
    *reason = errno;
    _exit(127);
}

/* --- ending --- */

static void kill_session(pid_t pid, int number) {
    kill(-pid, number);
    kill(pid, number); /* before it has a group of its own */
}

static int wait_for(int descriptor, int milliseconds) {
    struct pollfd end = {.fd = descriptor, .events = POLLIN};
    return poll(&end, 1, milliseconds) > 0;
}

/* What may go on: processes, and sessions with all that they start. */
enum { MOST_KEPT = 4096 };
static pid_t kept[MOST_KEPT];
static size_t kept_count;

static void keep(pid_t id) {
    if (kept_count < MOST_KEPT)
        kept[kept_count++] = id;
}

static int is_kept(const struct relative *child) {
    for (size_t i = 0; i < kept_count; i++)
        if (kept[i] == child->pid || kept[i] == child->session)
            return 1;
    return 0;
}

/* What programs leave, and these, become our children: it came to us when its parent ended. */
static int may_not_go_on(const struct relative *child, void *context) {
    (void)context;
    return child->parent == getpid() && !is_kept(child);
}

static void keep_child(const struct relative *child, void *context) {
    if (!may_not_go_on(child, NULL))
        return;
    *(int *)context = 1;
    keep(child->pid);
    keep(child->session); /* it may have begun one, and its child go on there */
}

static void ask_to_end(const struct relative *child, void *context) {
    (void)context;
    if (child->parent == getpid())
        kill(child->pid, SIGTERM);
}

static void find(const struct relative *child, void *context) {
    *(int *)context |= may_not_go_on(child, NULL);
}

static void sleep_a_millisecond(void) {
    clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, 1000000}, NULL);
}

/* Waits until our children that may not go on have ended, at most some MILLISECONDS. Returns
 * whether they have. */
static int wait_for_children(int milliseconds) {
    for (;; milliseconds--) {
        int is_any = !kept_count;
        if (kept_count)
            family_visit(find, &is_any);
        if (family_is_over(0) || !is_any)
            return 1;
        if (milliseconds <= 0)
            return 0;
        sleep_a_millisecond();
    }
}

void launch_end_kept(void) {
    struct wire_left left = {0};
    if (!kept_count)
        return;
    kept_count = 0;
    family_visit(ask_to_end, NULL);
    if (!family_is_over(PATIENCE))
        family_end(NULL, NULL, &left);
}

/* --- watching --- */

enum { PROCESS, SOCKET, READERS, WATCHED = READERS + LAUNCH_READERS };

/* Whether what comes is thrown away where it is. */
static int is_dropped(const struct launch_reader *reader) {
    return !reader->take && !cannot_splice;
}

/* Takes what is in the pipe, which does not wait. Returns how many bytes; 0: none, or the last have
 * been taken, and nothing is watched any more. */
static size_t take_output(const struct launch_reader *reader, struct pollfd *watched) {
    static char bytes[65536];
    ssize_t count = -1;
    if (is_dropped(reader)) {
        count = splice(watched->fd, NULL, nothing, NULL, INT_MAX, 0);
        cannot_splice = count < 0 && errno == EINVAL;
    }
    if (!is_dropped(reader))
        count = read(watched->fd, bytes, sizeof bytes);
    if (count > 0 && reader->take)
        reader->take(reader->context, bytes, (size_t)count);
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
        watched->fd = -1;
    return count > 0 ? (size_t)count : 0;
}

/* How long pipes are left alone of which the fullest had a part PART of what it holds after QUIET
 * seconds: until it is half full, so that its writer has nobody to wake and nothing to wait for. 0:
 * they are watched, as nothing came, or too much. */
static double next_quiet(double quiet, double part) {
    const double first = 1e-4, longest = 1e-3;
    if (!(part > 0 && part < 1))
        return 0;
    return quiet > 0 ? fmin(quiet * 0.5 / part, longest) : first;
}

/* Takes what all pipes have in which something was found. Returns next_quiet's PART. */
static double take_outputs(const struct launch *launch, struct pollfd *watched,
                           struct launched *launched) {
    double part = 0;
    for (int i = 0; i < LAUNCH_READERS; i++) {
        int room = fcntl(watched[i].fd, F_GETPIPE_SZ);
        size_t count = watched[i].revents ? take_output(&launch->readers[i], &watched[i]) : 0;
        launched->printed[i] += count;
        if (is_dropped(&launch->readers[i]))
            part = fmax(part, (double)count / room);
    }
    return part;
}

/* Seconds for which we have waited for a CPU so far; NaN: unknown. */
static double run_delay(void) {
    char text[128];
    unsigned long long waited;
    ssize_t count = pread(schedstat, text, sizeof text - 1, 0);
    text[count > 0 ? count : 0] = '\0';
    return sscanf(text, "%*u %llu", &waited) == 1 ? 1e-9 * (double)waited : NAN;
}

/* Waits for the COUNT WATCHED until END, but for no more than MOST seconds. */
static int wait_until(struct pollfd *watched, nfds_t count, double end, double most) {
    double left = fmin(fmax(end - wall_clock_now(), 0), most);
    struct timespec time = {(time_t)left, (long)(1e9 * (left - floor(left)))};
    return ppoll(watched, count, &time, NULL);
}

/* Waits until the program ends by itself, passes its limit or is abandoned. */
static enum launch_end watch(const struct launch *launch, int process, double delay_before,
                             struct launched *launched) {
    double end = launch->limit > 0 ? wall_clock_now() + launch->limit : INFINITY;
    struct pollfd watched[WATCHED] = {[PROCESS] = {.fd = process, .events = POLLIN},
                                      [SOCKET] = {.fd = launch->socket, .events = POLLRDHUP}};
    double quiet = 0;
    for (int i = 0; i < LAUNCH_READERS; i++)
        watched[READERS + i] = (struct pollfd){.fd = launch->readers[i].fd, .events = POLLIN};
    for (;;) {
        int found =
            wait_until(watched, quiet > 0 ? READERS : WATCHED, end, quiet > 0 ? quiet : 1e6);
        if (found < 0)
            continue;
        if (watched[SOCKET].revents)
            return LAUNCH_ABANDONED;
        if (watched[PROCESS].revents)
            return LAUNCH_EXITED;
        if (wall_clock_now() >= end)
            return LAUNCH_TIMED_OUT;
        if (quiet > 0)
            poll(watched + READERS, LAUNCH_READERS, 0);
        quiet = next_quiet(quiet, take_outputs(launch, watched + READERS, launched));
        launched->read_delay = run_delay() - delay_before;
    }
}

/* Reads from each pipe once, if something is in it. Returns whether there was anything. */
static int take_part(const struct launch *launch, struct launched *launched) {
    int is_any = 0;
    for (int i = 0; i < LAUNCH_READERS; i++) {
        struct pollfd watched = {.fd = launch->readers[i].fd, .events = POLLIN};
        if (poll(&watched, 1, 0) <= 0)
            continue;
        launched->printed[i] += take_output(&launch->readers[i], &watched);
        is_any |= watched.fd >= 0;
    }
    return is_any;
}

/* Reads what is still in the pipes when the program and all that it started have ended. What may go
 * on could print for ever. */
static void take_rest(const struct launch *launch, struct launched *launched) {
    while (take_part(launch, launched) && !launch->keeps)
        continue;
}

/* As wait_for_children, whose output is read. */
static int wait_for_stragglers(const struct launch *launch, struct launched *launched,
                               int milliseconds) {
    int is_done = wait_for_children(0);
    for (; !is_done && milliseconds > 0; milliseconds--) {
        take_part(launch, launched);
        is_done = wait_for_children(1);
    }
    return is_done;
}

int launch_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
    return 0;
}

int launch_run(const struct launch *launch, struct launched *launched, struct err *err) {
    volatile int reason = 0;
    *launched = (struct launched){0};
    double delay_before = run_delay();
    struct instant began = clock_now();
    pid_t pid = start(launch, &reason);
    if (pid < 0)
        return err_set(err, ERR_FAILED, "cannot start a process: %s", strerror(errno));
    int process = (int)syscall(SYS_pidfd_open, pid, 0);
    if (process < 0) {
        int why = errno;
        kill_session(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        return err_set(err, ERR_FAILED, "cannot watch a process: %s; commands need Linux 5.3",
                       strerror(why));
    }
    launched->end = watch(launch, process, delay_before, launched);
    if (launched->end != LAUNCH_EXITED) {
        kill_session(pid, SIGTERM);
        kill_session(pid, SIGCONT);
        if (!wait_for(process, PATIENCE))
            kill_session(pid, SIGKILL);
    }
    wait4(pid, &launched->status, 0, &launched->usage);
    launched->seconds = clock_seconds(began, clock_now());
    close(process);
    int is_over = launched->end == LAUNCH_EXITED;
    if (is_over && launch->keeps) {
        int is_any = 0;
        family_visit(keep_child, &is_any);
        if (is_any)
            keep(pid);
    } else if (!wait_for_stragglers(launch, launched, is_over ? GRACE : 0)) {
        family_end(kept_count ? may_not_go_on : NULL, NULL, &launched->left);
        launched->end = is_over ? LAUNCH_LEFT_OVER : launched->end;
    }
    take_rest(launch, launched);
    return reason ? err_set(err, ERR_FAILED, "cannot run %s: %s", launch->path, strerror(reason))
                  : 0;
}
