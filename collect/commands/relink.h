/* SPDX-License-Identifier: GPL-3.0-or-later */
/* relink.h: links a library anew, so that its code lies elsewhere in memory (builds.h).
 *
 * The command has placeholders: {out}, the shared object to be made; {pad}, an object file with 0
 * to 4095 bytes of code, to be linked before all others; {seed}, a number for linkers that shuffle
 * sections. */
#ifndef BENCHMAT_COLLECT_COMMANDS_RELINK_H
#define BENCHMAT_COLLECT_COMMANDS_RELINK_H

#include <signal.h>
#include <stdint.h>

#include "collect/harness/wire.h"
#include "formats/text/err.h"

/* Seeds are from 0 to RELINK_SEEDS - 1; the length of {pad} is what is left when it is divided by
 * 4096. */
#define RELINK_SEEDS (UINT32_C(1) << 31)

/* ERR_USAGE: COMMAND has no {out}, neither {pad} nor {seed}, an unknown placeholder, or needs a
 * shell. */
int relink_check(const char *command, struct err *err);

/* When to end COMMAND, with all that it has started; and who hears of what it left. */
struct relink_limits {
    double timeout;                    /* seconds; 0: an hour */
    const volatile sig_atomic_t *stop; /* nonzero: the user wants to stop; may be NULL */
    struct wire_left *left;            /* is added to; may be NULL */
};

/* Makes the shared object OUT by COMMAND, in the working directory. ERR_FAILED: it ended with an
 * error, of which the message quotes the first line, or not in time; ERR_INTERRUPTED: the user
 * stopped it. */
int relink_make(const char *command, uint32_t seed, const char *out,
                const struct relink_limits *limits, struct err *err);

#endif
