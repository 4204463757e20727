/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ending_signals.h: the signals by which users, terminals and batch systems ask a program to end.
 */
#ifndef BENCHMAT_FORMATS_FILES_ENDING_SIGNALS_H
#define BENCHMAT_FORMATS_FILES_ENDING_SIGNALS_H

#include <signal.h>

/* The first ENDING_SIGNALS_OF_USERS come from users and terminals, the others from batch systems.
 */
enum { ENDING_SIGNALS_OF_USERS = 3, ENDING_SIGNALS = 6 };
static const int ending_signals[ENDING_SIGNALS] = {SIGINT,  SIGTERM, SIGHUP,
                                                   SIGUSR1, SIGUSR2, SIGXCPU};

#endif
