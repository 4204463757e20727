/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guardian.h: the process above a worker, which leaves nothing of it running.
 *
 * A library, a plug-in or a program may begin processes. As long as its worker lives they are its
 * own: the worker's children, and what these leave behind, are stopped while it is not the worker's
 * turn, so that they disturb no other, and go on with it. What turns into a daemon while calls are
 * made (its parent has ended, and it is not in the worker's process group) is ended when the turn
 * ends. What has not ended half a second after the worker is ended then. So all of it ends, too, if
 * the worker crashes or the collector is killed.
 *
 * The guardian is a child subreaper, so nobody can leave it by forking (family.h). Who kills it
 * ends the worker, and what it had to end the collector does, which is a child subreaper, too
 * (process.c). It needs neither a control group nor a name space, which most users may not make,
 * and which would hide processes that a launcher of ranks has to see. It ends as its worker did,
 * which the collector reports. */
#ifndef BENCHMAT_COLLECT_WORKER_GUARDIAN_H
#define BENCHMAT_COLLECT_WORKER_GUARDIAN_H

/* Forks: the guardian never returns, and the worker, its child, does. Call this before anything is
 * loaded or opened. */
void guardian_begin(void);

#endif
