/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_check.h: whether the options of bench-collect go together, and what follows from all of
 * them. */
#ifndef BENCHMAT_COLLECT_CLI_OPTIONS_CHECK_H
#define BENCHMAT_COLLECT_CLI_OPTIONS_CHECK_H

#include "collect/cli/options.h"

/* Call it when all OPTIONS are read. If they do not go together it says why, and ends the program;
 * otherwise it completes the commands, the functions and the settings that depend on them. */
void options_check(struct argp_state *state, struct options *options);

#endif
