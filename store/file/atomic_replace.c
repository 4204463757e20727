/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/atomic_replace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/file/journal.h"
#include "store/file/place.h"
#include "store/file/writers.h"

static int remove_journal(const struct atomic_replace *a) {
    char *journal = journal_path(a->path);
    int failure = journal ? journal_remove(a->system, journal, a->old_fd) : -ENOMEM;
    free(journal);
    return failure;
}

/* The journal first: without the file it would be another file's. */
static int remove_both(const struct atomic_replace *a) {
    int failure = remove_journal(a);
    if (failure)
        return failure;
    failure = a->system->unlink(a->system, a->path);
    return failure == -ENOENT ? 0 : failure;
}

/* Whether what has the new file's name was left by a process that died: it is unfinished
 * (system.h), and of a user who may write the old file. */
static int is_left_over(const struct atomic_replace *a) {
    const struct system *s = a->system;
    struct stat old, left;
    return s->look(s, a->path, &left) == 0 && s->inspect(s, a->old_fd, &old) == 0 &&
           S_ISREG(left.st_mode) && left.st_mode & S_ISVTX && left.st_nlink == 1 &&
           (left.st_uid == geteuid() || writers_include(&old, left.st_uid));
}

static int create(struct atomic_replace *a) {
    a->fd = a->system->create_private(a->system, a->path);
    if (a->fd != -EEXIST || !is_left_over(a))
        return a->fd;
    int failure = remove_both(a);
    a->fd = failure ? failure : a->system->create_private(a->system, a->path);
    return a->fd;
}

int atomic_replace_begin(struct atomic_replace *a, const struct system *system, const char *old,
                         int fd, struct err *err) {
    *a = (struct atomic_replace){.system = system, .old = old, .old_fd = fd, .fd = -1};
    if (asprintf(&a->path, "%s-repack", old) < 0) {
        a->path = NULL;
        return err_set(err, ERR_FAILED, "%s: no memory", old);
    }
    int made = create(a);
    if (made == -EEXIST)
        return err_set(err, ERR_FAILED,
                       "%s: the new file is made under this name, and what has it was not left by "
                       "a repacking; rename or remove it",
                       a->path);
    return made < 0 ? place_error(err, a->path, "this file cannot be made", made) : 0;
}

/* Removes the new file's journal first: once the new file has the old name, other processes may
 * create files with our temporary names. */
int atomic_replace_replace(struct atomic_replace *a, struct err *err) {
    int failure = remove_journal(a);
    if (!failure)
        failure = a->system->adopt(a->system, a->fd, a->old_fd);
    if (!failure)
        failure = a->system->rename(a->system, a->path, a->old);
    if (failure)
        return place_error(err, a->old, "cannot be replaced", failure);
    a->system->close(a->system, a->fd);
    a->fd = -1;
    failure = a->system->sync_directory(a->system, a->old);
    return failure ? err_set(err, ERR_UNSURE,
                             "%s: repacked, but the disk does not confirm it (%s): check it "
                             "before use",
                             a->old, strerror(-failure))
                   : 0;
}

/* A name that was not made here belongs to somebody else. */
void atomic_replace_end(struct atomic_replace *a) {
    if (a->path && a->fd >= 0) {
        remove_both(a);
        a->system->close(a->system, a->fd);
    }
    free(a->path);
    *a = (struct atomic_replace){.fd = -1};
}
