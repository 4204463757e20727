/* SPDX-License-Identifier: GPL-3.0-or-later */
/* termination.h: the signals by which users, terminals and batch systems ask a run to end.
 *
 * Batch systems send them to all processes of a job at once, and to each in no particular order. So
 * the collector alone follows them: it ends its workers, keeps what was measured and says that the
 * run was interrupted. A worker that died of one would look like a library that crashed. */
#ifndef BENCHMAT_COLLECT_PROCESSES_TERMINATION_H
#define BENCHMAT_COLLECT_PROCESSES_TERMINATION_H

#include <signal.h>

enum { ENDINGS = 6 };
extern const int endings[ENDINGS];

sigset_t termination_set(void);

/* ACTION for all of them; but those that are ignored, as under nohup, stay so. */
void termination_catch(const struct sigaction *action);

#endif
