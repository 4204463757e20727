/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/guardian.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/family.h"
#include "collect/harness/wire.h"

/* Milliseconds in which what a worker began may end after it; a launcher of ranks, in order. */
enum { GRACE = 500 };

static struct {
    pid_t worker;
    int socket;         /* -1: the collector has ended */
    int is_resting;     /* the worker is stopped, by us */
    int has_stopped;    /* others are */
    int has_relatives;  /* the worker was not alone when that was last looked at */
    long latest;        /* as family_latest told then */
    int32_t patience;   /* as in wire_order */
    sigset_t unblocked; /* as we got it */
} own = {.socket = WIRE_GUARDIAN};

/* --- what the worker began --- */

static void say(const struct wire_family *family) {
    ssize_t sent = send(own.socket, family, sizeof *family, MSG_NOSIGNAL);
    (void)sent; /* a collector that has ended need not know */
}

static int is_daemon(const struct relative *child, void *context) {
    (void)context;
    return child->pid != own.worker && child->group != own.worker;
}

static void signal_relative(const struct relative *relative, void *context) {
    if (relative->pid == own.worker)
        return;
    own.has_relatives = 1;
    family_signal(relative, *(int *)context);
}

static void go_on(void) {
    if (own.is_resting)
        kill(-own.worker, SIGCONT);
    if (own.has_stopped)
        family_visit(signal_relative, &(int){SIGCONT});
    own.is_resting = own.has_stopped = 0;
}

/* Where no process was begun on the whole machine, nothing is new. */
static void rest(const struct wire_order *order) {
    struct wire_family family = {.worker = own.worker};
    long latest = family_latest();
    int is_looking = order->stops != WIRE_STOPS_NOBODY &&
                     (own.has_relatives || latest < 0 || latest != own.latest);
    if (order->stops == WIRE_STOPS_ALL) {
        own.is_resting = 1;
        kill(-own.worker, SIGSTOP);
    }
    if (is_looking) {
        own.latest = latest;
        own.has_relatives = 0;
        if (order->ends_daemons)
            family_end(is_daemon, NULL, &family.left);
        family_visit(signal_relative, &(int){SIGSTOP});
        own.has_stopped = own.has_relatives;
    }
    family.stopped = own.is_resting || own.has_stopped;
    say(&family);
}

/* --- the end --- */

/* Ends what the worker left, and ends as it did, with STATUS. */
static _Noreturn void end(int status) {
    struct wire_family family = {.worker = own.worker};
    go_on(); /* so that what was stopped can end by itself */
    if (!family_is_over(own.patience > GRACE ? own.patience : GRACE))
        family_end(NULL, NULL, &family.left);
    say(&family);
    if (WIFSIGNALED(status)) {
        sigset_t none;
        sigemptyset(&none);
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/* Looks how the children are: the worker ends, or stops though it is its turn, as a command may
 * stop its parent; others only have to be waited for. */
static void look_after_children(void) {
    siginfo_t child;
    int status;
    do {
        child.si_pid = 0;
        if (waitid(P_ALL, 0, &child, WEXITED | WSTOPPED | WNOHANG) != 0)
            _exit(1);
        if (child.si_pid != own.worker)
            continue;
        if (child.si_code == CLD_STOPPED) {
            if (!own.is_resting)
                kill(own.worker, SIGCONT);
            continue;
        }
        status = child.si_code == CLD_EXITED ? child.si_status << 8 : child.si_status;
        end(status);
    } while (child.si_pid);
}

static void kill_worker(void) {
    go_on();
    kill(own.worker, SIGKILL);
}

/* The collector has ended. The worker has been told so, too. */
static void be_patient(void) {
    siginfo_t child = {.si_pid = 0};
    go_on();
    for (int i = 0; i < own.patience && !child.si_pid; i++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        waitid(P_PID, (id_t)own.worker, &child, WEXITED | WNOHANG | WNOWAIT);
    }
    kill_worker();
    close(own.socket);
    own.socket = -1;
}

static void obey(void) {
    struct wire_order order;
    ssize_t count = recv(own.socket, &order, sizeof order, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count != sizeof order) {
        be_patient();
        return;
    }
    own.patience = order.patience;
    if (order.wish == WIRE_GO_ON)
        go_on();
    else if (order.wish == WIRE_REST)
        rest(&order);
    else
        kill_worker();
}

/* --- the worker's life --- */

static void wake(int number) {
    (void)number;
}

/* Only while it waits can the end of a child interrupt the guardian, and nothing else can. */
static _Noreturn void watch_over(void) {
    sigset_t all_but_children;
    sigfillset(&all_but_children);
    sigdelset(&all_but_children, SIGCHLD);
    for (;;) {
        struct pollfd orders = {.fd = own.socket, .events = POLLIN};
        look_after_children();
        if (ppoll(&orders, 1, NULL, &all_but_children) > 0)
            obey();
    }
}

void guardian_begin(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &own.unblocked);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    own.worker = fork();
    if (own.worker == 0) {
        setpgid(0, 0);
        close(WIRE_GUARDIAN);
        sigprocmask(SIG_SETMASK, &own.unblocked, NULL);
        return;
    }
    if (own.worker < 0) {
        fprintf(stderr, "cannot fork: %s\n", strerror(errno));
        _exit(127);
    }
    own.latest = own.worker;
    setpgid(own.worker, own.worker); /* the worker does the same; either may be first */
    close(WIRE_SOCKET);
    close(WIRE_ARENA);
    prctl(PR_SET_NAME, "bench-guardian");
    prctl(PR_SET_DUMPABLE, 0); /* it leaves no core, and nobody takes its socket (pidfd_getfd(2)) */
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = wake}, NULL);
    say(&(struct wire_family){.worker = own.worker});
    watch_over();
}
