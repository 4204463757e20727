/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/termination.h"

#include <stddef.h>

const int endings[ENDINGS] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};

sigset_t termination_set(void) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < ENDINGS; i++)
        sigaddset(&set, endings[i]);
    return set;
}

void termination_catch(const struct sigaction *action) {
    for (size_t i = 0; i < ENDINGS; i++) {
        struct sigaction before;
        sigaction(endings[i], NULL, &before);
        if (before.sa_handler != SIG_IGN)
            sigaction(endings[i], action, NULL);
    }
}
