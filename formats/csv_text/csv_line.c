/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_line.h"

#include <string.h>

struct csv_line csv_line_at(const struct source *source, size_t at) {
    const char *text = source->text + at, *end = memchr(text, '\n', source->length - at);
    size_t n = end ? (size_t)(end - text) : source->length - at;
    struct csv_line line = {.text = text, .length = n, .at = at, .next = at + n + (end != NULL)};
    while (line.length && strchr(" \t\r", line.text[line.length - 1]))
        line.length--;
    while (line.length && strchr(" \t", *line.text)) {
        line.text++;
        line.length--;
    }
    return line;
}

int csv_line_has(const struct csv_line *line, char c) {
    return memchr(line->text, c, line->length) != NULL;
}

int csv_line_equals(const struct csv_line *a, const struct csv_line *b) {
    const char *of_a = a->text, *of_b = b->text;
    size_t n = a->length, m = b->length;
    for (;;) {
        for (; n && strchr(" \t\r", *of_a); n--)
            of_a++;
        for (; m && strchr(" \t\r", *of_b); m--)
            of_b++;
        if (!n || !m || *of_a != *of_b)
            return n == m && !n;
        of_a++, of_b++, n--, m--;
    }
}
