/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/processes/machine.h"
#include "store/archive/archive_ask.h"
#include "store/schema/contents.h"
#include "store/schema/run_codec.h"
#include "store/file/reading.h"
#include "store/sandbox/sandbox.h"
#include "store/update/serve.h"
#include "store/file/system.h"

/* The most runs whose actions are requested at once. */
#define MOST_AHEAD ((size_t)1024)

/* One run as the root lists it. */
struct entry {
    char name[CONTENTS_NAME_SIZE];
    unsigned long number;
    char **actions; /* NULL until known */
    size_t action_count;
};

/* What the child that reads the archive has told. */
struct archive {
    char *path;
    struct reading file;
    int fd; /* borrowed from FILE, or from the archive that this is a twin of */
    uint64_t size;
    struct sandbox reader;
    unsigned char *shared; /* with every reader, SERVE_SHARED bytes; pages are allocated on use */
    struct message request, reply; /* reused, to keep their memory */
    struct entry *runs;            /* by number */
    size_t run_count;
    size_t ahead; /* how many runs' actions to request next time */
};

/* --- asking the reader --- */

static int share_memory(struct archive *a, struct err *err) {
    if (a->shared)
        return 0;
    void *shared = mmap(NULL, SERVE_SHARED, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", a->path);
    a->shared = shared;
    return 0;
}

static int start_reader(struct archive *a, void (*meanwhile)(void), struct err *err) {
    if (share_memory(a, err))
        return ERR_FAILED;
    struct serve serve = {.path = a->path, .fd = a->fd, .size = a->size, .shared = a->shared};
    const struct sandbox_terms terms = {.path = a->path,
                                        .descriptors = &a->fd,
                                        .descriptor_count = 1,
                                        .limits = sandbox_limits(a->size),
                                        .meanwhile = meanwhile};
    int code = sandbox_start(&a->reader, &terms, serve_answer, &serve, err);
    if (code)
        return code;
    message_clear(&a->request);
    message_put_number(&a->request, SERVE_LIST);
    return sandbox_ask(&a->reader, &a->request, &a->reply, err);
}

/* If one run killed the reader, a new reader can still read the others. */
int archive_begin(struct archive *a, enum serve_question question, struct message **request,
                  struct err *err) {
    int code = a->reader.pid > 0 ? 0 : start_reader(a, NULL, err);
    *request = &a->request;
    message_clear(&a->request);
    message_put_number(&a->request, question);
    return code;
}

int archive_post(struct archive *a, struct err *err) {
    return sandbox_send(&a->reader, &a->request, err);
}

int archive_send(struct archive *a, enum serve_question question, const uint64_t arguments[2],
                 const char *text, struct err *err) {
    struct message *request;
    int code = archive_begin(a, question, &request, err);
    if (code)
        return code;
    message_put_number(request, arguments[0]);
    message_put_number(request, arguments[1]);
    message_put_text(request, text);
    return archive_post(a, err);
}

const unsigned char *archive_shared(const struct archive *a) {
    return a->shared;
}

void archive_empty_windows(const struct archive *a) {
    if (a->shared)
        machine_drop_pages(a->shared + SERVE_SMALL, SERVE_SHARED - SERVE_SMALL);
}

void archive_renew(struct archive *a) {
    sandbox_end(&a->reader);
}

int archive_receive(struct archive *a, struct err *err) {
    return sandbox_receive(&a->reader, &a->reply, err);
}

int archive_ask(struct archive *a, enum serve_question question, const uint64_t arguments[2],
                const char *text, struct err *err) {
    int code = archive_send(a, question, arguments, text, err);
    return code ? code : archive_receive(a, err);
}

struct message *archive_reply(struct archive *a) {
    return &a->reply;
}

int archive_distrust(struct archive *a, struct err *err) {
    return sandbox_distrust(&a->reader, err);
}

static int no_memory(const struct archive *a, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for its %zu runs", a->path, a->run_count);
}

/* --- opening --- */

static int open_parts(struct archive *a, const char *path, const struct access *how,
                      struct err *err) {
    int status = reading_begin(&a->file, path, how, err);
    a->fd = a->file.fd;
    a->size = a->file.size;
    int code = status ? status : contents_check_signature(path, a->fd, a->size, err);
    if (code)
        return code;
    a->path = strdup(path);
    code = a->path ? start_reader(a, how ? how->meanwhile : NULL, err)
                   : err_set(err, ERR_FAILED, "%s: no memory", path);
    if (code)
        return code;

    /* In an honest list the numbers increase. */
    size_t count = message_take_count(&a->reply, sizeof(uint64_t));
    a->runs = calloc(count + 1, sizeof *a->runs);
    if (!a->runs)
        return no_memory(a, err);
    a->run_count = count;
    uint64_t last = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t number = message_take_number(&a->reply);
        if (number <= last || number > CONTENTS_MOST_NUMBER)
            return sandbox_distrust(&a->reader, err);
        last = a->runs[i].number = number;
        contents_run_name(a->runs[i].name, number);
    }
    return message_is_done(&a->reply) ? 0 : sandbox_distrust(&a->reader, err);
}

