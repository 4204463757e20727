/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/choose.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/files/stream.h"
#include "formats/foreign/registry.h"
#include "formats/mat_runs/mat.h"
#include "formats/text/date.h"
#include "store/archive/archive.h"
#include "store/archive/archive_survey.h"
#include "store/archive/select.h"
#include "store/mat73/mat73.h"

#define LISTED 12 /* names listed in a message */

/* The runs asked for, perhaps only the latest of each action. */
struct wanted {
    struct selection selection; /* the runs named by --run; empty: all runs */
    int latest;
    unsigned char *is_met; /* [runs] whether host and date match; NULL: not asked for */
};

/* The actions of the wanted runs, in order of appearance. */
struct actions {
    const char **names;
    size_t count;
};

static int no_memory(const struct archive *archive, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for its list of measurements",
                   archive_path(archive));
}

static int is_within(size_t run, const struct wanted *wanted) {
    return (!wanted->selection.is_selected || wanted->selection.is_selected[run]) &&
           (!wanted->is_met || wanted->is_met[run]);
}

/* --- host and date --- */

struct terms_met {
    const struct choice_terms *terms;
    unsigned char *is_met;
};

/* A damaged run counts as a match: reading it later reports the damage. */
static int meet_terms(void *context, size_t run, const struct run *summary, const struct err *fault,
                      struct err *err) {
    const struct terms_met *met = context;
    const struct choice_terms *terms = met->terms;
    (void)err;
    met->is_met[run] = 1;
    if (fault)
        return 0;
    const char *host = run_machine(&summary->facts);
    double started = date_read(facts_text(&summary->facts, FACT_STARTED, NULL));
    met->is_met[run] = (!terms->host || strcmp(host, terms->host) == 0) &&
                       (isnan(terms->since) || started >= terms->since);
    return 0;
}

static int find_met(struct archive *archive, const struct choice_terms *terms,
                    struct wanted *wanted, struct err *err) {
    if (!terms->host && isnan(terms->since))
        return 0;
    wanted->is_met = calloc(archive_run_count(archive) + 1, 1);
    if (!wanted->is_met)
        return no_memory(archive, err);
    return archive_survey(archive, meet_terms, &(struct terms_met){terms, wanted->is_met}, err);
}

/* --- which actions are meant --- */

static int is_name(const char *action, const char *name, size_t length) {
    return strlen(action) == length && strncmp(action, name, length) == 0;
}

/* NAME has LENGTH characters. */
static int means_one(const char *action, const char *name, size_t length) {
    static const char prefix[] = "action_";
    const size_t before = sizeof prefix - 1;
    return is_name(action, name, length) ||
           (length > before && strncmp(name, prefix, before) == 0 &&
            is_name(action, name + before, length - before));
}

int choice_means(const char *action, const char *wanted) {
    if (!wanted || strcmp(action, wanted) == 0)
        return 1;
    for (size_t length;; wanted += length + 1) {
        length = strcspn(wanted, ",");
        if (means_one(action, wanted, length))
            return 1;
        if (!wanted[length])
            return 0;
    }
}

static int is_known(const struct actions *actions, const char *name) {
    for (size_t i = 0; i < actions->count; i++)
        if (strcmp(actions->names[i], name) == 0)
            return 1;
    return 0;
}

static int add_action(struct actions *actions, const char *name) {
    if (is_known(actions, name))
        return 0;
    const char **names = realloc(actions->names, (actions->count + 1) * sizeof *names);
    if (!names)
        return -1;
    actions->names = names;
    names[actions->count++] = name;
    return 0;
}

static int find_actions(struct archive *archive, const struct wanted *wanted,
                        struct actions *actions, struct err *err) {
    for (size_t run = 0; run < archive_run_count(archive); run++) {
        const char *const *names;
        size_t count = 0;
        int code =
            is_within(run, wanted) ? archive_run_actions(archive, run, &names, &count, err) : 0;
        for (size_t i = 0; i < count && !code; i++)
            if (add_action(actions, names[i]))
                code = no_memory(archive, err);
        if (code)
            return code;
    }
    return 0;
}

