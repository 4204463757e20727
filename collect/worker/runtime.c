/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/harness/number.h"
#include "collect/worker/identify.h"
#include "collect/worker/launch.h"
#include "collect/worker/plugin.h"
#include "collect/worker/watch.h"
#include "formats/text/decimal.h"
#include "formats/text/shell_words.h"
#include "formats/text/unicode.h"

/* Where the program finds requests and leaves answers, and the version of the protocol. */
enum { REQUESTS = 3, ANSWERS = 4, VERSION = 1 };

enum {
    MOST_LINE = 4096,        /* bytes of an answer, except of outputs */
    MOST_NUMBER = 64,        /* bytes of a number */
    MOST_PRINTED = 16 << 20, /* bytes that are kept of what it prints during one request */
    PATIENCE = 700,          /* milliseconds in which it may end */
    REQUEST_SIZE = 1024,
};

/* The program of this process. */
static struct {
    struct shell_words words;
    const char *path;
    const struct bench_action *action; /* the C one */
    struct bench_action own;
    char type;
    char answered_to[128]; /* the runtime's name */
    pid_t pid;             /* 0: it does not run */
    int was_started;
    int requests, answers, printed;
    size_t printed_bytes;
    char bytes[65536 + 1]; /* of answers, from BEGIN to END */
    size_t begin, end;
} own = {.requests = -1, .answers = -1, .printed = -1};

/* --- environment --- */

/* The variables in which runtimes look for what a program uses: lists of directories. */
static const char *const paths_of_runtimes[] = {"PYTHONPATH", "CLASSPATH", "NODE_PATH",
                                                "OCTAVE_PATH"};

/* Writes the directory of our helpers, ../../share/benchmat relative to this program. */
static void find_helpers(char directory[PATH_MAX]) {
    char self[PATH_MAX], relative[PATH_MAX + 32];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    directory[0] = '\0';
    if (length <= 0)
        return;
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    snprintf(relative, sizeof relative, "%s/../../share/benchmat", self);
    if (!realpath(relative, directory))
        directory[0] = '\0';
}

/* The program's own directory comes first, so that a helper that lies there is used. */
static void set_environment(void) {
    char helpers[PATH_MAX];
    const char *slash = strrchr(own.path, '/');
    find_helpers(helpers);
    setenv("BENCHMAT", helpers, 1);
    for (size_t i = 0; i < sizeof paths_of_runtimes / sizeof *paths_of_runtimes; i++) {
        static char text[4 * PATH_MAX];
        const char *before = getenv(paths_of_runtimes[i]);
        snprintf(text, sizeof text, "%.*s:%s%s%s", (int)(slash - own.path), own.path, helpers,
                 before && *before ? ":" : "", before ? before : "");
        setenv(paths_of_runtimes[i], text, 1);
    }
}

/* --- starting --- */

/* PRINTED, REQUESTS_END and ANSWERS_END are the program's ends of the pipes. Sets *REASON, in
 * memory that both share until the program begins, if it cannot begin. */
