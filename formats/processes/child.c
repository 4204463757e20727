/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/processes/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* --- child processes --- */

void close_descriptors(int first, int last) {
    if (first > last)
        return;
#ifdef SYS_close_range /* of Linux 5.9; not all C libraries have a function for it */
    if (syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0) == 0)
        return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (int fd = first; fd <= last && fd < most; fd++)
        close(fd);
}

/* --- those that are our own --- */

static struct {
    pid_t *items;
    size_t count, room;
} own;

/* Returns 0 if there is no memory. */
static int make_room(void) {
    if (own.count < own.room)
        return 1;
    size_t room = 2 * own.room + 16;
    pid_t *items = realloc(own.items, room * sizeof *items);
    if (!items)
        return 0;
    own.items = items;
    own.room = room;
    return 1;
}

static size_t place_of(pid_t pid) {
    size_t i = 0;
    while (i < own.count && own.items[i] != pid)
        i++;
    return i;
}

int child_is_own(pid_t pid) {
    return place_of(pid) < own.count;
}

pid_t child_fork(void) {
    if (!make_room()) {
        errno = ENOMEM;
        return -1;
    }
    pid_t pid = fork();
    if (pid == 0)
        own.count = 0;
    if (pid > 0)
        own.items[own.count++] = pid;
    return pid;
}

pid_t child_wait(pid_t pid, int *status, int options) {
    pid_t ended = waitpid(pid, status, options);
    size_t place = place_of(ended);
    if (place < own.count)
        own.items[place] = own.items[--own.count];
    return ended;
}

/* --- starting and ending --- */

static int start(pid_t *pid, char *const *words, char *const *environment, const int files[3],
                 short group) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    if (!make_room())
        return ENOMEM;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes,
                             (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group));
    posix_spawn_file_actions_init(&actions);
    if (files[0] < 0)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&actions, files[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, files[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, files[2], STDERR_FILENO);
    int failure = posix_spawnp(pid, words[0], &actions, &attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (!failure)
        own.items[own.count++] = *pid;
    return failure;
}

int child_start(pid_t *pid, char *const *words, char *const *environment, int input, int output,
                int error) {
    return start(pid, words, environment, (const int[]){input, output, error}, 0);
}

int child_start_group(pid_t *pid, char *const *words, char *const *environment, int input,
                      int output, int error) {
    return start(pid, words, environment, (const int[]){input, output, error},
                 POSIX_SPAWN_SETPGROUP);
}

int child_end(pid_t pid, int patience) {
    const struct timespec millisecond = {0, 1000 * 1000};
    int status = 0;
    for (int i = 0; i < patience; i++) {
        if (child_wait(pid, &status, WNOHANG) != 0)
            return status;
        nanosleep(&millisecond, NULL);
    }
    kill(pid, SIGKILL);
    while (child_wait(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* --- signals that end a program --- */

const int ending_signals[ENDING_SIGNALS] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT,
                                            SIGUSR1, SIGUSR2, SIGXCPU};

sigset_t ending_signals_set(int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++)
        sigaddset(&set, ending_signals[i]);
    return set;
}

void ending_signals_catch(int count, const struct sigaction *action) {
    struct sigaction there;
    for (int i = 0; i < count; i++)
        if (sigaction(ending_signals[i], NULL, &there) == 0 && there.sa_handler == SIG_DFL)
            sigaction(ending_signals[i], action, NULL);
}