/* Every name in the list must exist, unless the whole list is itself the name of an action. */
static int check_actions(const struct archive *archive, const char *runs, const char *wanted,
                         const struct actions *actions, struct err *err) {
    if (wanted && is_known(actions, wanted))
        return 0;
    for (size_t length; wanted; wanted = wanted[length] ? wanted + length + 1 : NULL) {
        length = strcspn(wanted, ",");
        int is_there = 0;
        for (size_t i = 0; i < actions->count && !is_there; i++)
            is_there = means_one(actions->names[i], wanted, length);
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
                 wanted);
        if (!is_there) {
            char there[600] = "nothing";
            size_t used = 0;
            for (size_t i = 0; i < actions->count && i <= LISTED && used < sizeof there; i++)
                used += (size_t)snprintf(there + used, sizeof there - used, "%s%s", i ? ", " : "",
                                         i < LISTED ? actions->names[i] : "...");
            if (!runs || strcmp(runs, "latest") == 0 || strcmp(runs, "all") == 0)
                return err_set(err, ERR_ABSENT, "no action \"%s\" in %s; it has %s", name,
                               archive_path(archive), there);
            return err_set(err, ERR_ABSENT, "no action \"%s\" in run %s of %s; there it has %s",
                           name, runs, archive_path(archive), there);
        }
    }
    return 0;
}

/* --- choosing --- */

/* Returns 1 or 0, or a negative code. */
static int has_action(struct archive *archive, size_t run, const char *action, struct err *err) {
    const char *const *names;
    size_t count;
    int code = archive_run_actions(archive, run, &names, &count, err);
    for (size_t i = 0; i < count && !code; i++)
        code = strcmp(names[i], action) == 0;
    return code;
}

static int add_choice(struct choices *choices, size_t run, const char *action) {
    struct choice *items = realloc(choices->items, (choices->count + 1) * sizeof *items);
    if (!items)
        return -1;
    choices->items = items;
    items[choices->count++] = (struct choice){run, action};
    return 0;
}

/* Goes from the newest run to the oldest, so that the first match is the latest; then restores the
 * order of runs. */
static int choose_of_action(struct archive *archive, const char *action,
                            const struct wanted *wanted, struct choices *choices, struct err *err) {
    size_t before = choices->count;
    for (size_t run = archive_run_count(archive); run-- > 0;) {
        int has = is_within(run, wanted) ? has_action(archive, run, action, err) : 0;
        if (has < 0)
            return has;
        if (has && wanted->latest && choices->count > before)
            choices->passed_over++;
        else if (has && add_choice(choices, run, action))
            return no_memory(archive, err);
    }
    for (size_t i = before, k = choices->count; i + 1 < k; i++, k--) {
        struct choice swapped = choices->items[i];
        choices->items[i] = choices->items[k - 1];
        choices->items[k - 1] = swapped;
    }
    return 0;
}

static int choose(struct archive *archive, const char *runs, const char *action,
                  const struct actions *actions, const struct wanted *wanted,
                  struct choices *choices, struct err *err) {
    int code = check_actions(archive, runs, action, actions, err);
    for (size_t i = 0; i < actions->count && !code; i++)
        if (choice_means(actions->names[i], action))
            code = choose_of_action(archive, actions->names[i], wanted, choices, err);
    if (code || choices->count)
        return code;
    return err_set(err, ERR_ABSENT, "%s: no measurements in the runs asked for",
                   archive_path(archive));
}

int archive_choose(struct archive *archive, const struct choice_terms *terms,
                   struct choices *choices, struct err *err) {
    *choices = (struct choices){0};
    if (archive_run_count(archive) == 0)
        return err_set(err, ERR_ABSENT, "%s has no runs; measure something into it first",
                       archive_path(archive));
    struct wanted wanted;
    struct actions actions = {0};
    const char *runs = terms->runs;
    char *word = (char *)(uintptr_t)runs;
    wanted = (struct wanted){.latest = !runs || strcmp(runs, "latest") == 0};
    int code = wanted.latest || strcmp(runs, "all") == 0
                   ? 0
                   : select_runs(archive, &word, 1, &wanted.selection, err);
    if (!code)
        code = find_met(archive, terms, &wanted, err);
    if (!code)
        code = find_actions(archive, &wanted, &actions, err);
    if (!code && wanted.is_met && !actions.count)
        code = err_set(err, ERR_ABSENT,
                       "%s: none of its runs is of that machine and date; bench-store list tells "
                       "them",
                       archive_path(archive));
    if (!code)
        code = choose(archive, terms->runs, terms->action, &actions, &wanted, choices, err);
    free(actions.names);
    free(wanted.is_met);
    select_release(&wanted.selection);
    if (code)
        choices_release(choices);
    return code;
}

void choices_release(struct choices *choices) {
    free(choices->items);
    *choices = (struct choices){0};
}

