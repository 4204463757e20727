/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal.h: decides how wide a text may be and whether it is coloured, and has the codes for
 * colours. */
#ifndef BENCHMAT_FORMATS_TEXT_TERMINAL_H
#define BENCHMAT_FORMATS_TEXT_TERMINAL_H

#include <stddef.h>

#include "formats/text/err.h"

/* What the environment says about the destination of a text. */
struct terminal {
    const char *columns, *no_color, *term; /* environment variables; NULL if not set */
    int is_terminal;
    size_t window; /* columns of its window; 0 if unknown */
};

/* Returns what is known about DESCRIPTOR and this process's environment. */
struct terminal terminal_of(int descriptor);

/* --- width ---------------------------------------------------------------------------------- */

enum { TERMINAL_LEAST_WIDTH = 40, TERMINAL_USUAL_WIDTH = 100, TERMINAL_MOST_WIDTH = 10000 };

/* Reads a width of TERMINAL_LEAST_WIDTH to TERMINAL_MOST_WIDTH columns; ERR_USAGE for anything
 * else. */
int terminal_parse_width(const char *text, size_t *width, struct err *err);

/* Returns the columns of a text: WANTED unless it is 0, otherwise the value of the variable
 * COLUMNS, otherwise the width of the window, otherwise TERMINAL_USUAL_WIDTH. The result is limited
 * to the bounds above. A COLUMNS that is not a number of up to 5 digits counts as not set. */
size_t terminal_width(const struct terminal *terminal, size_t wanted);

/* --- colours -------------------------------------------------------------------------------- */

enum terminal_color { TERMINAL_AUTO, TERMINAL_ALWAYS, TERMINAL_NEVER };

/* Reads "auto", "always" or "never"; ERR_USAGE for anything else. */
int terminal_parse_color(const char *text, enum terminal_color *color, struct err *err);

/* Returns whether to use colours. TERMINAL_AUTO means: on a terminal other than "dumb", unless
 * NO_COLOR is set and not empty (https://no-color.org). */
int terminal_is_colored(const struct terminal *terminal, enum terminal_color color);

/* What a colour means. A colour only repeats what words and numbers say. */
enum terminal_tone {
    TERMINAL_PLAIN,
    TERMINAL_HEADING, /* bold */
    TERMINAL_GOOD,    /* green */
    TERMINAL_BAD,     /* red */
    TERMINAL_WARNING, /* yellow */
    TERMINAL_FAINT,   /* paler */
    TERMINAL_TONES
};

/* Return the sequence that begins TONE (ECMA-48, 5th edition, 1991, 8.3.117, "Select graphic
 * rendition"), and the one that ends it; "" for TERMINAL_PLAIN. */
const char *terminal_begin(enum terminal_tone tone);
const char *terminal_end(enum terminal_tone tone);

#endif
