/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/runtime_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/worker/launch.h"
#include "collect/timing/watch.h"
#include "formats/text/unicode.h"

/* Where the program finds requests and leaves answers. */
enum { REQUESTS = 3, ANSWERS = 4 };

enum {
    MOST_LINE = 4096,        /* bytes of an answer, except of outputs */
    MOST_PRINTED = 16 << 20, /* bytes that are kept of what it prints during one request */
    PATIENCE = 700,          /* milliseconds in which it may end */
};

static struct {
    pid_t pid; /* 0: it does not run */
    int was_started;
    int requests, answers, printed;
    int life; /* a pidfd of it; -1: unknown */
    size_t printed_bytes;
    char bytes[65536 + 1]; /* of answers, from BEGIN to END */
    size_t begin, end;
} process = {.requests = -1, .answers = -1, .printed = -1, .life = -1};

/* --- starting --- */

/* PRINTED, REQUESTS_END and ANSWERS_END are the program's ends of the pipes. Sets *REASON, in
 * memory that both share until the program begins, if it cannot begin. */
static __attribute__((noinline)) pid_t start(char *const *words, int requests_end, int answers_end,
                                             int printed, volatile int *reason) {
    pid_t pid = vfork();
    if (pid)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    launch_restore_defaults();
    signal(SIGPIPE, SIG_DFL);
    if (dup2(printed, STDOUT_FILENO) >= 0 && dup2(printed, STDERR_FILENO) >= 0 &&
        dup2(requests_end, REQUESTS) >= 0 && dup2(answers_end, ANSWERS) >= 0)
        execvp(words[0], words);
    *reason = errno;
    _exit(127);
}

