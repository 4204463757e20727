/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/ending_signals.h"

#include <stddef.h>

const int ending_signals[ENDING_SIGNALS] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};

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
