/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/update/update.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/model/measures.h"
#include "store/file/lock.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/mat.h"
#include "store/sandbox/write_buffer.h"
#include "store/schema/contents.h"
#include "store/schema/root.h"
#include "store/schema/run_codec.h"
#include "store/schema/writer.h"

/* --- intake --- */

enum { ARRAY_HEADER = 1024 }; /* rough size of an object header with its attributes, in bytes */

/* --- sending --- */

int intake_take_name(struct update_course *course, char name[CONTENTS_NAME_SIZE], struct err *err) {
    char *text = message_take_text(&course->reply);
    int is_name = text && contents_run_number(text) && message_is_done(&course->reply);
    if (is_name)
        snprintf(name, CONTENTS_NAME_SIZE, "%s", text);
    free(text);
    return is_name ? 0 : update_distrust(course, err);
}

int intake_send(struct update_course *course, const struct run *run, char name[CONTENTS_NAME_SIZE],
                struct err *err) {
    message_put_text(&course->request, name);
    int code = run_codec_put_run(&course->request, run, READER_ALL, err);
    if (!code)
        code = update_ask(course, err);
    return code ? code : intake_take_name(course, name, err);
}

/* --- writing --- */

int intake_write_run(const struct update *change, char name[CONTENTS_NAME_SIZE],
                     const struct run *run, struct message *reply, struct err *err) {
    int code = *name ? 0 : next_run_number_next(change->file, name, err);
    if (!code)
        code = writer_write_run(change->file, name, run, err);
    message_put_text(reply, name);
    return code ? err_prefix(err, code, "%s: %s", change->path, *name ? name : "the next run") : 0;
}

int intake_write(const struct update *change, struct message *request, struct message *reply,
                 struct err *err) {
    char *wanted = message_take_text(request);
    struct run *run = NULL;
    int code = wanted ? run_codec_take_run(request, READER_ALL, &run, err)
                      : err_set(err, ERR_FAILED, "%s: no memory for a run", change->path);
    char name[CONTENTS_NAME_SIZE];
    snprintf(name, sizeof name, "%s", wanted ? wanted : "");
    if (!code)
        code = intake_write_run(change, name, run, reply, err);
    free(wanted);
    run_free(run);
    return code;
}

int intake_work(void *nothing, const struct update *change, struct message *request,
                struct message *reply, struct err *err) {
    (void)nothing;
    return intake_write(change, request, reply, err);
}

/* --- estimating sizes --- */

/* Includes the array's header, which is most of a small array. */
static uint64_t array_bytes(const struct measurement *m, enum detail_shape shape) {
    return ARRAY_HEADER + sizeof(double) * measurement_elements(m, shape);
}

static uint64_t series_bytes(const struct measurement *m, const struct series *series) {
    uint64_t bytes = array_bytes(m, PER_SAMPLE);
    for (size_t i = 0; i < DETAILS; i++) {
        const struct series_detail *detail = &series_details[i];
        if (series_detail_values(series, detail))
            bytes += array_bytes(m, detail->shape);
    }
    return bytes;
}

static uint64_t measurement_bytes(const struct measurement *m) {
    uint64_t bytes = 0;
    for (size_t s = 0; s < m->series_count; s++)
        bytes += series_bytes(m, &m->series[s]);
    return bytes;
}

uint64_t intake_bytes(const struct run *run) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < run->measurement_count; i++)
        bytes += measurement_bytes(&run->measurements[i]);
    return bytes;
}

/* --- changing an archive --- */

#define CREATOR "benchmat " BENCHMAT_VERSION

/* Nearly every array is a single chunk; with HDF5's default of 32 each chunk index would take 3
 * KB. */
#define CHUNK_INDEX_K 4

enum question { QUESTION_WORK, QUESTION_FINISH };

/* --- in the child: the file --- */

