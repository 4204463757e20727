/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_marks.h"

#include <ctype.h>
#include <string.h>

/* Superscript digits are none: "10²" may be 100. */
static const char *const marks[] = {"*", "~", "≈", "__",   "†",    "‡",    "§",    "¶",
                                    "⚡", "⭐", "🏆", "✅",    "🥇", "🥈", "🥉", "🔥",
                                    "🚀", "🐢", "🐌", "🟢", "🟡", "🔴"};

static int is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Returns the length of the mark that begins, or if it IS_LAST ends, the N bytes at TEXT; 0: none.
 */
static size_t mark_length(const char *text, size_t n, int is_last) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t length = strlen(marks[i]);
        if (length <= n && memcmp(is_last ? text + n - length : text, marks[i], length) == 0)
            return length;
    }
    return 0;
}

/* Returns the length of "[1]", "[a]" or "[^1]" at the end of the N bytes at TEXT; 0: none. */
static size_t footnote_length(const char *text, size_t n) {
    enum { MOST = 5 };
    size_t open = n;
    if (n < 3 || text[n - 1] != ']')
        return 0;
    while (open > 0 && n - open < MOST && text[open - 1] != '[')
        open--;
    if (open == 0 || text[open - 1] != '[')
        return 0;
    size_t in = open + (text[open] == '^'), end = n - 1;
    if (end - in == 1 && isalpha((unsigned char)text[in]) && text[in - 1] == '^')
        return n - open + 1;
    for (size_t i = in; i < end; i++)
        if (!isdigit((unsigned char)text[i]))
            return 0;
    return end > in ? n - open + 1 : 0;
}

void csv_marks_drop(const char **text, size_t *n) {
    size_t length;
    do {
        while (*n && is_blank((*text)[*n - 1]))
            --*n;
        length = mark_length(*text, *n, 1);
        length = length ? length : footnote_length(*text, *n);
        *n -= length;
    } while (length);
    do {
        while (*n && is_blank(**text))
            ++*text, --*n;
        length = mark_length(*text, *n, 0);
        *text += length;
        *n -= length;
    } while (length);
}
