/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/archive/archive_survey.h"
#include "store/archive/select.h"

/* --- which run --- */

struct search {
    size_t found; /* the latest that was interrupted; SIZE_MAX: none was */
    char latest[32], state[32];
};

static int look_at_run(void *context, size_t run, const struct run *summary,
                       const struct err *fault, struct err *err) {
    struct search *search = context;
    (void)err;
    if (fault)
        return 0;
    const char *state = facts_text(&summary->facts, FACT_STATE, "of unknown state");
    if (strcmp(state, "interrupted") == 0)
        search->found = run;
    snprintf(search->latest, sizeof search->latest, "%s", summary->name);
    snprintf(search->state, sizeof search->state, "%s",
             strcmp(state, "running") == 0 ? "still being measured" : state);
    return 0;
}

static int find_interrupted(struct archive *archive, size_t *found, struct err *err) {
    struct search search = {.found = SIZE_MAX};
    int status = archive_survey(archive, look_at_run, &search, err);
    *found = search.found;
    if (status || search.found != SIZE_MAX)
        return status;
    if (!search.latest[0])
        return err_set(err, ERR_USAGE, "%s: there is no run in it to resume",
                       archive_path(archive));
    return err_set(err, ERR_USAGE, "%s: no run was interrupted; the latest, %s, is %s",
                   archive_path(archive), search.latest, search.state);
}

static int find_named(struct archive *archive, char *word, size_t *found, struct err *err) {
    struct selection selection;
    int status = select_runs(archive, &word, 1, &selection, err);
    if (status)
        return status;
    for (size_t i = 0; i < archive_run_count(archive); i++)
        if (selection.is_selected[i])
            *found = i;
    if (selection.count != 1)
        status = err_set(err, ERR_USAGE, "--run %s means %zu runs; one at a time is resumed", word,
                         selection.count);
    select_release(&selection);
    return status;
}

static int check_state(const struct run *run, const char *path, struct err *err) {
    const char *state = facts_text(&run->facts, FACT_STATE, "of unknown state");
    if (strcmp(state, "interrupted") == 0)
        return 0;
    return err_set(err, ERR_USAGE, "%s: %s is %s; only a run that was interrupted can be resumed",
                   path, run->name, strcmp(state, "running") == 0 ? "still being measured" : state);
}

static int read_from(struct archive *archive, struct resumed *resumed,
                     const struct options *options, struct err *err) {
    size_t found = 0;
    int status = options->run ? find_named(archive, options->run, &found, err)
                              : find_interrupted(archive, &found, err);
    if (status == 0)
        status = archive_read_run(archive, found, NULL, &resumed->run, err);
    if (status == 0)
        status = check_state(resumed->run, options->resume, err);
    return status ? status : digest_run(resumed->run, resumed->digest, err);
}

static int read_run(struct resumed *resumed, const struct options *options, struct err *err) {
    struct archive *archive;
    int status = archive_open_with(&archive, options->resume, &options->access.access, err);
    if (status)
        return status;
    status = read_from(archive, resumed, options, err);
    archive_close(archive);
    return status;
}

/* --- what it was to be --- */

/* Whatever is wrong with the words is said to be wrong with these. */
static int name_words(struct resumed *resumed, struct err *err) {
    char *name;
    if (asprintf(&name, "bench-collect, as told by %s", resumed->run->name) < 0)
        return err_set(err, ERR_FAILED, "no memory for a command line");
    free(resumed->words.items[0]);
    resumed->words.items[0] = name;
    return 0;
}

static int split_command(struct resumed *resumed, struct err *err) {
    const char *command = facts_text(&resumed->run->facts, FACT_COMMAND, "");
    int status = shell_words_split(&resumed->words, command, err);
    if (status == 0 && resumed->words.count == 0)
        status = err_set(err, ERR_DAMAGED, "it has no command line to go by; measure a new run");
    return status ? status : name_words(resumed, err);
}

/* Where none was given it was drawn. */
static void recall_seed(const struct run *run, struct settings *settings) {
    const struct fact *seed =
        run->measurement_count ? facts_find(&run->measurements[0].facts, "seed") : NULL;
    if (seed && seed->kind == FACT_INTEGER)
        settings->seed = (uint64_t)seed->integer;
}

static int recall_options(struct resumed *resumed, struct options *options, struct err *err) {
    struct options then;
    options_parse(&then, (int)resumed->words.count, resumed->words.items);
    options->settings = then.settings;
    recall_seed(resumed->run, &options->settings);
    memcpy(options->actions, then.actions, sizeof then.actions);
    options->action_count = then.action_count;
    options->words = then.words;
    options->libraries = then.libraries;
    options->library_count = then.library_count;
    options->output = options->resume;
    if (then.resume || then.list || then.check_system || then.dry_run)
        return err_set(err, ERR_DAMAGED, "its command line is none that measures");
    return 0;
}

int resume_recall(struct resumed *resumed, struct options *options, struct err *err) {
    *resumed = (struct resumed){0};
    int status = read_run(resumed, options, err);
    if (status)
        return status;
    status = split_command(resumed, err);
    if (status == 0)
        status = recall_options(resumed, options, err);
    return status ? err_prefix(err, status, "%s: %s", options->resume, resumed->run->name) : 0;
}

void resume_release(struct resumed *resumed) {
    run_free(resumed->run);
    shell_words_release(&resumed->words);
    *resumed = (struct resumed){0};
}