/* --- choosing in a foreign file --- */

/* TERMS.runs, parsed. */
struct foreign_wanted {
    const char *name; /* NULL: choose by number */
    struct run_range span;
    int latest;
};

static int is_called(const struct run *run, const char *name) {
    return run->name && strcmp(run->name, name) == 0;
}

/* A run name from the file takes precedence over a number: runs may be called 2024 and 2025, or 3
 * and 1. */
static struct foreign_wanted understand(const struct runs *runs, const char *word) {
    struct foreign_wanted foreign_wanted = {
        NULL, {0, ULONG_MAX}, !word || strcmp(word, "latest") == 0};
    if (foreign_wanted.latest || strcmp(word, "all") == 0)
        return foreign_wanted;
    for (size_t r = 0; r < runs->count; r++)
        if (is_called(runs->items[r], word))
            foreign_wanted.name = word;
    if (run_range_parse(word, &foreign_wanted.span) != 0)
        foreign_wanted.span = (struct run_range){ULONG_MAX, 0};
    return foreign_wanted;
}

static int is_wanted(const struct run *run, size_t number,
                     const struct foreign_wanted *foreign_wanted,
                     const struct choice_terms *terms) {
    const char *host = run_machine(&run->facts);
    double started = date_read(facts_text(&run->facts, FACT_STARTED, NULL));
    return (foreign_wanted->name ? is_called(run, foreign_wanted->name)
                                 : run_range_has(&foreign_wanted->span, number)) &&
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

/* Returns the earlier choice of ACTION, or NULL. */
static struct choice *find(struct choices *choices, const char *action) {
    for (size_t i = 0; i < choices->count; i++)
        if (strcmp(choices->items[i].action, action) == 0)
            return &choices->items[i];
    return NULL;
}

int foreign_choose(const struct runs *runs, const char *path, const struct choice_terms *terms,
                   struct choices *choices, struct err *err) {
    const struct foreign_wanted foreign_wanted = understand(runs, terms->runs);
    int ok = 1;
    *choices = (struct choices){0};
    for (size_t r = 0; ok && r < runs->count; r++)
        if (is_wanted(runs->items[r], r + 1, &foreign_wanted, terms)) {
            int latest = foreign_wanted.latest;
            const struct run *run = runs->items[r];
            ok = 1;
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
        }
    if (ok && choices->count)
        return 0;
    choices_release(choices);
    if (!ok)
        return err_set(err, ERR_FAILED, "%s: no memory for its list of measurements", path);

    if (terms->host || !isnan(terms->since))
        return err_set(err, ERR_ABSENT, "%s is not of that machine and date, or does not say it",
                       path);
    if (terms->action)
        return err_set(err, ERR_ABSENT, "%s: no action \"%s\" in it", path, terms->action);
    return err_set(err, ERR_ABSENT, "%s has no run \"%s\"", path, terms->runs ? terms->runs : "");
}

/* --- foreign files --- */

struct foreign foreign_of(const struct format *format, const char *path) {
    int is_possible = (!format || format == &mat_format) && !stream_is(path);
    return (struct foreign){path, format, is_possible && mat73_is(path)};
}

int foreign_is(struct foreign *foreign, const char *path) {
    *foreign = (struct foreign){.path = path};
    int code = format_detect(path, &foreign->format, &(struct err){""});
    if (stream_is(path))
        return 1;
    if (code)
        return 0;
    foreign->is_mat73 = !foreign->format && mat73_is(path);
    return foreign->format || foreign->is_mat73;
}

/* For an HDF5 file that is neither an archive nor a MAT-file, gives the error that
 * archive_open_with gives. */
static int check_archive(const char *path, const struct access *how, struct err *err) {
    const struct format *format;
    struct archive *archive = NULL;
    if (stream_is(path) || format_detect(path, &format, NULL) != 0 || format)
        return 0;
    int code = archive_open_with(&archive, path, how, err);
    archive_close(archive);
    return code;
}

int foreign_read(const struct foreign *foreign, const struct format_options *options,
                 const struct access *how, struct runs *runs, struct err *err) {
    int code = foreign->format || foreign->is_mat73 ? 0 : check_archive(foreign->path, how, err);
    if (code) {
        *runs = (struct runs){0};
        return code;
    }
    return foreign->is_mat73 ? mat73_read(foreign->path, options, how, runs, err)
                             : format_read(foreign->format, foreign->path, options, runs, err);
}
