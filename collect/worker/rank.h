/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank.h: one rank of a parallel action: a bench-worker that a launcher has started. */
#ifndef BENCHMAT_COLLECT_WORKER_RANK_H
#define BENCHMAT_COLLECT_WORKER_RANK_H

/* Does what the worker at WHERE, the value of RANK_VARIABLE, asks for (rank_wire.h), until that
 * ends. Returns the exit status: 0, or 1 if there is no such worker. If the worker dies, so does
 * this process, whatever it is doing. */
int rank_serve(const char *where);

#endif
