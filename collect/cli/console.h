/* SPDX-License-Identifier: GPL-3.0-or-later */
/* console.h: what bench-collect shows on the standard error while it works. */
#ifndef BENCHMAT_COLLECT_CLI_CONSOLE_H
#define BENCHMAT_COLLECT_CLI_CONSOLE_H

#include "collect/job/job.h"

struct console {
    struct observer observer; /* first */
    int quiet, verbose, is_terminal;
    double begin, shown; /* seconds of the monotonic clock */
    int has_line;        /* a progress line is on the terminal */
    char stage[96];      /* the stage announced last */
    int faults;          /* how many were noted */
};

/* A terminal gets one line, which is rewritten; anything else a plain line for each stage and every
 * ten seconds. */
void console_begin(struct console *console, int quiet, int verbose);

/* Removes the progress line. */
void console_clear(struct console *console);

#endif
