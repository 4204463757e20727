/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "formats/text/suggest.h"

struct terminal terminal_of(int descriptor) {
    struct winsize window;
    struct terminal terminal = {.columns = getenv("COLUMNS"),
                                .no_color = getenv("NO_COLOR"),
                                .term = getenv("TERM"),
                                .is_terminal = isatty(descriptor)};
    if (terminal.is_terminal && ioctl(descriptor, TIOCGWINSZ, &window) == 0)
        terminal.window = window.ws_col;
    return terminal;
}

/* --- width --- */

/* Returns 0 if TEXT is not a number of up to 5 digits. */
static size_t read_columns(const char *text) {
    size_t length = text ? strspn(text, "0123456789") : 0;
    if (!length || length > 5 || text[length])
        return 0;
    return strtoul(text, NULL, 10);
}

int terminal_parse_width(const char *text, size_t *width, struct err *err) {
    size_t columns = read_columns(text);
    if (columns < TERMINAL_LEAST_WIDTH || columns > TERMINAL_MOST_WIDTH)
        return err_set(err, ERR_USAGE, "a width is a number of columns from %d to %d, not '%s'",
                       TERMINAL_LEAST_WIDTH, TERMINAL_MOST_WIDTH, text);
    *width = columns;
    return 0;
}

size_t terminal_width(const struct terminal *terminal, size_t wanted) {
    size_t width = wanted;
    if (!width)
        width = read_columns(terminal->columns);
    if (!width)
        width = terminal->window;
    if (!width)
        width = TERMINAL_USUAL_WIDTH;
    if (width > TERMINAL_MOST_WIDTH)
        width = TERMINAL_MOST_WIDTH;
    return width < TERMINAL_LEAST_WIDTH ? TERMINAL_LEAST_WIDTH : width;
}

/* --- colours --- */

int terminal_parse_color(const char *text, enum terminal_color *color, struct err *err) {
    static const char *const names[] = {
        [TERMINAL_AUTO] = "auto", [TERMINAL_ALWAYS] = "always", [TERMINAL_NEVER] = "never"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            *color = (enum terminal_color)i;
            return 0;
        }
    return err_set(err, ERR_USAGE, "colours are auto, always or never, not '%s'%s", text,
                   suggest_among(text, "auto, always or never").text);
}

int terminal_is_colored(const struct terminal *terminal, enum terminal_color color) {
    if (color != TERMINAL_AUTO)
        return color == TERMINAL_ALWAYS;
    int is_refused = terminal->no_color && *terminal->no_color;
    int is_dumb = !terminal->term || !*terminal->term || strcmp(terminal->term, "dumb") == 0;
    return terminal->is_terminal && !is_refused && !is_dumb;
}

const char *terminal_begin(enum terminal_tone tone) {
    static const char *const sequences[TERMINAL_TONES] = {
        [TERMINAL_PLAIN] = "",       [TERMINAL_HEADING] = "\033[1m",  [TERMINAL_GOOD] = "\033[32m",
        [TERMINAL_BAD] = "\033[31m", [TERMINAL_WARNING] = "\033[33m", [TERMINAL_FAINT] = "\033[2m"};
    return sequences[tone];
}

const char *terminal_end(enum terminal_tone tone) {
    return tone == TERMINAL_PLAIN ? "" : "\033[0m";
}
