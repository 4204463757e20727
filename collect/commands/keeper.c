/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/commands/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/family.h"
#include "formats/processes/child.h"

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Twice as long each time. */
static void pause_for(long *nanoseconds) {
    const long longest = 20 * 1000 * 1000;
    nanosleep(&(struct timespec){0, *nanoseconds}, NULL);
    *nanoseconds = *nanoseconds < longest ? 2 * *nanoseconds : longest;
}

/* --- in the keeper --- */

static volatile sig_atomic_t is_asked; /* to end it all */

static void hear(int number) {
    (void)number;
    is_asked = 1;
}

/* Ends all processes of PID's group: those that obey SIGTERM in good order. */
static void end_group(pid_t pid) {
    siginfo_t ended = {.si_pid = 0};
    kill(-pid, SIGTERM);
    for (int i = 0; i < 30 && !ended.si_pid; i++) {
        waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT);
        nanosleep(&(struct timespec){0, 10 * 1000 * 1000}, NULL);
    }
    kill(-pid, SIGKILL);
}

/* Waits for PID, and ends it if it has to be. */
static void wait_within(pid_t pid, double seconds, struct kept *kept) {
    double until = now() + seconds;
    long step = 1000 * 1000;
    while (waitpid(pid, &kept->status, WNOHANG) == 0) {
        if (is_asked || now() > until) {
            kept->code = is_asked ? ERR_INTERRUPTED : ERR_FAILED;
            end_group(pid);
            while (waitpid(pid, &kept->status, 0) < 0 && errno == EINTR)
                continue;
            return;
        }
        pause_for(&step);
    }
}

/* Nothing can ask for the end before UNBLOCKED. */
static _Noreturn void keep(char *const *words, int printed, double seconds, pid_t parent,
                           const sigset_t *unblocked, int report) {
    enum { GRACE = 20 }; /* milliseconds: what ends so soon after it is not left running */
    struct kept kept = {0};
    pid_t pid;
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = hear}, NULL);
    sigprocmask(SIG_SETMASK, unblocked, NULL);
    setpgid(0, 0); /* the terminal's Ctrl-C is for the collector only */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    is_asked |= getppid() != parent;
    kept.failure = child_start_group(&pid, words, environ, -1, printed, printed);
    if (!kept.failure)
        wait_within(pid, seconds, &kept);
    if (!family_is_over(GRACE))
        family_end(NULL, NULL, &kept.left);
    ssize_t written = write(report, &kept, sizeof kept);
    _exit(written != sizeof kept);
}

/* --- in the collector --- */

/* Waits for KEEPER, which something may stop, at most SECONDS after it has to end. */
static void wait_for(pid_t keeper, double seconds, const volatile sig_atomic_t *stop) {
    const double patience = 60;
    double until = now() + seconds + patience;
    int is_told = 0;
    long step = 1000 * 1000;
    while (child_wait(keeper, NULL, WNOHANG) == 0) {
        siginfo_t stopped = {.si_pid = 0};
        if (stop && *stop && !is_told) {
            until = now() + patience;
            is_told = kill(keeper, SIGTERM) == 0;
        }
        if (now() > until)
            kill(keeper, SIGKILL);
        waitid(P_PID, (id_t)keeper, &stopped, WSTOPPED | WNOHANG);
        if (stopped.si_pid)
            kill(keeper, SIGCONT);
        pause_for(&step);
    }
}

struct kept keeper_run(char *const *words, int printed, double seconds,
                       const volatile sig_atomic_t *stop) {
    struct kept kept = {0};
    struct relative keeper = {0};
    int report[2];
    sigset_t ending = ending_signals_set(ENDING_SIGNALS), unblocked;
    pid_t parent = getpid();
    if (pipe2(report, O_CLOEXEC) != 0)
        return (struct kept){.failure = errno};
    sigprocmask(SIG_BLOCK, &ending, &unblocked);
    pid_t pid = child_fork();
    if (pid == 0)
        keep(words, printed, seconds, parent, &unblocked, report[1]);
    kept.failure = pid < 0 ? errno : 0;
    sigprocmask(SIG_SETMASK, &unblocked, NULL);
    close(report[1]);
    if (pid > 0) {
        family_read(pid, &keeper);
        wait_for(pid, seconds, stop);
        if (read(report[0], &kept, sizeof kept) != sizeof kept) {
            kept = (struct kept){.is_lost = 1};
            family_end_lost(keeper.begin, &kept.left);
        }
    }
    close(report[0]);
    int is_stopped = stop && *stop; /* a batch system asks the command, too */
    if (!kept.code && kept.status && is_stopped)
        kept.code = ERR_INTERRUPTED;
    return kept;
}
