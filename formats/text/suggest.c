/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    LETTERS = 40, /* of each name; the rest is not compared */
    LISTED = 8,   /* names that a message lists */
};

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
    size_t whole = rows[height][width];
    if (height < 3)
        return whole;
    if (strncmp(name, wanted, strlen(wanted)) == 0)
        return 0;
    if (whole > 1 && strstr(name, wanted))
        return 1;
    for (size_t k = 0; k < width; k++)
        whole = least(whole, rows[height][k] + 1);
    return whole;
}

/* Returns the most letters that follow each other in both. */
static size_t common_piece(const char *wanted, const char *name) {
    size_t height = strnlen(wanted, LETTERS), width = strnlen(name, LETTERS), most = 0;
    for (size_t i = 0; i < height; i++)
        for (size_t k = 0; k < width; k++) {
            size_t n = 0;
            while (i + n < height && k + n < width && wanted[i + n] == name[k + n])
                n++;
            most = n > most ? n : most;
        }
    return most;
}

/* Whether NAME is shorter than OTHER, or as long and before it in the alphabet. */
static int comes_before(const char *name, const char *other) {
    size_t length = strlen(name), of_other = strlen(other);
    return length != of_other ? length < of_other : strcmp(name, other) < 0;
}

void suggest_consider(struct suggestion *suggestion, const char *name) {
    size_t found = distance(suggestion->wanted, name);
    size_t piece = common_piece(suggestion->wanted, name);
    int is_nearer = !*suggestion->nearest           ? 1
                    : found != suggestion->distance ? found < suggestion->distance
                    : piece != suggestion->piece    ? piece > suggestion->piece
                                                    : comes_before(name, suggestion->nearest);
    if (!is_nearer)
        return;
    snprintf(suggestion->nearest, sizeof suggestion->nearest, "%s", name);
    suggestion->distance = found;
    suggestion->piece = piece;
}

struct suggest_words suggest_words(const struct suggestion *suggestion) {
    struct suggest_words words = {""};
    size_t letters = strlen(suggestion->wanted), slips = suggestion->distance;
    if (*suggestion->nearest && slips < letters && 3 * slips <= letters + 2)
        snprintf(words.text, sizeof words.text, "; did you mean \"%.60s\"?", suggestion->nearest);
    return words;
}

struct suggest_words suggest_among(const char *wanted, const char *list) {
    static const char between[] = ", ";
    struct suggestion suggestion = {.wanted = wanted};
    while (*(list += strspn(list, between))) {
        char word[64];
        size_t length = strcspn(list, between);
        snprintf(word, sizeof word, "%.*s", (int)length, list);
        if (strcmp(word, "or") != 0 && strcmp(word, "and") != 0)
            suggest_consider(&suggestion, word);
        list += length;
    }
    return suggest_words(&suggestion);
}

/* --- names that there are --- */

void known_names_add(struct known_names *names, const char *name) {
    size_t used = strlen(names->list), room = sizeof names->list - used;
    suggest_consider(&names->suggestion, name);
    names->count++;
    if (names->listed == LISTED || strlen(name) + 2 >= room)
        return;
    snprintf(names->list + used, room, "%s%s", used ? ", " : "", name);
    names->listed++;
}

struct known_words known_words(const struct known_names *names, const char *has) {
    struct known_words words;
    struct suggest_words meant = suggest_words(&names->suggestion);
    int first = *meant.text ? toupper((unsigned char)*has) : *has;
    size_t more = names->count - names->listed;
    int used =
        snprintf(words.text, sizeof words.text, "%s%s%c%s %s", meant.text, *meant.text ? " " : "; ",
                 first, has + 1, names->count ? names->list : "none");
    if (more && (size_t)used < sizeof words.text)
        snprintf(words.text + used, sizeof words.text - (size_t)used, " and %zu more", more);
    return words;
}
