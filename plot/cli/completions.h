/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completions.h: the kinds of charts and other words that a shell can complete. */
#ifndef BENCHMAT_PLOT_CLI_COMPLETIONS_H
#define BENCHMAT_PLOT_CLI_COMPLETIONS_H

#include "store/command_line/completion.h"

extern struct completion_terms plot_completions;

#endif
