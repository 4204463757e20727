/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/word.h"

#include <ctype.h>
#include <string.h>

int word_separates(char c) {
    return c == ' ' || c == '_' || c == '-' || c == '.' || c == ',' || c == '\t';
}

int word_may_begin(const char *text, size_t i) {
    return i == 0 || word_separates(text[i - 1]) ||
           (isupper((unsigned char)text[i]) && islower((unsigned char)text[i - 1]));
}

void word_trim(struct part *part) {
    while (part->first < part->end && word_separates(part->text[part->first]))
        part->first++;
    while (part->end > part->first && word_separates(part->text[part->end - 1]))
        part->end--;
}

void word_spell(char word[WORD_SIZE], struct part part) {
    size_t n = part.end - part.first;
    if (n >= WORD_SIZE)
        n = 0;
    for (size_t i = 0; i < n; i++) {
        char c = part.text[part.first + i];
        word[i] = word_separates(c) && c != '.' ? '_' : (char)tolower((unsigned char)c);
    }
    word[n] = '\0';
}

int word_is_among(const char *list, const char *word, size_t *place) {
    size_t n = strlen(word), before = 0;
    for (const char *at = list; at[1]; at += 1 + strcspn(at + 1, " "), before++)
        if (n && strncmp(at + 1, word, n) == 0 && at[1 + n] == ' ') {
            if (place)
                *place = before;
            return 1;
        }
    if (place)
        *place = before;
    return 0;
}
