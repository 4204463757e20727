/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/rank_processes.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/harness/wire_check.h"
#include "collect/processes/last_words.h"
#include "formats/processes/message.h"

/* Seconds for all ranks to come. The collector waits a little longer for a library to be loaded. */
#define PATIENCE 50.0

/* Seconds after which nothing more is heard of a world in which a rank has ended. If the user or a
 * batch system ends all processes, the collector ends this one meanwhile. */
#define GRACE 0.3

static struct {
    struct pollfd *ranks; /* in the order of their numbers, once they are known; fd -1: none */
    int count;
    pid_t launcher;
    char launcher_text[LAUNCHER_TEXT];
    char token[RANK_TOKEN];
} processes;

/* --- what they have printed --- */

/* What the ranks and the launcher have printed since the last answer. */
static char *read_log(void) {
    static char text[1 << 16];
    ssize_t length = pread(STDOUT_FILENO, text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    return text;
}

/* Launchers tell of a rank's end, or why they cannot start any, in a box. Returns where the first
 * begins, or the end of TEXT. */
static char *box_in(char *text) {
    for (char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "---", 3) == 0 || strncmp(line, "===", 3) == 0)
            return line;
    }
    return text + strlen(text);
}

/* Writes ": WORDS", or "" if there are none. */
static void put_words(const char *text, char *words, size_t size) {
    last_words(text, words + 2, size - 2);
    memcpy(words, words[2] ? ": " : "\0", 2);
}

/* The last words of the ranks, without what the launcher says about that. */
static void quote_ranks(char *words, size_t size) {
    char *text = read_log();
    *box_in(text) = '\0';
    put_words(text, words, size);
}

/* Why a launcher starts nothing: what a rank said, or the first line in the launcher's box, if it
 * makes one. */
static void quote_launcher(char *words, size_t size) {
    char *text = read_log(), *box = box_in(text), *rank = strstr(text, RANK_WORDS);
    if (rank || *box) {
        text = rank ? rank : box + strspn(box, "-=\n ");
        text[strcspn(text, "\n")] = '\0';
    }
    put_words(text, words, size);
}

/* --- ending --- */

static void close_all(void) {
    for (int i = 0; i < processes.count; i++)
        if (processes.ranks[i].fd >= 0)
            close(processes.ranks[i].fd);
    free(processes.ranks);
    processes.ranks = NULL;
    processes.count = 0;
}

static void abandon(void) {
    close_all(); /* a rank ends when its connection does */
    launcher_end(processes.launcher);
    processes.launcher = 0;
}

int rank_processes_are_there(void) {
    return processes.launcher > 0;
}

static const struct message_wait a_moment = {.most = WIRE_MOST, .seconds = GRACE};

void rank_processes_end(void) {
    static struct message message;
    message_clear(&message);
    message_put_number(&message, RANK_END);
    for (int i = 0; i < processes.count; i++)
        message_send(processes.ranks[i].fd, &message, &a_moment);
    /* They close their connections when MPI has ended. */
    for (int i = 0; i < processes.count; i++)
        message_receive(processes.ranks[i].fd, &message, &a_moment);
    if (rank_processes_are_there())
        abandon();
}

/* --- a rank has ended --- */

/* Whether rank I has said farewell. */
static int said_farewell(int i, struct rank_farewell *farewell) {
    static struct message message;
    static const struct message_wait instant = {.most = WIRE_MOST, .seconds = 1e-3};
    while (!message_receive(processes.ranks[i].fd, &message, &instant))
        if (message_take_number(&message) == RANK_FAREWELL &&
            message_left(&message) == sizeof *farewell) {
            message_take(&message, farewell, sizeof *farewell);
            return 1;
        }
    return 0;
}

static enum cell_status describe_farewell(int number, const struct rank_farewell *farewell,
                                          struct err *err) {
    char words[400];
    quote_ranks(words, sizeof words);
    if (farewell->signal) {
        err_set(err, ERR_FAILED, "rank %d crashed with signal %d (%s)%s", number, farewell->signal,
                strsignal(farewell->signal), words);
        return CELL_CRASHED;
    }
    err_set(err, ERR_FAILED, "rank %d ended its process with status %d%s", number, farewell->status,
            words);
    return CELL_EXITED;
}

/* Whether a rank besides LOST has closed its connection. */
static int are_more_lost(int lost) {
    int count = 0;
    for (int i = 0; i < processes.count; i++) {
        struct pollfd rank = {.fd = processes.ranks[i].fd, .events = POLLRDHUP};
        count += i != lost && poll(&rank, 1, 0) > 0;
    }
    return count > 0;
}

/* Nobody can tell which of several was the first. */
static void describe_silence(int lost, int is_alone, struct err *err) {
    char words[400], who[32] = "a rank";
    quote_ranks(words, sizeof words);
    if (is_alone)
        snprintf(who, sizeof who, "rank %d", lost);
    err_set(err, ERR_FAILED, "%s was killed, or ended its process%s", who, words);
}

