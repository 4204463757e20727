/* SPDX-License-Identifier: GPL-3.0-or-later */
/* escapes.h: ways to leave processes behind: by a library, a plug-in, or a command under test,
 * which is compiled with this. Whoever escapes says so on a pipe, so that nobody has to wait for a
 * time; it then lives until it is killed. */
#ifndef BENCHMAT_TESTS_COLLECT_ESCAPES_H
#define BENCHMAT_TESTS_COLLECT_ESCAPES_H

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef ESCAPES_STORM
#    define ESCAPES_STORM 50 /* processes at once */
#endif

static int escapes_said[2];
static pid_t escapes_caller; /* the process that they leave */

static inline void escapes_say_and_stay(void) {
    while (write(escapes_said[1], "", 1) != 1)
        continue;
    for (;;)
        pause();
}

/* Waits until COUNT of them have said so. */
static inline void escapes_hear(int count) {
    char byte;
    while (count > 0)
        count -= read(escapes_said[0], &byte, 1) == 1;
}

/* Forks twice, the first of which ends. BETWEEN is done by it. Returns 1 in the second, when the
 * first is no more, so that nobody can take it for left. */
static inline int escapes_twice(int (*between)(void)) {
    pid_t child = fork();
    if (child > 0) {
        waitpid(child, NULL, 0);
        return 0;
    }
    if (between)
        between();
    child = getpid();
    if (fork() > 0)
        _exit(0);
    while (getppid() == child)
        sched_yield();
    return 1;
}

static inline int escapes_new_session(void) {
    return setsid() < 0;
}

static inline int escapes_new_group(void) {
    return setpgid(0, 0);
}

/* --- one function for each kind --- */

static inline void escapes_fork(void) {
    if (fork() == 0)
        escapes_say_and_stay();
}

static inline void escapes_double_fork(void) {
    if (escapes_twice(NULL))
        escapes_say_and_stay();
}

static inline void escapes_setsid(void) {
    if (escapes_twice(escapes_new_session))
        escapes_say_and_stay();
}

static inline void escapes_setpgid(void) {
    if (escapes_twice(escapes_new_group))
        escapes_say_and_stay();
}

static inline void escapes_daemon(void) {
    pid_t child = fork();
    if (child > 0)
        waitpid(child, NULL, 0);
    else if (daemon(0, 0) == 0)
        escapes_say_and_stay();
}

/* It says so itself, and then becomes what knows of no pipe. */
static char *const escapes_words[] = {(char[]){"sh"}, (char[]){"-c"},
                                      (char[]){"printf . >&7; exec sleep 1000"}, NULL};

static inline void escapes_vfork(void) {
    pid_t child = vfork();
    if (child == 0) {
        dup2(escapes_said[1], 7);
        execv("/bin/sh", escapes_words);
        _exit(1);
    }
}

static inline void escapes_spawn(void) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t child;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, escapes_said[1], 7);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    if (posix_spawn(&child, "/bin/sh", &files, &attributes, escapes_words, NULL) != 0)
        abort();
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
}

static inline void *escapes_run_thread(void *data) {
    escapes_setsid();
    return data;
}

static inline void escapes_thread(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, escapes_run_thread, NULL) != 0)
        abort();
    pthread_join(thread, NULL);
}

static inline void escapes_storm(void) {
    for (int i = 0; i < ESCAPES_STORM; i++)
        escapes_setsid();
}

static inline void escapes_deaf(void) {
    if (!escapes_twice(escapes_new_session))
        return;
    for (int number = 1; number < 32; number++)
        signal(number, SIG_IGN);
    escapes_say_and_stay();
}

static inline void escapes_stopped(void) {
    if (!escapes_twice(escapes_new_session))
        return;
    if (write(escapes_said[1], "", 1) == 1)
        raise(SIGSTOP);
    for (;;)
        pause();
}

static inline void escapes_closed(void) {
    if (!escapes_twice(escapes_new_session))
        return;
    if (write(escapes_said[1], "", 1) != 1)
        abort();
    for (int fd = 0; fd < 1024; fd++)
        close(fd);
    for (;;)
        pause();
}

/* What it leaves would become its own, so that the first to end leaves the second. */
static inline void escapes_subreaper(void) {
    if (!escapes_twice(escapes_new_session))
        return;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (escapes_twice(escapes_new_session))
        escapes_say_and_stay();
    escapes_say_and_stay();
}

/* It is another process each time. */
static inline void escapes_comet(void) {
    if (!escapes_twice(escapes_new_session))
        return;
    if (write(escapes_said[1], "", 1) != 1)
        abort();
    for (;;) {
        pid_t child = fork();
        if (child > 0)
            _exit(0);
        if (child == 0)
            setsid();
    }
}

static inline void escapes_orphan(void) {
    if (!escapes_twice(escapes_new_session))
        return;
    kill(escapes_caller, SIGKILL);
    escapes_say_and_stay();
}

/* Nobody is above the worker then, which the kernel ends. */
static inline void escapes_assassin(void) {
    pid_t guardian = getppid();
    if (!escapes_twice(escapes_new_session))
        return;
    kill(guardian, SIGKILL);
    escapes_say_and_stay();
}

/* The kernel does not, and the call succeeds. */
static inline void escapes_mutineer(void) {
    prctl(PR_SET_PDEATHSIG, 0);
    escapes_assassin();
}

/* At least COUNT processes are left, IS_DAEMON: which have left the worker when the call ends;
 * IS_FATAL: which is killed. */
static const struct escapes_kind {
    const char *name;
    void (*escape)(void);
    int count, is_daemon, is_fatal;
} escapes_kinds[] = {
    {"fork", escapes_fork, 1, 0, 0},
    {"double_fork", escapes_double_fork, 1, 0, 0},
    {"setsid", escapes_setsid, 1, 1, 0},
    {"daemon", escapes_daemon, 1, 1, 0},
    {"setpgid", escapes_setpgid, 1, 1, 0},
    {"vfork", escapes_vfork, 1, 0, 0},
    {"thread", escapes_thread, 1, 1, 0},
    {"posix_spawn", escapes_spawn, 1, 0, 0},
    {"storm", escapes_storm, ESCAPES_STORM, 1, 0},
    {"deaf", escapes_deaf, 1, 1, 0},
    {"stopped", escapes_stopped, 1, 1, 0},
    {"closed", escapes_closed, 1, 1, 0},
    {"subreaper", escapes_subreaper, 2, 1, 0},
    {"comet", escapes_comet, 1, 1, 0},
    {"orphan", escapes_orphan, 1, 0, 1},
    {"assassin", escapes_assassin, 1, 0, 1},
    {"mutineer", escapes_mutineer, 1, 0, 1},
};

enum { ESCAPES_KINDS = sizeof escapes_kinds / sizeof *escapes_kinds };

/* Leaves processes of the KIND, and returns when all of them are where they wanted to be. */
static inline void escapes_make(const char *kind) {
    escapes_caller = getpid();
    for (size_t i = 0; i < ESCAPES_KINDS; i++)
        if (strcmp(escapes_kinds[i].name, kind) == 0) {
            if (pipe(escapes_said) != 0)
                abort();
            escapes_kinds[i].escape();
            escapes_hear(escapes_kinds[i].count);
            close(escapes_said[0]);
            close(escapes_said[1]);
        }
}

#endif
