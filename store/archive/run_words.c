/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/run_words.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "formats/text/date.h"
#include "formats/text/suggest.h"

enum {
    MOST_BYTES = 128, /* of a word */
    LEAST_DIGITS = 8, /* of a uuid */
    UUID_LENGTH = 36,
    LISTED = 4, /* runs listed in a message */
    MOST_NUMBER = 999999999
};

/* --- one word --- */

/* A run by its NUMBER, or by its POSITION: 1 is the first, -1 the latest. */
struct run_end {
    unsigned long number;
    long position; /* 0: by number */
};

struct run_word {
    char text[MOST_BYTES];
    int is_all, is_span, is_period, is_uuid; /* a number may be the beginning of a uuid */
    struct run_end first, last;
    struct date_period period;
};

/* Copies the word at WORDS, up to a comma, without blanks around it. Returns what follows it, or
 * NULL at the end. */
static const char *next_word(const char *words, char text[MOST_BYTES]) {
    size_t length = strcspn(words, ",");
    const char *rest = words[length] ? words + length + 1 : NULL;
    while (length && isspace((unsigned char)*words))
        words++, length--;
    while (length && isspace((unsigned char)words[length - 1]))
        length--;
    snprintf(text, MOST_BYTES, "%.*s", length < MOST_BYTES ? (int)length : 0, words);
    return rest;
}

static int read_number(const char *text, unsigned long *number) {
    size_t digits = strspn(text, "0123456789");
    *number = strtoul(text, NULL, 10);
    return digits && !text[digits] && *number <= MOST_NUMBER;
}

static int read_end(const char *text, struct run_end *end) {
    unsigned long number;
    *end = (struct run_end){0};
    if (strcmp(text, "first") == 0)
        end->position = 1;
    else if (strcmp(text, "latest") == 0 || strcmp(text, "last") == 0)
        end->position = -1;
    else if (*text == '-' && read_number(text + 1, &number) && number)
        end->position = -(long)number;
    else
        return read_number(text + (strncmp(text, "run_", 4) == 0 ? 4 : 0), &end->number);
    return 1;
}

/* Divides "A..B". Returns 0 if there are no dots, or nothing but them. */
static int divide(const char *text, char before[MOST_BYTES], const char **after) {
    const char *dots = strstr(text, "..");
    if (!dots || strcmp(text, "..") == 0)
        return 0;
    snprintf(before, MOST_BYTES, "%.*s", (int)(dots - text), text);
    *after = dots + 2;
    return 1;
}

static int read_span(const char *text, struct run_end *first, struct run_end *last) {
    char before[MOST_BYTES];
    const char *after;
    if (!divide(text, before, &after)) {
        int ok = read_end(text, first);
        *last = *first;
        return ok;
    }
    return read_end(*before ? before : "first", first) &&
           read_end(*after ? after : "latest", last) &&
           (first->position || last->position || first->number <= last->number);
}

static int read_period(const char *text, struct date_period *period) {
    double now = (double)time(NULL);
    char before[MOST_BYTES];
    const char *after;
    struct date_period first = {-INFINITY, -INFINITY}, last = {INFINITY, INFINITY};
    if (!divide(text, before, &after))
        return date_period_read(text, now, period);
    int ok = (!*before || date_period_read(before, now, &first)) &&
             (!*after || date_period_read(after, now, &last));
    *period = (struct date_period){first.from, last.until};
    return ok && first.from < last.until;
}

static int is_uuid(const char *word) {
    size_t length = strlen(word);
    return length >= LEAST_DIGITS && length <= UUID_LENGTH &&
           strspn(word, "0123456789abcdefABCDEF") >= LEAST_DIGITS &&
           strspn(word, "0123456789abcdefABCDEF-") == length;
}

/* Reads the word at WORDS; sets *REST to what follows it, or to NULL. Returns whether it is valid.
 */
static int read_word(const char *words, struct run_word *word, const char **rest) {
    *word = (struct run_word){0};
    *rest = next_word(words, word->text);
    word->is_all = strcmp(word->text, "all") == 0;
    word->is_span = read_span(word->text, &word->first, &word->last);
    word->is_period = !word->is_span && read_period(word->text, &word->period);
    word->is_uuid = is_uuid(word->text);
    return word->is_all || word->is_span || word->is_period || word->is_uuid;
}

int run_words_are_valid(const char *words) {
    struct run_word word;
    for (const char *rest = words; rest;)
        if (!read_word(rest, &word, &rest))
            return 0;
    return 1;
}

int run_words_need_details(const char *words) {
    struct run_word word;
    int need = 0;
    for (const char *rest = words; rest && !need;) {
        read_word(rest, &word, &rest);
        need = word.is_period || word.is_uuid;
    }
    return need;
}

/* --- messages --- */

static const char *name_of(const struct known_run *run, char text[32]) {
    snprintf(text, 32, "%lu", run->number);
    return run->name ? run->name : text;
}

/* Writes "it has 3, from run_000001 to run_000004"; all names of runs that are named. */
static const char *what_there_is(const struct known_runs *runs, const char *wanted,
                                 char text[sizeof(struct known_words)]) {
    struct known_names names = {.suggestion = {.wanted = wanted}};
    size_t count = runs->count, size = sizeof(struct known_words);
    char first[32], last[32];
    for (size_t i = 0; i < count && runs->are_named; i++)
        known_names_add(&names, name_of(&runs->items[i], first));
    if (runs->are_named)
        snprintf(text, size, "%s", known_words(&names, "it has").text);
    else if (count == 0)
        snprintf(text, size, "; it has none at all");
    else if (count == 1)
        snprintf(text, size, "; it has only %s", name_of(&runs->items[0], first));
    else
        snprintf(text, size, "; it has %zu, from %s to %s", count, name_of(&runs->items[0], first),
                 name_of(&runs->items[count - 1], last));
    return text;
}

