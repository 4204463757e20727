/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/rank.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collect/mpi/collective.h"
#include "collect/mpi/global_clock.h"
#include "collect/mpi/interval.h"
#include "collect/mpi/launcher.h"
#include "collect/mpi/mpi.h"
#include "collect/mpi/windows.h"
#include "collect/timing/sample.h"
#include "collect/timing/watch.h"
#include "collect/worker/mount.h"
#include "collect/worker/rank_wire.h"
#include "formats/processes/message.h"

static struct {
    int socket;
    struct mount mount;
    struct workspace_rank number;
    struct design_point design_point;
    struct workspace workspace; /* of the current round */
    int is_set_up;
    char *arena;
    size_t arena_bytes;
} rank;

static const struct message_wait for_ever = {.most = WIRE_MOST + RANK_CHUNK};

/* --- farewell --- */

/* Called by handlers of signals: uses no heap. */
static void say_farewell(int signal, int status) {
    unsigned char room[64];
    struct message message = {.bytes = room, .room = sizeof room, .is_lent = 1};
    struct rank_farewell farewell = {signal, status};
    message_put_number(&message, RANK_FAREWELL);
    message_put(&message, &farewell, sizeof farewell);
    message_send(rank.socket, &message, &for_ever);
}

static void tell_signal(int number) {
    signal(number, SIG_DFL);
    say_farewell(number, 0);
    raise(number);
}

static void tell_exit(int status, void *context) {
    (void)context;
    say_farewell(0, status);
}

/* A rank may be waiting in MPI for ever. Data only arrive while it waits for them. */
static void look_at_socket(int number) {
    int before = errno;
    char byte;
    (void)number;
    ssize_t count = recv(rank.socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno == ECONNRESET))
        _exit(0);
    errno = before;
}

/* MPI and libraries are loaded later, and what they do about signals is theirs to decide. */
static void watch_ends(void) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        signal(crashes[i], tell_signal);
    on_exit(tell_exit, NULL);
    sigaction(SIGIO, &(struct sigaction){.sa_handler = look_at_socket, .sa_flags = SA_RESTART},
              NULL);
    fcntl(rank.socket, F_SETOWN, getpid());
    fcntl(rank.socket, F_SETFL, O_ASYNC);
}

/* --- connecting --- */

static int is_this_machine(const char *host) {
    char name[256] = "";
    return gethostname(name, sizeof name - 1) == 0 && strcmp(name, host) == 0;
}

/* Says on stderr, which the launcher passes on, why it cannot. Some machines do not find themselves
 * by their own name. */
static int connect_to(const char *host, const char *port) {
    const struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    int end = -1, on = 1;
    int failure = getaddrinfo(host, port, &wanted, &found);
    if (failure && is_this_machine(host))
        failure = getaddrinfo("127.0.0.1", port, &wanted, &found);
    if (failure) {
        fprintf(stderr, RANK_WORDS "does not find %s, where it was started: %s\n", host,
                gai_strerror(failure));
        return -1;
    }
    for (struct addrinfo *a = found; a && end < 0; a = a->ai_next) {
        end = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (end >= 0 && connect(end, a->ai_addr, a->ai_addrlen) != 0) {
            close(end);
            end = -1;
        }
    }
    freeaddrinfo(found);
    if (end < 0)
        fprintf(stderr, RANK_WORDS "cannot connect to %s: %s\n", host, strerror(errno));
    else
        setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return end;
}

/* WHERE is "HOST:PORT:TOKEN". */
static int say_hello(const char *where) {
    char host[256], port[16];
    struct rank_hello hello = {.token = ""};
    struct message message = {0};
    if (sscanf(where, "%255[^:]:%15[0-9]:%32[0-9a-f]", host, port, hello.token) != 3)
        return 1;
    rank.socket = connect_to(host, port);
    if (rank.socket < 0)
        return 1;
    message_put_number(&message, RANK_HELLO);
    message_put(&message, &hello, sizeof hello);
    int failure = message_send(rank.socket, &message, &for_ever);
    message_release(&message);
    return failure != 0;
}

/* --- one function per request --- */