static void close_end(int *descriptor) {
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* Makes a pipe whose ends are out of the way of the program's descriptors. */
static int make_pipe(int ends[2]) {
    int low[2];
    if (pipe2(low, O_CLOEXEC) != 0)
        return -1;
    ends[0] = fcntl(low[0], F_DUPFD_CLOEXEC, 10);
    ends[1] = fcntl(low[1], F_DUPFD_CLOEXEC, 10);
    close(low[0]);
    close(low[1]);
    return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

int runtime_process_start(char *const *words, struct err *err) {
    int requests[2] = {-1, -1}, answers[2] = {-1, -1}, printed[2] = {-1, -1};
    volatile int reason = 0;
    signal(SIGPIPE, SIG_IGN); /* that it has died is seen when an answer is due */
    process.begin = process.end = process.printed_bytes = 0;
    if (make_pipe(requests) || make_pipe(answers) || make_pipe(printed))
        reason = errno;
    else
        process.pid = start(words, requests[0], answers[1], printed[1], &reason);
    if (process.pid < 0)
        reason = errno;
    close_end(&requests[0]);
    close_end(&answers[1]);
    close_end(&printed[1]);
    process.requests = requests[1];
    process.answers = answers[0];
    process.printed = printed[0];
    if (!reason) {
        fcntl(process.printed, F_SETFL, O_NONBLOCK);
        process.life = (int)syscall(SYS_pidfd_open, process.pid, 0);
        watch_process(process.pid);
        process.was_started = 1;
        return 0;
    }
    if (process.pid > 0)
        waitpid(process.pid, NULL, 0);
    process.pid = 0;
    close_end(&process.requests);
    close_end(&process.answers);
    close_end(&process.printed);
    return err_set(err, ERR_FAILED, "cannot start %.200s: %s%s", words[0], strerror(reason),
                   reason == ENOENT ? "; is it installed, and in PATH?" : "");
}

int runtime_process_is_there(void) {
    return process.pid > 0;
}

int runtime_process_was_started(void) {
    int was_started = process.was_started;
    process.was_started = 0;
    return was_started;
}

/* --- ending --- */

/* Passes on what the program has printed, as far as it is kept. */
static void pass_printed(void) {
    static char text[65536];
    ssize_t count;
    while ((count = read(process.printed, text, sizeof text)) > 0) {
        size_t room = MOST_PRINTED - process.printed_bytes;
        size_t kept = (size_t)count < room ? (size_t)count : room;
        process.printed_bytes += kept;
        if (kept && write(STDERR_FILENO, text, kept) < 0)
            break;
    }
}

/* Waits some MILLISECONDS for the program to end. Returns whether it has. */
static int wait_for_end(int milliseconds, int *status) {
    for (int i = 0; i <= milliseconds; i++) {
        pid_t ended = waitpid(process.pid, status, WNOHANG);
        int is_gone = ended == process.pid || (ended < 0 && errno == ECHILD);
        pass_printed();
        if (is_gone)
            return 1;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return 0;
}

/* Returns how it ended: one that was already ending ends as it would have. */
static int kill_process(void) {
    int status = 0;
    if (process.pid > 0) {
        kill(process.pid, SIGKILL);
        waitpid(process.pid, &status, 0);
    }
    process.pid = 0;
    watch_process(0);
    close_end(&process.life);
    close_end(&process.requests);
    close_end(&process.answers);
    close_end(&process.printed);
    return status;
}

/* The program has ended or has closed its answers. If it is dead this process ends as it did, so
 * that the collector reports it and quotes what it printed; otherwise it is ended. */
static int end_as_it_did(struct err *err) {
    int status = 0;
    if (!wait_for_end(PATIENCE, &status)) {
        status = kill_process();
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
            return err_set(err, ERR_FAILED, "has closed its answers, descriptor %d", ANSWERS);
    }
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

int runtime_distrust(struct err *err, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    utf8_clean(text, '?');
    kill_process();
    return err_set(err, ERR_FAILED, "%s", text);
}

void runtime_process_end(void) {
    static const char request[] = "end\n";
    int status;
    if (process.pid > 0 && write(process.requests, request, sizeof request - 1) > 0)
        close_end(&process.requests);
    if (process.pid > 0 && wait_for_end(PATIENCE, &status))
        process.pid = 0;
    kill_process();
}

/* --- lines --- */

/* Waits for more bytes of answers. Returns ERR_FAILED if the program has closed them. What it has
 * begun may have them, too, and not end with it. */
static int read_more(struct err *err) {
    if (process.begin == process.end)
        process.begin = process.end = 0;
    for (;;) {
        struct pollfd watched[] = {{.fd = process.answers, .events = POLLIN},
                                   {.fd = process.printed, .events = POLLIN},
                                   {.fd = process.life, .events = POLLIN}};
        if (poll(watched, 3, -1) < 0 && errno != EINTR)
            return err_set(err, ERR_FAILED, "cannot wait for an answer: %s", strerror(errno));
        if (watched[1].revents & POLLIN)
            pass_printed();
        else if (watched[1].revents)
            close_end(&process.printed);
        if (!watched[0].revents && watched[2].revents)
            return end_as_it_did(err);
        if (!watched[0].revents)
            continue;
        ssize_t count = read(process.answers, process.bytes + process.end,
                             sizeof process.bytes - 1 - process.end);
        if (count == 0)
            return end_as_it_did(err);
        if (count < 0)
            continue;
        process.end += (size_t)count;
        return 0;
    }
}

/* What was read and not yet taken, as a text. */
static const char *peek(void) {
    process.bytes[process.end] = '\0';
    return process.bytes + process.begin;
}

int runtime_send(const char *request, struct err *err) {
    struct pollfd answers = {.fd = process.answers, .events = POLLIN};
    process.printed_bytes = 0;
    if (process.begin < process.end || poll(&answers, 1, 0) > 0) {
        int status = process.begin < process.end ? 0 : read_more(err);
        return status ? status
                      : runtime_distrust(err, "answers before it is asked: \"%.60s\"", peek());
    }
    /* A failure shows when the answer is due. */
    ssize_t written = write(process.requests, request, strlen(request));
    (void)written;
    return 0;
}

int runtime_take_line(char **line, struct err *err) {
    for (;;) {
        char *begin = process.bytes + process.begin,
             *end = memchr(begin, '\n', process.end - process.begin);
        if (end) {
            *end = '\0';
            process.begin = (size_t)(end + 1 - process.bytes);
            *line = begin;
            return 0;
        }
        if (process.end - process.begin > MOST_LINE)
            return runtime_distrust(err, "answers with a line of more than %d bytes: \"%.60s\"",
                                    MOST_LINE, peek());
        memmove(process.bytes, begin, process.end - process.begin);
        process.end -= process.begin;
        process.begin = 0;
        int status = read_more(err);
        if (status)
            return status;
    }
}

int runtime_take_word(struct runtime_word *word, struct err *err) {
    size_t length = 0;
    for (;;) {
        if (process.begin == process.end) {
            int status = read_more(err);
            if (status)
                return status;
        }
        char c = process.bytes[process.begin++];
        word->text[length] = '\0';
        word->ends_line = c == '\n';
        if (c == '\n' || c == ' ')
            return 0;
        if (length == RUNTIME_MOST_WORD)
            return runtime_distrust(err, "answers with a number of more than %d bytes: \"%.60s\"",
                                    RUNTIME_MOST_WORD, word->text);
        word->text[length++] = c;
    }
}
