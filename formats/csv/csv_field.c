/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_field.h"

#include <string.h>

static int is_calculated(const char *text) {
    text += strspn(text, "'");
    return *text && strchr("=+-@", *text);
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

void csv_field_unguard(char *text) {
    if (*text == '\'' && is_calculated(text))
        memmove(text, text + 1, strlen(text));
}
