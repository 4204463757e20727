/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/choose_foreign.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/date.h"
#include "store/archive/run_range.h"

/* What TERMS say of runs, understood. */
struct wanted {
    const char *name; /* NULL: by number */
    struct run_range span;
    int latest;
};

static int is_called(const struct run *run, const char *name) {
    return run->name && strcmp(run->name, name) == 0;
}

/* A name that the file itself gives comes before a number: runs called 2024 and 2025, or 3 and 1.
 */
static struct wanted understand(const struct runs *runs, const char *word) {
    struct wanted wanted = {NULL, {0, ULONG_MAX}, !word || strcmp(word, "latest") == 0};
    if (wanted.latest || strcmp(word, "all") == 0)
        return wanted;
    for (size_t r = 0; r < runs->count; r++)
        if (is_called(runs->items[r], word))
            wanted.name = word;
    if (run_range_parse(word, &wanted.span) != 0)
        wanted.span = (struct run_range){ULONG_MAX, 0};
    return wanted;
}

static int is_wanted(const struct run *run, size_t number, const struct wanted *wanted,
                     const struct choice_terms *terms) {
    const char *host = facts_text(&run->facts, FACT_HOST, "");
    double started = date_read(facts_text(&run->facts, FACT_STARTED, NULL));
    return (wanted->name ? is_called(run, wanted->name) : run_range_has(&wanted->span, number)) &&
           (!terms->host || strcmp(host, terms->host) == 0) &&
           (isnan(terms->since) || started >= terms->since);
}

static int add(struct choices *choices, size_t run, const char *action) {
    struct choice *items = realloc(choices->items, (choices->count + 1) * sizeof *items);
    if (!items)
        return 0;
    choices->items = items;
    items[choices->count++] = (struct choice){run, action};
    return 1;
}

/* Whether ACTION has been chosen of a run before. */
static struct choice *find(struct choices *choices, const char *action) {
    for (size_t i = 0; i < choices->count; i++)
        if (strcmp(choices->items[i].action, action) == 0)
            return &choices->items[i];
    return NULL;
}

static int choose_of_run(struct choices *choices, const struct runs *runs, size_t r,
                         const struct choice_terms *terms, int latest) {
    const struct run *run = runs->items[r];
    int ok = 1;
    for (size_t i = 0; ok && i < run->measurement_count; i++) {
        const char *action = run->measurements[i].name;
        struct choice *earlier = latest ? find(choices, action) : NULL;
        if (!choice_means(action, terms->action))
            continue;
        if (earlier)
            earlier->run = r, choices->passed_over++;
        else
            ok = add(choices, r, action);
    }
    return ok;
}

static int nothing(const char *path, const struct choice_terms *terms, struct err *err) {
    if (terms->host || !isnan(terms->since))
        return err_set(err, ERR_ABSENT, "%s is not of that machine and date, or does not say it",
                       path);
    if (terms->action)
        return err_set(err, ERR_ABSENT, "%s: no action \"%s\" in it", path, terms->action);
    return err_set(err, ERR_ABSENT, "%s has no run \"%s\"", path, terms->runs ? terms->runs : "");
}

int foreign_choose(const struct runs *runs, const char *path, const struct choice_terms *terms,
                   struct choices *choices, struct err *err) {
    const struct wanted wanted = understand(runs, terms->runs);
    int ok = 1;
    *choices = (struct choices){0};
    for (size_t r = 0; ok && r < runs->count; r++)
        if (is_wanted(runs->items[r], r + 1, &wanted, terms))
            ok = choose_of_run(choices, runs, r, terms, wanted.latest);
    if (ok && choices->count)
        return 0;
    choices_release(choices);
    return ok ? nothing(path, terms, err)
              : err_set(err, ERR_FAILED, "%s: no memory for its list of measurements", path);
}
