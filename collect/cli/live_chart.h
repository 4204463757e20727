/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live_chart.h: draws what has been measured so far while measuring goes on, by bench-plot.
 *
 * bench-plot reads the archive and runs between rounds, when no worker does; measuring waits for
 * it. It is run only when all charts together, with this one, take at most LIVE_CHART_SHARE of the
 * time. If it cannot be run or fails, the console is told once. */
#ifndef BENCHMAT_COLLECT_CLI_LIVE_CHART_H
#define BENCHMAT_COLLECT_CLI_LIVE_CHART_H

#include <limits.h>
#include <stddef.h>

#include "collect/cli/console.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

#define LIVE_CHART_SHARE 0.05

struct live_chart {
    char program[PATH_MAX]; /* bench-plot; "" if there is none */
    const char *file;       /* NULL: on the terminal */
    const char *archive;
    struct console *console;
    double begin;       /* by wall_clock_now */
    double spent, last; /* seconds of all charts, and of the last one */
    size_t count;       /* of all charts */
    size_t columns;     /* of a chart on the terminal, made fewer until it fits; 0: all */
    int has_failed;     /* the console was told */
};

/* FILE: where to draw, a picture; NULL: on the terminal. All strings are borrowed. ERR_USAGE, with
 * the words of bench-plot: it cannot draw into such a file. */
int live_chart_begin(struct live_chart *chart, const char *file, const char *archive,
                     struct console *console, struct err *err);

/* Whether there is time for a chart now. One on the terminal is never due if the console has none.
 */
int live_chart_is_due(const struct live_chart *chart);

/* Draws MEASUREMENT of the run called RUN; into a file, all measurements of the run. */
void live_chart_draw(struct live_chart *chart, const char *run,
                     const struct measurement *measurement);

/* Draws RUN when it has ended, whatever that takes. A console that is no terminal gets the chart
 * now. With --verbose the console is told how many charts there were, and what they took. */
void live_chart_end(struct live_chart *chart, const struct run *run);

#endif
