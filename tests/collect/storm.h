/* SPDX-License-Identifier: GPL-3.0-or-later */
/* storm.h: SIGALRM again and again, which interrupts every system call that can be. */
#ifndef BENCHMAT_TESTS_COLLECT_STORM_H
#define BENCHMAT_TESTS_COLLECT_STORM_H

#include <signal.h>
#include <sys/time.h>

static struct itimerval storm;
static struct sigaction storm_before;

/* The next comes a hundredth later than this one did, so that whatever a signal interrupts is once
 * done before the next, however busy the machine is. */
static inline void storm_comes_again(int signal) {
    (void)signal;
    storm.it_value.tv_usec += storm.it_value.tv_usec < 900000 ? storm.it_value.tv_usec / 100 : 0;
    setitimer(ITIMER_REAL, &storm, NULL);
}

static inline void storm_begin(void) {
    struct sigaction stormy = {.sa_handler = storm_comes_again};
    sigaction(SIGALRM, &stormy, &storm_before);
    storm.it_value.tv_usec = 500;
    setitimer(ITIMER_REAL, &storm, NULL);
}

static inline void storm_end(void) {
    struct itimerval calm = {{0, 0}, {0, 0}};
    signal(SIGALRM, SIG_IGN); /* none sets the timer again */
    setitimer(ITIMER_REAL, &calm, NULL);
    sigaction(SIGALRM, &storm_before, NULL);
}

#endif
