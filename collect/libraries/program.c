/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/text/shell_words.h"

static char worker_option[] = "--worker";

/* How files are started. */
static const struct language {
    const char *extension;
    const char *words[3]; /* before the file's path; end with NULL */
} languages[] = {
    {".py", {"python3"}}, {".java", {"java"}}, {".js", {"node"}},
    {".cjs", {"node"}},   {".mjs", {"node"}},  {".R", {"Rscript"}},
    {".r", {"Rscript"}},  {".jl", {"julia"}},  {".m", {"octave-cli", "--quiet"}},
};
enum { LANGUAGES = sizeof languages / sizeof *languages };

static const struct language *language_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (size_t i = 0; dot && i < LANGUAGES; i++)
        if (strcmp(dot, languages[i].extension) == 0)
            return &languages[i];
    return NULL;
}

static int out_of_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for a command");
}

static int is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static int begins_with_interpreter(const char *path) {
    char start[2];
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t count = file < 0 ? -1 : read(file, start, sizeof start);
    if (file >= 0)
        close(file);
    return count == sizeof start && memcmp(start, "#!", sizeof start) == 0;
}

/* --- words --- */

int program_is_command(const char *word) {
    size_t length = strlen(word), option = strlen(worker_option);
    return length > option + 1 && word[length - option - 1] == ' ' &&
           strcmp(word + length - option, worker_option) == 0;
}

int program_has_extension(const char *path) {
    return language_of(path) != NULL;
}

int program_is_meant(const char *word) {
    size_t name = strcspn(word, "=/");
    const char *path = word[name] == '=' ? word + name + 1 : word;
    return program_is_command(word) ||
           (is_file(path) && (language_of(path) || begins_with_interpreter(path)));
}

/* --- files --- */

int program_of_file(const char *path, char **command, struct err *err) {
    const struct language *language = language_of(path);
    char *words[sizeof language->words / sizeof *language->words + 2] = {0};
    size_t count = 0;
    *command = NULL;
    if (!language && !begins_with_interpreter(path))
        return 0;
    if (!language && access(path, X_OK) != 0)
        return err_set(err, ERR_USAGE,
                       "%s: it begins with \"#!\", but cannot be executed; chmod +x", path);
    while (language && language->words[count]) {
        words[count] = (char *)(uintptr_t)language->words[count];
        count++;
    }
    words[count++] = (char *)(uintptr_t)path;
    words[count++] = worker_option;
    *command = shell_words_join(words);
    return *command ? 0 : out_of_memory(err);
}

/* --- commands --- */

char *program_find(const char *word) {
    const char *at = getenv("PATH");
    if (strchr(word, '/'))
        return strdup(word);
    for (at = at ? at : "/usr/local/bin:/usr/bin:/bin"; *at; at += *at == ':') {
        int length = (int)strcspn(at, ":");
        char *path;
        if (asprintf(&path, "%.*s/%s", length, length ? at : ".", word) < 0)
            return NULL;
        if (is_file(path) && access(path, X_OK) == 0)
            return path;
        free(path);
        at += length;
    }
    return NULL;
}

/* Finds the file that is measured, and puts its real path in the place of its word. */
static int find_file(struct shell_words *words, char **path, struct err *err) {
    size_t i = words->count - 1;
    const char *starts = words->items[0];
    char *program = program_find(starts);
    if (!program)
        return err_set(err, ERR_USAGE, "no program \"%.200s\" in PATH", starts);
    while (i > 0 && !is_file(words->items[i]))
        i--;
    *path = realpath(i ? words->items[i] : program, NULL);
    free(program);
    if (!*path)
        return err_set(err, ERR_USAGE, "%.200s: %s", words->items[i], strerror(errno));
    if (i == 0) /* an interpreter may go by the link that it is called by */
        return 0;
    char *copy = strdup(*path);
    if (!copy)
        return out_of_memory(err);
    free(words->items[i]);
    words->items[i] = copy;
    return 0;
}

int program_of_command(const char *word, char **path, char **command, struct err *err) {
    struct shell_words words = {0};
    const char *operator= shell_words_find_operator(word);
    *path = *command = NULL;
    if (operator)
        return err_set(err, ERR_USAGE,
                       "%.300s: only a shell can act on '%c'; quote it, or write a script and name "
                       "that",
                       word, *operator);
    int status = shell_words_split(&words, word, err);
    if (status)
        return err_set(err, ERR_USAGE, "%.300s: a quote is not closed", word);
    if (words.count < 2)
        status = err_set(err, ERR_USAGE, "%.300s: a program is missing before --worker", word);
    if (status == 0)
        status = find_file(&words, path, err);
    if (status == 0 && !(*command = shell_words_join(words.items)))
        status = out_of_memory(err);
    shell_words_release(&words);
    if (status) {
        free(*path);
        *path = NULL;
    }
    return status;
}
