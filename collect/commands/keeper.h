/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keeper.h: runs a command that no worker does, such as a linker, so that nothing of it goes on.
 *
 * Between this process and the command is another, its keeper, a child subreaper (family.h). It
 * ends what the command leaves, and what the command has not done in time, also if this process
 * ends; if something stops it, it is told to go on. What a keeper that was killed has lost becomes
 * this process's, where that is a child subreaper, too. */
#ifndef BENCHMAT_COLLECT_COMMANDS_KEEPER_H
#define BENCHMAT_COLLECT_COMMANDS_KEEPER_H

#include <signal.h>

#include "collect/harness/wire.h"
#include "formats/text/err.h"

struct kept {
    int code; /* ERR_INTERRUPTED: ended as the user wants to stop; ERR_FAILED: as it took too long;
                 0: it ended by itself, or was not begun */
    int failure; /* errno if it could not be begun */
    int is_lost; /* its keeper was killed, and the other members mean nothing, but for LEFT */
    int status;  /* as wait(2) tells how it ended */
    struct wire_left left; /* what it left running */
};

/* Runs WORDS, which end with NULL, and has them print to the descriptor PRINTED. After SECONDS, or
 * when *STOP becomes nonzero, which may be NULL, all that they began is asked to end, then killed.
 */
struct kept keeper_run(char *const *words, int printed, double seconds,
                       const volatile sig_atomic_t *stop);

#endif