static __attribute__((noinline)) pid_t start(int requests_end, int answers_end, int printed,
                                             volatile int *reason) {
    pid_t pid = vfork();
    if (pid)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    launch_restore_defaults();
    signal(SIGPIPE, SIG_DFL);
    if (dup2(printed, STDOUT_FILENO) >= 0 && dup2(printed, STDERR_FILENO) >= 0 &&
        dup2(requests_end, REQUESTS) >= 0 && dup2(answers_end, ANSWERS) >= 0)
        execvp(own.words.items[0], own.words.items);
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

static int start_process(struct err *err) {
    int requests[2] = {-1, -1}, answers[2] = {-1, -1}, printed[2] = {-1, -1};
    volatile int reason = 0;
    signal(SIGPIPE, SIG_IGN); /* that it has died is seen when an answer is due */
    own.begin = own.end = own.printed_bytes = 0;
    if (make_pipe(requests) || make_pipe(answers) || make_pipe(printed))
        reason = errno;
    else
        own.pid = start(requests[0], answers[1], printed[1], &reason);
    if (own.pid < 0)
        reason = errno;
    close_end(&requests[0]);
    close_end(&answers[1]);
    close_end(&printed[1]);
    own.requests = requests[1];
    own.answers = answers[0];
    own.printed = printed[0];
    if (!reason) {
        fcntl(own.printed, F_SETFL, O_NONBLOCK);
        watch_process(own.pid);
        own.was_started = 1;
        return 0;
    }
    if (own.pid > 0)
        waitpid(own.pid, NULL, 0);
    own.pid = 0;
    close_end(&own.requests);
    close_end(&own.answers);
    close_end(&own.printed);
    return err_set(err, ERR_FAILED, "cannot start %.200s: %s%s", own.words.items[0],
                   strerror(reason), reason == ENOENT ? "; is it installed, and in PATH?" : "");
}

/* --- ending --- */

/* Passes on what the program has printed, as far as it is kept. */
static void pass_printed(void) {
    static char text[65536];
    ssize_t count;
    while ((count = read(own.printed, text, sizeof text)) > 0) {
        size_t room = MOST_PRINTED - own.printed_bytes;
        size_t kept = (size_t)count < room ? (size_t)count : room;
        own.printed_bytes += kept;
        if (kept && write(STDERR_FILENO, text, kept) < 0)
            break;
    }
}

/* Waits some MILLISECONDS for the program to end. Returns whether it has. */
static int wait_for_end(int milliseconds, int *status) {
    for (int i = 0; i <= milliseconds; i++) {
        pid_t ended = waitpid(own.pid, status, WNOHANG);
        int is_gone = ended == own.pid || (ended < 0 && errno == ECHILD);
        pass_printed();
        if (is_gone)
            return 1;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return 0;
}

static void kill_process(void) {
    if (own.pid > 0) {
        kill(own.pid, SIGKILL);
        waitpid(own.pid, NULL, 0);
    }
    own.pid = 0;
    watch_process(0);
    close_end(&own.requests);
    close_end(&own.answers);
    close_end(&own.printed);
}

/* The program has closed its answers. If it is dead this process ends as it did, so that the
 * collector reports it and quotes what it printed; otherwise it is ended. */
static int end_as_it_did(struct err *err) {
    int status = 0;
    if (!wait_for_end(PATIENCE, &status)) {
        kill_process();
        return err_set(err, ERR_FAILED, "has closed its answers, descriptor %d", ANSWERS);
    }
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/* It broke the protocol, so nothing that it says can be believed. Ends it; when it is next needed
 * it is started again. */
static int distrust(struct err *err, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    utf8_clean(text, '?');
    kill_process();
    return err_set(err, ERR_FAILED, "%s", text);
}

void runtime_end(void) {
    static const char request[] = "end\n";
    int status;
    if (own.pid > 0 && write(own.requests, request, sizeof request - 1) > 0)
        close_end(&own.requests);
    if (own.pid > 0 && wait_for_end(PATIENCE, &status))
        own.pid = 0;
    kill_process();
}

/* --- lines --- */

/* Waits for more bytes of answers. Returns ERR_FAILED if the program has closed them. */
static int read_more(struct err *err) {
    if (own.begin == own.end)
        own.begin = own.end = 0;
    for (;;) {
        struct pollfd watched[] = {{.fd = own.answers, .events = POLLIN},
                                   {.fd = own.printed, .events = POLLIN}};
        if (poll(watched, 2, -1) < 0 && errno != EINTR)
            return err_set(err, ERR_FAILED, "cannot wait for an answer: %s", strerror(errno));
        if (watched[1].revents & POLLIN)
            pass_printed();
        else if (watched[1].revents)
            close_end(&own.printed);
        if (!watched[0].revents)
            continue;
        ssize_t count = read(own.answers, own.bytes + own.end, sizeof own.bytes - 1 - own.end);
        if (count == 0)
            return end_as_it_did(err);
        if (count < 0)
            continue;
        own.end += (size_t)count;
        return 0;
    }
}

/* What was read and not yet taken, as a text. */
static const char *peek(void) {
    own.bytes[own.end] = '\0';
    return own.bytes + own.begin;
}

/* Sends REQUEST, unless something was answered before. */
static int send_request(const char *request, struct err *err) {
    struct pollfd answers = {.fd = own.answers, .events = POLLIN};
    own.printed_bytes = 0;
    if (own.begin < own.end || poll(&answers, 1, 0) > 0) {
        int status = own.begin < own.end ? 0 : read_more(err);
        return status ? status : distrust(err, "answers before it is asked: \"%.60s\"", peek());
    }
    /* A failure shows when the answer is due. */
    ssize_t written = write(own.requests, request, strlen(request));
    (void)written;
    return 0;
}

/* Takes one line; *LINE is valid until the next request. */
static int take_line(char **line, struct err *err) {
    for (;;) {
        char *begin = own.bytes + own.begin, *end = memchr(begin, '\n', own.end - own.begin);
        if (end) {
            *end = '\0';
            own.begin = (size_t)(end + 1 - own.bytes);
            *line = begin;
            return 0;
        }
        if (own.end - own.begin > MOST_LINE)
            return distrust(err, "answers with a line of more than %d bytes: \"%.60s\"", MOST_LINE,
                            peek());
        memmove(own.bytes, begin, own.end - own.begin);
        own.end -= own.begin;
        own.begin = 0;
        int status = read_more(err);
        if (status)
            return status;
    }
}

/* Returns what is behind "error " in LINE, or NULL. */
static const char *error_in(const char *line) {
    static const char word[] = "error";
    size_t length = sizeof word - 1;
    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' '))
        return NULL;
    return line[length] && line[length + 1] ? line + length + 1 : "without a reason";
}

static int tell_error(const char *text, struct err *err) {
    char clean[300];
    snprintf(clean, sizeof clean, "%s", text);
    utf8_clean(clean, '?');
    return err_set(err, ERR_FAILED, "%s", clean);
}

/* Sends REQUEST, which ends with a newline, and takes the answer. It must begin with WORD, behind
 * which *REST points. */
static int ask(const char *request, const char *word, char **rest, struct err *err) {
    size_t length = strlen(word);
    char *line;
    int status = send_request(request, err);
    if (status == 0)
        status = take_line(&line, err);
    if (status)
        return status;
    const char *error = error_in(line);
    if (error)
        return tell_error(error, err);
    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' '))
        return distrust(err, "answers \"%.60s\" to \"%.*s\", where \"%s\" is due", line,
                        (int)strcspn(request, "\n"), request, word);
    *rest = line[length] ? line + length + 1 : line + length;
    return 0;
}

