/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/tools/removal.h"

#include "store/update/update.h"
#include "store/schema/contents.h"
#include "store/file/lock.h"

struct removal {
    const char *const *names;
    size_t count;
    const struct system *system;
};

/* --- in the child --- */

static int remove_all(void *context, const struct update *change, struct message *request,
                      struct message *reply, struct err *err) {
    const struct removal *r = context;
    int code = 0;
    (void)request;
    (void)reply;
    for (size_t i = 0; i < r->count && !code; i++) {
        const char *name = r->names[i];

        code = H5Ldelete(change->file, name, H5P_DEFAULT) >= 0
                   ? 0
                   : h5_error(err, ERR_DAMAGED,
                              "%s: %s cannot be taken out; bench-store repair saves the others",
                              change->path, name);
    }
    return code;
}

/* --- in the calling process --- */

static int callback(void *context, struct update_course *course, struct err *err) {
    const struct removal *r = context;
    for (size_t i = 0; i < r->count; i++)
        if (lock_run_is_held(r->system, course->fd, contents_run_number(r->names[i])))
            return err_set(err, ERR_FAILED,
                           "%s: %s is still being measured; nothing was deleted: wait, or "
                           "interrupt it",
                           course->path, r->names[i]);
    return update_do(course, err);
}

int removal_remove(const char *path, const char *const *names, size_t count,
                   const struct access *how, struct err *err) {
    struct removal r = {names, count, how && how->system ? how->system : &system_host};
    const struct update_plan plan = {.work = remove_all, .callback = callback, .context = &r};
    return update_archive(path, how, &plan, err);
}