/* The change as the child sees it. */
struct task {
    const struct update_plan *plan;
    struct dirty_pages *draft;
    struct write_buffer scratch;
    struct update change; /* its file is negative before it is opened and after it is closed */
    struct file_view view;
    int fd; /* for reading only */
    int is_begun;
};

static hid_t creation_list(void) {
    hid_t list = H5Pcreate(H5P_FILE_CREATE);
    if (H5Pset_userblock(list, LAYOUT_USER_BLOCK) >= 0 &&
        H5Pset_istore_k(list, CHUNK_INDEX_K) >= 0 && !h5_keep_attributes(list) &&
        H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0)
        return list;
    h5_close(list);
    return -1;
}

static int create(const char *path, hid_t access, hid_t *file, struct err *err) {
    hid_t list = creation_list();
    *file = H5Fcreate(DRIVER_NAME, H5F_ACC_TRUNC, list, access);
    h5_close(list);
    return *file < 0 ? h5_error(err, ERR_FAILED, "%s cannot be created", path)
                     : root_found(*file, CREATOR, err);
}

static int open_existing(const struct task *t, hid_t access, hid_t *file, struct err *err) {
    int code = contents_check_signature(t->change.path, t->fd, t->draft->old_length, err);
    if (!code)
        code = contents_check_form(t->change.path, t->fd, t->draft->old_length, err);
    return code ? code : contents_open(t->change.path, H5F_ACC_RDWR, access, file, err);
}

/* The child always uses the real system functions: simulated faults (system.h) are for the process
 * that writes. */
static int open_file(struct task *t, struct err *err) {
    t->is_begun = 1;
    t->draft->system = &system_host;
    t->draft->fd = t->fd;
    if (write_buffer_init(&t->scratch, t->draft, t->change.path))
        return h5_error(err, ERR_FAILED, "%s: HDF5 takes no driver", t->change.path);
    hid_t access = driver_access_list(&t->scratch.file);
    int code = t->draft->old_length ? open_existing(t, access, &t->change.file, err)
                                    : create(t->change.path, access, &t->change.file, err);
    h5_close(access);
    if (code)
        return code;

    /* What was restored is in memory alone. */
    t->view = contents_view(t->change.is_back ? -1 : t->fd, t->draft->old_length, t->change.file);
    t->change.view = &t->view;
    return 0;
}

/* --- in the child: answers --- */

static int do_work(struct task *t, struct message *request, struct message *own, struct err *err) {
    unsigned long failures = h5_failures();
    int code = t->is_begun ? 0 : open_file(t, err);
    if (code)
        return code;
    if (message_take_number(request) != QUESTION_FINISH)
        code = t->plan->work(t->plan->context, &t->change, request, own, err);
    else {
        int failed = H5Fclose(t->change.file) < 0;
        t->change.file = -1;
        code = failed
                   ? h5_error(err, ERR_DAMAGED, "%s: HDF5 cannot finish the file", t->change.path)
                   : 0;
    }
    return h5_check(failures, code, t->change.path, err);
}

/* In a new file nothing can be damaged: ERR_DAMAGED from HDF5 is a failure there. */
static int answer(void *context, struct message *request, struct message *reply, struct err *err) {
    struct task *t = context;
    struct message own = {0};

    /* If the file could not be read, that is the error to report, whatever HDF5 made of it. */
    int status = do_work(t, request, &own, err);
    int failure = status && !t->scratch.failure ? 0 : write_buffer_put(&t->scratch, reply, err);
    message_put(reply, own.bytes, own.size);
    reply->failed |= own.failed;
    int code = failure ? failure : status;
    message_release(&own);
    return err_file_state(code) && t->draft->old_length == 0 ? ERR_FAILED : code;
}

/* --- in the calling process: asking --- */

static struct message *new_request(struct update_course *c, enum question question) {
    message_clear(&c->request);
    message_put_number(&c->request, question);
    return &c->request;
}

struct message *update_request(struct update_course *c) {
    return new_request(c, QUESTION_WORK);
}

int update_distrust(struct update_course *c, struct err *err) {
    return sandbox_distrust(&c->child, err);
}

