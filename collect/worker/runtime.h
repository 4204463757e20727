/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime.h: a program that does an action's calculation in a process with a runtime of its own
 * (docs/worker-protocol.md).
 *
 * It gets the action's inputs by their seed and makes them itself, times its calls by its own
 * clock, and gives its outputs as numbers, which are put where the action's C code would leave
 * them. So everything else about it is as with a library. There is one program per worker. */
#ifndef BENCHMAT_COLLECT_WORKER_RUNTIME_H
#define BENCHMAT_COLLECT_WORKER_RUNTIME_H

#include "collect/action.h"
#include "collect/harness/workspace.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* An interval of calls lasts at least so many seconds, so that the clocks of all runtimes and what
 * they do besides the calls do not matter. */
#define RUNTIME_SHORTEST 2e-3

/* Starts the program with these WORDS (libraries/program.h), whose file is at PATH, and asks it
 * whether it can do ACTION with numbers of TYPE. Adds to FACTS what runs it, such as "CPython
 * 3.11.2", as runtime, and its file. *REMOTE gets the action whose calls the program does.
 * ERR_FAILED: it cannot be started, does not know the action, or breaks the protocol. If it dies,
 * so does this process, in the same way. */
int runtime_start(const char *words, const char *path, const struct bench_action *action, char type,
                  const struct bench_action **remote, struct facts *facts, struct err *err);

/* Its compiler, and whatever else makes a fresh one slow, gets so many seconds before anything is
 * timed. */
#define RUNTIME_WARM_UP 0.5

/* Whether one was started. */
int runtime_is_there(void);

/* Puts the outputs of the program's last call into the workspace. */
int runtime_take_outputs(struct workspace *workspace, struct err *err);

#endif