static int load(const void *request, void *reply, struct err *err) {
    struct rank_loaded *loaded = reply;
    rank.mount.load = *(const struct wire_load *)request;
    rank.mount.load.ranks = 0; /* here the library is loaded */
    rank.mount.load.arena_bytes = 0;
    int status = mount_load(&rank.mount, -1, &loaded->loaded, err);
    if (status == 0)
        status = mpi_start(rank.mount.binding.handles[rank.mount.binding.count - 1], err);
    if (status)
        return status;
    rank.number =
        (struct workspace_rank){.number = mpi_rank(), .mpi = mpi_handles(), .sum = collective_sum};
    workspace_be_rank(&rank.number);
    loaded->number = mpi_rank();
    loaded->world = mpi_ranks();
    mpi_version(loaded->mpi, sizeof loaded->mpi);
    return 0;
}

static void release(void) {
    workspace_release(&rank.workspace);
    if (rank.arena)
        munmap(rank.arena, rank.arena_bytes);
    rank.arena = NULL;
    rank.is_set_up = 0;
}

static int leave(const void *request, void *reply, struct err *err) {
    (void)request, (void)reply, (void)err;
    if (rank.is_set_up)
        hooks_end_round(&rank.workspace);
    release();
    return 0;
}

static int map_arena(size_t bytes, uint64_t layout, struct err *err) {
    int fixed = layout ? MAP_FIXED_NOREPLACE : 0;
    void *memory = mmap(layout ? WIRE_ARENA_ADDRESS : NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
    if (memory == MAP_FAILED)
        return err_set(err, ERR_FAILED, "cannot map %zu bytes of arena: %s", bytes,
                       strerror(errno));
    rank.arena = memory;
    rank.arena_bytes = bytes;
    return 0;
}

static int set_up(const void *request, void *reply, struct err *err) {
    const struct rank_setup *wanted = request;
    struct rank_ready *ready = reply;
    const struct bench_action *action = rank.mount.action;
    char type = rank.mount.load.type;
    struct workspace_needs needs;
    leave(NULL, NULL, NULL);
    rank.design_point =
        (struct design_point){.size = wanted->point.size, .threads = wanted->point.threads};
    memcpy(rank.design_point.parameters, wanted->point.parameters,
           sizeof rank.design_point.parameters);
    int status = workspace_measure(action, type, &rank.design_point, &needs, err);
    if (status == 0)
        status = map_arena(needs.arena_bytes + 2 * WORKSPACE_COPY_BYTES, wanted->layout, err);
    if (status == 0)
        status = workspace_setup(&rank.workspace, action, type, &rank.design_point,
                                 rank.mount.binding.routines, rank.mount.binding.c_interface,
                                 rank.arena, rank.arena_bytes, wanted->layout, err);
    if (status == 0)
        status = workspace_guard(&rank.workspace, err);
    if (status == 0)
        status = hooks_begin_round(&rank.workspace, err);
    rank.is_set_up = status == 0;
    if (status == 0 && action->is_collective)
        global_clock_start();
    if (status)
        release();
    else
        ready->most_calls = workspace_max_copies(&rank.workspace, WORKSPACE_COPY_BYTES);
    return status;
}

static int initialize(const void *request, void *reply, struct err *err) {
    const struct rank_initialize *wanted = request;
    (void)reply;
    report_clear(&rank.workspace.report);
    workspace_poison(&rank.workspace);
    workspace_initialize(&rank.workspace, wanted->seed);
    return report_status(&rank.workspace.report, err);
}

static int calculate(const void *request, void *reply, struct err *err) {
    const struct rank_calculate *wanted = request;
    struct rank_calculated *calculated = reply;
    struct report *report = &rank.workspace.report;
    struct watch watch = {0}, before = watch_count();
    report_clear_counts(report);
    if (rank.mount.action->is_collective)
        windows_time(&rank.workspace, wanted->calls, &calculated->times);
    else
        interval_time(&rank.workspace, wanted->calls, &calculated->times);
    watch_add_since(&watch, &before);
    calculated->run_delay = watch.run_delay;
    calculated->preemptions = watch.preemptions;
    memcpy(calculated->has_counted, report->has_counted, sizeof report->has_counted);
    memcpy(calculated->counted, report->counted, sizeof report->counted);
    return report_status(report, err);
}

static int residual(const void *request, void *reply, struct err *err) {
    struct rank_residual *answer = reply;
    (void)request;
    int status = workspace_check_gaps(&rank.workspace, err);
    /* All ranks compute it, whatever one of them has found, because they wait for one another. */
    answer->residual = rank.workspace.action->residual(&rank.workspace.bench);
    return status ? status : report_status(&rank.workspace.report, err);
}

static int end(const void *request, void *reply, struct err *err) {
    (void)request, (void)reply, (void)err;
    leave(NULL, NULL, NULL);
    mpi_end();
    _exit(0); /* no library's destructor can affect how this ends */
}

enum needs { NEEDS_NOTHING, NEEDS_LIBRARY, NEEDS_SET_UP };

static const struct {
    size_t request_bytes, reply_bytes;
    int (*serve)(const void *request, void *reply, struct err *err);
    enum needs needs;
} requests[RANK_KINDS] = {
    [RANK_LOAD] = {sizeof(struct wire_load), sizeof(struct rank_loaded), load, NEEDS_NOTHING},
    [RANK_SETUP] = {sizeof(struct rank_setup), sizeof(struct rank_ready), set_up, NEEDS_LIBRARY},
    [RANK_INITIALIZE] = {sizeof(struct rank_initialize), 0, initialize, NEEDS_SET_UP},
    [RANK_CALCULATE] = {sizeof(struct rank_calculate), sizeof(struct rank_calculated), calculate,
                        NEEDS_SET_UP},
    [RANK_RESIDUAL] = {0, sizeof(struct rank_residual), residual, NEEDS_SET_UP},
    [RANK_LEAVE] = {0, 0, leave, NEEDS_NOTHING},
    [RANK_END] = {0, 0, end, NEEDS_NOTHING},
};

static enum needs served(void) {
    if (rank.is_set_up)
        return NEEDS_SET_UP;
    return rank.number.mpi ? NEEDS_LIBRARY : NEEDS_NOTHING;
}

/* --- the conversation --- */

/* Puts the part of an output that REQUEST asks for into MESSAGE. */
static void put_output(const struct rank_output *request, struct message *message) {
    const struct workspace *w = &rank.workspace;
    const struct workspace_output *output = &w->outputs[request->number];
    if (rank.is_set_up && request->number < w->output_count &&
        request->bytes <= w->capacity - output->offset &&
        request->from <= w->capacity - output->offset - request->bytes)
        message_put(message, w->arena + output->offset + request->from, request->bytes);
}

static void answer(struct message *message) {
    static union {
        struct wire_load load;
        struct rank_setup setup;
        struct rank_output output;
        struct rank_initialize initialize;
        struct rank_calculate calculate;
    } request;
    static union {
        struct rank_loaded loaded;
        struct rank_ready ready;
        struct rank_calculated calculated;
        struct rank_residual residual;
    } reply;
    struct wire_failed failed = {.fate = CELL_FAILED};
    struct err err;
    uint64_t kind = message_take_number(message);
    size_t length = message_left(message);
    int status;
    memset(&reply, 0, sizeof reply);
    if (kind == RANK_OUTPUT && length == sizeof request.output) {
        message_take(message, &request, length);
        message_clear(message);
        message_put_number(message, kind);
        put_output(&request.output, message);
        return;
    }
    if (kind >= RANK_KINDS || !requests[kind].serve || length != requests[kind].request_bytes ||
        requests[kind].needs > served())
        status = err_set(&err, ERR_FAILED, "a rank cannot answer that now");
    else {
        message_take(message, &request, length);
        status = requests[kind].serve(&request, &reply, &err);
    }
    message_clear(message);
    message_put_number(message, status ? RANK_FAILED : kind);
    if (status) {
        snprintf(failed.message, sizeof failed.message, "%.500s", err.message);
        message_put(message, &failed, sizeof failed);
    } else
        message_put(message, &reply, requests[kind].reply_bytes);
}

int rank_serve(const char *where) {
    struct message message = {0};
    struct rlimit written;
    /* Only the launcher's output is kept. MPI makes large files in memory. */
    if (getrlimit(RLIMIT_FSIZE, &written) == 0) {
        written.rlim_cur = written.rlim_max;
        setrlimit(RLIMIT_FSIZE, &written);
    }
    if (say_hello(where))
        return 1;
    unsetenv(RANK_VARIABLE);
    launcher_pin_rank();
    watch_ends();
    while (!message_receive(rank.socket, &message, &for_ever)) {
        answer(&message);
        if (message_send(rank.socket, &message, &for_ever))
            break;
    }
    return 0;
}
