/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/spellings.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

int spelling_is_word(const char *text) {
    size_t n = strnlen(text, SPELLING_WORD);
    return n > 1 && n < SPELLING_WORD && isalpha((unsigned char)text[n - 1]) &&
           !strpbrk(text, "\t\r\n");
}

int spellings_take(const char **list, const char *name, struct spelling *spelling) {
    size_t length = strlen(name);
    while (**list) {
        const char *line = *list, *number = line + length + 1;
        size_t n = strcspn(line, "\n");
        *list += n + (line[n] == '\n');
        if (n <= length || strncmp(line, name, length) != 0 || line[length] != '\t')
            continue;
        size_t digits = strcspn(number, "\t\n");
        if (number[digits] != '\t' || !decimal_read(number, digits, &spelling->value))
            continue;
        snprintf(spelling->word, sizeof spelling->word, "%.*s",
                 (int)strcspn(number + digits + 1, "\n"), number + digits + 1);
        utf8_clean(spelling->word, '?');
        return 1;
    }
    return 0;
}
