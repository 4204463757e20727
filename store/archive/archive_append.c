/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/archive_append.h"

#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/archive/archive.h"
#include "store/file/journal.h"
#include "store/file/lock.h"
#include "store/file/place.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/h5.h"
#include "store/schema/cell.h"
#include "store/schema/contents.h"
#include "store/schema/digest.h"
#include "store/schema/reader.h"
#include "store/schema/root.h"
#include "store/schema/writer.h"
#include "store/update/update.h"

/* --- a whole run --- */

int archive_check_appendable(const char *path, const struct access *how, struct err *err) {
    int code = place_check_writable(path, err);
    if (!code)
        code = recovery_check_place(path, how, err);
    struct stat st;
    if (code || stat(path, &st) || st.st_size == 0)
        return code;
    struct archive *archive;
    code = archive_open_with(&archive, path, how, err);
    archive_close(archive);
    return code;
}

/* The callback returns this from update_archive if there is nothing to change. */
#define ALL_ARE_THERE 1

struct append {
    struct run *const *runs; /* the child finds them in its copy of this process's memory */
    size_t count;
    char (*names)[CONTENTS_NAME_SIZE]; /* [count], that they have in the archive */
    int *were_there; /* [count]; NULL: runs are appended whatever the archive has */
};

/* --- in the child: which runs are there --- */

struct known {
    char *uuid;
    char name[CONTENTS_NAME_SIZE];
};

static void *known; /* of struct known, by uuid, once the child has read the archive's */
static int is_known;

static int by_uuid(const void *a, const void *b) {
    return strcmp(((const struct known *)a)->uuid, ((const struct known *)b)->uuid);
}

/* Of several runs with one UUID, notes the first. */
static int note_uuid(const char *uuid, const char *name, struct err *err) {
    struct known *fresh = calloc(1, sizeof *fresh), **found = NULL;
    if (fresh && (fresh->uuid = strdup(uuid))) {
        snprintf(fresh->name, sizeof fresh->name, "%s", name);
        found = tsearch(fresh, &known, by_uuid);
    }
    if (fresh && (!found || *found != fresh)) {
        free(fresh->uuid);
        free(fresh);
    }
    return found ? 0 : err_set(err, ERR_FAILED, "no memory to tell the runs apart");
}

static int read_uuids(const struct update *change, struct err *err) {
    struct contents_run *runs;
    size_t count;
    int code = contents_list_runs(change->path, change->file, &runs, &count, err);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++) {
        char *uuid = NULL;
        code = contents_run_uuid(change->view, change->file, &runs[i], &uuid, err);
        if (uuid && !code)
            code = note_uuid(uuid, runs[i].name, err);
        free(uuid);
    }
    contents_free_runs(runs, count);
    is_known = 1;
    if (!code)
        return 0;

    /* A run whose uuid cannot be read might be one of those looked for. */
    const struct err why = *err;
    return err_set(err, code, "%s: %.600s; bench-store repair saves the other runs", change->path,
                   why.message);
}

/* --- in the child: writing --- */

/* The request is the number of a run. Replies whether it is already there, and its name. */
static int write_run(void *context, const struct update *change, struct message *request,
                     struct message *reply, struct err *err) {
    const struct append *a = context;
    const struct run *run = a->runs[message_take_number(request)];
    const char *uuid = a->were_there ? facts_text(&run->facts, FACT_UUID, NULL) : NULL;
    char name[CONTENTS_NAME_SIZE] = "";
    int code = uuid && !is_known ? read_uuids(change, err) : 0;
    if (code)
        return code;
    const struct known wanted = {.uuid = (char *)uuid};
    struct known *const *found = uuid ? tfind(&wanted, &known, by_uuid) : NULL;
    message_put_number(reply, found != NULL);
    if (found) {
        message_put_text(reply, (*found)->name);
        return 0;
    }
    code = intake_write_run(change, name, run, reply, err);
    return code || !uuid ? code : note_uuid(uuid, name, err);
}

/* --- in the calling process --- */

static int append(void *context, struct update_course *course, struct err *err) {
    struct append *a = context;
    size_t there = 0;
    for (size_t i = 0; i < a->count; i++) {
        message_put_number(update_request(course), i);
        int code = update_ask(course, err);
        if (code)
            return code;
        uint64_t is_there = message_take_number(&course->reply);
        if (is_there > (a->were_there != NULL))
            return update_distrust(course, err);
        code = intake_take_name(course, a->names[i], err);
        if (code)
            return code;
        if (a->were_there)
            a->were_there[i] = (int)is_there;
        there += is_there;
    }
    return there == a->count ? ALL_ARE_THERE : 0;
}

