/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/choose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/files/stream.h"
#include "formats/foreign/registry.h"
#include "formats/mat_runs/mat.h"
#include "formats/model/action_names.h"
#include "formats/model/string_pool.h"
#include "formats/text/date.h"
#include "formats/text/suggest.h"
#include "store/archive/archive.h"
#include "store/archive/archive_survey.h"
#include "store/archive/select.h"
#include "store/mat73/mat73.h"

/* The runs asked for, perhaps only the latest of each action. */
struct wanted {
    struct selection selection; /* the runs named by --run; empty: all runs */
    int latest;
    unsigned char *is_met;    /* [runs] whether host and date match; NULL: not asked for */
    int by_type;              /* whether an action is told by its type, too: dgemm */
    struct string_pool typed; /* then "RUN ACTION" for each measurement of the wanted type */
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
    struct string_pool *hosts; /* of all runs */
    double latest;             /* start of a run; NaN: none is known */
};

/* Whether a run of HOST that STARTED then meets TERMS; notes what there is in MET. */
static int meets(struct terms_met *met, const struct facts *facts) {
    const struct choice_terms *terms = met->terms;
    const char *host = run_machine(facts);
    double started = date_read(facts_text(facts, FACT_STARTED, NULL));
    if (*host)
        string_pool_number(met->hosts, host);
    met->latest = fmax(met->latest, started);
    return (!terms->host || strcmp(host, terms->host) == 0) &&
           (isnan(terms->since) || started >= terms->since);
}

/* A run that cannot be read counts as a match: reading it later reports the damage. */
static int meet_terms(void *context, size_t run, const struct run *summary,
                      const struct archive_fault *fault, struct err *err) {
    struct terms_met *met = context;
    (void)err;
    met->is_met[run] = (unsigned char)(fault || meets(met, &summary->facts));
    return 0;
}

static int none_met(const char *path, const struct terms_met *met, struct err *err) {
    const char *host = met->terms->host;
    char since[32] = "", latest[32] = "an unknown time";
    struct tm tm;
    if (host && string_pool_find(met->hosts, host) == STRING_POOL_NONE)
        return err_set(err, ERR_ABSENT, "%s has no run of host \"%s\"%s", path, host,
                       string_pool_known(met->hosts, host, "its hosts are").text);
    if (isnan(met->terms->since))
        return err_set(err, ERR_ABSENT, "%s: none of the runs asked for is of host \"%s\"", path,
                       host);
    if (localtime_r(&(time_t){(time_t)met->terms->since}, &tm))
        strftime(since, sizeof since, "%F %H:%M", &tm);
    if (!isnan(met->latest) && localtime_r(&(time_t){(time_t)met->latest}, &tm))
        strftime(latest, sizeof latest, "%F %H:%M", &tm);
    return err_set(err, ERR_ABSENT,
                   "%s: none of the runs asked for started since %s%s%s; its latest "
                   "started at %s",
                   path, since, host ? " on " : "", host ? host : "", latest);
}

/* ERR_ABSENT if no run meets them. */
static int find_met(struct archive *archive, const struct choice_terms *terms,
                    struct wanted *wanted, struct err *err) {
    size_t count = archive_run_count(archive), found = 0;
    struct string_pool hosts = {0};
    if (!terms->host && isnan(terms->since))
        return 0;
    wanted->is_met = calloc(count + 1, 1);
    if (!wanted->is_met)
        return no_memory(archive, err);
    struct terms_met met = {terms, wanted->is_met, &hosts, NAN};
    int code = archive_survey(archive, meet_terms, &met, err);
    for (size_t i = 0; i < count; i++)
        found += is_within(i, wanted) != 0;
    if (!code && !found)
        code = none_met(archive_path(archive), &met, err);
    string_pool_release(&hosts);
    return code;
}

/* --- which actions are meant --- */

