/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unsure.h: a machine whose disk fails at the last step of a commit, so that it is not known
 * whether the change is there: the journal can then not be cleared. */
#ifndef BENCHMAT_TESTS_STORE_UNSURE_H
#define BENCHMAT_TESTS_STORE_UNSURE_H

#include <errno.h>
#include <string.h>

#include "store/file/system.h"

enum unsure_outcome {
    UNSURE_THERE, /* the journal is cleared, but cannot be cut */
    UNSURE_GONE,  /* the journal stays sealed, and so the change is undone */
};

/* Of the commit now counted down to, both attempts fail. */
static struct {
    enum unsure_outcome outcome;
    int sound_commits; /* before it; negative: none fails */
    int failed;
} unsure = {.sound_commits = -1};

/* The outcome of the commit after SOUND others. */
static inline void unsure_begin(enum unsure_outcome outcome, int sound) {
    unsure.outcome = outcome;
    unsure.sound_commits = sound;
    unsure.failed = 0;
}

static inline int unsure_fails(enum unsure_outcome step) {
    if (unsure.sound_commits != 0 || step != unsure.outcome)
        return 0;
    if (++unsure.failed == 2)
        unsure.sound_commits = -1;
    return 1;
}

/* The header of a journal that is cleared: its magic, its version, and a state of 0. */
static inline int unsure_clears(const void *bytes, size_t size, uint64_t offset) {
    return size == 128 && offset == 0 &&
           memcmp(bytes,
                  "\x89"
                  "BMJ\r\n\x1a\n\1\0\0\0\0\0\0\0",
                  16) == 0;
}

static inline int64_t unsure_write(const struct system *system, int fd, const void *bytes,
                                   size_t size, uint64_t offset) {
    if (unsure_clears(bytes, size, offset) && unsure_fails(UNSURE_GONE))
        return -EIO;
    return system_host.write(system, fd, bytes, size, offset);
}

static inline int unsure_truncate(const struct system *system, int fd, uint64_t length) {
    if (length == 128 && unsure_fails(UNSURE_THERE))
        return -EIO;
    int failure = system_host.truncate(system, fd, length);
    if (length == 128 && !failure && unsure.sound_commits > 0)
        unsure.sound_commits--;
    return failure;
}

static inline struct system unsure_system(void) {
    struct system system = system_host;
    system.write = unsure_write;
    system.truncate = unsure_truncate;
    return system;
}

#endif
