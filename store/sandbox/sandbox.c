/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sandbox/sandbox.h"

#include <errno.h>
#include <libdeflate.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "formats/processes/child.h"
#include "store/hdf5/h5.h"

#define MEGABYTE      ((uint64_t)1 << 20)
#define SOCKET_BUFFER (1 << 20)
#define START_SECONDS 60.0
#define LEAST_MEMORY  MEGABYTE /* HDF5 crashes if it has less at its start */

static const char *way_out(int is_foreign) {
    return is_foreign ? "" : "; bench-store repair saves what is whole in it";
}

/* --- limits --- */

static uint64_t physical_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 1024 * MEGABYTE;
}

/* Measured times hardly shrink when deflated; undefined values shrink to a thousandth, but there
 * are few of them. HDF5 reads about 60 MB of a file per second. */
struct sandbox_limits sandbox_limits(uint64_t size) {
    uint64_t megabytes = size / MEGABYTE < MEGABYTE ? size / MEGABYTE : MEGABYTE;
    uint64_t memory = (1024 + 32 * megabytes) * MEGABYTE, most = physical_memory();
    unsigned processing = 10 + (unsigned)(megabytes / 8);
    memory = memory < most ? memory : most;
    uint64_t reply = (256 + 32 * megabytes) * MEGABYTE;
    return (struct sandbox_limits){memory, processing, 6.0 * processing, reply};
}

/* A limit set by the user that leaves a child less memory than its own limit would. */
struct cramp {
    char option; /* of ulimit; 0: no such limit */
    rlim_t bytes;
};

static struct cramp find_cramp(const struct sandbox_limits *limits) {
    static const struct {
        int resource;
        char option;
    } kinds[] = {{RLIMIT_DATA, 'd'}, {RLIMIT_AS, 'v'}};
    struct cramp least = {.bytes = limits->memory};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct rlimit limit;
        if (getrlimit(kinds[i].resource, &limit) == 0 && limit.rlim_cur < least.bytes)
            least = (struct cramp){kinds[i].option, limit.rlim_cur};
    }
    return least;
}

static int blame_cramp(const struct cramp *cramp, const char *path, const char *what,
                       struct err *err) {
    return err_set(err, ERR_FAILED,
                   "%s: %s, perhaps for want of memory: ulimit -%c allows %llu kB; raise it", path,
                   what, cramp->option, (unsigned long long)(cramp->bytes / 1024));
}

static int has_least_memory(void) {
    void *memory =
        mmap(NULL, LEAST_MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
        munmap(memory, LEAST_MEMORY);
    return memory != MAP_FAILED;
}

/* --- the child --- */

/* Unlimited: the child can trust the parent. */
static const struct message_wait patiently = {.most = UINT64_MAX};

struct life {
    const struct sandbox_terms *terms;
    sandbox_work *work;
    void *context;
    int socket;
    int has_own_limit; /* the child's limit is below the machine's memory */
    struct cramp cramp;
    unsigned long failures; /* HDF5's failures before the child began */
};

static int has_own_limit(const struct sandbox_terms *terms) {
    struct rlimit limit;
    return !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur == RLIM_INFINITY &&
           terms->limits.memory < physical_memory();
}

/* ENOMEM comes only from a failed allocation here. */
static int work_within_limits(const struct life *l, struct message *request, struct message *reply,
                              struct err *err) {
    const struct sandbox_terms *terms = l->terms;
    errno = 0;
    int code = l->work(l->context, request, reply, err);
    if (!code && reply->failed)
        code = err_set(err, ERR_FAILED, "%s: no memory for the answer", terms->path);
    if (code && errno == ENOMEM && l->cramp.option)
        return blame_cramp(&l->cramp, terms->path, "it cannot be read", err);
    if (code != ERR_FAILED || errno != ENOMEM || !l->has_own_limit || terms->is_new)
        return code;
    return err_set(err, ERR_DAMAGED,
                   "%s is damaged: reading it takes more than %llu MB of memory%s", terms->path,
                   (unsigned long long)(terms->limits.memory / MEGABYTE),
                   way_out(terms->is_foreign));
}

/* Every reply begins with this. */
static void put_result(struct message *reply, int code, int is_last, const char *text) {
    message_put_number(reply, (uint64_t)is_last);
    message_put_number(reply, (uint64_t)(int64_t)code);
    message_put_text(reply, text);
}

/* Whether HDF5's next answers could be wrong: something is damaged, even if the answer was only cut
 * short because of it. */
static int is_spoilt(const struct life *l, int code, const struct err *err) {
    return code == ERR_DAMAGED || (code == 0 && *err->message) || h5_failures() != l->failures;
}

/* Returns whether the child may answer another request. */
static int answer(const struct life *l, struct message *request, struct message *reply) {
    struct err err = {""};
    message_clear(reply);
    put_result(reply, 0, 0, NULL);
    int code = work_within_limits(l, request, reply, &err), is_last = is_spoilt(l, code, &err);
    if (code) {
        message_clear(reply);
        put_result(reply, code, is_last, err.message);
    } else if (is_last) {
        const uint64_t last_is_last = 1;
        if (!reply->failed)
            memcpy(reply->bytes, &last_is_last, sizeof last_is_last);
    }
    return message_send(l->socket, reply, &patiently) == 0 && !is_last;
}

static void live(const struct life *l, pid_t parent) {
    const struct sandbox_terms *terms = l->terms;
    int descriptors[SANDBOX_MOST_DESCRIPTORS + 1];
    for (size_t i = 0; i < terms->descriptor_count; i++)
        descriptors[i] = terms->descriptors[i];
    descriptors[terms->descriptor_count] = l->socket;
    const struct confinement confinement = {descriptors, terms->descriptor_count + 1,
                                            terms->limits.memory, terms->limits.processing};
    enum confine_strength strength = confine_self(&confinement, parent);
    if (strength == CONFINE_NOTHING)
        return;

    int socket = l->socket;
    struct message greeting = {0};
    message_put_number(&greeting, strength);
    int failure = message_send(socket, &greeting, &patiently);
    message_release(&greeting);
    if (failure)
        return;
    struct message request = {0}, reply = {0};
    while (message_receive(l->socket, &request, &patiently) == 0)
        if (!answer(l, &request, &reply))
            return;
}

/* --- ending the child --- */

static const struct {
    int number;
    const char *name;
} signals[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGABRT, "SIGABRT"}, {SIGFPE, "SIGFPE"},
    {SIGILL, "SIGILL"},   {SIGTRAP, "SIGTRAP"}, {SIGKILL, "SIGKILL"},
};