/* Rank LOST has closed its connection, maybe only because another one crashed and the launcher
 * ended all. FAREWELL, unless NULL, is its own. */
static int lose(int lost, const struct rank_farewell *farewell, enum cell_status *fate,
                struct err *err) {
    struct rank_farewell first;
    int is_alone = !are_more_lost(lost), number = lost, is_known = farewell != NULL;
    if (is_known)
        first = *farewell;
    nanosleep(&(struct timespec){0, (long)(GRACE * 1e9)}, NULL);
    for (int i = 0; i < processes.count && !is_known; i++) {
        is_known = said_farewell(i, &first);
        number = is_known ? i : number;
    }
    if (is_known)
        *fate = describe_farewell(number, &first, err);
    else {
        *fate = CELL_EXITED;
        describe_silence(lost, is_alone, err);
    }
    abandon();
    return ERR_FAILED;
}

/* --- asking --- */

/* Ends all ranks, as rank I's answer is what FLAW says. Returns 1. */
static int distrust(int i, const char *flaw, int *status, struct err *err) {
    abandon();
    *status = err_set(err, ERR_FAILED, "rank %d gave an answer that cannot be: %s", i, flaw);
    return 1;
}

static const char *flaw_of_loaded(const struct rank_loaded *loaded) {
    return memchr(loaded->mpi, '\0', sizeof loaded->mpi) ? wire_flaw(WIRE_LOAD, &loaded->loaded)
                                                         : "the name of its MPI has no end";
}

/* Takes rank I's answer. Returns 1 if the rank is lost. Only the first failure is kept. */
static int take_answer(int i, enum rank_kind kind, void *reply, size_t reply_bytes, int *status,
                       enum cell_status *fate, struct err *err) {
    static struct message message;
    static const struct message_wait for_ever = {.most = WIRE_MOST + RANK_CHUNK};
    struct rank_farewell farewell;
    struct wire_failed failed;
    int is_lost = message_receive(processes.ranks[i].fd, &message, &for_ever) != 0;
    uint64_t answer = is_lost ? 0 : message_take_number(&message);
    size_t length = message_left(&message);
    if (answer == (uint64_t)kind && length == reply_bytes) {
        message_take(&message, reply, length);
        const char *flaw = kind == RANK_LOAD ? flaw_of_loaded(reply) : NULL;
        return flaw ? distrust(i, flaw, status, err) : 0;
    }
    if (answer == RANK_FAILED && length == sizeof failed) {
        message_take(&message, &failed, sizeof failed);
        if (wire_flaw(WIRE_FAILED, &failed))
            return distrust(i, wire_flaw(WIRE_FAILED, &failed), status, err);
        if (*status == 0)
            *status = err_set(err, ERR_FAILED, "%s", failed.message);
        return 0;
    }
    int has_said = answer == RANK_FAREWELL && length == sizeof farewell;
    if (!is_lost && !has_said)
        return distrust(i, "of no kind, or of another length", status, err);
    if (has_said)
        message_take(&message, &farewell, sizeof farewell);
    *status = lose(i, has_said ? &farewell : NULL, fate, err);
    return 1;
}

int rank_processes_ask(enum rank_kind kind, int count, const void *request, size_t request_bytes,
                       void *replies, size_t reply_bytes, enum cell_status *fate, struct err *err) {
    static struct message message;
    static const struct message_wait for_ever = {.most = WIRE_MOST};
    int status = 0, due = count;
    *fate = CELL_FAILED;
    message_clear(&message);
    message_put_number(&message, (uint64_t)kind);
    message_put(&message, request, request_bytes);
    for (int i = 0; i < count; i++) {
        processes.ranks[i].events = POLLIN;
        if (message_send(processes.ranks[i].fd, &message, &for_ever))
            return lose(i, NULL, fate, err);
    }
    while (due) {
        if (poll(processes.ranks, (nfds_t)count, -1) < 0 && errno != EINTR)
            return err_set(err, ERR_FAILED, "cannot wait for the ranks: %s", strerror(errno));
        for (int i = 0; i < count; i++) {
            if (!processes.ranks[i].revents)
                continue;
            if (!processes.ranks[i].events) /* it has answered, and ended since */
                return lose(i, NULL, fate, err);
            char *reply = replies ? (char *)replies + (size_t)i * reply_bytes : NULL;
            if (take_answer(i, kind, reply, reply_bytes, &status, fate, err))
                return status;
            processes.ranks[i].events = 0;
            due--;
        }
    }
    return status;
}

/* --- starting --- */

static void draw_token(void) {
    unsigned char bytes[(RANK_TOKEN - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        memset(bytes, 0, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(processes.token + 2 * i, 3, "%02x", bytes[i]);
}

/* Listens for the ranks, and tells them where by our environment. Returns the socket, or -1. */
static int listen_for(const struct launcher *launcher, int count) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr =
                                      htonl(launcher->is_local ? INADDR_LOOPBACK : INADDR_ANY)};
    socklen_t length = sizeof address;
    char host[200] = "127.0.0.1", where[300];
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, count) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) != 0 ||
        (!launcher->is_local && gethostname(host, sizeof host - 1) != 0)) {
        if (listener >= 0)
            close(listener);
        return -1;
    }
    draw_token();
    snprintf(where, sizeof where, "%s:%d:%s", host, ntohs(address.sin_port), processes.token);
    setenv(RANK_VARIABLE, where, 1);
    return listener;
}

