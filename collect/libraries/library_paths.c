/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/library_paths.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const usual[] = {
    "/usr/local/lib64",
    "/usr/local/lib",
    "/usr/lib64",
    "/usr/lib",
    "/opt/OpenBLAS/lib",
    "/opt/intel/oneapi/mkl/latest/lib",
    "/opt/intel/oneapi/mkl/latest/lib/intel64",
    "/opt/intel/mkl/lib/intel64",
    "/opt/AMD/aocl/*/*/lib*",
    "/opt/AMD/aocl/*/lib*",
    "/opt/arm/armpl*/lib",
    "/opt/nvidia/hpc_sdk/*/*/math_libs/nvpl/lib",
};

/* --- directories --- */

static int is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int is_known(const struct library_paths *paths, const char *path) {
    for (size_t i = 0; i < paths->count; i++)
        if (strcmp(paths->items[i], path) == 0)
            return 1;
    return 0;
}

static void add_directory(struct library_paths *paths, const char *path) {
    char *real = realpath(path, NULL);
    if (!real || paths->count == LIBRARY_PATHS_MAX || !is_directory(real) ||
        is_known(paths, real)) {
        free(real);
        return;
    }
    char **items = realloc(paths->items, (paths->count + 1) * sizeof *items);
    if (!items) {
        paths->incomplete = 1;
        free(real);
        return;
    }
    paths->items = items;
    items[paths->count++] = real;
}

static void for_each_match(const char *pattern, struct library_paths *paths, int depth,
                           void (*visit)(struct library_paths *, const char *, int)) {
    glob_t matches;
    if (glob(pattern, 0, NULL, &matches) == 0)
        for (size_t i = 0; i < matches.gl_pathc; i++)
            visit(paths, matches.gl_pathv[i], depth);
    globfree(&matches);
}

static void visit_directory(struct library_paths *paths, const char *path, int depth) {
    (void)depth;
    add_directory(paths, path);
}

static void add_each(struct library_paths *paths, char *list, const char *separators) {
    char *rest;
    for (char *path = strtok_r(list, separators, &rest); path;
         path = strtok_r(NULL, separators, &rest))
        add_directory(paths, path);
}

/* --- ld.so.conf --- */

enum { MAX_INCLUDE_DEPTH = 4 };

static void read_conf(struct library_paths *paths, const char *file, int depth);

static void include(struct library_paths *paths, const char *from, char *patterns, int depth) {
    const char *slash = strrchr(from, '/');
    char *rest;
    for (char *pattern = strtok_r(patterns, " \t", &rest); pattern;
         pattern = strtok_r(NULL, " \t", &rest)) {
        char path[8192];
        int in_same = *pattern != '/' && slash;
        snprintf(path, sizeof path, "%.*s%s", in_same ? (int)(slash + 1 - from) : 0, from, pattern);
        for_each_match(path, paths, depth + 1, read_conf);
    }
}

static void read_conf_line(struct library_paths *paths, const char *file, char *line, int depth) {
    line[strcspn(line, "#\n")] = '\0';
    line += strspn(line, " \t");
    size_t word = strcspn(line, " \t");
    if (word == strlen("include") && strncmp(line, "include", word) == 0)
        include(paths, file, line + word, depth);
    else if (*line == '/')
        add_each(paths, line, ":, \t");
}

static void read_conf(struct library_paths *paths, const char *file, int depth) {
    struct stat status;
    if (depth > MAX_INCLUDE_DEPTH || stat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    FILE *stream = fopen(file, "re");
    if (!stream)
        return;
    char line[4096];
    for (int lines = 0; lines < 1000 && fgets(line, sizeof line, stream); lines++)
        read_conf_line(paths, file, line, depth);
    fclose(stream);
}

void library_paths_add_conf(struct library_paths *paths, const char *file) {
    read_conf(paths, file, 0);
}

/* --- all of them --- */

static void add_environment(struct library_paths *paths) {
    const char *list = getenv("LD_LIBRARY_PATH");
    if (!list)
        return;
    char *copy = strdup(list);
    if (copy)
        add_each(paths, copy, ":;");
    else
        paths->incomplete = 1;
    free(copy);
}

void library_paths_find(struct library_paths *paths) {
    add_environment(paths);
    library_paths_add_conf(paths, "/etc/ld.so.conf");
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        for_each_match(usual[i], paths, 0, visit_directory);
}

char *library_paths_search(const struct library_paths *paths, const char *file) {
    for (size_t i = 0; i < paths->count; i++) {
        char *path;
        if (asprintf(&path, "%s/%s", paths->items[i], file) < 0)
            return NULL;
        if (access(path, F_OK) == 0)
            return path;
        free(path);
    }
    return NULL;
}

void library_paths_release(struct library_paths *paths) {
    for (size_t i = 0; i < paths->count; i++)
        free(paths->items[i]);
    free(paths->items);
    *paths = (struct library_paths){0};
}
