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

/* Moves the three descriptors to where the worker looks for them, out of each other's way first.
 * Returns nonzero, with errno, if it cannot. */
static int place_descriptors(int socket, int arena, int log) {
    int high_socket = fcntl(socket, F_DUPFD, 10), high_arena = fcntl(arena, F_DUPFD, 10);
    int high_log = fcntl(log, F_DUPFD, 10);
    int nothing = open("/dev/null", O_RDONLY);
    if (high_socket < 0 || high_arena < 0 || high_log < 0 || nothing < 0)
        return -1;
    dup2(high_log, STDOUT_FILENO);
    dup2(high_log, STDERR_FILENO);
    dup2(nothing, STDIN_FILENO);
    dup2(high_socket, WIRE_SOCKET);
    dup2(high_arena, WIRE_ARENA);
    close_descriptors(WIRE_ARENA + 1, INT_MAX);
    return 0;
}

int process_start(struct process *process, const struct process_conditions *conditions,
                  enum process_addresses addresses, const char *directory, int arena,
                  struct err *err) {
    *process = (struct process){
        .socket = -1, .log = -1, .launches = conditions->launches || conditions->launches_ranks};
    struct variables environment = {0};
    int ends[2] = {-1, -1};
    if (access(conditions->worker_path, X_OK) != 0)
        return err_set(err, ERR_FAILED, "%s: %s; is benchmat installed completely?",
                       conditions->worker_path, strerror(errno));
    process->log = memfd_create("worker-log", MFD_CLOEXEC);
    if (process->log < 0 || fcntl(process->log, F_SETFL, O_APPEND) != 0 ||
        variables_make(&environment, conditions, directory) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        err_set(err, ERR_FAILED, "cannot prepare a worker: %s", strerror(errno));
        variables_release(&environment);
        process_end(process);
        return ERR_FAILED;
    }
    process->pid = fork();
    if (process->pid == 0) {
        int socket = ends[1];
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
        if (place_descriptors(socket, arena, log) == 0)
            execve(conditions->worker_path, arguments, environment.items);
        else
            dprintf(log, "%s\n",
                    errno == EMFILE || errno == ENFILE || errno == EINVAL
                        ? "too few files may be open; raise ulimit -n"
                        : "/dev/null cannot be opened");
        _exit(127);
    }
    variables_release(&environment);
    close(ends[1]);
    process->socket = ends[0];
    if (process->pid > 0) {
        setpgid(process->pid, process->pid); /* the worker does the same; either may be first */
        return 0;
    }
    int reason = errno;
    process->pid = 0;
    process_end(process);
    return err_set(err, ERR_FAILED, "cannot start a worker: %s", strerror(reason));
}

/* --- ending --- */

/* Kills its group too: a library may have started processes of its own. */
static void kill_group(pid_t pid) {
    kill(-pid, SIGKILL);
}

void process_end(struct process *process) {
    if (!process->is_busy || process->launches) {
        /* When told that there are no more requests, a worker lets its action end what it began, or
         * ends its command or the launcher of its ranks, which may answer a request first, and may
         * have to be killed. */
        int patience = process->launches ? 3000 : 1000; /* milliseconds */
        struct pollfd closed = {.fd = process->socket};
        if (process->pid > 0 && shutdown(process->socket, SHUT_WR) == 0) {
            kill(-process->pid, SIGCONT);
            poll(&closed, 1, patience);
        }
    }
    if (process->socket >= 0)
        close(process->socket);
    if (process->pid > 0) {
        kill_group(process->pid);
        child_end(process->pid, 0);
    }
    if (process->log >= 0)
        close(process->log);
    *process = (struct process){.socket = -1, .log = -1};
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

/* The worker has closed its end, so it should be gone in a moment. Reports what it died of. */
static int tell_death(struct process *process, const volatile sig_atomic_t *stop,
                      enum cell_status *fate, struct err *err) {
    enum { PATIENCE = 2000 };    /* milliseconds */
    static char output[1 << 16]; /* the stacks of all goroutines fit */
    char words[400];
    int status = child_end(process->pid, PATIENCE);
    kill_group(process->pid);
    process->pid = 0;
    read_log(process->log, output, sizeof output);
    last_words(output, words, sizeof words);
    process_end(process);
    if (is_stopping(status, stop))
        return err_set(err, ERR_INTERRUPTED, "interrupted");
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
 * compile and collect garbage. */
static void set_running(const struct process *process, const struct process_conditions *conditions,
                        int is_running) {
    if (process->pid > 0 && (conditions->threads > 1 || conditions->has_programs))
        kill(-process->pid, is_running ? SIGCONT : SIGSTOP);
}

/* Ends a worker whose answer is what FLAW says: something has written over what it has. */
static int distrust(struct process *process, const char *flaw, struct err *err) {
    process_end(process);
    return err_set(err, ERR_FAILED, "its worker gave an answer that cannot be: %s", flaw);
}

static int ask(struct process *process, const struct process_conditions *conditions,
               const struct question *question, enum cell_status *fate, struct err *err) {
    static struct message message; /* shared by all workers: only one is asked at a time */
    const struct message_wait wait = {WIRE_MOST, question->limit, conditions->stop};
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
    set_running(process, conditions, 1);
    int status = ask(process, conditions, question, fate, err);
    set_running(process, conditions, 0);
    return status;
}