static int append_runs(const char *path, struct run *const *runs, size_t count,
                       const struct access *how, int *were_there, struct err *err) {
    struct append a = {runs, count, calloc(count + 1, sizeof *a.names), were_there};
    struct update_plan plan = {.work = write_run, .callback = append, .context = &a};
    int code = a.names ? 0 : err_set(err, ERR_FAILED, "%s: no memory for the names of runs", path);
    for (size_t i = 0; i < count && !code; i++) {
        plan.more += intake_bytes(runs[i]);
        if (runs[i]->measurement_count == 0)
            code = err_set(err, ERR_FAILED, "%s: a run without measurements is not kept", path);
    }
    if (!code)
        code = update_archive(path, how, &plan, err);
    for (size_t i = 0; i < count && code >= 0; i++) {
        free(runs[i]->name);
        runs[i]->name = strdup(a.names[i]);
        if (!runs[i]->name)
            code = err_set(err, ERR_FAILED, "%s: appended %s, but no memory is left", path,
                           a.names[i]);
    }
    free(a.names);
    return code < 0 ? code : 0;
}

int archive_append_with(const char *path, struct run *run, const struct access *how,
                        struct err *err) {
    return append_runs(path, &run, 1, how, NULL, err);
}

int archive_append(const char *path, struct run *run, struct err *err) {
    return archive_append_with(path, run, NULL, err);
}

int archive_append_once(const char *path, struct run *const *runs, size_t count,
                        const struct access *how, int *were_there, struct err *err) {
    return append_runs(path, runs, count, how, were_there, err);
}

/* --- a run, piece by piece --- */

struct archive_run {
    struct access how;
    const struct system *system;
    char *path;
    struct run *run; /* borrowed */
    char name[CONTENTS_NAME_SIZE];
    unsigned long number;
    int holder;                   /* a descriptor that marks the run as being measured */
    struct mat_struct group;      /* its fields; the group itself is open only in the child */
    size_t first_action;          /* index of the first measurement's field; the others follow */
    size_t kept_count;            /* how many measurements are in the archive */
    int is_begun;                 /* the archive is known to have the run */
    int may_be_there;             /* the archive may have the run: a commit was unsure */
    struct archive_cell *waiting; /* measured, but not yet written */
    size_t waiting_count;
    struct transaction_origin origin; /* the archive as it was before this run began */
    const char *resumed_digest;       /* digest of the interrupted run to continue; NULL: a new run.
                                         Borrowed: the text must last until the run has begun */
};

/* --- marking the run as being measured --- */

static void let_go(struct archive_run *w) {
    if (w->holder >= 0)
        w->system->close(w->system, w->holder);
    w->holder = -1;
}

/* Reopens the archive if PATH now names another file: bench-store repack makes a new one. */
static int hold(struct archive_run *w, const struct update_course *course, struct err *err) {
    const struct system *s = w->system;
    if (w->holder >= 0 && place_is_named(s, course->path, w->holder) > 0)
        return 0;
    let_go(w);
    w->holder = s->open(s, course->path, O_RDWR);
    int failure = w->holder < 0 ? w->holder : lock_hold_run(s, w->holder, w->number);
    return failure ? place_error(err, w->name, "cannot be marked as being measured", failure) : 0;
}

/* --- in the child: beginning --- */

/* Each measurement gets the next field. */
static int write_measurements(struct archive_run *w, struct err *err) {
    int code = 0;
    for (size_t i = w->kept_count; i < w->run->measurement_count && !code; i++)
        code = writer_add_measurement(&w->group, &w->run->measurements[i], ARRAY_IN_PLACE, err);
    return code;
}

/* If IS_THERE, replaces the run of the same name. */
static int write_beginning(struct archive_run *w, hid_t file, int is_there, struct err *err) {
    int code = root_raise_version(file, err);
    if (!code)
        code = (is_there ? mat_struct_renew : mat_struct_begin)(&w->group, file, w->name, err);
    if (code)
        return code;
    code = writer_add_facts(&w->group, &w->run->facts, err);
    w->first_action = w->group.fields.count;
    if (!code)
        code = write_measurements(w, err);
    return mat_struct_pause(&w->group, code, err);
}