/* --- the first exchanges --- */

static int greet(struct err *err) {
    char request[REQUEST_SIZE], *rest, *end;
    snprintf(request, sizeof request, "hello %d\n", VERSION);
    int status = ask(request, "hello", &rest, err);
    if (status)
        return status;
    long version = strtol(rest, &end, 10);
    if (end == rest || (*end && *end != ' '))
        return distrust(err, "answers \"hello %.60s\", without a version of the protocol", rest);
    if (version != VERSION)
        return distrust(err, "speaks version %ld of the protocol, and this is version %d", version,
                        VERSION);
    snprintf(own.answered_to, sizeof own.answered_to, "%s", *end ? end + 1 : "");
    utf8_clean(own.answered_to, '?');
    return 0;
}

/* Asks whether the program can do the action. */
static int ask_for_action(struct err *err) {
    char request[REQUEST_SIZE], *types;
    snprintf(request, sizeof request, "describe %s\n", own.action->name);
    int status = ask(request, "describe", &types, err);
    if (status)
        return status;
    if (!*types)
        return err_set(err, ERR_FAILED, "it does not know %s", own.action->name);
    return strchr(types, own.type)
               ? 0
               : err_set(err, ERR_FAILED, "it does %s only for %.20s, not for %c", own.action->name,
                         types, own.type);
}