/* Writes ", started from 2026-11-25 14:13 to 2026-11-26 09:00". */
static const char *when_there_is(const struct known_runs *runs, char text[80]) {
    double first = INFINITY, last = -INFINITY;
    char from[32] = "", to[32] = "";
    struct tm tm;
    for (size_t i = 0; i < runs->count; i++) {
        first = fmin(first, runs->items[i].started);
        last = fmax(last, runs->items[i].started);
    }
    *text = '\0';
    if (!isfinite(first) || !isfinite(last) || !localtime_r(&(time_t){(time_t)first}, &tm) ||
        !strftime(from, sizeof from, "%F %H:%M", &tm) ||
        !localtime_r(&(time_t){(time_t)last}, &tm) || !strftime(to, sizeof to, "%F %H:%M", &tm))
        return text;
    if (strcmp(from, to) == 0)
        snprintf(text, 80, ", started at %s", from);
    else
        snprintf(text, 80, ", started from %s to %s", from, to);
    return text;
}

static int no_such_run(const struct known_runs *runs, const struct run_word *word,
                       struct err *err) {
    char there[sizeof(struct known_words)], when[80];
    return err_set(err, ERR_ABSENT, "%s has no run \"%s\"%s%s", runs->path, word->text,
                   what_there_is(runs, word->text, there),
                   word->is_period ? when_there_is(runs, when) : "");
}

int run_words_refuse(const char *word, const struct known_runs *runs, struct err *err) {
    char there[sizeof(struct known_words)];
    if (runs && runs->are_named)
        return err_set(err, ERR_ABSENT, "%s has no run \"%s\"%s", runs->path, word,
                       what_there_is(runs, word, there));
    struct suggest_words meant = suggest_among(
        word, "latest, first, all, today, yesterday, this-week, last-week, this-month, last-month");
    return err_set(
        err, ERR_USAGE,
        "\"%s\" names no runs%s latest, first, all, a run such as run_000007 or 7, -1 for "
        "the latest, a span such as 3..7, a day such as 2026-11-25 or yesterday, or the "
        "first 8 digits or more of a uuid; commas join several",
        word, *meant.text ? strcat(meant.text, " Say") : "; say");
}

/* --- runs --- */

static void take(struct selection *selection, size_t run) {
    selection->count += !selection->is_selected[run];
    selection->is_selected[run] = 1;
}

/* The number that END means; 0 for a position before the first run, and one that no run has for a
 * position behind the latest. */
static unsigned long settle(const struct known_runs *runs, const struct run_end *end) {
    if (!end->position)
        return end->number;
    long count = (long)runs->count;
    long at = end->position > 0 ? end->position - 1 : count + end->position;
    return at < 0 ? 0 : at >= count ? MOST_NUMBER + 1ul : runs->items[at].number;
}

static int is_meant(const struct known_runs *runs, const struct run_word *word, size_t i) {
    const struct known_run *run = &runs->items[i];
    return word->is_all ||
           (word->is_span && run->number >= settle(runs, &word->first) &&
            run->number <= settle(runs, &word->last)) ||
           (word->is_period && run->started >= word->period.from &&
            run->started < word->period.until) ||
           (word->is_uuid && strncasecmp(run->uuid, word->text, strlen(word->text)) == 0);
}

static int is_ambiguous(const struct known_runs *runs, const struct run_word *word,
                        struct err *err) {
    char list[200] = "", number[32];
    size_t used = 0, count = 0;
    for (size_t i = 0; i < runs->count; i++)
        if (is_meant(runs, word, i) && count++ <= LISTED && used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                     count <= LISTED ? name_of(&runs->items[i], number) : "...");
    return err_set(
        err, ERR_USAGE,
        "%s: \"%s\" may mean %s, by number or by uuid; give the name, or more of the uuid",
        runs->path, word->text, list);
}

/* Takes the run of that name. Returns whether there is one. */
static int take_name(const struct known_runs *runs, const char *name, struct selection *selection) {
    for (size_t i = 0; i < runs->count; i++)
        if (runs->items[i].name && strcmp(runs->items[i].name, name) == 0) {
            take(selection, i);
            return 1;
        }
    return 0;
}

static int take_word(const struct known_runs *runs, const struct run_word *word,
                     struct selection *selection, struct err *err) {
    size_t matches = 0;
    for (size_t i = 0; i < runs->count; i++)
        matches += is_meant(runs, word, i) != 0;
    if (!matches)
        return no_such_run(runs, word, err);
    if (word->is_uuid && matches > 1)
        return is_ambiguous(runs, word, err);
    for (size_t i = 0; i < runs->count; i++)
        if (is_meant(runs, word, i))
            take(selection, i);
    return 0;
}

int run_words_take(const struct known_runs *runs, const char *words, struct selection *selection,
                   struct err *err) {
    int code = 0;
    if (take_name(runs, words, selection))
        return 0;
    for (const char *rest = words; rest && code == 0;) {
        struct run_word word;
        int is_valid = read_word(rest, &word, &rest);
        if (!take_name(runs, word.text, selection))
            code = is_valid ? take_word(runs, &word, selection, err)
                            : run_words_refuse(word.text, runs, err);
    }
    return code;
}
