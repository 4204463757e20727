/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int open_locked(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status, (void)kind, (void)where;
    remove(path);
    return 0;
}

static void remove_all(const char *path) {
    const int open_at_once = 16;
    nftw(path, remove_one, open_at_once, FTW_DEPTH | FTW_PHYS);
}

/* Another collector may have made it just now, and not yet locked it. */
static int is_old(const struct stat *status) {
    const time_t seconds = 60;
    return time(NULL) - status->st_mtime > seconds;
}

/* Removes what collectors that were killed have left: our own directories that nobody has locked.
 */
static void remove_stale(const char *parent, const char *prefix) {
    DIR *entries = opendir(parent);
    const struct dirent *entry;
    while (entries && (entry = readdir(entries))) {
        char path[PATH_MAX];
        struct stat status;
        int length = snprintf(path, sizeof path, "%s/%s", parent, entry->d_name);
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0 || length >= (int)sizeof path)
            continue;
        int fd = open_locked(path);
        if (fd < 0)
            continue;
        if (fstat(fd, &status) == 0 && status.st_uid == geteuid() && is_old(&status))
            remove_all(path);
        close(fd);
    }
    if (entries)
        closedir(entries);
}

const char *scratch_make(struct scratch *scratch, const char *purpose) {
    const char *variable = getenv("TMPDIR"), *parent = variable && *variable ? variable : "/tmp";
    char prefix[64];
    snprintf(prefix, sizeof prefix, "benchmat-%s-", purpose);
    remove_stale(parent, prefix);
    *scratch = (struct scratch){.lock = -1};
    int length = snprintf(scratch->path, sizeof scratch->path, "%s/%sXXXXXX", parent, prefix);
    if (length >= (int)sizeof scratch->path || !mkdtemp(scratch->path))
        scratch->path[0] = '\0';
    if (scratch->path[0])
        scratch->lock = open_locked(scratch->path);
    return scratch->path[0] ? scratch->path : NULL;
}

void scratch_remove(struct scratch *scratch) {
    if (!scratch->path[0])
        return;
    remove_all(scratch->path);
    if (scratch->lock >= 0)
        close(scratch->lock);
    scratch->path[0] = '\0';
}
