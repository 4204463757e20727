/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/tools/repack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "formats/files/source.h"
#include "store/archive/archive_survey.h"
#include "store/file/atomic_replace.h"
#include "store/hdf5/attribute.h"
#include "store/schema/digest.h"
#include "store/update/update.h"
#include "store/hdf5/h5.h"
#include "store/file/lock.h"
#include "store/file/place.h"
#include "store/file/journal.h"
#include "store/schema/root.h"

struct repack {
    const struct access *how;
    const struct system *system;
    const char *named; /* as the user gave it */
    char *path;        /* without symbolic links */
    int fd;            /* the old file, negative until it is open */
    struct lock lock;

    struct archive *old;
    struct archive_description description;
    struct atomic_replace new;
};

/* --- the old file, to which nobody may write meanwhile --- */

static int open_old(struct repack *r, struct err *err) {
    r->fd = r->system->open(r->system, r->path, O_RDWR | O_NOFOLLOW);
    if (r->fd == -ENOENT)
        return source_refuse(r->named, ENOENT, err);
    if (r->fd < 0)
        return place_error(err, r->named, "cannot be opened for writing", r->fd);
    int code = place_check_file(r->system, r->path, r->fd, err);
    if (!code)
        code = place_check_locks(r->system, r->path, r->fd, err);
    lock_init(&r->lock, r->fd, r->path, r->how);
    return code ? code : lock_to_prepare(&r->lock, err);
}

static void close_old(struct repack *r) {
    if (r->fd < 0)
        return;
    lock_release(&r->lock);
    r->system->close(r->system, r->fd);
    r->fd = -1;
}

/* A process that held the lock before us may have replaced the file. */
static int open_current(struct repack *r, struct err *err) {
    for (;;) {
        int code = open_old(r, err);
        int is_named = code ? 1 : place_is_named(r->system, r->path, r->fd);
        if (is_named < 0)
            return place_error(err, r->named, "cannot be reached", is_named);
        if (is_named)
            return code;
        close_old(r);
    }
}

/* --- the new file --- */

enum copy { COPY_ROOT, COPY_RUN };

static int copy_all(void *context, struct update_course *course, struct err *err) {
    const struct repack *r = context;
    message_put_number(update_request(course), COPY_ROOT);
    int code = update_do(course, err);
    for (size_t i = 0; i < archive_run_count(r->old) && !code; i++) {
        char name[CONTENTS_NAME_SIZE];
        struct run *run;
        code = archive_read_run(r->old, i, NULL, &run, err);
        message_put_number(update_request(course), COPY_RUN);
        snprintf(name, sizeof name, "%s", archive_run_name(r->old, i));
        if (!code)
            code = intake_send(course, run, name, err);
        run_free(run);
    }
    return code;
}

/* Runs in the child, which finds the root's facts in its copy of the parent's memory. */
static int write_copy(void *context, const struct update *change, struct message *request,
                      struct message *reply, struct err *err) {
    if (message_take_number(request) != COPY_ROOT)
        return intake_write(change, request, reply, err);

    /* The archive keeps its identity: the root keeps all its facts except the version. */
    const struct repack *r = context;
    hid_t file = change->file;
    const struct facts *facts = &r->description.facts;
    int code = 0;
    for (size_t i = 0; i < facts->count && !code; i++) {
        const char *name = facts->items[i].name;
        if (strcmp(name, LAYOUT_FORMAT_VERSION) == 0)
            continue;
        if (H5Aexists(file, name) > 0)
            H5Adelete(file, name);
        code = attribute_write_text(file, name, facts->items[i].text, err);
    }
    return code;
}

/* --- comparing the new file with the old one --- */

static int compare(const struct repack *r, uint64_t *size, struct err *err) {
    struct archive *new = NULL;
    struct archive_description description = {0};
    int code = archive_open_with(&new, r->new.path, r->how, err);
    if (!code)
        code = archive_describe(new, &description, err);
    if (!code && archive_run_count(new) != archive_run_count(r->old))
        code = err_set(err, ERR_FAILED, "%s: runs got lost; it was left as it was", r->path);
    for (size_t i = 0; !code && i < archive_run_count(new); i++) {
        char before[DIGEST_TEXT], after[DIGEST_TEXT];
        code = archive_inspect_run(r->old, i, before, err);
        if (!code)
            code = archive_inspect_run(new, i, after, err);
        if (!code && (strcmp(before, after) != 0 ||
                      strcmp(archive_run_name(new, i), archive_run_name(r->old, i)) != 0))
            code =
                err_set(err, ERR_FAILED, "%s: %s did not come out the same; it was left as it was",
                        r->path, archive_run_name(r->old, i));
    }
    *size = description.size;
    archive_description_release(&description);
    archive_close(new);
    return code;
}

static int repack(struct repack *r, uint64_t *before, uint64_t *after, struct err *err) {
    int code = open_current(r, err);
    if (!code)
        code = recovery_run(&r->lock, err);
    if (!code && lock_any_run_is_held(r->system, r->fd))
        code =
            err_set(err, ERR_FAILED,
                    "%s: a run is still being measured into it; wait, or interrupt it", r->named);

    if (!code) {
        code = archive_open_with(&r->old, r->named, r->how, err);
        if (!code)
            code = archive_describe(r->old, &r->description, err);
        if (!code) {
            const struct archive_description *d = &r->description;
            const char *version = facts_text(&d->facts, LAYOUT_FORMAT_VERSION, LAYOUT_VERSION);
            if (root_is_newer(version))
                code = err_set(err, ERR_FAILED,
                               "%s is of format %s, of which this program, which knows %s, would "
                               "lose something; use a newer program",
                               r->path, version, LAYOUT_VERSION);
            else if (d->other_count)
                code = err_set(
                    err, ERR_FAILED,
                    "%s: \"%s\" is not a run and would be lost; move it to another file first",
                    r->path, d->others[0]);
            else
                code = 0;
        }
    }
    if (!code)
        code = atomic_replace_begin(&r->new, r->system, r->path, r->fd, err);
    const struct update_plan plan = {
        .work = write_copy, .callback = copy_all, .context = r, .more = r->description.size};
    if (!code)
        code = update_archive(r->new.path, r->how, &plan, err);
    if (!code)
        code = compare(r, after, err);
    *before = r->description.size;
    return code ? code : atomic_replace_replace(&r->new, err);
}

int repack_archive(const char *path, const struct access *how, uint64_t *before, uint64_t *after,
                   struct err *err) {
    struct repack r = {.named = path,
                       .how = how,
                       .system = how && how->system ? how->system : &system_host,
                       .fd = -1};
    int code = place_check_writable(path, err);
    r.path = code ? NULL : place_resolve(path, err);
    if (!code)
        code = r.path ? repack(&r, before, after, err) : ERR_FAILED;

    atomic_replace_end(&r.new);
    archive_description_release(&r.description);
    archive_close(r.old);
    close_old(&r);
    free(r.path);

    return code;
}
