/* SPDX-License-Identifier: GPL-3.0-or-later */
/* serve.h: the worker's side of the conversation in wire.h. */
#ifndef BENCHMAT_COLLECT_WORKER_SERVE_H
#define BENCHMAT_COLLECT_WORKER_SERVE_H

#include "collect/action.h"
#include "collect/harness/design_point.h"
#include "collect/harness/wire.h"
#include "formats/text/err.h"

/* Answers requests from SOCKET until it is closed, with the arena of descriptor ARENA. Returns 0 at
 * the end of the stream, otherwise 1. */
int serve(int socket, int arena);

#endif
