/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/recovery.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/file/place.h"

void recovery_tell(const struct access *how, const char *path, const char *line) {
    char text[1400];
    if (!how || !how->tell)
        return;
    snprintf(text, sizeof text, "%.1000s %.300s", path, line);
    how->tell(how->context, text);
}

static int no_memory(const char *path, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory", path);
}

int recovery_examine(const struct lock *lock, enum journal_state *state, struct err *err) {
    char *journal = journal_path(lock->path);
    if (!journal)
        return no_memory(lock->path, err);
    int failure = journal_examine(lock->system, journal, lock->fd, state);
    int code = failure ? place_error(err, journal, "this journal cannot be read", failure) : 0;
    free(journal);
    return code;
}

static int refuse_foreign(const char *path, struct err *err) {
    return err_set(err, ERR_FAILED,
                   "%s-journal is of another file that once had this name; put that file back, or "
                   "remove the journal",
                   path);
}

static int roll_back(struct lock *lock, struct err *err) {
    char *journal = journal_path(lock->path);
    if (!journal)
        return no_memory(lock->path, err);
    int code = lock_to_change(lock, err);
    if (!code) {
        int failure = journal_roll_back(lock->system, journal, lock->fd);
        if (failure)
            code = place_error(err, lock->path, "an interrupted change cannot be undone", failure);
        lock_changed(lock);
    }
    free(journal);
    return code;
}

int recovery_run(struct lock *lock, struct err *err) {
    enum journal_state state;
    int code = recovery_examine(lock, &state, err);
    if (code || state == JOURNAL_NONE)
        return code;
    if (state == JOURNAL_FOREIGN)
        return refuse_foreign(lock->path, err);
    code = roll_back(lock, err);
    if (!code)
        recovery_tell(lock->how, lock->path,
                      "was left in the middle of a change; that change was undone");
    return code;
}

static int cannot_write(const char *path, int failure, struct err *err) {
    return err_set(err, ERR_FAILED,
                   "%s was left in the middle of a change, and cannot be put right here (%s); copy "
                   "it and %s-journal to where they can be written, or ask its owner to open it",
                   path, strerror(-failure), path);
}

int recovery_run_at(const char *path, const struct access *how, struct err *err) {
    const struct system *s = how && how->system ? how->system : &system_host;
    int fd = s->open(s, path, O_RDWR);
    if (fd < 0)
        return cannot_write(path, fd, err);
    struct lock lock;
    lock_init(&lock, fd, path, how);
    int code = lock_to_prepare(&lock, err);
    if (!code && place_is_named(s, path, fd) > 0)
        code = recovery_run(&lock, err);
    lock_release(&lock);
    s->close(s, fd);
    return code;
}
