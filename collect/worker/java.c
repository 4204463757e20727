/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/java.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nettle/sha2.h>

static const char extension[] = ".java";

/* --- which file --- */

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the number of the word that is PATH; 0 if WORDS do not start a JVM with it. */
static size_t find_source(const struct shell_words *words, const char *path) {
    size_t length = strlen(path), end = sizeof extension - 1;
    if (strcmp(base_name(words->items[0]), "java") != 0 || length <= end ||
        strcmp(path + length - end, extension) != 0)
        return 0;
    size_t i = words->count - 1;
    while (i > 0 && strcmp(words->items[i], path) != 0)
        i--;
    return i;
}

/* --- where its classes are kept --- */

/* Adds the contents of a file to HASH. */
static int digest_file(struct sha256_ctx *hash, const char *path) {
    static uint8_t bytes[65536];
    FILE *file = fopen(path, "rbe");
    size_t count;
    while (file && (count = fread(bytes, 1, sizeof bytes, file)) > 0)
        sha256_update(hash, count, bytes);
    int is_whole = file && !ferror(file);
    if (file)
        fclose(file);
    return is_whole;
}

/* Returns whether there is a javac in PATH, and adds to HASH which. */
static int digest_compiler(struct sha256_ctx *hash) {
    const char *directories = getenv("PATH");
    for (const char *at = directories ? directories : ""; *at;
         at += strcspn(at, ":"), at += *at == ':') {
        char path[PATH_MAX], real[PATH_MAX];
        int length = (int)strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/javac", length, at);
        if (access(path, X_OK) == 0 && realpath(path, real)) {
            sha256_update(hash, strlen(real), (const uint8_t *)real);
            return 1;
        }
    }
    return 0;
}

/* Makes the cache's directory. Returns 0 if there can be none. */
static int make_cache(char *directory, size_t size) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int is_given = cache && cache[0] == '/';
    if (!is_given && (!home || home[0] != '/'))
        return 0;
    snprintf(directory, size, "%s%s", is_given ? cache : home, is_given ? "" : "/.cache");
    mkdir(directory, 0700);
    strncat(directory, "/benchmat", size - strlen(directory) - 1);
    return mkdir(directory, 0700) == 0 || errno == EEXIST;
}

/* Writes the directory for the classes of PATH, which may not exist yet. */
static int name_directory(const char *path, char *directory, size_t size) {
    uint8_t digest[SHA256_DIGEST_SIZE];
    struct sha256_ctx hash;
    sha256_init(&hash);
    if (!digest_compiler(&hash) || !digest_file(&hash, path) || !make_cache(directory, size))
        return 0;
    sha256_digest(&hash, sizeof digest, digest);
    size_t used = strlen(directory);
    used += (size_t)snprintf(directory + used, size - used, "/java-");
    for (size_t i = 0; i < 16 && used + 2 < size; i++)
        used += (size_t)snprintf(directory + used, size - used, "%02x", digest[i]);
    return used + 2 < size;
}

/* --- compiling --- */

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

/* Compiles PATH alone, as java does: other sources, whose changes the name of the directory does
 * not tell, are not looked for. What javac says is not shown, because java says it again. */
static int run_compiler(const char *path, const char *directory) {
    extern char **environ;
    char *const empty = (char *)(uintptr_t)directory;
    char *const arguments[] = {(char[]){"javac"},       (char[]){"-proc:none"},
                               (char[]){"-sourcepath"}, empty,
                               (char[]){"-d"},          empty,
                               (char *)(uintptr_t)path, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return !failed && waitpid(pid, &status, 0) == pid && status == 0;
}

/* Another process may do the same at the same time; whoever is later uses what is there. */
static void fill_directory(const char *path, const char *directory) {
    char aside[PATH_MAX];
    snprintf(aside, sizeof aside, "%s.XXXXXX", directory);
    if (!mkdtemp(aside))
        return;
    if (!run_compiler(path, aside) || rename(aside, directory) != 0)
        nftw(aside, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static int has_class(const char *directory, const char *class) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.class", directory, class);
    return access(path, R_OK) == 0;
}

static void use_directory(const char *directory) {
    static char path[4 * PATH_MAX];
    const char *before = getenv("CLASSPATH");
    snprintf(path, sizeof path, "%s%s%s", directory, before ? ":" : "", before ? before : "");
    setenv("CLASSPATH", path, 1);
}

void java_compile(struct shell_words *words, const char *path) {
    char directory[PATH_MAX];
    size_t source = find_source(words, path);
    char *class = source ? strdup(base_name(path)) : NULL;
    if (!class)
        return;
    class[strlen(class) - (sizeof extension - 1)] = '\0';
    int is_named = name_directory(path, directory, sizeof directory - 8);
    if (is_named && access(directory, F_OK) != 0)
        fill_directory(path, directory);
    if (is_named && has_class(directory, class)) {
        use_directory(directory);
        free(words->items[source]);
        words->items[source] = class;
    } else {
        free(class);
    }
}
