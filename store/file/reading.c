/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/reading.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "formats/files/source.h"
#include "store/file/place.h"
#include "store/file/journal.h"

/* Without O_NONBLOCK, opening a named pipe would block. */
static int open_file(struct reading *r, const char *path, const struct access *how,
                     struct err *err) {
    const struct system *s = how && how->system ? how->system : &system_host;
    r->fd = s->open(s, path, O_RDONLY | O_NONBLOCK);
    if (r->fd < 0)
        return source_refuse(path, -r->fd, err);
    r->path = place_resolve(path, err);
    lock_init(&r->lock, r->fd, r->path, how);
    if (!r->path)
        return ERR_FAILED;

    struct stat st;
    int failure = r->lock.system->inspect(r->lock.system, r->fd, &st);
    if (failure)
        return place_error(err, path, "cannot be reached", failure);
    if (S_ISDIR(st.st_mode))
        return err_set(err, ERR_FAILED, "%s is a directory; name a file in it", path);
    if (!S_ISREG(st.st_mode))
        return err_set(err, ERR_FAILED, "%s: not a regular file; name an archive", path);
    return 0;
}

/* Sets AGAIN if the file must be opened again: PATH now names another file, or an interrupted
 * change was undone. */
static int settle(struct reading *r, const struct access *how, int *again, struct err *err) {
    enum journal_state state;
    int status = lock_to_read(&r->lock, err);
    int code = status && place_check_locks(r->lock.system, r->path, r->fd, NULL) ? 0 : status;
    int named = code ? 1 : place_is_named(r->lock.system, r->path, r->fd);
    *again = named == 0;
    if (named < 0)
        return place_error(err, r->path, "cannot be reached", named);
    if (code || *again)
        return code;
    code = recovery_examine(&r->lock, &state, err);
    if (!code && state == JOURNAL_FOREIGN)
        recovery_tell(how, r->path, "has a journal of another file beside it, which is ignored");
    *again = !code && state == JOURNAL_HOT;
    if (!*again)
        return code;
    lock_release(&r->lock);
    return recovery_run_at(r->path, how, err);
}

int reading_begin(struct reading *r, const char *path, const struct access *how, struct err *err) {
    int code, again;
    *r = (struct reading){.fd = -1};
    do {
        reading_end(r);
        again = 0;
        code = open_file(r, path, how, err);
        if (!code)
            code = settle(r, how, &again, err);
    } while (!code && again);
    if (code)
        reading_end(r);
    else {
        struct stat st;
        if (r->lock.system->inspect(r->lock.system, r->fd, &st) == 0)
            r->size = (uint64_t)st.st_size;
    }
    return code;
}

void reading_end(struct reading *r) {
    if (r->fd >= 0) {
        lock_release(&r->lock);
        r->lock.system->close(r->lock.system, r->fd);
    }
    free(r->path);
    *r = (struct reading){.fd = -1};
}

int reading_is_run_held(const struct reading *r, unsigned long number) {
    return lock_run_is_held(r->lock.system, r->fd, number);
}
