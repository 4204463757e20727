/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/arguments.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/commands/relink.h"
#include "collect/design/actions.h"
#include "collect/libraries/library_family.h"
#include "collect/libraries/program.h"
#include "collect/processes/action_process.h"
#include "formats/files/sha256.h"
#include "formats/model/left_out.h"
#include "formats/text/shell_words.h"
#include "formats/text/suggest.h"

static const char fact_name[] = "plugins";

/* --- plug-ins --- */

/* Returns the recorded path of the plug-in that WORD named, which the caller must free; NULL: not
 * recorded. */
static char *recall_path(const struct facts *then, const char *word) {
    struct shell_words words;
    char *path = NULL;
    if (shell_words_split(&words, facts_text(then, fact_name, ""), NULL))
        return NULL;
    for (size_t i = 0; !path && i + 1 < words.count; i += 2)
        if (strcmp(words.items[i], word) == 0)
            path = strdup(words.items[i + 1]);
    shell_words_release(&words);
    return path;
}

/* --- actions --- */

static int check_name(const struct arguments *arguments, const struct action_info *info,
                      struct err *err) {
    for (size_t i = 0; i < arguments->count; i++)
        if (strcmp(arguments->items[i].name, info->name) == 0)
            return err_set(err, ERR_USAGE,
                           "two of the actions are called %s; measure them one by "
                           "one",
                           info->name);
    return 0;
}

/* Finds the next action and puts it in its place. IS_THERE: whether there is such an action or
 * file. WHY: the reason if it, alone, cannot be measured. */
static int find_next(struct arguments *arguments, const struct options_action *action,
                     const struct options *options, const struct facts *then,
                     const struct process_conditions *conditions, int *is_there, struct err *why) {
    struct action_info *info = &arguments->items[arguments->count];
    int status = 0;
    *is_there = 1;
    *info = (struct action_info){0};
    if (action->builtin)
        action_info_of_builtin(info, action->builtin);
    else {
        char path[PATH_MAX], digest[SHA256_TEXT];
        const char *word = action->word;
        struct stat file_status;
        char *recalled = then ? recall_path(then, word) : NULL;
        const char *wanted = recalled ? recalled : word;
        status = 0;
        if (!realpath(wanted, path) || stat(path, &file_status) != 0)
            status =
                err_set(why, ERR_USAGE, "%s: %s; ACTION is a plug-in's path, or a built-in action",
                        wanted, strerror(errno));
        else if (!S_ISREG(file_status.st_mode))
            status = err_set(why, ERR_USAGE, "%s: not a file that can be loaded", wanted);
        free(recalled);
        *is_there = status == 0;

        if (status == 0)
            status = sha256_of_file(path, digest, why);
        if (status == 0)
            status = action_query_begin(info, path, conditions, why);
        if (status == 0)
            memcpy(info->digest, digest, sizeof digest);
    }
    if (status)
        return status == ERR_FAILED && !then ? ERR_UNMEASURED : status;
    return action_info_choose_type(info, options->settings.type, why);
}

int arguments_find(struct arguments *arguments, const struct options *options,
                   const struct facts *then, const struct process_conditions *conditions,
                   struct observer *observer, struct err *err) {
    struct err why;
    int status = 0;
    arguments->count = 0;
    if (options->commands.count)
        action_info_of_commands(&arguments->items[arguments->count++], &options->commands);
    if (options->functions.text)
        status = action_info_of_functions(&arguments->items[arguments->count++],
                                          &options->functions, err);
    if (status)
        return status;
    for (size_t i = 0; i < options->action_count; i++) {
        int is_there;
        const struct options_action *action = &options->actions[i];
        status = find_next(arguments, action, options, then, conditions, &is_there, &why);
        if (status == 0)
            status = check_name(arguments, &arguments->items[arguments->count], err);
        else if (status == ERR_INTERRUPTED || !is_there ||
                 (arguments->count == 0 && i + 1 == options->action_count))
            err_set(err, status, "%s", why.message);
        else {
            char line[1200];
            struct action_info *info = &arguments->items[arguments->count];
            snprintf(line, sizeof line, "action skipped: %.1000s", why.message);
            observer->note(observer, NOTE_FAULT, line);
            left_out_add(&arguments->left_out, &(struct left_out){action->word, "", why.message});
            action_query_end(info);
            action_info_release(info);

            continue;
        }
        arguments->words[arguments->count++] = action->word;
        if (status)
            return status;
    }
    return 0;
}

