/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/unfinished.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/files/ending_signals.h"

struct unfinished {
    char *path;
    struct unfinished *next;
};

/* Changed only while the signals are blocked, by the process that they would end: a child has a
 * copy that is not its own. */
static struct unfinished *latest;
static pid_t owner;

/* The same signal comes once more, to its usual end, as soon as this returns. */
static void remove_all(int signal) {
    for (const struct unfinished *u = owner == getpid() ? latest : NULL; u; u = u->next)
        if (unlink(u->path) != 0)
            rmdir(u->path);
    raise(signal);
}

static sigset_t block_endings(void) {
    sigset_t set = ending_signals_set(ENDING_SIGNALS_OF_USERS), before;
    sigprocmask(SIG_BLOCK, &set, &before);
    return before;
}

void unfinished_note(const char *path) {
    const struct sigaction action = {.sa_handler = remove_all, .sa_flags = SA_RESETHAND};
    struct unfinished *u = malloc(sizeof *u);
    char *copy = u ? strdup(path) : NULL;
    if (!copy) {
        free(u);
        return;
    }
    sigset_t before = block_endings();
    *u = (struct unfinished){copy, latest};
    latest = u;
    owner = getpid();
    ending_signals_catch(ENDING_SIGNALS_OF_USERS, &action);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void unfinished_forget(const char *path) {
    sigset_t before = block_endings();
    struct unfinished **place = &latest;
    while (*place && strcmp((*place)->path, path) != 0)
        place = &(*place)->next;
    struct unfinished *u = *place;
    if (u)
        *place = u->next;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (u)
        free(u->path);
    free(u);
}
