/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completions.h: what a shell can complete on the command line of bench-analyze. */
#ifndef BENCHMAT_ANALYZE_CLI_COMPLETIONS_H
#define BENCHMAT_ANALYZE_CLI_COMPLETIONS_H

#include "store/command_line/completion.h"

extern struct completion_terms analyze_completions;

#endif
