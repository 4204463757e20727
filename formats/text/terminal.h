/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal.h: how wide a text may be, and whether and how it is coloured. */
#ifndef BENCHMAT_FORMATS_TEXT_TERMINAL_H
#define BENCHMAT_FORMATS_TEXT_TERMINAL_H

#include <stddef.h>

#include "formats/text/err.h"

/* What the outside says about where a text goes. */
struct terminal {
    const char *columns, *no_color, *term; /* environment variables; NULL where not set */
    int is_terminal;
    size_t window; /* columns of its window; 0 where not known */
};

/* That of a file descriptor and of this process's environment. */
struct terminal terminal_of(int descriptor);

/* --- width ---------------------------------------------------------------------------------- */

enum { TERMINAL_LEAST_WIDTH = 40, TERMINAL_USUAL_WIDTH = 100, TERMINAL_MOST_WIDTH = 10000 };

/* Reads a width within these bounds; anything else is an ERR_USAGE. */
int terminal_parse_width(const char *text, size_t *width, struct err *err);

/* The columns of a text: WANTED unless 0, else those of the variable COLUMNS, else the window's,
 * else the usual; at least TERMINAL_LEAST_WIDTH. A variable that is no number is not set. */
size_t terminal_width(const struct terminal *terminal, size_t wanted);

/* --- colours -------------------------------------------------------------------------------- */

enum terminal_color { TERMINAL_AUTO, TERMINAL_ALWAYS, TERMINAL_NEVER };

/* Reads "auto", "always" or "never"; anything else is an ERR_USAGE. */
int terminal_parse_color(const char *text, enum terminal_color *color, struct err *err);

/* Whether to colour: by itself on a terminal other than "dumb", unless NO_COLOR is set and not
 * empty (https://no-color.org). */
int terminal_is_colored(const struct terminal *terminal, enum terminal_color color);

/* What a colour stands for. Each only repeats what words and numbers say. */
enum terminal_tone {
    TERMINAL_PLAIN,
    TERMINAL_HEADING, /* bold */
    TERMINAL_GOOD,    /* green */
    TERMINAL_BAD,     /* red */
    TERMINAL_WARNING, /* yellow */
    TERMINAL_TONES
};

/* The sequence that begins TONE (ECMA-48, 5th edition, 1991, 8.3.117, "Select graphic rendition"),
 * and the one that ends it; "" for plain. */
const char *terminal_begin(enum terminal_tone tone);
const char *terminal_end(enum terminal_tone tone);

#endif
