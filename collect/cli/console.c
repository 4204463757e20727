/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/console.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "formats/text/percent.h"
#include "formats/text/terminal.h"
#include "formats/text/unicode.h"

/* --- the progress line --- */

void console_clear(struct console *console) {
    if (console->has_line)
        fputs("\r\033[K", stderr);
    console->has_line = 0;
}

/* --- the chart --- */

static size_t width_now(void) {
    const struct terminal terminal = terminal_of(STDERR_FILENO);
    return terminal_width(&terminal, 0);
}

/* Goes to where the chart began and erases from there on (ECMA-48, 8.3.22 CUU, 8.3.39 ED); but not
 * if the terminal has broken its lines anew. */
static void erase_chart(struct console *console) {
    console_clear(console);
    if (console->chart && console->chart_height && console->width == width_now())
        fprintf(stderr, "\033[%zuA\033[J", console->chart_height);
}

static void put_chart(struct console *console) {
    if (!console->chart)
        return;
    fputs(console->chart, stderr);
    fflush(stderr);
    console->width = width_now();
}

void console_show_chart(struct console *console, const char *chart) {
    char *copy = console->is_terminal && !console->quiet ? strdup(chart) : NULL;
    if (!copy)
        return;
    erase_chart(console);
    free(console->chart);
    console->chart = copy;
    console->chart_height = 0;
    for (const char *c = copy; *c; c++)
        console->chart_height += *c == '\n';
    put_chart(console);
}

void console_leave_chart(struct console *console) {
    console_clear(console);
    free(console->chart);
    console->chart = NULL;
}

/* --- lines --- */

static void show_line(struct console *console, const char *line) {
    erase_chart(console);
    fprintf(stderr, "%s\n", line);
    put_chart(console);
}

void console_tell(struct console *console, const char *line) {
    if (!console->quiet)
        show_line(console, line);
}

static void note(struct observer *observer, enum note_kind kind, const char *line) {
    struct console *console = (struct console *)observer;
    console->faults += kind == NOTE_FAULT;
    if (console->quiet ? kind != NOTE_FAULT : kind == NOTE_DETAIL && !console->verbose)
        return;
    if (console->holds)
        fprintf(console->holding, "%s\n", line);
    else
        show_line(console, line);
}

void console_hold(struct console *console, int holds) {
    if (holds && !console->holding)
        console->holding = open_memstream(&console->held, &console->held_size);
    console->holds = holds && console->holding;
}

void console_show_held(struct console *console) {
    console->holds = 0;
    if (!console->holding)
        return;
    fclose(console->holding);
    console->holding = NULL;
    console_clear(console);
    if (console->held)
        fputs(console->held, stderr);
    free(console->held);
    console->held = NULL;
}

/* Writes "43 %, 0:31 left", or "" while that is unknown. */
static void tell_time_left(const struct console *console, const struct progress *progress,
                           char *text, size_t size) {
    double fraction = progress->total > 0 ? progress->done / progress->total : 0;
    text[0] = '\0';
    if (fraction <= 0)
        return;
    fraction = fmin(fraction, 1);
    int left = (int)((wall_clock_now() - console->begin) * (1 - fraction) / fraction + 0.5);
    if (left < 3600)
        snprintf(text, size, "%3.0f %%, %d:%02d left", 100 * fraction, left / 60, left % 60);
    else
        snprintf(text, size, "%3.0f %%, %d h %02d min left", 100 * fraction, left / 3600,
                 left / 60 % 60);
}

/* Writes "widest ±2.3 % at n = 64, blis", or what difference would be shown; "" while there is
 * none.
 */
static void tell_widest(const struct progress *progress, char *text, size_t size) {
    const struct precision_widest *widest = progress->widest;
    text[0] = '\0';
    if (progress->detectable > 0)
        snprintf(text, size, "%s would show", percent_of(progress->detectable).text);
    if (widest && isfinite(widest->half_width))
        snprintf(text, size, "widest ±%s at %.60s, %.20s", percent_of(widest->half_width).text,
                 progress->widest_where, widest->library);
}

static void show(struct observer *observer, const struct progress *progress) {
    struct console *console = (struct console *)observer;
    char stage[sizeof console->stage];
    if (console->quiet || console->holds)
        return;
    snprintf(stage, sizeof stage, "%s %s", progress->action, progress->stage);
    int is_new = strcmp(stage, console->stage) != 0;
    if (is_new && progress->done <= 0)
        console->begin = wall_clock_now();
    memcpy(console->stage, stage, sizeof stage);
    if (console->is_terminal) {
        char left[64], widest[160];
        if (!(wall_clock_now() - console->shown < 0.1)) {
            tell_time_left(console, progress, left, sizeof left);
            tell_widest(progress, widest, sizeof widest);
            char line[400], cut[400];
            snprintf(line, sizeof line, "%.28s  %s  %.60s  %.20s  %s%s", progress->action,
                     progress->stage, progress->where, progress->library, left, widest);
            fprintf(stderr, "\r%s\033[K", utf8_shorten(cut, sizeof cut, line, width_now() - 1));
            fflush(stderr);
            console->shown = wall_clock_now();
            console->has_line = 1;
        }
    } else {
        char left[64], widest[160];
        int is_added = progress->detectable > 0;
        if (is_new && !(is_added && wall_clock_now() - console->shown < 10)) {
            tell_time_left(console, progress, left, sizeof left);
            tell_widest(progress, widest, sizeof widest);
            fprintf(stderr, "%s: %s%s%s%s%s%s%s\n", progress->action, progress->stage,
                    *progress->where ? ", " : "", progress->where, left[0] ? ", " : "", left,
                    widest[0] ? ", " : "", widest);
            console->shown = wall_clock_now();
        }
    }
}

void console_begin(struct console *console, int quiet, int verbose) {
    *console = (struct console){.observer = {note, show},
                                .quiet = quiet,
                                .verbose = verbose,
                                .is_terminal = isatty(STDERR_FILENO),
                                .begin = wall_clock_now()};
}
