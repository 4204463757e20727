/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completions.h: the actions, libraries and other words that a shell can complete. */
#ifndef BENCHMAT_COLLECT_CLI_COMPLETIONS_H
#define BENCHMAT_COLLECT_CLI_COMPLETIONS_H

#include "store/command_line/completion.h"

/* Its context is the path of the builtin library, which main sets. */
extern struct completion_terms collect_completions;

#endif