static void put_fields(struct message *reply, const struct archive_run *w) {
    message_put_text(reply, w->name);
    message_put_number(reply, w->first_action);
    message_put_number(reply, w->group.fields.count);
    message_put(reply, w->group.fields.items, w->group.fields.count * IDENTIFIER_SIZE);
}

/* Whether the run with W's name has that uuid. */
static int has_uuid(const struct archive_run *w, hid_t file, const char *uuid) {
    hid_t group =
        H5Lexists(file, w->name, H5P_DEFAULT) > 0 ? H5Gopen2(file, w->name, H5P_DEFAULT) : -1;
    char *found = group >= 0 ? attribute_read_text(group, FACT_UUID) : NULL;
    int is_same = found && uuid && strcmp(found, uuid) == 0;
    free(found);
    h5_close(group);
    return is_same;
}

/* After an unsure commit, the archive may already have the run that was begun. */
static int write_new(void *context, const struct update *change, struct message *request,
                     struct message *reply, struct err *err) {
    struct archive_run *w = context;
    (void)request;
    int is_there =
        w->may_be_there && has_uuid(w, change->file, facts_text(&w->run->facts, FACT_UUID, NULL));
    int code = is_there ? 0 : next_run_number_next(change->file, w->name, err);
    if (code)
        return err_prefix(err, code, "%s", change->path);
    code = write_beginning(w, change->file, is_there, err);
    put_fields(reply, w);
    return code ? err_prefix(err, code, "%s: %s", change->path, w->name) : 0;
}

/* --- in the calling process: beginning --- */

/* Takes the field names on trust: only another child ever uses them, and it checks them against the
 * archive. */
static int take_list(struct archive_run *w, struct message *reply) {
    size_t first = message_take_number(reply), count = message_take_count(reply, IDENTIFIER_SIZE);
    const unsigned char *bytes = message_take_place(reply, count * IDENTIFIER_SIZE);
    char(*items)[IDENTIFIER_SIZE] = calloc(count + 1, IDENTIFIER_SIZE);
    int is_possible = bytes && items && message_is_done(reply) && first <= count &&
                      count - first == w->run->measurement_count;
    for (size_t i = 0; i < count && is_possible; i++)
        memcpy(items[i], bytes + i * IDENTIFIER_SIZE, IDENTIFIER_SIZE - 1);
    if (!is_possible) {
        free(items);
        return -1;
    }
    identifiers_release(&w->group.fields);
    w->group.fields = (struct identifiers){.items = items, .count = count};
    w->first_action = first;
    return 0;
}

static int begin(void *context, struct update_course *course, struct err *err) {
    struct archive_run *w = context;
    int code = update_ask(course, err);
    if (!code) {
        char *name = message_take_text(&course->reply);
        unsigned long number = name ? contents_run_number(name) : 0;
        int is_ours = number && (w->number == 0 || number == w->number);
        if (is_ours)
            contents_run_name(w->name, number);
        free(name);
        w->number = is_ours ? number : w->number;
        code = is_ours && take_list(w, &course->reply) == 0 ? 0 : update_distrust(course, err);
    }
    return code ? code : hold(w, course, err);
}

/* A second attempt may give the run another number. */
static int begin_new(void *context, struct update_course *course, struct err *err) {
    struct archive_run *w = context;
    let_go(w);
    w->number = 0;
    return begin(w, course, err);
}

/* One of the changes that archive_run_end replaces as a whole. */
static int change_run(struct archive_run *w, update_work *work, update_callback *callback,
                      struct err *err) {
    const struct update_plan plan = {.work = work,
                                     .callback = callback,
                                     .context = w,
                                     .more = intake_bytes(w->run) * (w->resumed_digest ? 2 : 1),
                                     .origin = &w->origin};
    return update_archive(w->path, &w->how, &plan, err);
}

static void release(struct archive_run *w) {
    let_go(w);
    transaction_forget(&w->origin);
    mat_struct_forget(&w->group);
    free(w->waiting);
    free(w->path);
    free(w);
}

/* Call this once the archive has the run. */
static int name_run(struct archive_run *w, struct err *err) {
    free(w->run->name);
    w->run->name = strdup(w->name);
    w->kept_count = w->run->measurement_count;
    w->is_begun = w->run->name != NULL;
    return w->is_begun ? 0 : err_set(err, ERR_FAILED, "%s: no memory", w->path);
}

static struct archive_run *new_writer(const char *path, struct run *run, const struct access *how) {
    struct archive_run *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    *w = (struct archive_run){.how = how ? *how : (struct access){0},
                              .system = how && how->system ? how->system : &system_host,
                              .path = strdup(path),
                              .run = run,
                              .holder = -1,
                              .group = {.group = -1}};
    if (w->path)
        return w;
    free(w);
    return NULL;
}

