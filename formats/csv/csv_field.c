/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_field.h"

#include <string.h>

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

void csv_field_unguard(char *text) {
    if (*text == '\'' && is_calculated(text))
        memmove(text, text + 1, strlen(text));
}
