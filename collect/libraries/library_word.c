/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/library_word.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/libraries/program.h"
#include "formats/text/suggest.h"

/* The lookup of a word. */
struct search {
    const struct library_words *words;
    const char *word;
    enum library_role role;
    int is_in_chain;
    struct library_files *files;
    struct err *err;
};

/* --- files --- */

/* Takes over PATH. */
static int take_file(struct search *search, char *path, const char *name) {
    struct library_files *files = search->files;
    struct library_file *items =
        path ? realloc(files->items, (files->count + 1) * sizeof *items) : NULL;
    if (!items) {
        free(path);
        return err_set(search->err, ERR_FAILED, "no memory for the list of libraries");
    }
    files->items = items;
    items[files->count].path = path;
    snprintf(items[files->count++].name, sizeof items->name, "%s", name ? name : "");
    return 0;
}

void library_files_release(struct library_files *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->items[i].path);
    free(files->items);
    *files = (struct library_files){0};
}

/* Whether WORD may be meant for --plot, whose argument follows a '=': a picture's name. */
static int is_picture(const char *word) {
    static const char *const endings[] = {".png", ".pdf", ".svg"};
    size_t length = strlen(word);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcasecmp(word + length - ending, endings[i]) == 0)
            return 1;
    }
    return 0;
}

/* Makes an ERR_USAGE of WORD, WHY, and the names that would be valid. */
static int library_word_refuse(const struct library_words *words, const char *word, const char *why,
                               struct err *err) {
    char names[512];

    if (is_picture(word))
        return err_set(err, ERR_USAGE, "%.300s: %s; for a chart write --plot=%.300s", word, why,
                       word);

    /* "atlas, blis and builtin" */
    size_t size = sizeof names;
    const struct library_list *installed = words->installed;
    size_t used = 0;
    struct suggestion suggestion = {.wanted = word};
    suggest_consider(&suggestion, "builtin");
    for (size_t i = 0; i < installed->count; i++)
        suggest_consider(&suggestion, installed->items[i].name);
    *names = '\0';
    for (size_t i = 0; i < installed->count && used + LIBRARY_NAME_SIZE + 16 < size; i++)
        used += (size_t)snprintf(names + used, size - used, "%s%s", i ? ", " : "",
                                 installed->items[i].name);
    snprintf(names + used, size - used, "%sbuiltin", used ? " and " : "");

    return err_set(err, ERR_USAGE, "%.300s: %s; %sknown by name are %s%s", word, why,
                   strchr(word, ' ') ? "a command ends with --worker; " : "", names,
                   suggest_words(&suggestion).text);
}

static int check_file(struct search *search, const char *path, const char *real) {
    struct stat status;
    if (!real || stat(real, &status) != 0)
        return library_word_refuse(search->words, path, strerror(errno), search->err);
    if (S_ISDIR(status.st_mode))
        return err_set(search->err, ERR_USAGE,
                       "%s: a directory; name the shared objects in it, such as %s/*.so", path,
                       path);
    if (!S_ISREG(status.st_mode))
        return err_set(search->err, ERR_USAGE, "%s: not a file that can be loaded", path);
    if (access(real, R_OK) != 0)
        return err_set(search->err, ERR_USAGE, "%s: %s; it takes the right to read it", path,
                       strerror(errno));
    return 0;
}

static int add_file(struct search *search, const char *path) {
    char *real = realpath(path, NULL);
    int code = check_file(search, path, real);
    if (!code)
        return take_file(search, real, NULL);
    free(real);
    return code;
}

/* --- what a word can mean ---
 *
 * Each function tries to add what the word means. It returns the number of files, or a negative
 * code; after 0 the next function tries. */

static int mean_builtin(struct search *search) {
    const char *path = search->words->builtin_path;
    if (strcmp(search->word, "builtin") != 0)
        return 0;
    char *real = realpath(path, NULL);
    if (!real)
        return err_set(search->err, ERR_FAILED, "%s: %s; benchmat is not installed completely",
                       path, strerror(errno));
    int code = take_file(search, real, search->word);
    return code ? code : 1;
}

static int mean_path(struct search *search) {
    if (!strchr(search->word, '/'))
        return 0;
    int code = add_file(search, search->word);
    return code ? code : 1;
}

static int mean_script_name(struct search *search) {
    if (!program_has_extension(search->word) || access(search->word, F_OK) != 0)
        return 0;
    int code = add_file(search, search->word);
    return code ? code : 1;
}

static int mean_file_name(struct search *search) {
    if (!library_family_is_shared_object(search->word))
        return 0;
    char *path = access(search->word, F_OK) == 0
                     ? strdup(search->word)
                     : library_paths_search(search->words->paths, search->word);
    int code = path ? add_file(search, path) : 0;
    int found = path != NULL;
    free(path);
    return code ? code : found;
}

/* The part of an installed library for ROLE: its LAPACK may be a file of its own. */
static const char *part_of(const struct library_entry *entry, enum library_role role) {
    for (size_t i = entry->path_count; role == ROLE_LAPACK && i-- > 1;)
        if (strstr(strrchr(entry->paths[i], '/'), "lapack"))
            return entry->paths[i];
    return entry->paths[0];
}

static int add_installed(struct search *search, const struct library_entry *entry) {
    char *path = strdup(part_of(entry, search->role));
    return take_file(search, path, entry->name);
}

static int mean_installed(struct search *search) {
    const struct library_list *installed = search->words->installed;
    for (size_t i = 0; i < installed->count; i++)
        if (strcmp(installed->items[i].name, search->word) == 0) {
            int code = add_installed(search, &installed->items[i]);
            return code ? code : 1;
        }
    return 0;
}

