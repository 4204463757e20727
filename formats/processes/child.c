/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/processes/child.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* --- child processes --- */

/* Old kernels do not have close_range. */
void close_descriptors(int first, int last) {
    if (first > last || close_range((unsigned)first, (unsigned)last, 0) == 0)
        return;
    long most = sysconf(_SC_OPEN_MAX);
    for (int fd = first; fd <= last && fd < most; fd++)
        close(fd);
}

int child_end(pid_t pid, int patience) {
    const struct timespec millisecond = {0, 1000 * 1000};
    int status = 0;
    for (int i = 0; i < patience; i++) {
        if (waitpid(pid, &status, WNOHANG) != 0)
            return status;
        nanosleep(&millisecond, NULL);
    }
    kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
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