/* If the archive is new, creates it in a transaction of its own, so that there is a state to return
 * to. */
static int begin_run(struct archive_run *w, struct err *err) {
    struct founding founding;
    w->kept_count = 0;
    int code = update_found(&founding, w->path, &w->how, err);
    int is_found = !code;
    if (!code)
        code = change_run(w, write_new, begin_new, err);
    update_founded(&founding);
    if (!is_found)
        return code;
    w->may_be_there |= code == 0 || code == ERR_UNSURE;
    return code ? code : name_run(w, err);
}

/* Sets WRITER to W unless the archive is known not to have the run; then frees W. */
static int start(struct archive_run **writer, struct archive_run *w,
                 int (*begin_it)(struct archive_run *w, struct err *err), struct err *err) {
    *writer = NULL;
    if (!w)
        return err_set(err, ERR_FAILED, "no memory for keeping a run");
    facts_set_text(&w->run->facts, FACT_STATE, "running");
    int code = begin_it(w, err);
    if (code && !w->may_be_there)
        release(w);
    else
        *writer = w;
    return code;
}

int archive_run_begin(struct archive_run **writer, const char *path, struct run *run,
                      const struct access *how, struct err *err) {
    return start(writer, new_writer(path, run, how), begin_run, err);
}

void archive_run_set_patience(struct archive_run *w, double lock_timeout) {
    w->how.lock_timeout = lock_timeout;
}

/* --- continuing an interrupted run --- */

static int write_again(void *context, const struct update *change, struct message *request,
                       struct message *reply, struct err *err) {
    struct archive_run *w = context;
    char digest[DIGEST_TEXT] = "";
    (void)request;

    hid_t file = change->file;
    const char *name = w->name;
    hid_t group = H5Lexists(file, name, H5P_DEFAULT) > 0 ? H5Gopen2(file, name, H5P_DEFAULT) : -1;
    struct run *run = run_new();
    int status = group >= 0 && run ? reader_read_run(group, READER_ALL, run, err) : ERR_FAILED;
    if (!status)
        status = digest_run(run, digest, err);
    run_free(run);
    h5_close(group);
    if (status || strcmp(digest, w->resumed_digest) != 0)
        return err_set(err, ERR_FAILED,
                       "%s: %s is no longer what it was a moment ago: somebody else has gone on "
                       "with it, or deleted it; look at it again",
                       change->path, w->name);
    int code = write_beginning(w, change->file, 1, err);
    put_fields(reply, w);
    return code ? err_prefix(err, code, "%s: %s", change->path, w->name) : 0;
}

static int begin_again(void *context, struct update_course *course, struct err *err) {
    struct archive_run *w = context;
    if (lock_run_is_held(w->system, course->fd, w->number))
        return err_set(err, ERR_FAILED, "%s: %s is still being measured; wait, or interrupt it",
                       course->path, w->name);
    return begin(context, course, err);
}

static int resume_run(struct archive_run *w, struct err *err) {
    w->number = contents_run_number(w->run->name);
    contents_run_name(w->name, w->number);
    int code = change_run(w, write_again, begin_again, err);
    return code ? code : name_run(w, err);
}

int archive_run_resume(struct archive_run **writer, const char *path, struct run *run,
                       const char *digest, const struct access *how, struct err *err) {
    struct archive_run *w = new_writer(path, run, how);
    if (w)
        w->resumed_digest = digest;
    return start(writer, w, resume_run, err);
}

/* --- in the child: finding the run --- */

/* Checks that the run with our number is the one that we began. */
static int check_run(const struct archive_run *w, const struct update *change, struct err *err) {
    const char *uuid = facts_text(&w->run->facts, FACT_UUID, NULL);
    int is_ours =
        uuid ? has_uuid(w, change->file, uuid) : H5Lexists(change->file, w->name, H5P_DEFAULT) > 0;
    return is_ours ? 0
                   : err_set(err, ERR_FAILED,
                             "%s has no longer the run %s that is being measured: it was deleted, "
                             "or the file replaced",
                             change->path, w->name);
}

/* --- adding measurements --- */

