/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/reading.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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

/* Tells of what lies in the journal's place and is no journal. If it might be one all the same, the
 * file may be half changed. */
static int pass_by(const struct reading *r, const struct access *how,
                   const struct journal_finding *finding, struct err *err) {
    const char *what = finding->flaw->what, *way_out = finding->flaw->way_out;
    char line[1400];
    if (finding->state == JOURNAL_HOT)
        return err_set(err, ERR_FAILED,
                       "%s seems to have been left in the middle of a change, which %s-journal "
                       "would undo; but that %s: %s",
                       r->path, r->path, what, way_out);
    snprintf(line, sizeof line, "%.1000s-journal %s, and is ignored: %s", r->path, what, way_out);
    if (how && how->tell)
        how->tell(how->context, line);
    return 0;
}

/* Sets AGAIN if the file must be opened again: PATH now names another file, or an interrupted
 * change was undone. */
static int settle(struct reading *r, const struct access *how, int *again, struct err *err) {
    struct journal_finding finding;
    int status = lock_to_read(&r->lock, err);
    int code = status && place_check_locks(r->lock.system, r->path, r->fd, NULL) ? 0 : status;
    int named = code ? 1 : place_is_named(r->lock.system, r->path, r->fd);
    *again = named == 0;
    if (named < 0)
        return place_error(err, r->path, "cannot be reached", named);
    if (code || *again)
        return code;
    code = recovery_examine(&r->lock, &finding, err);
    if (!code && finding.flaw)
        return pass_by(r, how, &finding, err);
    if (!code && finding.state == JOURNAL_FOREIGN)
        recovery_tell(how, r->path, "has a journal of another file beside it, which is ignored");
    *again = !code && finding.state == JOURNAL_HOT;
    if (!*again)
        return code;
    lock_release(&r->lock);
    return recovery_run_at(r->path, how, err);
}

/* Whether an archive is just being made there: who makes it has created the file a moment ago and
 * is about to lock it, or has not yet put its first run into it. */
static int is_being_made(const struct reading *r, double waited) {
    double most = lock_patience(&r->lock);
    return r->size == 0 ? waited < (most < ACCESS_PATIENCE ? most : ACCESS_PATIENCE)
                        : waited < most && lock_run_is_held(r->lock.system, r->fd, LOCK_FIRST_RUN);
}

int reading_begin(struct reading *r, const char *path, const struct access *how, struct err *err) {
    const struct system *s = how && how->system ? how->system : &system_host;
    const double pause = 0.01;
    double begin = s->now(s);
    int code, again, is_early = 0;
    *r = (struct reading){.fd = -1};
    do {
        reading_end(r);
        again = 0;
        if (is_early)
            s->sleep(s, pause);
        code = open_file(r, path, how, err);
        if (!code)
            code = settle(r, how, &again, err);
        struct stat st;
        if (!code && !again && s->inspect(s, r->fd, &st) == 0)
            r->size = (uint64_t)st.st_size;
        is_early = !code && !again && is_being_made(r, s->now(s) - begin);
    } while (!code && (again || is_early));
    if (code)
        reading_end(r);
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