int archive_open_with(struct archive **archive, const char *path, const struct access *how,
                      struct err *err) {
    *archive = NULL;
    struct archive *a = malloc(sizeof *a);
    if (!a)
        return err_set(err, ERR_FAILED, "%s: no memory", path);
    *a = (struct archive){.fd = -1, .file = {.fd = -1}, .reader = {.socket = -1}, .ahead = 1};
    int code = open_parts(a, path, how, err);
    if (code) {
        archive_close(a);
        return code;
    }
    if (!archive_is_filtered(a) && how && how->tell)
        how->tell(how->context, ACCESS_UNFILTERED);
    *archive = a;
    return 0;
}

int archive_open(struct archive **archive, const char *path, struct err *err) {
    return archive_open_with(archive, path, NULL, err);
}

/* The file stays locked by the archive A. */
int archive_twin(struct archive **twin, const struct archive *a, struct err *err) {
    *twin = malloc(sizeof **twin);
    if (!*twin)
        return no_memory(a, err);
    **twin = (struct archive){.path = strdup(a->path),
                              .file = {.fd = -1},
                              .fd = a->fd,
                              .size = a->size,
                              .reader = {.socket = -1}};
    int code = (*twin)->path ? start_reader(*twin, NULL, err) : no_memory(a, err);
    if (!code)
        return 0;
    archive_close(*twin);
    *twin = NULL;
    return code;
}

static void forget_actions(struct entry *entry) {
    members_free(entry->actions, entry->action_count);
    entry->actions = NULL;
    entry->action_count = 0;
}

void archive_close(struct archive *a) {
    if (!a)
        return;
    sandbox_end(&a->reader);
    reading_end(&a->file);
    for (size_t i = 0; i < a->run_count; i++)
        forget_actions(&a->runs[i]);
    free(a->runs);
    message_release(&a->request);
    message_release(&a->reply);
    if (a->shared)
        munmap(a->shared, SERVE_SHARED);
    free(a->path);
    free(a);
}

int archive_is_filtered(const struct archive *a) {
    return a->reader.strength == CONFINE_FILTER;
}

/* --- accessors --- */

const char *archive_path(const struct archive *a) {
    return a->path;
}

size_t archive_run_count(const struct archive *a) {
    return a->run_count;
}

const char *archive_run_name(const struct archive *a, size_t run) {
    return a->runs[run].name;
}

unsigned long archive_run_number(const struct archive *a, size_t run) {
    return a->runs[run].number;
}

uint64_t archive_size(const struct archive *a) {
    return a->size;
}

/* --- actions --- */

/* Allocates one more than COUNT, since NULL means unknown. The array is never replaced: pointers to
 * it have been given out. */
