/* SPDX-License-Identifier: GPL-3.0-or-later */
/* console.h: what bench-collect shows while it works, on the standard error. */
#ifndef BENCHMAT_COLLECT_CLI_CONSOLE_H
#define BENCHMAT_COLLECT_CLI_CONSOLE_H

#include "collect/job/job.h"

struct console {
    struct observer observer; /* first */
    int quiet, verbose, is_terminal;
    double begin, shown; /* seconds of the monotonic clock */
    int has_line;        /* a progress line stands on the terminal */
    char stage[96];      /* the stage that was announced last */
    int faults;
};

/* On a terminal one line that is rewritten; elsewhere a plain line a stage, and every ten seconds.
 */
void console_begin(struct console *console, int quiet, int verbose);

/* Takes the progress line away. */
void console_clear(struct console *console);

#endif