static int begin_program(struct err *err) {
    int status = start_process(err);
    if (status == 0)
        status = greet(err);
    if (status == 0)
        status = ask_for_action(err);
    return status;
}

/* --- the action --- */

static void fail(struct workspace *workspace, const struct err *err) {
    report_fail(&workspace->report, CELL_FAILED, err->message);
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct workspace *workspace = (struct workspace *)bench;
    char request[REQUEST_SIZE], *rest;
    struct err err;
    if (own.action->initialize)
        own.action->initialize(bench, seed);
    else
        workspace_fill(workspace);
    workspace->is_remote = 1;

    size_t used = (size_t)snprintf(request, sizeof request, "setup %" PRId64 " %" PRIu64 " %c",
                                   bench->size, seed, bench->type);
    for (size_t i = 0; i < plugin_count_parameters(own.action); i++)
        used += (size_t)snprintf(request + used, sizeof request - used, " %s=%s",
                                 own.action->parameters[i].name,
                                 digits_shortest(bench->parameters[i]).text);
    snprintf(request + used, sizeof request - used, "\n");
    int status = own.pid > 0 ? 0 : begin_program(&err);
    if (status == 0)
        status = ask(request, "ready", &rest, &err);
    if (status)
        fail(workspace, &err);
}

/* Reads the seconds of an answer. CALLS took at most PASSED seconds by our clock. */
static int read_seconds(const char *text, int64_t calls, double passed, double *seconds,
                        struct err *err) {
    /* Clocks may tick in microseconds, and be steered apart by half a thousandth (adjtimex(2)). */
    const double tick = 2e-6, drift = 1e-3;
    if (!decimal_read(text, strlen(text), seconds) || !isfinite(*seconds))
        return distrust(err, "says that %" PRId64 " calls took \"%.40s\", which is no time", calls,
                        text);
    if (*seconds < 0)
        return distrust(err, "says that %" PRId64 " calls took %.3g s, which is negative", calls,
                        *seconds);
    if (*seconds > passed * (1 + drift) + tick)
        return distrust(err, "says that %" PRId64 " calls took %.3g s, but only %.3g s passed",
                        calls, *seconds, passed);
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    struct workspace *workspace = (struct workspace *)bench;
    char request[REQUEST_SIZE], *rest;
    double seconds;
    struct err err;
    if (own.pid <= 0) /* it has failed before, which the report says */
        return;
    snprintf(request, sizeof request, "run %" PRId64 "\n", calls);
    struct instant began = clock_now();
    int status = ask(request, "seconds", &rest, &err);
    double passed = clock_seconds(began, clock_now());
    if (status == 0)
        status = read_seconds(rest, calls, passed, &seconds, &err);
    if (status)
        fail(workspace, &err);
    else
        report_set_seconds(&workspace->report, seconds);
}

int runtime_start(const char *words, const char *path, const struct bench_action *action, char type,
                  const struct bench_action **remote, struct facts *facts, struct err *err) {
    own.path = path;
    own.action = action;
    own.type = type;
    int status = shell_words_split(&own.words, words, err);
    if (status)
        return err_set(err, ERR_FAILED, "its command is not whole");
    set_environment();
    status = begin_program(err);
    if (status)
        return status;
    facts_set_text(facts, "runtime", own.answered_to[0] ? own.answered_to : NULL);
    identify_file(path, "file", facts);
    /* What the C code does around its calls concerns nobody. */
    own.own = *action;
    own.own.begin_round = own.own.begin_batch = NULL;
    own.own.end_round = own.own.end_batch = NULL;
    own.own.initialize = initialize;
    own.own.calculate = calculate;
    *remote = &own.own;
    return 0;
}

