/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dying.h: the machine, on which the process ends at a chosen sync. */
#ifndef BENCHMAT_TESTS_STORE_DYING_H
#define BENCHMAT_TESTS_STORE_DYING_H

#include <sys/wait.h>

#include "store/archive/archive_append.h"
#include "tests/store/sample.h"

#include "store/file/system.h"

static int dying_left; /* how many syncs it still does */

static inline int dying_sync(const struct system *system, int fd) {
    if (dying_left-- == 0)
        _exit(7);
    return system_host.sync(system, fd);
}

/* Appends a run to ARCHIVE in a process that dies before its sync number AT, from 1: the third is
 * the one after which the change is complete. Returns whether it died. */
static inline int dying_append(const char *archive, int at) {
    pid_t child = fork();
    if (child == 0) {
        struct system system = system_host;
        system.sync = dying_sync;
        dying_left = at - 1;
        const struct access how = {.system = &system};
        struct run *run = sample_run();
        int code = archive_append_with(archive, run, &how, NULL);
        run_free(run);
        _exit(code ? 1 : 0);
    }
    int status;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

/* The last line about its file that an access is told. That this system filters no calls is about
 * all files, and is passed over. */
static char dying_told[1500];
static int dying_told_count;

static inline void dying_tell(void *context, const char *line) {
    (void)context;
    if (strcmp(line, ACCESS_UNFILTERED) == 0)
        return;
    snprintf(dying_told, sizeof dying_told, "%s", line);
    dying_told_count++;
}

static const struct access dying_access = {.lock_timeout = 0.05, .tell = dying_tell};

#endif
