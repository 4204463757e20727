/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/library_record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/libraries/program.h"
#include "formats/model/left_out.h"
#include "formats/text/shell_words.h"

static const char fact_name[] = "libraries";

/* --- recording --- */

/* What stands before a path. */
enum { CHAIN = '+', BUILD = '*' };

static int has_builds(const struct library *library) {
    return library->builds.count > 1;
}

/* Those that are linked anew are told by the command line. */
static size_t count_objects(const struct library *library) {
    if (library->relink)
        return 0;
    return has_builds(library) ? library->builds.count : library->path_count;
}

static char *describe_object(const struct library *library, size_t object) {
    char *word;
    int length;
    if (library->command)
        length = asprintf(&word, "%s=%s", library->name, library->command);
    else if (has_builds(library))
        length =
            asprintf(&word, "%s=%c%s", library->name, BUILD, library->builds.items[object].path);
    else
        length = asprintf(&word, "%s=%s%s", library->name,
                          library->is_chain ? (char[]){CHAIN, 0} : "", library->paths[object]);
    return length < 0 ? NULL : word;
}

void library_record(const struct libraries *libraries, struct facts *facts) {
    size_t most = 1;
    for (size_t i = 0; i < libraries->count; i++)
        most += count_objects(&libraries->items[i]);
    struct shell_words words = {calloc(most, sizeof(char *)), 0};
    for (size_t i = 0; words.items && i < libraries->count; i++)
        for (size_t p = 0; p < count_objects(&libraries->items[i]); p++)
            words.items[words.count++] = describe_object(&libraries->items[i], p);
    int is_whole = words.items != NULL;
    for (size_t i = 0; i < words.count; i++)
        is_whole &= words.items[i] != NULL;
    char *text = is_whole ? shell_words_join(words.items) : NULL;
    if (text)
        facts_set_text(facts, fact_name, text);
    else
        facts->incomplete = 1;
    free(text);
    shell_words_release(&words);
}

/* --- recalling --- */

/* Returns the next library, with a copy of NAME; NULL: memory has run out. */
static struct library *add_library(struct libraries *libraries, const char *name) {
    struct library *items = realloc(libraries->items, (libraries->count + 1) * sizeof *items);
    if (!items)
        return NULL;
    libraries->items = items;
    items[libraries->count] = (struct library){.name = strdup(name)};
    return items[libraries->count].name ? &items[libraries->count++] : NULL;
}

static int add_program(struct libraries *libraries, char *word, struct err *err) {
    char *command = strchr(word, '=');
    *command++ = '\0';
    struct library *library = add_library(libraries, word);
    if (!library)
        return err_set(err, ERR_FAILED, "no memory for the libraries");
    int status = program_of_command(command, &library->paths[0], &library->command, err);
    library->path_count = status == 0;
    return status ? err_prefix(err, ERR_FAILED, "the program %s", library->name) : 0;
}

/* No name contains '=', and every path begins with a slash. */
static int add_object(struct libraries *libraries, char *word, struct err *err) {
    if (program_is_command(word) && strchr(word, '='))
        return add_program(libraries, word, err);
    char *path = strchr(word, '=');
    struct library *last = libraries->count ? &libraries->items[libraries->count - 1] : NULL;
    int is_chain = path && path[1] == CHAIN, is_build = path && path[1] == BUILD;
    if (!path || path == word || path[1 + is_chain + is_build] != '/')
        return err_set(err, ERR_DAMAGED, "\"%.200s\": not a library", word);
    *path = '\0';
    path += 1 + is_chain + is_build;
    if (access(path, R_OK))
        return err_set(err, ERR_FAILED, "the library %s was %.500s: %s", word, path,
                       strerror(errno));
    if (!last || last->command || strcmp(last->name, word) != 0) {
        last = add_library(libraries, word);
        if (last)
            last->is_chain = is_chain;
    }
    if (last && last->is_chain != is_chain)
        return err_set(err, ERR_DAMAGED, "the library %s is a chain and none", word);
    if (last && is_build && builds_add(&last->builds, path, err))
        return ERR_FAILED;
    if (last && is_build && last->path_count)
        return 0;
    if (last && last->path_count == LIBRARY_MAX_OBJECTS)
        return err_set(err, ERR_DAMAGED, "the library %s has too many files", word);
    char *copy = last ? strdup(path) : NULL;
    if (!copy)
        return err_set(err, ERR_FAILED, "no memory for the libraries");
    last->paths[last->path_count++] = copy;
    return 0;
}

/* Those that were named and left out are missed again. */
static int recall_left_out(const struct facts *facts, struct libraries *libraries,
                           struct err *err) {
    struct left_outs outs;
    if (!left_outs_read(&outs, facts_text(facts, FACT_LEFT_OUT, NULL)))
        return err_set(err, ERR_FAILED, "no memory for the libraries");
    for (size_t i = 0; i < libraries->count; i++) {
        struct library *library = &libraries->items[i];
        library->was_found = 1;
        for (size_t k = 0; k < outs.count; k++)
            library->was_found &= strcmp(outs.items[k].library, library->name) != 0;
    }
    left_outs_release(&outs);
    return 0;
}

int library_recall(const struct facts *facts, struct libraries *libraries, struct err *err) {
    const char *text = facts_text(facts, fact_name, "");
    struct shell_words words;
    *libraries = (struct libraries){0};
    int code = shell_words_split(&words, text, err);
    for (size_t i = 0; !code && i < words.count; i++)
        code = add_object(libraries, words.items[i], err);
    if (!code && libraries->count == 0)
        code = err_set(err, ERR_DAMAGED, "it does not say which libraries it is of");
    if (!code)
        code = recall_left_out(facts, libraries, err);
    shell_words_release(&words);
    if (code)
        libraries_release(libraries);
    return code;
}