int runtime_is_there(void) {
    return own.action != NULL;
}

int runtime_was_started(void) {
    int was_started = own.was_started;
    own.was_started = 0;
    return was_started;
}

/* --- outputs --- */

struct word {
    char text[MOST_NUMBER + 1];
    int ends_line;
};

/* Takes the next word of the line that is being answered. */
static int take_word(struct word *word, struct err *err) {
    size_t length = 0;
    for (;;) {
        if (own.begin == own.end) {
            int status = read_more(err);
            if (status)
                return status;
        }
        char c = own.bytes[own.begin++];
        word->text[length] = '\0';
        word->ends_line = c == '\n';
        if (c == '\n' || c == ' ')
            return 0;
        if (length == MOST_NUMBER)
            return distrust(err, "answers with a number of more than %d bytes: \"%.60s\"",
                            MOST_NUMBER, word->text);
        word->text[length++] = c;
    }
}

static int read_real(const char *text, double *value) {
    const char *digits = text + (*text == '-' || *text == '+');
    if (strcasecmp(digits, "nan") == 0) {
        *value = NAN;
        return 1;
    }
    return decimal_read(text, strlen(text), value);
}

static int read_whole(const char *text, int64_t *value) {
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    return errno == 0 && end > text && *end == '\0';
}

/* Puts TEXT into part I of the numbers at ARRAY, of TYPE. Returns whether it is such a number. */
static int put_number(const char *text, char type, void *array, size_t i) {
    double real;
    int64_t whole;
    if (type == 'l')
        return read_whole(text, &((int64_t *)array)[i]);
    if (type == 'i') {
        int fits = read_whole(text, &whole) && whole >= INT32_MIN && whole <= INT32_MAX;
        ((int32_t *)array)[i] = fits ? (int32_t)whole : 0;
        return fits;
    }
    if (!read_real(text, &real))
        return 0;
    if (type == 's' || type == 'c')
        ((float *)array)[i] = (float)real;
    else
        ((double *)array)[i] = real;
    return 1;
}

/* Takes the line "output COUNT NUMBER..." for OUTPUT, whose numbers go to ARRAY. */
static int take_output(const struct workspace_output *output, void *array, struct err *err) {
    size_t count = (size_t)output->count * number_parts(output->type), i = 0;
    struct word word;
    int64_t given = -1;
    char *line;
    int status = take_word(&word, err);
    if (status)
        return status;
    if (strcmp(word.text, "error") == 0) {
        status = word.ends_line ? 0 : take_line(&line, err);
        return status ? status : tell_error(word.ends_line ? "without a reason" : line, err);
    }
    if (strcmp(word.text, "output") != 0 || word.ends_line)
        return distrust(err, "answers \"%.60s\" where \"output\" is due", word.text);
    status = take_word(&word, err);
    if (status)
        return status;
    if (!read_whole(word.text, &given) || given != (int64_t)count)
        return distrust(err, "%s has %.40s numbers where %zu are due", output->name, word.text,
                        count);
    for (; i < count && !word.ends_line; i++) {
        status = take_word(&word, err);
        if (status)
            return status;
        if (!put_number(word.text, output->type, array, i))
            return distrust(err, "%s has \"%.40s\" for a number", output->name, word.text);
    }
    if (i < count || !word.ends_line)
        return distrust(err, "%s has %s numbers than it says, %zu", output->name,
                        i < count ? "fewer" : "more", count);
    return 0;
}

int runtime_take_outputs(struct workspace *workspace, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < workspace->output_count; i++) {
        const struct workspace_output *output = &workspace->outputs[i];
        char request[REQUEST_SIZE];
        snprintf(request, sizeof request, "output %zu\n", i + 1);
        status = send_request(request, err);
        if (status == 0)
            status = take_output(output, workspace->arena + output->offset, err);
    }
    return status;
}
