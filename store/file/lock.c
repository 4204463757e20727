/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>

#define FIRST_PAUSE 0.0005
#define LAST_PAUSE  0.05

void lock_init(struct lock *lock, int fd, const char *path, const struct access *how) {
    *lock = (struct lock){.how = how, .path = path, .fd = fd};
    lock->system = how && how->system ? how->system : &system_host;
}

/* --- waiting --- */

/* A wanted lock: a byte range, or if SIZE is 0, the whole file by flock. */
struct wish {
    int type;
    uint64_t offset, size;
    const char *holder; /* who may hold it, for messages */
};

/* Takes the shared lock again: flock releases the held lock before it tries for a stronger one,
 * even if it does not get that. */
static int keep_shared(const struct lock *lock) {
    int failure = lock->system->lock_whole(lock->system, lock->fd, LOCK_SH);
    return failure == -EAGAIN ? -EBUSY : failure ? failure : -EAGAIN;
}

double lock_patience(const struct lock *lock) {
    double timeout = lock->how ? lock->how->lock_timeout : 0;
    return timeout > 0 ? timeout : timeout < 0 ? 0 : ACCESS_LOCK_TIMEOUT;
}

static int wait_for(const struct lock *lock, const struct wish *wish, struct err *err) {
    const struct system *s = lock->system;
    double start = s->now(s), pause = FIRST_PAUSE;
    int told = 0;
    for (;;) {
        int ask_failure;
        do
            ask_failure = wish->size ? s->lock(s, lock->fd, wish->type, wish->offset, wish->size)
                                     : s->lock_whole(s, lock->fd, wish->type);
        while (ask_failure == -EINTR);
        int failure = ask_failure == -EAGAIN && wish->type == LOCK_EX && !wish->size
                          ? keep_shared(lock)
                          : ask_failure;
        if (failure != -EAGAIN) {
            if (!failure)
                return 0;

            if (failure == -EBUSY)
                return err_set(err, ERR_FAILED,
                               "%s was just opened for writing by another program; try again once "
                               "it has ended",
                               lock->path);
            return err_set(err, ERR_FAILED,
                           "%s cannot be locked (%s); copy it to a local disk and use it there",
                           lock->path, strerror(-failure));
        }
        double waited = s->now(s) - start, left = lock_patience(lock) - waited;
        if (left <= 0)
            return err_set(err, ERR_FAILED,
                           "%s is in use by %s, still after %g s; let it end, or wait longer with "
                           "--lock-timeout",
                           lock->path, wish->holder, lock_patience(lock));
        if (!told && waited >= ACCESS_PATIENCE) {
            char line[1200];
            if (lock->how && lock->how->tell) {
                snprintf(line, sizeof line, "%.1000s is in use by %s; waiting up to %g s",
                         lock->path, wish->holder, lock_patience(lock));
                lock->how->tell(lock->how->context, line);
            }

            told = 1;
        }
        s->sleep(s, pause < left ? pause : left);
        pause = 2 * pause < LAST_PAUSE ? 2 * pause : LAST_PAUSE;
    }
}

static void let_go(const struct lock *lock, uint64_t offset) {
    lock->system->lock(lock->system, lock->fd, F_UNLCK, offset, 1);
}

/* --- changing between the states --- */

static const char writer[] = "another program that writes to it";
static const char reader[] = "a program that reads it";
static const char stranger[] = "a program that has it open (h5py, h5dump or the like)";

static int enter(const struct lock *lock, struct err *err) {
    const struct wish pending = {F_RDLCK, LOCK_PENDING, 1, writer};
    const struct wish shared = {F_RDLCK, LOCK_SHARED, 1, writer};
    int code = wait_for(lock, &pending, err);
    if (code)
        return code;
    code = wait_for(lock, &shared, err);
    let_go(lock, LOCK_PENDING);
    return code;
}

int lock_to_read(struct lock *lock, struct err *err) {
    const struct wish whole = {LOCK_SH, 0, 0, stranger};
    int code = enter(lock, err);
    if (!code)
        code = wait_for(lock, &whole, err);
    if (code)
        lock_release(lock);
    return code;
}

int lock_to_prepare(struct lock *lock, struct err *err) {
    const struct wish reserved = {F_WRLCK, LOCK_RESERVED, 1, writer};
    const struct wish whole = {LOCK_SH, 0, 0, stranger};
    int code = wait_for(lock, &reserved, err);
    if (!code)
        code = wait_for(lock, &whole, err);
    if (code)
        lock_release(lock);
    return code;
}

int lock_to_change(struct lock *lock, struct err *err) {
    const struct wish pending = {F_WRLCK, LOCK_PENDING, 1, reader};
    const struct wish shared = {F_WRLCK, LOCK_SHARED, 1, reader};
    const struct wish whole = {LOCK_EX, 0, 0, stranger};
    int code = wait_for(lock, &pending, err);
    if (!code)
        code = wait_for(lock, &shared, err);
    if (!code)
        code = wait_for(lock, &whole, err);
    if (code)
        lock_changed(lock);
    return code;
}

/* Waiting readers may enter only after flock, which the stock HDF5 programs use, is shared
 * again. */
void lock_changed(struct lock *lock) {
    lock->system->lock_whole(lock->system, lock->fd, LOCK_SH);
    let_go(lock, LOCK_SHARED);
    let_go(lock, LOCK_PENDING);
}

void lock_release(struct lock *lock) {
    lock->system->lock_whole(lock->system, lock->fd, LOCK_UN);
    let_go(lock, LOCK_RESERVED);
    let_go(lock, LOCK_SHARED);
    let_go(lock, LOCK_PENDING);
}

/* --- runs --- */

int lock_hold_run(const struct system *system, int fd, unsigned long number) {
    return system->lock(system, fd, F_WRLCK, LOCK_RUNS + number, 1);
}

int lock_run_is_held(const struct system *system, int fd, unsigned long number) {
    return system->is_locked(system, fd, F_RDLCK, LOCK_RUNS + number, 1) == 1;
}

int lock_any_run_is_held(const struct system *system, int fd) {
    return system->is_locked(system, fd, F_RDLCK, LOCK_RUNS, LOCK_MOST_RUN + 1) == 1;
}
