/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/suggest.h"

#include <stdio.h>
#include <string.h>

enum { LETTERS = 40 }; /* of each name; the rest is not compared */

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t distance(const char *wanted, const char *name) {
    size_t rows[LETTERS + 1][LETTERS + 1];
    size_t height = strnlen(wanted, LETTERS), width = strnlen(name, LETTERS);
    for (size_t i = 0; i <= height; i++)
        for (size_t k = 0; k <= width; k++) {
            rows[i][k] = i ? i : k;
            if (!i || !k)
                continue;
            int differ = wanted[i - 1] != name[k - 1];
            int are_exchanged =
                i > 1 && k > 1 && wanted[i - 1] == name[k - 2] && wanted[i - 2] == name[k - 1];
            rows[i][k] = least(rows[i - 1][k - 1] + (size_t)differ,
                               least(rows[i - 1][k], rows[i][k - 1]) + 1);
            if (are_exchanged)
                rows[i][k] = least(rows[i][k], rows[i - 2][k - 2] + 1);
        }
    int is_part = height >= 3 && rows[height][width] > 1 && strstr(name, wanted);
    return is_part ? 1 : rows[height][width];
}

void suggest_consider(struct suggestion *suggestion, const char *name) {
    size_t found = distance(suggestion->wanted, name);
    int is_tied = suggestion->nearest && found == suggestion->distance;
    if (suggestion->nearest && found >= suggestion->distance &&
        !(is_tied && strlen(name) < strlen(suggestion->nearest)))
        return;
    suggestion->nearest = name;
    suggestion->distance = found;
}

struct suggest_words suggest_words(const struct suggestion *suggestion) {
    struct suggest_words words = {""};
    if (suggestion->nearest && 3 * suggestion->distance <= strlen(suggestion->wanted) + 2)
        snprintf(words.text, sizeof words.text, "; did you mean %.60s?", suggestion->nearest);
    return words;
}
