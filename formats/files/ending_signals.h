/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ending_signals.h: the signals by which users, terminals and batch systems ask a program to end.
 */
#ifndef BENCHMAT_FORMATS_FILES_ENDING_SIGNALS_H
#define BENCHMAT_FORMATS_FILES_ENDING_SIGNALS_H

#include <signal.h>

/* The first ENDING_SIGNALS_OF_USERS come from users and terminals, the others from batch systems.
 */
enum { ENDING_SIGNALS_OF_USERS = 3, ENDING_SIGNALS = 6 };
extern const int ending_signals[ENDING_SIGNALS];

/* The first COUNT of them. */
sigset_t ending_signals_set(int count);

/* ACTION for the first COUNT of them; but those that are ignored, as under nohup, or have another
 * action already, stay so. */
void ending_signals_catch(int count, const struct sigaction *action);

#endif
