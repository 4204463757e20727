/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/harness/family.h"
#include "collect/harness/wire_check.h"
#include "collect/processes/last_words.h"
#include "collect/processes/variables.h"
#include "formats/processes/child.h"
#include "formats/processes/message.h"

/* --- starting --- */

static int pin(const int *cpus, size_t count) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t i = 0; i < count; i++)
        if (cpus[i] < CPU_SETSIZE)
            CPU_SET(cpus[i], &set);
    return sched_setaffinity(0, sizeof set, &set);
}

/* Moves the descriptors to where worker and guardian look for them, out of each other's way first.
 * Returns nonzero, with errno, if it cannot. */
static int place_descriptors(int socket, int orders, int arena, int log) {
    int high_socket = fcntl(socket, F_DUPFD, 10), high_arena = fcntl(arena, F_DUPFD, 10);
    int high_log = fcntl(log, F_DUPFD, 10), high_orders = fcntl(orders, F_DUPFD, 10);
    int nothing = open("/dev/null", O_RDONLY);
    if (high_socket < 0 || high_arena < 0 || high_log < 0 || high_orders < 0 || nothing < 0)
        return -1;
    dup2(high_log, STDOUT_FILENO);
    dup2(high_log, STDERR_FILENO);
    dup2(nothing, STDIN_FILENO);
    dup2(high_socket, WIRE_SOCKET);
    dup2(high_arena, WIRE_ARENA);
    dup2(high_orders, WIRE_GUARDIAN);
    close_descriptors(WIRE_GUARDIAN + 1, INT_MAX);
    return 0;
}

/* --- the guardian --- */

enum { RANKS_PATIENCE = 3000, PATIENCE = 1000 }; /* milliseconds, as process_end gives */

/* Whoever may have stopped it. */
static void order(const struct process *process, struct wire_order order) {
    order.patience = process->launches ? RANKS_PATIENCE : 0;
    kill(process->guardian, SIGCONT);
    ssize_t sent = send(process->orders, &order, sizeof order, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent; /* one that is gone is seen when an answer is due */
}

/* Waits some MILLISECONDS, from each signal on; -1: for ever. */
static int wait_for_guardian(const struct process *process, int milliseconds) {
    struct pollfd said = {.fd = process->orders, .events = POLLIN};
    int found;
    do
        found = poll(&said, 1, milliseconds);
    while (found < 0 && errno == EINTR);
    return found > 0;
}

/* One that has ended with orders unread has reset the connection, which comes before its last
 * words. */
static ssize_t receive(const struct process *process, struct wire_family *family) {
    ssize_t count;
    do
        count = recv(process->orders, family, sizeof *family, MSG_DONTWAIT);
    while (count < 0 && errno == ECONNRESET);
    return count;
}

/* Hears what the guardian says within some MILLISECONDS. Returns 0 if that is nothing. */
static int hear(struct process *process, int milliseconds) {
    struct wire_family family;
    if (!wait_for_guardian(process, milliseconds) || receive(process, &family) != sizeof family ||
        !wire_left_may_be(&family.left))
        return 0;
    process->pid = family.worker;
    process->is_stopped = family.stopped;
    wire_left_add(&process->left, &family.left);
    return 1;
}

static int is_worker(const struct relative *child, void *context) {
    return child->pid == ((const struct process *)context)->pid;
}

/* Ends what a guardian cannot that was killed: that has become ours. */
static void stand_in(struct process *process) {
    struct wire_left worker = {0}; /* which is not left */
    family_end(is_worker, process, &worker);
    family_end_lost(process->begin, &process->left);
}

/* How a worker ended, and whether its guardian was killed before it could say so. */
struct end {
    int status, is_unguarded;
};

/* Waits some MILLISECONDS for the worker to end by itself, then ends it. */
static struct end end_guardian(struct process *process, int milliseconds) {
    enum { LAST_PATIENCE = 60000 }; /* the guardian itself waits for a part of that, at most */
    int has_said = milliseconds > 0 && hear(process, milliseconds);
    if (!has_said) {
        order(process, (struct wire_order){.wish = WIRE_KILL});
        has_said = hear(process, LAST_PATIENCE);
    }
    int status = child_end(process->guardian, has_said ? LAST_PATIENCE : 0);
    if (!has_said)
        stand_in(process);
    process->guardian = process->pid = 0;
    return (struct end){status, !has_said && WIFSIGNALED(status)};
}

int process_start(struct process *process, const struct process_conditions *conditions,
                  enum process_addresses addresses, const char *directory, int arena,
                  struct err *err) {
    *process = (struct process){.socket = -1,
                                .orders = -1,
                                .log = -1,
                                .launches = conditions->launches || conditions->launches_ranks};
    struct variables environment = {0};
    int ends[2] = {-1, -1}, orders[2] = {-1, -1};
    if (access(conditions->worker_path, X_OK) != 0)
        return err_set(err, ERR_FAILED, "%s: %s; is benchmat installed completely?",
                       conditions->worker_path, strerror(errno));
    process->log = memfd_create("worker-log", MFD_CLOEXEC);
    if (process->log < 0 || fcntl(process->log, F_SETFL, O_APPEND) != 0 ||
        variables_make(&environment, conditions, directory) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, orders) != 0) {
        err_set(err, ERR_FAILED, "cannot prepare a worker: %s", strerror(errno));
        variables_release(&environment);
        process->socket = ends[0];
        if (ends[1] >= 0)
            close(ends[1]);
        process_end(process);
        return ERR_FAILED;
    }
    process->guardian = child_fork();
    if (process->guardian == 0) {
        int log = process->log;
        char *arguments[] = {"bench-worker", NULL};
        sigset_t blocked = ending_signals_set(ENDING_SIGNALS); /* until it handles them */
        sigprocmask(SIG_SETMASK, &blocked, NULL);
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
        setpgid(0, 0); /* the terminal's Ctrl-C is for the collector only */
        pin(conditions->cpus, conditions->cpu_count);
        /* Set it either way, because we may have been started without randomisation ourselves. If
         * it is refused, continue. */
        int now = personality(0xffffffff); /* only reads it */
        if (now >= 0)
            personality(addresses == ADDRESSES_FIXED
                            ? (unsigned long)now | ADDR_NO_RANDOMIZE
                            : (unsigned long)now & ~(unsigned long)ADDR_NO_RANDOMIZE);
        if (place_descriptors(ends[1], orders[1], arena, log) == 0)
            execve(conditions->worker_path, arguments, environment.items);
        else
            dprintf(log, "%s\n",
                    errno == EMFILE || errno == ENFILE || errno == EINVAL
                        ? "too few files may be open; raise ulimit -n"
                        : "/dev/null cannot be opened");
        _exit(127);
    }
    variables_release(&environment);
    int reason = errno;
    close(ends[1]);
    close(orders[1]);
    process->socket = ends[0];
    process->orders = orders[0];
    if (process->guardian > 0) {
        struct relative guardian = {0};
        family_read(process->guardian, &guardian);
        process->begin = guardian.begin;
        setpgid(process->guardian, process->guardian); /* it does the same; either may be first */
        order(process, (struct wire_order){.wish = WIRE_GO_ON});
        process->pid = process->guardian; /* if that cannot begin, which is told when it is asked */
        hear(process, -1);
        return 0;
    }
    process->guardian = 0;
    process_end(process);
    return err_set(err, ERR_FAILED, "cannot start a worker: %s", strerror(reason));
}