/* Whether the process at CONNECTION is one of ours. */
static int is_rank(int connection) {
    static struct message message;
    struct rank_hello hello;
    const struct message_wait wait = {.most = sizeof hello + sizeof(uint64_t), .seconds = 2};
    if (message_receive(connection, &message, &wait) ||
        message_take_number(&message) != RANK_HELLO || message_left(&message) != sizeof hello)
        return 0;
    message_take(&message, &hello, sizeof hello);
    return memcmp(hello.token, processes.token, sizeof hello.token) == 0;
}

static void accept_rank(int listener) {
    int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC), on = 1;
    if (connection < 0)
        return;
    if (!is_rank(connection)) {
        close(connection);
        return;
    }
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    processes.ranks[processes.count++] = (struct pollfd){.fd = connection};
}

/* Waits until COUNT ranks have come. */
static int gather(int listener, int count, struct err *err) {
    double end = wall_clock_now() + PATIENCE;
    struct pollfd ready = {.fd = listener, .events = POLLIN};
    char words[400];
    int status;
    while (processes.count < count) {
        if (poll(&ready, 1, 50) > 0) {
            accept_rank(listener);
            continue;
        }
        if (waitpid(processes.launcher, &status, WNOHANG) != 0) {
            processes.launcher = 0;
            quote_launcher(words, sizeof words);
            return err_set(
                err, ERR_FAILED,
                "the launcher, %.100s, ended before %d ranks ran%s; --launcher names another",
                processes.launcher_text, count, words);
        }
        if (wall_clock_now() > end)
            return err_set(err, ERR_FAILED,
                           "of %d ranks that %.100s should start, only %d came within %g s", count,
                           processes.launcher_text, processes.count, PATIENCE);
    }
    return 0;
}

/* Puts the ranks in order. ERR_FAILED: they are not the numbers 0 to COUNT - 1 of one world. */
static int sort_ranks(const struct rank_loaded *loaded, int count, struct err *err) {
    struct pollfd *sorted = calloc((size_t)count, sizeof *sorted);
    char *is_there = calloc((size_t)count, 1);
    int is_world = sorted && is_there;
    for (int i = 0; i < count && is_world; i++) {
        int number = loaded[i].number;
        is_world = loaded[i].world == count && number >= 0 && number < count && !is_there[number];
        if (is_world) {
            sorted[number] = processes.ranks[i];
            is_there[number] = 1;
        }
    }
    free(is_there);
    if (is_world) {
        free(processes.ranks);
        processes.ranks = sorted;
        return 0;
    }
    free(sorted);
    return err_set(err, ERR_FAILED,
                   "%.100s started %d processes, and MPI says that rank %d is one of %d; that "
                   "launcher belongs to another MPI than the library, %.60s; name the right one by "
                   "--launcher",
                   processes.launcher_text, count, loaded[0].number, loaded[0].world,
                   loaded[0].mpi);
}

static int load_all(int count, const struct wire_load *load, struct rank_loaded *first,
                    struct err *err) {
    struct rank_loaded *loaded = calloc((size_t)count, sizeof *loaded);
    enum cell_status fate;
    int status = loaded ? rank_processes_ask(RANK_LOAD, count, load, sizeof *load, loaded,
                                             sizeof *loaded, &fate, err)
                        : err_set(err, ERR_FAILED, "no memory for %d ranks", count);
    if (status == 0)
        status = sort_ranks(loaded, count, err);
    for (int i = 0; status == 0 && i < count; i++)
        if (loaded[i].number == 0)
            *first = loaded[i];
    free(loaded);
    return status;
}

int rank_processes_start(const struct launcher *launcher, int count, const struct wire_load *load,
                         struct rank_loaded *first, struct err *err) {
    static const char self[] = "/proc/self/exe";
    char program[4096];
    ssize_t length = readlink(self, program, sizeof program - 1);
    snprintf(processes.launcher_text, sizeof processes.launcher_text, "%s", launcher->text);
    processes.ranks = calloc((size_t)count, sizeof *processes.ranks);
    int listener = processes.ranks && length > 0 ? listen_for(launcher, count) : -1;
    if (listener < 0)
        return err_set(err, ERR_FAILED, "cannot listen for %d ranks: %s", count, strerror(errno));
    program[length] = '\0';
    int status = launcher_start(launcher, program, &processes.launcher, err);
    if (status == 0)
        status = gather(listener, count, err);
    close(listener);
    if (status == 0)
        status = load_all(count, load, first, err);
    if (status)
        abandon();
    return status;
}
