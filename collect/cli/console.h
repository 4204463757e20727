/* SPDX-License-Identifier: GPL-3.0-or-later */
/* console.h: what bench-collect shows on the standard error while it works. */
#ifndef BENCHMAT_COLLECT_CLI_CONSOLE_H
#define BENCHMAT_COLLECT_CLI_CONSOLE_H

#include <stdio.h>

#include "collect/job/job.h"

struct console {
    struct observer observer; /* first */
    int quiet, verbose, is_terminal;
    double begin, shown; /* seconds of the monotonic clock */
    int has_line;        /* a progress line is on the terminal */
    char stage[96];      /* the stage announced last */
    int holds;           /* notes are held back */
    FILE *holding;       /* takes them; NULL: none was yet */
    char *held;
    size_t held_size;
    int faults;          /* how many were noted */
    char *chart;         /* the lines that stand above the progress line; NULL: none */
    size_t chart_height; /* how many there are */
    size_t width;        /* of the terminal when they were shown */
};

/* A terminal gets one line, which is rewritten; anything else a plain line for each stage, but of
 * rounds that are added only one in ten seconds. QUIET: nothing is shown but faults. */
void console_begin(struct console *console, int quiet, int verbose);

/* Holds notes and progress back from now on if HOLDS, so that another line comes first; else they
 * are shown at once again, and what was held back still waits for console_show_held. */
void console_hold(struct console *console, int holds);
void console_show_held(struct console *console);

/* Shows LINE at once, even if notes are held back. */
void console_tell(struct console *console, const char *line);

/* On a terminal, shows CHART, whole lines that fit on it, in place of the one shown before, above
 * the progress line and below everything told. Elsewhere, or if the console is quiet, this does
 * nothing. */
void console_show_chart(struct console *console, const char *chart);

/* Leaves the chart where it is: what is told from now on comes below it. */
void console_leave_chart(struct console *console);

/* Removes the progress line. */
void console_clear(struct console *console);

#endif