void arguments_end_queries(struct arguments *arguments) {
    for (size_t i = 0; i < arguments->count; i++)
        action_query_end(&arguments->items[i]);
}

void arguments_release(struct arguments *arguments) {
    arguments_end_queries(arguments);
    for (size_t i = 0; i < arguments->count; i++)
        action_info_release(&arguments->items[i]);
    facts_release(&arguments->left_out);
    arguments->count = 0;
}

void arguments_record(const struct arguments *arguments, struct facts *facts) {
    char *words[2 * OPTIONS_MAX_ACTIONS + 1] = {0};
    size_t count = 0;
    for (size_t i = 0; i < arguments->count; i++)
        if (arguments->items[i].plugin) {
            words[count++] = (char *)(uintptr_t)arguments->words[i];
            words[count++] = arguments->items[i].plugin;
        }
    char *text = count ? shell_words_join(words) : NULL;
    if (text)
        facts_set_text(facts, fact_name, text);
    else
        facts->incomplete |= count > 0;
    free(text);
    if (facts_copy(facts, &arguments->left_out))
        facts->incomplete = 1;
}

/* --- libraries --- */

int arguments_want_libraries(const struct arguments *arguments) {
    for (size_t i = 0; i < arguments->count; i++)
        if (!arguments->items[i].implementation_count)
            return 1;
    return 0;
}

enum library_kind arguments_kinds(const struct arguments *arguments) {
    enum library_kind kinds = 0;
    for (size_t i = 0; i < arguments->count; i++) {
        const struct bench_action *builtin = arguments->items[i].builtin;
        const struct bench_routine *first = builtin ? builtin->routines : NULL;
        if (!arguments->items[i].implementation_count)
            kinds |= library_family_kind_of_routine(!first     ? NULL
                                                    : first->c ? first->c
                                                               : first->fortran);
    }
    return kinds;
}

/* The kinds that are looked for if no library is named. */
static enum library_kind kinds_wanted(const struct arguments *arguments) {
    enum library_kind kinds = arguments_kinds(arguments);
    return kinds & KIND_NUMERICAL ? kinds | KIND_NUMERICAL : kinds;
}

static int names_implementation(const struct arguments *arguments, const char *word) {
    for (size_t i = 0; i < arguments->count; i++)
        if (action_info_find_implementation(&arguments->items[i], word) != SIZE_MAX)
            return 1;
    return 0;
}

static int are_programs(char *const *words, size_t count) {
    int are = 1;
    for (size_t i = 0; i < count; i++)
        are &= program_is_meant(words[i]);
    return are;
}

static int have_kernels(const struct arguments *arguments) {
    for (size_t i = 0; i < arguments->count; i++)
        if (arguments->items[i].builtin && actions_have_kernel(arguments->items[i].name))
            return 1;
    return 0;
}

/* Whether WORD means libraries that calculate on a device. */
static int means_devices(char *word, const char *builtin_path) {
    struct libraries libraries = {0};
    struct err ignored;
    int means = library_resolve(&word, 1, builtin_path, KIND_ANY, &libraries, &ignored) == 0;
    for (size_t i = 0; means && i < libraries.count; i++)
        means = libraries.items[i].path_count &&
                library_family_kind(libraries.items[i].paths[0]) == KIND_DEVICE;
    libraries_release(&libraries);
    return means;
}

/* The first of WORDS that means nothing beside implementations; NULL: all mean devices, which a
 * kernel of ours can be measured on. */
static const char *find_unknown(const struct arguments *arguments, char *const *words, size_t count,
                                const char *builtin_path) {
    for (size_t i = 0; i < count; i++)
        if (!have_kernels(arguments) || !means_devices(words[i], builtin_path))
            return words[i];
    return NULL;
}

