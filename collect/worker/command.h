/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.h: the action of which each call runs a command (collect/commands/commands.h). */
#ifndef BENCHMAT_COLLECT_WORKER_COMMAND_H
#define BENCHMAT_COLLECT_WORKER_COMMAND_H

#include "collect/action.h"
#include "collect/commands/commands.h"
#include "collect/harness/design_point.h"
#include "collect/harness/wire.h"
#include "formats/text/err.h"

/* Returns the action that runs the command of LOAD, which is borrowed. Call this once per process.
 * ERR_FAILED: LOAD is not whole.
 *
 * A call runs the prepare hook, the command and the conclude hook. The seconds that it reports are
 * those of the command, from launch to exit; what the command used is in the workspace's report. A
 * command that ends with another status than 0, dies of a signal, passes its time limit, leaves
 * processes running or cannot be started fails, and so does one whose hooks do. What a prepare hook
 * leaves running is ended after the conclude hook. */
int command_action(const struct bench_action **action, const struct wire_command *load,
                   struct err *err);

/* Keeps, or no longer keeps, what a run prints: its output and the checked file for the action's
 * outputs, as SHA-256, and the first line of its errors for messages. */
void command_keep_answer(int is_kept);

/* Lets runs print to /dev/null, or, as is usual, where --stdout says. */
void command_print_to_null(int is_null);

/* Returns what runs have left running since this was last asked, where failures are ignored. */
struct wire_left command_take_left(void);

/* Seconds for which the worker waited for a CPU in the latest run in order to read what that
 * printed, while it ran on: no disturbance of its time. */
double command_read_delay(void);

/* Runs the setup or the cleanup at DESIGN_POINT. What they leave running goes on until
 * launch_end_kept. */
int command_run_hook(enum commands_hook hook, const struct design_point *design_point,
                     struct err *err);

#endif