int choice_means(const char *action, const char *type, const char *wanted) {
    if (!wanted || strcmp(action, wanted) == 0)
        return 1;
    for (const char *rest = wanted; rest;) {
        char name[128];
        size_t length = strcspn(rest, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        if (length < sizeof name && action_is_called(action, type, name))
            return 1;
        rest = rest[length] ? rest + length + 1 : NULL;
    }
    return 0;
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

/* Says that ACTIONS lack NAME, where RUNS are those asked for. */
static int no_such_action(const char *path, const char *runs, const char *name,
                          const struct actions *actions, struct err *err) {
    struct known_names known = {.suggestion = {.wanted = name}};
    int are_usual = !runs || strcmp(runs, "latest") == 0 || strcmp(runs, "all") == 0;
    for (size_t i = 0; i < actions->count; i++)
        known_names_add(&known, actions->names[i]);
    return err_set(err, ERR_ABSENT, "%s has no action \"%s\"%s%s%s", path, name,
                   are_usual ? "" : " in run ", are_usual ? "" : runs,
                   known_words(&known, are_usual ? "it has" : "there it has").text);
}

/* Every name in the list must exist, unless the whole list is itself the name of an action. */
static int check_actions(const char *path, const char *runs, const char *wanted,
                         const struct actions *actions, struct err *err) {
    if (wanted && is_known(actions, wanted))
        return 0;
    for (size_t length; wanted; wanted = wanted[length] ? wanted + length + 1 : NULL) {
        char name[128];
        int is_there = 0;
        length = strcspn(wanted, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
                 wanted);
        for (size_t i = 0; i < actions->count && !is_there; i++)
            is_there = action_is_called(actions->names[i], NULL, name);
        if (!is_there)
            return no_such_action(path, runs, name, actions, err);
    }
    return 0;
}

/* --- types --- */

struct typing {
    const char *action;
    struct string_pool *typed;
};

static uint32_t find_typed(const struct string_pool *typed, size_t run, const char *action) {
    char key[400];
    snprintf(key, sizeof key, "%zu %s", run, action);
    return string_pool_find(typed, key);
}

static int note_types(void *context, size_t run, const struct run *summary,
                      const struct archive_fault *fault, struct err *err) {
    const struct typing *typing = context;
    (void)fault;
    for (size_t i = 0; summary && i < summary->measurement_count; i++) {
        const struct measurement *m = &summary->measurements[i];
        char key[400];
        snprintf(key, sizeof key, "%zu %s", run, m->name);
        if (choice_means(m->name, facts_text(&m->facts, FACT_TYPE, ""), typing->action) &&
            string_pool_number(typing->typed, key) == STRING_POOL_NONE)
            return err_set(err, ERR_FAILED, "no memory for the types of actions");
    }
    return 0;
}

/* Finds which measurements have the type asked for, if one is. */
static int find_types(struct archive *archive, const char *action, const struct actions *actions,
                      struct wanted *wanted, struct err *err) {
    static const char no_type[] = "";
    for (size_t i = 0; i < actions->count; i++)
        wanted->by_type |= choice_means(actions->names[i], NULL, action) &&
                           !choice_means(actions->names[i], no_type, action);
    struct typing typing = {action, &wanted->typed};
    return wanted->by_type ? archive_survey(archive, note_types, &typing, err) : 0;
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
        if (wanted->by_type && find_typed(&wanted->typed, run, action) == STRING_POOL_NONE)
            continue;
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

static int choose(struct archive *archive, const struct choice_terms *terms,
                  const struct actions *actions, const struct wanted *wanted,
                  struct choices *choices, struct err *err) {
    const char *path = archive_path(archive), *action = terms->action;
    int code = check_actions(path, terms->runs, action, actions, err);
    for (size_t i = 0; i < actions->count && !code; i++)
        if (choice_means(actions->names[i], NULL, action))
            code = choose_of_action(archive, actions->names[i], wanted, choices, err);
    if (code || choices->count)
        return code;
    if (wanted->by_type)
        return err_set(err, ERR_ABSENT,
                       "%s has no \"%s\" in the runs asked for, only the same in another precision",
                       path, action);
    return err_set(err, ERR_ABSENT, "%s: no measurements in the runs asked for", path);
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
    if (!code)
        code = find_types(archive, terms->action, &actions, &wanted, err);
    if (!code)
        code = choose(archive, terms, &actions, &wanted, choices, err);
    free(actions.names);
    free(wanted.is_met);
    string_pool_release(&wanted.typed);
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

/* Selects the runs that WORDS mean; all of them for the latest of each action. */
static int select_foreign(const struct runs *runs, const char *path, const char *words,
                          struct selection *selection, struct err *err) {
    struct known_runs known = {path, calloc(runs->count + 1, sizeof *known.items), runs->count, 1};
    *selection = (struct selection){.is_selected = calloc(runs->count + 1, 1)};
    int code = known.items && selection->is_selected
                   ? 0
                   : err_set(err, ERR_FAILED, "%s: no memory for its runs", path);
    for (size_t r = 0; r < runs->count && !code; r++) {
        const struct facts *facts = &runs->items[r]->facts;
        struct known_run *run = &known.items[r];
        *run = (struct known_run){.name = runs->items[r]->name,
                                  .number = r + 1,
                                  .started = date_read(facts_text(facts, FACT_STARTED, NULL))};
        snprintf(run->uuid, sizeof run->uuid, "%s", facts_text(facts, FACT_UUID, ""));
    }
    if (!code)
        code = run_words_take(&known, !words || strcmp(words, "latest") == 0 ? "all" : words,
                              selection, err);
    free(known.items);
    return code;
}

/* Returns the earlier choice of ACTION, or NULL. */
static struct choice *find(struct choices *choices, const char *action) {
    for (size_t i = 0; i < choices->count; i++)
        if (strcmp(choices->items[i].action, action) == 0)
            return &choices->items[i];
    return NULL;
}

/* Adds what TERMS ask for of the run number R to CHOICES, and all its actions to ACTIONS. Returns 0
 * if memory runs out. */
static int choose_of_run(const struct run *run, size_t r, const struct choice_terms *terms,
                         struct actions *actions, struct choices *choices) {
    int ok = 1, latest = !terms->runs || strcmp(terms->runs, "latest") == 0;
    for (size_t i = 0; ok && i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        struct choice *earlier = latest ? find(choices, m->name) : NULL;
        ok = add_action(actions, m->name) == 0;
        if (!ok || !choice_means(m->name, facts_text(&m->facts, FACT_TYPE, NULL), terms->action))
            continue;
        if (earlier)
            earlier->run = r, choices->passed_over++;
        else
            ok = add_choice(choices, r, m->name) == 0;
    }
    return ok;
}

int foreign_choose(const struct runs *runs, const char *path, const struct choice_terms *terms,
                   struct choices *choices, struct err *err) {
    struct selection selection;
    struct actions actions = {0};
    struct string_pool hosts = {0};
    struct terms_met met = {terms, NULL, &hosts, NAN};
    size_t found = 0;
    *choices = (struct choices){0};
    int code = select_foreign(runs, path, terms->runs, &selection, err);
    for (size_t r = 0; !code && r < runs->count; r++) {
        if (!selection.is_selected[r] || !meets(&met, &runs->items[r]->facts))
            continue;
        found++;
        if (!choose_of_run(runs->items[r], r, terms, &actions, choices))
            code = err_set(err, ERR_FAILED, "%s: no memory for its list of measurements", path);
    }
    if (!code && !found)
        code = none_met(path, &met, err);
    if (!code)
        code = check_actions(path, terms->runs, terms->action, &actions, err);
    if (!code && !choices->count)
        code = err_set(err, ERR_ABSENT, "%s: no measurements in the runs asked for", path);
    if (code)
        choices_release(choices);
    string_pool_release(&hosts);
    free(actions.names);
    select_release(&selection);
    return code;
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
        return source_is_compressed(path); /* an archive is not */
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