static int write_more(void *context, const struct update *change, struct message *request,
                      struct message *reply, struct err *err) {
    struct archive_run *w = context;
    (void)request;
    int code = check_run(w, change, err);
    if (!code)
        code = mat_struct_resume(&w->group, change->file, w->name, err);
    if (code)
        return code;
    code = mat_struct_pause(&w->group, write_measurements(w, err), err);
    put_fields(reply, w);
    return code;
}

/* After an unsure commit the state of the archive is unknown, so begins the run again. */
int archive_run_add(struct archive_run *w, struct err *err) {
    if (!w->is_begun)
        return begin_run(w, err);
    if (w->kept_count == w->run->measurement_count)
        return 0;
    size_t before = w->group.fields.count;
    int code = change_run(w, write_more, begin, err);
    if (!code)
        w->kept_count = w->run->measurement_count;
    else if (w->group.fields.count > before)
        w->group.fields.count = before;
    w->is_begun = code != ERR_UNSURE;
    w->may_be_there = 1;
    return code;
}

/* --- writing cells --- */

static int put_cell(const struct archive_run *w, hid_t run, const struct archive_cell *cell,
                    struct err *err) {
    hid_t action =
        H5Gopen2(run, w->group.fields.items[w->first_action + cell->measurement], H5P_DEFAULT);
    int code =
        cell_put(action, &w->run->measurements[cell->measurement], cell->point, cell->round, err);
    h5_close(action);
    return code;
}

static int write_cells(void *context, const struct update *change, struct message *request,
                       struct message *reply, struct err *err) {
    const struct archive_run *w = context;
    (void)request;
    (void)reply;
    int code = check_run(w, change, err);
    if (code)
        return code;
    hid_t run = H5Gopen2(change->file, w->name, H5P_DEFAULT);
    for (size_t i = 0; i < w->waiting_count && !code; i++)
        code = put_cell(w, run, &w->waiting[i], err);
    h5_close(run);
    return code ? err_prefix(err, code, "%s: %s", change->path, w->name) : 0;
}

/* A callback that sends one empty request. */
static int resume(void *context, struct update_course *course, struct err *err) {
    int code = update_do(course, err);
    return code ? code : hold(context, course, err);
}

/* Doubles the array whenever the count reaches a power of two. */
static int add_waiting(struct archive_run *w, const struct archive_cell *cell) {
    size_t count = w->waiting_count;
    if ((count & (count - 1)) == 0) {
        struct archive_cell *cells = realloc(w->waiting, (count ? 2 * count : 1) * sizeof *cells);
        if (!cells)
            return -1;
        w->waiting = cells;
    }
    w->waiting[w->waiting_count++] = *cell;
    return 0;
}

int archive_run_defer(struct archive_run *w, size_t measurement, size_t point, size_t round,
                      struct err *err) {
    const struct archive_cell cell = {measurement, point, round};
    if (measurement >= w->kept_count)
        return err_set(err, ERR_FAILED, "%s: %s: that action was not added", w->path, w->name);
    return add_waiting(w, &cell) ? err_set(err, ERR_FAILED, "%s: no memory", w->path) : 0;
}

size_t archive_run_waiting(const struct archive_run *w, const struct archive_cell **cells) {
    *cells = w->waiting;
    return w->waiting_count;
}

int archive_run_flush(struct archive_run *w, struct err *err) {
    int code = w->waiting_count ? change_run(w, write_cells, resume, err) : 0;
    if (!code)
        w->waiting_count = 0;
    return code;
}

/* --- ending --- */

/* If others have appended meanwhile, reuses the run's space as far as possible. */
static int write_end(void *context, const struct update *change, struct message *request,
                     struct message *reply, struct err *err) {
    const struct archive_run *w = context;
    (void)request;
    (void)reply;
    int is_new = change->is_back && !w->resumed_digest;
    int code = is_new ? 0 : check_run(w, change, err);
    if (!code)
        code = is_new ? writer_write_run(change->file, w->name, w->run, err)
                      : writer_rewrite_run(change->file, w->name, w->run, err);
    return code ? err_prefix(err, code, "%s: %s", change->path, w->name) : 0;
}

int archive_run_end(struct archive_run *w, const char *state, struct err *err) {
    int code = w->is_begun ? 0 : begin_run(w, err);
    facts_set_text(&w->run->facts, FACT_STATE, state);
    const struct update_plan plan = {.work = write_end,
                                     .callback = resume,
                                     .context = w,
                                     .more = intake_bytes(w->run),
                                     .origin = &w->origin,
                                     .is_anew = 1};
    if (!code)
        code = update_archive(w->path, &w->how, &plan, err);
    release(w);
    return code;
}