static const char *signal_name(int number) {
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signals[i].number == number)
            return signals[i].name;
    return strsignal(number);
}

void sandbox_end(struct sandbox *s) {
    if (s->socket >= 0)
        close(s->socket);
    s->socket = -1;
    if (s->pid > 0)
        child_end(s->pid, 0);
    s->pid = 0;
}

/* An end of the child that no check of ours has asked for. */
static int failed(const struct sandbox *s, struct err *err, const char *what) {
    unsigned major, minor, release;
    H5get_libversion(&major, &minor, &release);
    return s->is_new
               ? err_set(err, ERR_FAILED, "%s cannot be made: its writer, with HDF5 %u.%u.%u, %s",
                         s->path, major, minor, release, what)
               : err_set(err, ERR_UNREADABLE,
                         "%s cannot be read: its reader, with HDF5 %u.%u.%u, %s; the file may be "
                         "damaged%s",
                         s->path, major, minor, release, what, way_out(s->is_foreign));
}

int sandbox_distrust(struct sandbox *s, struct err *err) {
    sandbox_end(s);
    return s->is_new
               ? err_set(err, ERR_FAILED, "%s cannot be made: its writer gave an impossible answer",
                         s->path)
               : err_set(err, ERR_DAMAGED, "%s is damaged: reading it gave an impossible answer%s",
                         s->path, way_out(s->is_foreign));
}

static int broke_off(struct sandbox *s, int failure, struct err *err) {
    switch (failure) {
    case ETIMEDOUT: {
        char late_what[100];
        sandbox_end(s);
        snprintf(late_what, sizeof late_what, "did not end within %g seconds", s->limits.waiting);
        return failed(s, err, late_what);
    }
    case EMSGSIZE:
        return sandbox_distrust(s, err);
    case ENOMEM:
        sandbox_end(s);
        return err_set(err, ERR_FAILED, "%s: no memory for what is in it", s->path);
    default: {
        enum { PATIENCE = 1000 }; /* milliseconds: a child that closed its socket is about to end */
        char what[100];
        int status = child_end(s->pid, PATIENCE),
            signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        s->pid = 0;
        sandbox_end(s);
        struct cramp cramp = find_cramp(&s->limits);
        if (cramp.option && (signal == SIGSEGV || signal == SIGABRT || signal == SIGKILL)) {
            snprintf(what, sizeof what, "reading it crashed (%s)", signal_name(signal));
            return blame_cramp(&cramp, s->path, what, err);
        }
        if (cramp.option && !signal && status)
            return blame_cramp(&cramp, s->path, "reading it ended too early", err);
        if (signal == SIGXCPU)
            snprintf(what, sizeof what, "did not end within %u seconds of computing",
                     s->limits.processing);
        else if (signal == SIGSYS)
            snprintf(what, sizeof what, "reached for what it may not (SIGSYS)");
        else if (signal == SIGKILL)
            snprintf(what, sizeof what, "was killed (SIGKILL), perhaps for want of memory");
        else if (signal)
            snprintf(what, sizeof what, "crashed (%s)", signal_name(signal));
        else
            snprintf(what, sizeof what, "ended too early (status %d)", WEXITSTATUS(status));
        return failed(s, err, what);
    }
    }
}

/* --- the parent --- */