static int take_actions(struct archive *a, struct entry *entry, struct err *err) {
    size_t count = message_take_count(&a->reply, sizeof(uint64_t));
    char **actions = calloc(count + 1, sizeof *actions);
    if (!actions)
        return no_memory(a, err);
    for (size_t i = 0; i < count; i++)
        if (!(actions[i] = message_take_text(&a->reply))) {
            members_free(actions, i);
            return sandbox_distrust(&a->reader, err);
        }
    if (a->reply.failed) {
        free(actions);
        return sandbox_distrust(&a->reader, err);
    }
    entry->actions = actions;
    entry->action_count = count;
    return 0;
}

/* If any part of an answer is impossible, none of it is used. */
static int take_batch(struct archive *a, size_t first, size_t most, struct err *err) {
    size_t count = message_take_number(&a->reply), taken = 0;
    int code = count == 0 || count > most ? sandbox_distrust(&a->reader, err) : 0;
    for (; taken < count && !code; taken += !code)
        code = take_actions(a, &a->runs[first + taken], err);
    if (!code && !message_is_done(&a->reply))
        code = sandbox_distrust(&a->reader, err);
    while (code && taken > 0)
        forget_actions(&a->runs[first + --taken]);
    return code;
}

/* Requests the actions of the runs from FIRST to before END, all unknown so far. If one of them is
 * damaged, the answer stops before it. */
static int ask_actions(struct archive *a, size_t first, size_t end, struct err *err) {
    const uint64_t arguments[] = {first, end - first};
    int code = archive_ask(a, SERVE_ACTIONS, arguments, NULL, err);
    return code ? code : take_batch(a, first, end - first, err);
}

static int is_unknown(const struct archive *a, size_t run) {
    return run < a->run_count && !a->runs[run].actions;
}

/* Callers mostly ask run by run, upward or downward, so each request covers twice as many runs as
 * the last. If another run among them is damaged, asks again for RUN alone. */
static int find_actions(struct archive *a, size_t run, struct err *err) {
    size_t first = run, end = run + 1;
    while (end - first < a->ahead && is_unknown(a, end))
        end++;
    while (end - first < a->ahead && first > 0 && is_unknown(a, first - 1))
        first--;
    a->ahead = a->ahead < MOST_AHEAD ? 2 * a->ahead : MOST_AHEAD;
    int code = ask_actions(a, first, end, err);
    if (code == 0 && is_unknown(a, run))
        code = ERR_DAMAGED;
    return code && end - first > 1 ? ask_actions(a, run, run + 1, err) : code;
}

int archive_run_actions(struct archive *a, size_t run, const char *const **actions, size_t *count,
                        struct err *err) {
    struct entry *entry = &a->runs[run];
    int code = entry->actions ? 0 : find_actions(a, run, err);
    *actions = code ? NULL : (const char *const *)entry->actions;
    *count = code ? 0 : entry->action_count;
    return code;
}

/* --- reading --- */

/* A collector that died could not change its run's state from "running". */
void archive_correct_state(const struct archive *a, size_t run, struct facts *facts) {
    if (strcmp(facts_text(facts, FACT_STATE, ""), "running") == 0 &&
        !reading_is_run_held(&a->file, a->runs[run].number))
        facts_set_text(facts, FACT_STATE, "interrupted");
}

static int take_run(struct archive *a, size_t run, struct run **result, struct err *err) {
    int code = run_codec_take_run(&a->reply, READER_ALL, result, err);
    if (code == ERR_DAMAGED)
        return sandbox_distrust(&a->reader, err);
    if (!code)
        (*result)->name = strdup(a->runs[run].name);
    if (!code)
        archive_correct_state(a, run, &(*result)->facts);
    if (!code && (*result)->name)
        return 0;
    run_free(*result);
    *result = NULL;
    return err_set(err, ERR_FAILED, "%s: %s: no memory for it", a->path, a->runs[run].name);
}

int archive_read_run(struct archive *a, size_t run, const char *action, struct run **result,
                     struct err *err) {
    const uint64_t arguments[] = {run, 0};
    *result = NULL;
    int code = archive_ask(a, SERVE_READ, arguments, action, err);
    return code ? code : take_run(a, run, result, err);
}
