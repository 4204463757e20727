/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/select.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "store/archive/archive_survey.h"

#define LEAST_DIGITS 8 /* digits of a uuid */
#define UUID_LENGTH  36

/* --- words --- */

static int is_uuid(const char *word) {
    size_t length = strlen(word);
    return length >= LEAST_DIGITS && length <= UUID_LENGTH &&
           strspn(word, "0123456789abcdefABCDEF") >= LEAST_DIGITS &&
           strspn(word, "0123456789abcdefABCDEF-") == length;
}

/* A number above CONTENTS_MOST_NUMBER (contents.h) is not a run's number. */
static int is_span(const char *word, struct run_range *span) {
    return strcmp(word, "latest") != 0 && run_range_parse(word, span) == 0 &&
           span->last <= 999999999ul;
}

int select_is_word(const char *word) {
    struct run_range span;
    return strcmp(word, "latest") == 0 || strcmp(word, "all") == 0 || is_span(word, &span) ||
           is_uuid(word);
}

int select_refuse(const char *word, struct err *err) {
    return err_set(err, ERR_USAGE,
                   "\"%s\" names no runs; say latest, all, a run such as run_000007 or 7, a span "
                   "such as 3..7, or the first 8 digits or more of a uuid",
                   word);
}

/* --- runs --- */

static int no_such_run(const struct archive *archive, const char *word, struct err *err) {
    size_t count = archive_run_count(archive);
    const char *path = archive_path(archive);
    if (count == 0)
        return err_set(err, ERR_ABSENT, "no run \"%s\" in %s; it has none at all", word, path);
    const char *first = archive_run_name(archive, 0), *last = archive_run_name(archive, count - 1);
    if (count == 1)
        return err_set(err, ERR_ABSENT, "no run \"%s\" in %s; it has only %s", word, path, first);
    return err_set(err, ERR_ABSENT, "no run \"%s\" in %s; it has %zu, from %s to %s", word, path,
                   count, first, last);
}

static void take(struct selection *selection, size_t run) {
    selection->count += !selection->is_selected[run];
    selection->is_selected[run] = 1;
}

static int take_span(const struct archive *archive, const char *word, const struct run_range *span,
                     struct selection *selection, struct err *err) {
    int found = 0;
    for (size_t i = 0; i < archive_run_count(archive); i++)
        if (run_range_has(span, archive_run_number(archive, i))) {
            take(selection, i);
            found = 1;
        }
    return found ? 0 : no_such_run(archive, word, err);
}

/* --- by uuid --- */

#define LISTED 4 /* candidates listed in a message */

struct search {
    const char *word;
    unsigned char *is_candidate; /* [runs] */
};

/* A damaged run has no known uuid, so it never matches. */
static int look(void *context, size_t run, const struct run *summary, const struct err *fault,
                struct err *err) {
    const struct search *search = context;
    const char *uuid = summary ? facts_text(&summary->facts, FACT_UUID, "") : "";
    (void)fault, (void)err;
    search->is_candidate[run] |= strncasecmp(uuid, search->word, strlen(search->word)) == 0;
    return 0;
}

/* A word of decimal digits only may be the beginning of a uuid or a run's number: whichever exists
 * is meant. */
static int take_uuid(struct archive *archive, const char *word, struct selection *selection,
                     struct err *err) {
    struct run_range span;
    size_t count = archive_run_count(archive), candidates = 0, found = 0;
    struct search search = {word, calloc(count + 1, 1)};
    if (!search.is_candidate)
        return err_set(err, ERR_FAILED, "no memory for the runs");
    int code = archive_survey(archive, look, &search, err);
    for (size_t i = 0; i < count && !code; i++) {
        search.is_candidate[i] |=
            is_span(word, &span) && run_range_has(&span, archive_run_number(archive, i));
        candidates += search.is_candidate[i];
        found = search.is_candidate[i] ? i : found;
    }
    if (!code && candidates == 0)
        code = no_such_run(archive, word, err);
    if (!code && candidates > 1) {
        char list[200] = "";
        size_t used = 0, ambiguity_count = 0;
        for (size_t i = 0; i < archive_run_count(archive); i++)
            if (search.is_candidate[i] && ambiguity_count++ <= LISTED)
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                         ambiguity_count <= LISTED ? archive_run_name(archive, i)
                                                                   : "...");
        code = err_set(
            err, ERR_USAGE,
            "%s: \"%s\" may mean %s, by number or by uuid; give the name, or more of the uuid",
            archive_path(archive), search.word, list);
    }
    if (!code)
        take(selection, found);
    free(search.is_candidate);
    return code;
}

static int take_word(struct archive *archive, const char *word, struct selection *selection,
                     struct err *err) {
    static const struct run_range everything = {0, ULONG_MAX};
    struct run_range span;
    size_t count = archive_run_count(archive);
    if (strcmp(word, "all") == 0)
        return take_span(archive, word, &everything, selection, err);
    if (strcmp(word, "latest") == 0 && count) {
        take(selection, count - 1);
        return 0;
    }
    if (is_uuid(word))
        return take_uuid(archive, word, selection, err);
    return is_span(word, &span) ? take_span(archive, word, &span, selection, err)
                                : select_refuse(word, err);
}

int select_runs(struct archive *archive, char *const *words, size_t word_count,
                struct selection *selection, struct err *err) {
    *selection = (struct selection){.is_selected = calloc(archive_run_count(archive) + 1, 1)};
    int code = selection->is_selected ? 0 : err_set(err, ERR_FAILED, "no memory for the runs");
    for (size_t i = 0; i < word_count && !code; i++)
        code = take_word(archive, words[i], selection, err);
    if (code)
        select_release(selection);
    return code;
}

void select_release(struct selection *selection) {
    free(selection->is_selected);
    *selection = (struct selection){0};
}

/* --- ranges of runs --- */

static int parse_number(const char **text, unsigned long *number) {
    if (strncmp(*text, "run_", 4) == 0)
        *text += 4;
    if (**text < '0' || **text > '9')
        return -1;
    char *end;
    *number = strtoul(*text, &end, 10);
    *text = end;
    return 0;
}

int run_range_parse(const char *text, struct run_range *span) {
    if (parse_number(&text, &span->first))
        return -1;
    span->last = span->first;
    if (strncmp(text, "..", 2) == 0) {
        text += 2;
        if (parse_number(&text, &span->last))
            return -1;
    }
    return *text || span->first > span->last ? -1 : 0;
}