/* --- ending --- */

void process_end(struct process *process) {
    struct wire_left left = process->left;
    if (process->guardian > 0) {
        /* When told that there are no more requests, a worker lets its action end what it began, or
         * ends its command or the launcher of its ranks, which may answer a request first, and may
         * have to be killed. */
        int patience = process->launches ? RANKS_PATIENCE : process->is_busy ? 0 : PATIENCE;
        shutdown(process->socket, SHUT_WR);
        order(process, (struct wire_order){.wish = WIRE_GO_ON});
        end_guardian(process, patience);
        left = process->left;
    }
    if (process->socket >= 0)
        close(process->socket);
    if (process->orders >= 0)
        close(process->orders);
    if (process->log >= 0)
        close(process->log);
    *process = (struct process){.socket = -1, .orders = -1, .log = -1, .left = left};
}

/* Whether the user wants to stop. A signal to all processes may reach the worker first, so wait a
 * moment. */
static int is_stopping(int status, const volatile sig_atomic_t *stop) {
    enum { GRACE = 20 }; /* hundredths of a second */
    sigset_t set = ending_signals_set(ENDING_SIGNALS);
    int is_ending = WIFSIGNALED(status) && sigismember(&set, WTERMSIG(status));
    for (int i = 0; is_ending && stop && !*stop && i < GRACE; i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    return stop && *stop;
}

/* Puts the end of what the worker printed into TEXT, where a NUL would hide the rest. */
static void read_log(int log, char *text, size_t size) {
    off_t length = lseek(log, 0, SEEK_END), most = (off_t)size - 1;
    ssize_t got = length > 0 ? pread(log, text, size - 1, length > most ? length - most : 0) : 0;
    text[got > 0 ? got : 0] = '\0';
    for (ssize_t i = 0; i < got; i++)
        if (!text[i])
            text[i] = '?';
}

static int tell_unguarded(enum cell_status *fate, struct err *err) {
    *fate = CELL_CRASHED;
    return err_set(err, ERR_FAILED,
                   "its guardian, which ends what it leaves running, was killed (signal 9)");
}

/* The worker has closed its end, so it should be gone in a moment. Reports what it died of. */
static int tell_death(struct process *process, const volatile sig_atomic_t *stop,
                      enum cell_status *fate, struct err *err) {
    enum { DEATH_PATIENCE = 2000 }; /* milliseconds */
    static char output[1 << 16];    /* the stacks of all goroutines fit */
    char words[400];
    struct end end = end_guardian(process, DEATH_PATIENCE);
    int status = end.status;
    read_log(process->log, output, sizeof output);
    last_words(output, words, sizeof words);
    process_end(process);
    if (is_stopping(status, stop))
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    if (end.is_unguarded)
        return tell_unguarded(fate, err);
    const char *colon = words[0] ? ": " : "";
    if (WIFSIGNALED(status)) {
        *fate = CELL_CRASHED;
        return err_set(err, ERR_FAILED, "crashed with signal %d (%s)%s%s", WTERMSIG(status),
                       strsignal(WTERMSIG(status)), colon, words);
    }
    *fate = CELL_EXITED;
    return err_set(err, ERR_FAILED, "ended the process with status %d%s%s", WEXITSTATUS(status),
                   colon, words);
}

/* --- asking --- */

/* Idle threads often wait in a busy loop, for up to a whole batch after their turn; a runtime's
 * compile and collect garbage. What hooks began, such as a server, is there for all. */
static enum wire_stops stops(const struct process *process,
                             const struct process_conditions *conditions, uint32_t kind) {
    if (kind == WIRE_RUN || process->launches)
        return WIRE_STOPS_NOBODY;
    return conditions->threads > 1 || conditions->has_programs ? WIRE_STOPS_ALL
                                                               : WIRE_STOPS_ALL_BUT_WORKER;
}

/* Ends the turn that QUESTION was. Returns 0 if the guardian does not say that it has. */
static int rest(struct process *process, const struct process_conditions *conditions,
                const struct question *question) {
    enum { TRIES = 600, TRY = 100 /* milliseconds */ };
    int calls = question->kind == WIRE_ANSWER || question->kind == WIRE_ESTIMATE ||
                question->kind == WIRE_BATCH;
    order(process, (struct wire_order){.wish = WIRE_REST,
                                       .stops = stops(process, conditions, question->kind),
                                       .ends_daemons = calls && !process->launches});
    for (int i = 0; i < TRIES && !wait_for_guardian(process, TRY); i++)
        kill(process->guardian, SIGCONT);
    return hear(process, 0);
}

/* Ends a worker whose answer is what FLAW says: something has written over what it has. */
static int distrust(struct process *process, const char *flaw, struct err *err) {
    process_end(process);
    return err_set(err, ERR_FAILED, "its worker gave an answer that cannot be: %s", flaw);
}

static int ask(struct process *process, const struct process_conditions *conditions,
               const struct question *question, enum cell_status *fate, struct err *err) {
    static struct message message; /* shared by all workers: only one is asked at a time */
    const struct message_wait wait = {WIRE_MOST, question->limit, conditions->stop,
                                      &process->orders};
    process->is_busy = 1;
    message_clear(&message);
    message_put_number(&message, question->kind);
    message_put(&message, question->request, question->request_bytes);
    int failure = message_send(process->socket, &message, &wait);
    if (!failure)
        failure = message_receive(process->socket, &message, &wait);
    if (!failure) {
        struct wire_failed failed;
        uint64_t kind = message_take_number(&message);
        size_t length = message_left(&message);
        process->is_busy = 0;
        if (kind == WIRE_FAILED && length == sizeof failed) {
            message_take(&message, &failed, sizeof failed);
            if (wire_flaw(WIRE_FAILED, &failed))
                return distrust(process, wire_flaw(WIRE_FAILED, &failed), err);
            *fate = (enum cell_status)failed.fate;
            return err_set(err, failed.lacks ? ERR_ABSENT : ERR_FAILED, "%s", failed.message);
        }
        if (kind != question->kind)
            return distrust(process, kind < WIRE_KINDS ? "to another question" : "of no kind", err);
        if (length != question->reply_bytes)
            return distrust(process, "of another length", err);
        message_take(&message, question->reply, length);
        if (wire_flaw(question->kind, question->reply))
            return distrust(process, wire_flaw(question->kind, question->reply), err);
        /* What a worker printed before it answered does not matter, and must not pile up. */
        int status = ftruncate(process->log, 0);
        (void)status;
        return 0;
    }
    if (failure == EMSGSIZE)
        return distrust(process, "longer than any", err);
    if (failure == EPIPE)
        return tell_death(process, conditions->stop, fate, err);
    process_end(process);
    if (failure == EINTR)
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    if (failure != ETIMEDOUT)
        return err_set(err, ERR_FAILED, "cannot talk to its worker: %s", strerror(failure));
    *fate = CELL_HUNG;
    return err_set(err, ERR_FAILED, "gave no answer within %.3g s; --timeout gives it longer",
                   question->limit);
}

int process_ask(struct process *process, const struct process_conditions *conditions,
                const struct question *question, enum cell_status *fate, struct err *err) {
    *fate = CELL_FAILED;
    if (process->pid <= 0)
        return err_set(err, ERR_FAILED, "its worker does not run");
    if (conditions->stop && *conditions->stop) { /* a quick answer would be there unwaited for */
        process_end(process);
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    }
    if (process->is_stopped)
        order(process, (struct wire_order){.wish = WIRE_GO_ON});
    int status = ask(process, conditions, question, fate, err);
    if (process->pid <= 0 || rest(process, conditions, question))
        return status;
    end_guardian(process, 0);
    process_end(process);
    return tell_unguarded(fate, err);
}