static int receive(struct sandbox *s, struct message *reply, double seconds, uint64_t most) {
    const struct message_wait wait = {.most = most, .seconds = seconds};
    return message_receive(s->socket, reply, &wait);
}

static const char no_process[] = "no process can be made ready to read it";

/* Initialises HDF5 once in the parent, for all children; no file is involved. On ARM libdeflate
 * looks into /proc, when it is first used, for what the processor can, which no child may open. */
static int prepare(const char *path, const struct cramp *cramp, struct err *err) {
    static int is_prepared;
    if (!is_prepared && cramp->option && !has_least_memory())
        return blame_cramp(cramp, path, no_process, err);
    h5_prepare();
    libdeflate_adler32(1, "", 0);
    is_prepared = 1;
    return 0;
}

int sandbox_start(struct sandbox *s, const struct sandbox_terms *terms, sandbox_work *work,
                  void *context, struct err *err) {
    int ends[2], room = SOCKET_BUFFER;
    const struct cramp cramp = find_cramp(&terms->limits);
    pid_t parent = getpid();
    *s = (struct sandbox){.path = terms->path,
                          .limits = terms->limits,
                          .is_new = terms->is_new,
                          .is_foreign = terms->is_foreign,
                          .socket = -1};
    if (prepare(s->path, &cramp, err))
        return ERR_FAILED;
    if (terms->descriptor_count > SANDBOX_MOST_DESCRIPTORS ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return err_set(err, ERR_FAILED, "%s: no process to read it: %s", s->path, strerror(errno));
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    s->socket = ends[0];
    s->pid = child_fork();
    if (s->pid == 0) {
        const struct life life = {.terms = terms,
                                  .work = work,
                                  .context = context,
                                  .socket = ends[1],
                                  .has_own_limit = has_own_limit(terms),
                                  .cramp = cramp,
                                  .failures = h5_failures()};
        live(&life, parent);
        _exit(0);
    }
    int failure = errno;
    close(ends[1]);
    if (s->pid > 0 && terms->meanwhile)
        terms->meanwhile();
    if (s->pid > 0) {
        struct message greeting = {0};
        int greeting_failure = receive(s, &greeting, START_SECONDS, sizeof(uint64_t));
        s->strength =
            message_take_number(&greeting) == CONFINE_FILTER ? CONFINE_FILTER : CONFINE_LIMITS;
        message_release(&greeting);
        if (!greeting_failure)
            return 0;
        struct cramp greeting_cramp = find_cramp(&s->limits);
        sandbox_end(s);
        return greeting_cramp.option
                   ? blame_cramp(&greeting_cramp, s->path, no_process, err)
                   : err_set(err, ERR_FAILED, "%s: no process can be confined to read it", s->path);
    }
    sandbox_end(s);
    return err_set(err, ERR_FAILED, "%s: no process to read it: %s", s->path, strerror(failure));
}

int sandbox_send(struct sandbox *s, const struct message *request, struct err *err) {
    if (s->pid <= 0)
        return failed(s, err, "has failed before");
    if (request->size > s->limits.memory / 2) {
        /* The child's buffer may take twice the size of what it receives (message.h), so it would
         * run out of memory. */
        return err_set(err, ERR_FAILED,
                       "%s: what is to be done with it at once takes more than %llu MB of memory; "
                       "give it less at once, such as runs of fewer samples",
                       s->path, (unsigned long long)(s->limits.memory / MEGABYTE));
    }
    const struct message_wait wait = {.most = UINT64_MAX, .seconds = s->limits.waiting};

    /* Each request gets the full processor time, whatever earlier ones used. */
    confine_renew(s->pid, s->limits.processing);
    int failure = message_send(s->socket, request, &wait);
    /* A child that has ended may have said why in an answer that is still to be received. */
    return failure && failure != EPIPE ? broke_off(s, failure, err) : 0;
}

int sandbox_receive(struct sandbox *s, struct message *reply, struct err *err) {
    if (s->pid <= 0)
        return failed(s, err, "has failed before");
    int failure = receive(s, reply, s->limits.waiting, s->limits.reply);
    if (failure)
        return broke_off(s, failure, err);

    /* The answer begins with the work's own result. */
    uint64_t is_last = message_take_number(reply);
    int64_t code = (int64_t)message_take_number(reply);
    char *text = message_take_text(reply);
    int is_possible = !reply->failed && (code == 0 ? !text : text && message_is_done(reply)) &&
                      code <= 0 && code >= ERR_REWRITTEN && is_last <= 1;
    if (!is_possible)
        sandbox_distrust(s, err);
    else if (code)
        err_set(err, (int)code, "%s", text);
    if (is_last || err_file_state((int)code))
        sandbox_end(s);
    free(text);
    return is_possible ? (int)code : ERR_DAMAGED;
}

int sandbox_ask(struct sandbox *s, const struct message *request, struct message *reply,
                struct err *err) {
    int code = sandbox_send(s, request, err);
    return code ? code : sandbox_receive(s, reply, err);
}
