/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_field.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Wide ones are the same to a spreadsheet of East Asia. */
static int is_calculated(const char *text) {
    static const char *const signs[] = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    text += strspn(text, "'");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            return 1;
    return 0;
}

static int needs_quotes(const char *text, char delimiter) {
    char special[] = {delimiter, '"', '\n', '\r', 0};
    size_t length = strlen(text);
    return length == 0 || strpbrk(text, special) || strchr(" \t#", text[0]) ||
           strchr(" \t", text[length - 1]);
}

void csv_field_write(FILE *file, const char *text, char delimiter, int is_plain) {
    int is_quoted = needs_quotes(text, delimiter);
    const char *quote = is_quoted ? "\"" : "";
    fprintf(file, "%s%s", quote, !is_plain && is_calculated(text) ? "'" : "");
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputs(quote, file);
}

/* --- marks of Markdown --- */

/* The most bytes of a text in which they are looked for. */
enum { LONGEST_MARKED = 1024 };

static void cut(char *text, size_t n) {
    memmove(text, text + n, strlen(text + n) + 1);
}

/* Returns where the span that MARK opens at AT is closed; NULL if it opens none: "a * b" has none.
 */
static char *find_close(char *at, const char *mark) {
    size_t n = strlen(mark);
    if (strncmp(at, mark, n) != 0 || !at[n] || at[n] == ' ' || (n == 1 && at[n] == *mark))
        return NULL;
    char *close = strstr(at + n + 1, mark);
    while (close && (close[-1] == ' ' || !strchr(" *~`.,;:!?)", close[n])))
        close = strstr(close + 1, mark);
    return close;
}

/* Takes away the marks of the span at AT. Returns whether one begins there. */
static int drop_marks(char *at) {
    static const char *const marks[] = {"**", "~~", "*"}; /* the longest first */
    for (size_t m = 0; m < sizeof marks / sizeof *marks; m++) {
        char *close = find_close(at, marks[m]);
        if (!close)
            continue;
        cut(close, strlen(marks[m]));
        cut(at, strlen(marks[m]));
        return 1;
    }
    return 0;
}

/* Takes away the marks around the code at AT, in which only "\|" is escaped. Returns its end. */
static char *drop_quotes(char *at) {
    char *close = *at == '`' ? strchr(at + 1, '`') : NULL;
    if (!close)
        return at;
    cut(close, 1);
    cut(at, 1);
    for (close--; at < close; at++)
        if (*at == '\\' && at[1] == '|') {
            cut(at, 1);
            close--;
        }
    return close;
}

/* Leaves of "[name](url)" at AT the name. Returns whether it was there. */
static int drop_link(char *at) {
    size_t image = *at == '!';
    char *name = at + image, *close = *name == '[' ? strstr(name, "](") : NULL,
         *end = close ? strchr(close, ')') : NULL;
    if (!end || memchr(name + 1, '[', (size_t)(close - name - 1)))
        return 0;
    cut(close, (size_t)(end + 1 - close));
    cut(at, image + 1);
    return 1;
}

/* Takes "<sup>1</sup>" behind a number in TEXT away, which is a footnote; but "10<sup>6</sup>" is a
 * power. Returns whether it was at AT. */
static int drop_footnote(const char *text, char *at) {
    static const char begin[] = "<sup>", end[] = "</sup>";
    const size_t n = strlen(begin);
    if (at == text || !isdigit((unsigned char)at[-1]) || strncasecmp(at, begin, n) != 0)
        return 0;
    size_t digits = strspn(at + n, "0123456789");
    size_t length = digits ? digits : isalpha((unsigned char)at[n]) ? 1 : 0;
    if (!length || strncasecmp(at + n + length, end, strlen(end)) != 0)
        return 0;
    const char *number = at;
    while (number > text && (isdigit((unsigned char)number[-1]) || strchr(".,", number[-1])))
        number--;
    size_t before = (size_t)(at - number);
    int is_power = digits && ((before == 2 && strncmp(number, "10", before) == 0) ||
                              (before == 1 && *number == '2'));
    cut(at + n + length, strlen(end));
    if (is_power) {
        *at = '^';
        cut(at + 1, n - 1);
    } else
        cut(at, n + length);
    return 1;
}

/* Takes away the tag at AT that says how text looks. Returns whether one was there. */
static int drop_tag(char *at) {
    static const char *const names[] = {"sub", "sup", "b", "i", "em", "strong", "code", "small"};
    size_t begin = at[0] == '<' ? 1 + (at[1] == '/') : 0;
    for (size_t i = 0; begin && i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        if (strncasecmp(at + begin, names[i], n) == 0 && at[begin + n] == '>') {
            cut(at, begin + n + 1);
            return 1;
        }
    }
    return 0;
}

/* Makes "<br>" at AT a blank. */
static void drop_break(char *at) {
    static const char *const breaks[] = {"<br>", "<br/>", "<br />"};
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++)
        if (strncasecmp(at, breaks[i], strlen(breaks[i])) == 0) {
            *at = ' ';
            cut(at + 1, strlen(breaks[i]) - 1);
        }
}

void csv_field_unmark(char *text) {
    static const char escaped[] = "|\\`*_{}[]<>()#+-.!~$";
    if (strlen(text) > LONGEST_MARKED)
        return;
    for (char *at = text; *at; at += *at != '\0') {
        int is_begin = at == text || strchr(" (", at[-1]);
        while (drop_link(at) || drop_footnote(text, at) || drop_tag(at) ||
               (is_begin && drop_marks(at)))
            ;
        at = drop_quotes(at);
        drop_break(at);
        if (*at == '\\' && at[1] && strchr(escaped, at[1]))
            cut(at, 1);
    }
}

void csv_field_unguard(char *text) {
    if (*text == '\'' && is_calculated(text))
        memmove(text, text + 1, strlen(text));
}