int update_ask(struct update_course *c, struct err *err) {
    int code = sandbox_ask(&c->child, &c->request, &c->reply, err);
    if (code)
        return code;
    code = transaction_take(c->transaction, &c->reply, err);
    return code == ERR_DAMAGED ? update_distrust(c, err) : code;
}

int update_do(struct update_course *c, struct err *err) {
    int code = update_ask(c, err);
    return code || message_is_done(&c->reply) ? code : update_distrust(c, err);
}

/* --- in the calling process: the whole change --- */

static int work_in_child(struct update_course *c, const struct update_plan *plan, struct err *err) {
    struct transaction *t = c->transaction;
    struct task task = {.plan = plan,
                        .draft = transaction_draft(t),
                        .change = {.path = c->path, .file = -1, .is_back = c->is_back},
                        .fd = transaction_open_reading(t, err)};
    if (task.fd < 0)
        return task.fd;
    const struct sandbox_terms terms = {.path = c->path,
                                        .descriptors = &task.fd,
                                        .descriptor_count = 1,
                                        .is_new = transaction_old_length(t) == 0,
                                        .limits =
                                            sandbox_limits(transaction_old_length(t) + plan->more)};
    int code = sandbox_start(&c->child, &terms, answer, &task, err);
    if (!code) {
        update_request(c);
        int status = plan->callback ? plan->callback(plan->context, c, err) : update_do(c, err);
        if (status)
            code = status;
        else {
            new_request(c, QUESTION_FINISH);
            code = update_do(c, err);
        }
    }
    sandbox_end(&c->child);
    transaction_close_reading(t, task.fd);
    return code;
}

int update_archive(const char *path, const struct access *how, const struct update_plan *plan,
                   struct err *err) {
    struct transaction *t;
    int is_back = 0, code = transaction_begin(&t, path, how, err);
    if (!code && plan->is_anew)
        is_back = transaction_go_back(t, plan->origin);
    else if (!code && plan->origin)
        transaction_follow(t, plan->origin);
    if (!code) {
        struct update_course course = {.path = transaction_path(t),
                                       .fd = transaction_descriptor(t),
                                       .is_back = is_back,
                                       .transaction = t,
                                       .child = {.socket = -1}};
        int status = work_in_child(&course, plan, err);
        message_release(&course.request);
        message_release(&course.reply);
        if (!status && transaction_old_length(t) == 0) {
            char block[LAYOUT_USER_BLOCK];
            mat_header(block, CREATOR);
            transaction_write(t, 0, block, sizeof block);
        }
        code = status ? status : transaction_commit(t, err);
    }
    transaction_end(t);
    return code;
}

/* Keeps readers waiting until the first run is there. */
static int hold_first_run(void *context, struct update_course *course, struct err *err) {
    struct founding *founding = context;
    const struct system *s = founding->system;
    int code = update_ask(course, err);
    if (code)
        return code;
    founding->holder = s->open(s, course->path, O_RDWR);
    if (founding->holder >= 0)
        lock_hold_run(s, founding->holder, LOCK_FIRST_RUN);
    return 0;
}

static int do_nothing(void *context, const struct update *change, struct message *request,
                      struct message *reply, struct err *err) {
    (void)context;
    (void)change;
    (void)request;
    (void)reply;
    (void)err;
    return 0;
}

int update_found(struct founding *founding, const char *path, const struct access *how,
                 struct err *err) {
    const struct update_plan plan = {
        .work = do_nothing, .callback = hold_first_run, .context = founding};
    const struct system *system = how && how->system ? how->system : &system_host;
    struct stat st;
    *founding = (struct founding){system, -1};
    if (system->find(system, path, &st) == 0 && st.st_size)
        return 0;
    return update_archive(path, how, &plan, err);
}

void update_founded(struct founding *founding) {
    if (founding->holder >= 0)
        founding->system->close(founding->system, founding->holder);
    founding->holder = -1;
}
