/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/elide.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"

enum { MOST_CHARACTERS = 200, MOST_DEPTH = 64 };

static const char openings[] = "([{<", closings[] = ")]}>";

/* Returns the place of C among BRACKETS, from 1; 0: it is none. */
static size_t bracket(const char *brackets, char c) {
    const char *at = c ? strchr(brackets, c) : NULL;
    return at ? (size_t)(at - brackets) + 1 : 0;
}

int elide_are_paired(const char *text, size_t n) {
    size_t open[MOST_DEPTH], depth = 0;
    for (size_t i = 0; i < n; i++) {
        size_t opening = bracket(openings, text[i]), closing = bracket(closings, text[i]);
        if (opening && depth == MOST_DEPTH)
            return 0;
        if (opening)
            open[depth++] = opening;
        else if (closing && (!depth || open[--depth] != closing))
            return 0;
    }
    return depth == 0;
}

/* What is left of a name: so many characters of its begin and of its end. */
struct cut {
    size_t front, back;
    double worth;
};

struct name {
    const char *text;
    size_t at[MOST_CHARACTERS + 1]; /* the byte where each character begins, and the end */
    size_t count;
    int depth[MOST_CHARACTERS + 1]; /* before each character */
    int ends_word[MOST_CHARACTERS + 1];
    int is_paired;
};

/* Returns 0 if NAME is too long. */
static int take_apart(struct name *name, const char *text) {
    *name = (struct name){.text = text, .is_paired = elide_are_paired(text, strlen(text))};
    int depth = 0;
    for (const char *c = text;;) {
        uint32_t code;
        size_t i = name->count, length = utf8_decode(c, &code);
        name->at[i] = (size_t)(c - text);
        name->depth[i] = depth;
        int is_word = isalnum((unsigned char)*c) || (unsigned char)*c >= 0x80;
        int was_word = i && (isalnum((unsigned char)c[-1]) || (unsigned char)c[-1] >= 0x80);
        name->ends_word[i] = !(is_word && was_word);
        if (!*c)
            return 1;
        depth += (bracket(openings, *c) != 0) - (bracket(closings, *c) != 0);
        if (++name->count > MOST_CHARACTERS)
            return 0;
        c += length ? length : 1;
    }
}

/* More characters are better, and of as many those in equal parts, between words. */
static double worth_of(const struct name *name, size_t front, size_t back) {
    const double of_word = 3, of_balance = 0.1, of_front = 0.01;
    double apart = front > back ? (double)(front - back) : (double)(back - front);
    return (double)(front + back) - of_balance * apart + of_front * (double)front +
           of_word * (name->ends_word[front] + name->ends_word[name->count - back]);
}

static int by_worth(const void *a, const void *b) {
    const struct cut *left = a, *right = b;
    return left->worth > right->worth ? -1 : left->worth < right->worth;
}

/* Fills CUTS with those that leave at most ROOM characters, the best first. */
static size_t list_cuts(const struct name *name, size_t room, struct cut *cuts) {
    size_t count = 0;
    for (size_t front = 0; front < name->count; front++) {
        int least = name->depth[front];
        for (size_t end = front + 1; end <= name->count; end++) {
            size_t back = name->count - end;
            least = name->depth[end] < least ? name->depth[end] : least;
            int keeps_pairs = name->depth[end] == name->depth[front] && least == name->depth[end];
            int is_tight = (!front || name->text[name->at[front] - 1] != ' ') &&
                           name->text[name->at[end]] != ' ';
            if (front + back && front + back <= room && is_tight &&
                (keeps_pairs || !name->is_paired))
                cuts[count++] = (struct cut){front, back, worth_of(name, front, back)};
        }
    }
    qsort(cuts, count, sizeof *cuts, by_worth);
    return count;
}

/* Whether the FRONT and the BACK bytes of TEXT are also at the begin and the end of another name.
 */
static int could_be_another(const char *text, size_t front, size_t back, const char *const *others,
                            size_t count) {
    const char *end = text + strlen(text) - back;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(others[i]);
        if (length >= front + back && strncmp(others[i], text, front) == 0 &&
            strcmp(others[i] + length - back, end) == 0 && strcmp(others[i], text) != 0)
            return 1;
    }
    return 0;
}

static char *make(const struct name *name, const struct cut *cut) {
    char *text = NULL;
    return asprintf(&text, "%.*s…%s", (int)name->at[cut->front], name->text,
                    name->text + name->at[name->count - cut->back]) < 0
               ? NULL
               : text;
}

/* Returns how many characters of the begin have room, with an ellipsis. */
static size_t room_for(const struct name *name, elide_fits *fits, void *context) {
    size_t low = 0, high = name->count;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        char *text = make(name, &(struct cut){.front = middle});
        if (text && fits(context, text))
            low = middle;
        else
            high = middle - 1;
        free(text);
    }
    return low;
}

char *elide(const char *name, const char *const *others, size_t count, elide_fits *fits,
            void *context) {
    const size_t narrow = 4; /* so many more characters may have room if they are narrow */
    struct name *parts = malloc(sizeof *parts);
    struct cut *cuts = NULL;
    char *found = NULL;
    if (parts && take_apart(parts, name)) {
        size_t room = room_for(parts, fits, context) + narrow;
        cuts = malloc((parts->count + 1) * (parts->count + 1) / 2 * sizeof *cuts + sizeof *cuts);
        size_t listed = cuts ? list_cuts(parts, room, cuts) : 0;
        for (size_t i = 0; i < listed && !found; i++) {
            size_t front = parts->at[cuts[i].front];
            size_t back = strlen(name) - parts->at[parts->count - cuts[i].back];
            if (could_be_another(name, front, back, others, count))
                continue;
            found = make(parts, &cuts[i]);
            if (found && !fits(context, found)) {
                free(found);
                found = NULL;
            }
        }
    }
    free(cuts);
    free(parts);
    return found;
}
