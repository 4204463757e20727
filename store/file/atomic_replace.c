/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/atomic_replace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/file/journal.h"
#include "store/file/place.h"

static int remove_file(const struct system *system, const char *path) {
    int failure = system->unlink(system, path);
    return failure == -ENOENT ? 0 : failure;
}

static int remove_journal(const struct atomic_replace *a) {
    char *journal = journal_path(a->path);
    int failure = journal ? remove_file(a->system, journal) : -ENOMEM;
    free(journal);
    return failure;
}

static int remove_both(const struct atomic_replace *a) {
    int failure = remove_file(a->system, a->path);
    return failure ? failure : remove_journal(a);
}

int atomic_replace_begin(struct atomic_replace *a, const struct system *system, const char *old,
                         int fd, struct err *err) {
    *a = (struct atomic_replace){.system = system, .old = old};
    if (asprintf(&a->path, "%s-repack", old) < 0) {
        a->path = NULL;
        return err_set(err, ERR_FAILED, "%s: no memory", old);
    }
    int failure = remove_both(a);
    if (!failure) {
        /* Nobody else may open the new file before it has the old one's permissions. */
        int create_fd = a->system->create_private(a->system, a->path);
        if (create_fd < 0)
            failure = create_fd;
        else {
            int create_failure = a->system->adopt(a->system, create_fd, fd);
            a->system->close(a->system, create_fd);
            failure = create_failure;
        }
    }
    return failure ? place_error(err, a->path, "this file cannot be made", failure) : 0;
}

/* Removes the new file's journal first: once the new file has the old name, other processes may
 * create files with our temporary names. */
int atomic_replace_replace(struct atomic_replace *a, struct err *err) {
    int failure = remove_journal(a);
    if (!failure)
        failure = a->system->rename(a->system, a->path, a->old);
    if (failure)
        return place_error(err, a->old, "cannot be replaced", failure);
    free(a->path);
    a->path = NULL;
    failure = a->system->sync_directory(a->system, a->old);
    return failure ? err_set(err, ERR_UNSURE,
                             "%s: repacked, but the disk does not confirm it (%s): check it "
                             "before use",
                             a->old, strerror(-failure))
                   : 0;
}

void atomic_replace_end(struct atomic_replace *a) {
    if (a->path)
        remove_both(a);
    free(a->path);
    a->path = NULL;
}
