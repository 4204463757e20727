/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_line.h: a line of a text, without the blanks around it. */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_LINE_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_LINE_H

#include <stddef.h>

#include "formats/files/source.h"

struct csv_line {
    const char *text; /* [length], in the source */
    size_t length;
    size_t at, next; /* where it begins, and the one behind it */
};

/* Returns the line of SOURCE that begins at AT. */
struct csv_line csv_line_at(const struct source *source, size_t at);

int csv_line_has(const struct csv_line *line, char c);

/* Whether A and B are the same apart from all blanks. */
int csv_line_equals(const struct csv_line *a, const struct csv_line *b);

#endif