static int mean_family(struct search *search) {
    const struct library_list *installed = search->words->installed;
    int found = 0;
    for (size_t i = 0; i < installed->count; i++) {
        /* "openblas" or "openblas-pthread", however many of them there are */
        const struct library_identity *identity = &installed->items[i].identity;
        const char *word = search->word;
        size_t length = strlen(identity->family);
        if (!(strncmp(word, identity->family, length) == 0 &&
              (!word[length] ||
               (word[length] == '-' && strcmp(word + length + 1, identity->flavour) == 0))))
            continue;
        int code = add_installed(search, &installed->items[i]);
        if (code)
            return code;
        found++;
    }
    return found;
}

/* --- what a word can mean in a chain --- */

/* Netlib's LAPACK, which may be installed without netlib's BLAS. */
static const struct lapack {
    const char *names[2], *files[2], *flavour;
} lapacks[] = {
    {{"lapack", "netlib-lapack"}, {"lapack/liblapack.so.3", "liblapack.so.3"}, ""},
    {{"lapack64", "netlib-lapack64"}, {"lapack64/liblapack64.so.3", "liblapack64.so.3"}, "64"},
};
enum { LAPACKS = sizeof lapacks / sizeof *lapacks };

static int is_netlibs(const char *path, const char *flavour) {
    struct library_identity identity;
    library_family_identify(path, &identity);
    return strcmp(identity.family, "netlib") == 0 && strcmp(identity.flavour, flavour) == 0;
}

static int add_lapack(struct search *search, const struct lapack *lapack, const char *name) {
    for (size_t i = 0; i < 2; i++) {
        char *path = library_paths_search(search->words->paths, lapack->files[i]);
        char *real = path ? realpath(path, NULL) : NULL;
        free(path);
        if (real && is_netlibs(real, lapack->flavour)) {
            int code = take_file(search, real, name);
            return code ? code : 1;
        }
        free(real);
    }
    return 0;
}

static int mean_lapack(struct search *search) {
    if (search->role != ROLE_LAPACK)
        return 0;
    for (size_t i = 0; i < LAPACKS; i++)
        for (size_t n = 0; n < 2; n++)
            if (strcmp(search->word, lapacks[i].names[n]) == 0)
                return add_lapack(search, &lapacks[i], search->word);
    return 0;
}

static int add_all_lapacks(struct search *search) {
    int found = 0;
    for (size_t i = 0; i < LAPACKS; i++) {
        int code = add_lapack(search, &lapacks[i], lapacks[i].names[0]);
        if (code < 0)
            return code;
        found += code;
    }
    return found;
}

/* Whether "all" includes ENTRY. As a BLAS: unless it only does transforms. As a LAPACK: if its
 * LAPACK is a file of its own, except netlib's, which add_all_lapacks adds. */
static int is_wanted(const struct search *search, const struct library_entry *entry) {
    if (search->role == ROLE_BLAS)
        return library_family_may_have(entry->paths[0], "daxpy_");
    return part_of(entry, ROLE_LAPACK) != entry->paths[0] &&
           strcmp(entry->identity.family, "netlib") != 0;
}

static int mean_all(struct search *search) {
    const struct library_list *installed = search->words->installed;
    if (!search->is_in_chain || strcmp(search->word, "all") != 0)
        return 0;
    int found = search->role == ROLE_LAPACK ? add_all_lapacks(search) : 0;
    for (size_t i = 0; found >= 0 && i < installed->count; i++) {
        if (!is_wanted(search, &installed->items[i]))
            continue;
        int code = add_installed(search, &installed->items[i]);
        found = code ? code : found + 1;
    }
    return found;
}

/* --- all meanings --- */

typedef int meaning(struct search *search);

static meaning *const meanings[] = {mean_builtin, mean_path,      mean_script_name, mean_file_name,
                                    mean_lapack,  mean_installed, mean_family,      mean_all};

static int is_plain_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

int library_word_files(const struct library_words *words, const char *word, enum library_role role,
                       int is_in_chain, struct library_files *files, struct err *err) {
    struct search search = {words, word, role, is_in_chain, files, err};
    int found = 0;
    for (size_t i = 0; found == 0 && i < sizeof meanings / sizeof *meanings; i++)
        found = meanings[i](&search);
    if (found == 0 && is_plain_file(word) && is_picture(word))
        return library_word_refuse(words, word, "not a shared object", err);
    if (found == 0 && is_plain_file(word))
        return err_set(err, ERR_USAGE,
                       "%.300s: not a shared object; build one: gcc -O2 -shared -fPIC FILE.c -o "
                       "FILE.so",
                       word);
    if (found == 0)
        return library_word_refuse(words, word,
                                   strchr(word, '+') ? "neither a file nor a LAPACK before a '+'"
                                                     : "neither a file nor an installed library",
                                   err);
    return found < 0 ? found : 0;
}

static int is_file(const struct library_words *words, const char *word) {
    char *path = access(word, F_OK) == 0 ? strdup(word)
                 : strchr(word, '/')     ? NULL
                                         : library_paths_search(words->paths, word);
    free(path);
    return path != NULL;
}

static int is_lapack(const struct library_words *words, const char *word, size_t length) {
    struct library_files files = {0};
    struct err err;
    char *part = strndup(word, length);
    int code = part && length ? library_word_files(words, part, ROLE_LAPACK, 1, &files, &err) : -1;
    library_files_release(&files);
    free(part);
    return code == 0;
}

const char *library_word_plus(const struct library_words *words, const char *word) {
    const char *plus = is_file(words, word) ? NULL : strchr(word, '+');
    while (plus && !is_lapack(words, word, (size_t)(plus - word)))
        plus = strchr(plus + 1, '+');
    return plus;
}