int arguments_find_libraries(const struct arguments *arguments, char *const *words, size_t count,
                             const char *builtin_path, struct libraries *libraries,
                             struct err *err) {
    char **rest = calloc(count + 1, sizeof *rest);
    size_t left = 0;
    int status = 0;
    *libraries = (struct libraries){0};
    if (!rest)
        return err_set(err, ERR_FAILED, "no memory for a command line");
    for (size_t i = 0; i < count; i++)
        if (!names_implementation(arguments, words[i]))
            rest[left++] = words[i];
    int has_libraries = arguments_want_libraries(arguments) || (left && are_programs(rest, left));
    const char *word = has_libraries ? NULL : find_unknown(arguments, rest, left, builtin_path);
    if (has_libraries)
        status = library_resolve(rest, left, builtin_path, kinds_wanted(arguments), libraries, err);
    else if (!word && left)
        status = library_resolve(rest, left, builtin_path, KIND_ANY, libraries, err);
    else if (word) {
        struct known_names known = {.suggestion = {.wanted = word}};
        for (size_t i = 0; i < arguments->count; i++)
            for (size_t k = 0; k < arguments->items[i].implementation_count; k++)
                known_names_add(&known, arguments->items[i].implementations[k]);
        status = err_set(err, ERR_USAGE, "no implementation %.200s of %s%s", word,
                         arguments->items[0].name, known_words(&known, "there are").text);
    }
    free(rest);
    return status;
}

/* --- linking anew --- */

/* Links twice, and leaves the file without padding. */
static int link_first(const char *command, const char *out, const struct relink_limits *limits,
                      struct err *err) {
    const uint32_t seeds[] = {0x5a5a5a5, 0};
    char digests[2][SHA256_TEXT];
    int status = 0;
    for (size_t i = 0; status == 0 && i < 2; i++) {
        status = relink_make(command, seeds[i], out, limits, err);
        if (status == 0)
            status = sha256_of_file(out, digests[i], err);
    }
    if (status == 0 && strcmp(digests[0], digests[1]) == 0)
        status = err_set(err, ERR_USAGE,
                         "it made the same bytes twice, so that code would lie in the same place; "
                         "is {pad} linked, before the objects?");
    return status;
}

static int add_relinked(const struct relink *relink, const char *out, const char *builtin_path,
                        struct libraries *libraries, struct err *err) {
    struct libraries made;
    int length = (int)(relink->command - relink->words);
    char *word, *command = strdup(relink->command);
    if (!command || asprintf(&word, "%.*s%s", length ? length : 9,
                             length ? relink->words : "relinked=", out) < 0) {
        free(command);
        return err_set(err, ERR_FAILED, "no memory for a command line");
    }
    int status = library_resolve(&word, 1, builtin_path, KIND_ANY, &made, err);
    free(word);
    if (status) {
        free(command);
        return status;
    }
    struct library *library = &made.items[0];
    library->relink = command;
    for (size_t i = 0; status == 0 && i < libraries->count; i++)
        if (strcmp(libraries->items[i].name, library->name) == 0)
            status = err_set(err, ERR_USAGE,
                             "the name of two libraries; give each another, "
                             "--relink 'NAME=COMMAND'");
    struct library *items =
        status ? NULL
               : realloc(libraries->items, (libraries->count + 1) * sizeof *libraries->items);
    if (items) {
        libraries->items = items;
        items[libraries->count++] = *library;
        made.count = 0;
    } else if (status == 0)
        status = err_set(err, ERR_FAILED, "no memory for the list of libraries");
    libraries_release(&made);
    return status;
}

int arguments_relink(const struct options *options, const char *directory, const char *builtin_path,
                     const volatile sig_atomic_t *stop, struct libraries *libraries,
                     struct err *err) {
    const struct relink_limits limits = {options->settings.timeout, stop, NULL};
    int status = 0;
    for (size_t i = 0; status == 0 && i < options->relink_count; i++) {
        const struct relink *relink = &options->relinks[i];
        char *out;
        int length = (int)(relink->command - relink->words);
        if (asprintf(&out, "%s/%zu.so", directory, i) < 0)
            return err_set(err, ERR_FAILED, "no memory for a command line");
        status = link_first(relink->command, out, &limits, err);
        if (status == 0)
            status = add_relinked(relink, out, builtin_path, libraries, err);
        free(out);
        if (status && status != ERR_INTERRUPTED)
            err_prefix(err, status, "--relink %.*s", length ? length - 1 : 8,
                       length ? relink->words : "relinked");
    }
    return status;
}
