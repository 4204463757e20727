/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/word.h"

#include <ctype.h>
#include <string.h>

int word_separates(char c) {
    return c == ' ' || c == '_' || c == '-' || c == '.' || c == ',' || c == '\t';
}

/* Whether a quantile, as "p99" is one, ends before the character I. */
static int ends_quantile(const char *text, size_t i) {
    size_t first = i;
    while (first > 0 && isdigit((unsigned char)text[first - 1]))
        first--;
    if (first == i || first == 0 || !strchr("pP", text[first - 1]))
        return 0;
    return first == 1 || word_separates(text[first - 2]) ||
           (text[first - 1] == 'P' && islower((unsigned char)text[first - 2]));
}

int word_may_begin(const char *text, size_t i) {
    return i == 0 || word_separates(text[i - 1]) ||
           (isupper((unsigned char)text[i]) &&
            (islower((unsigned char)text[i - 1]) || ends_quantile(text, i)));
}

int word_is_capital_per(const char *text, size_t n, size_t i) {
    static const char per[] = "Per";
    const size_t length = strlen(per);
    return i > 0 && i + length < n && isalpha((unsigned char)text[i - 1]) &&
           memcmp(text + i, per, length) == 0 && isupper((unsigned char)text[i + length]);
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

/* Whether the word of a list at TEXT, with a blank behind it, is WORD. */
static int is_listed(const char *text, const char *word, int has_separators) {
    for (;; text++) {
        if (!has_separators && *text == '_')
            continue;
        if (*text != *word)
            return *text == ' ' && !*word;
        word++;
    }
}

int word_is_among(const char *list, const char *word, size_t *place) {
    const int has_separators = strchr(word, '_') != NULL;
    size_t before = 0;
    for (const char *at = list; at[1]; at += 1 + strcspn(at + 1, " "), before++)
        if (*word && is_listed(at + 1, word, has_separators)) {
            if (place)
                *place = before;
            return 1;
        }
    if (place)
        *place = before;
    return 0;
}
