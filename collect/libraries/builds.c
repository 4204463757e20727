/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/builds.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Takes over BUILD's path. */
static int append(struct builds *builds, const struct build *build, struct err *err) {
    struct build *items =
        build->path ? realloc(builds->items, (builds->count + 1) * sizeof *items) : NULL;
    if (!items) {
        free(build->path);
        return err_set(err, ERR_FAILED, "no memory for the builds of a library");
    }
    builds->items = items;
    items[builds->count++] = *build;
    return 0;
}

int builds_add(struct builds *builds, const char *path, struct err *err) {
    struct build build;
    int status = sha256_of_file(path, build.digest, err);
    if (status == 0 && builds->count == BUILDS_MOST)
        status = err_set(err, ERR_USAGE, "more than %d builds of one library", BUILDS_MOST);
    for (size_t i = 0; status == 0 && i < builds->count; i++)
        if (strcmp(builds->items[i].digest, build.digest) == 0)
            status = err_set(err, ERR_USAGE,
                             "%.300s and %.300s are the same bytes, so their code lies in the same "
                             "place; link them with other padding, or let --relink do it",
                             builds->items[i].path, path);
    build.path = status ? NULL : strdup(path);
    return status ? status : append(builds, &build, err);
}

int builds_are_meant(const char *word) {
    glob_t found = {0};
    int are = strpbrk(word, "*?[") && access(word, F_OK) != 0 && glob(word, 0, NULL, &found) == 0;
    globfree(&found);
    return are;
}

int builds_find(struct builds *builds, const char *pattern, struct err *err) {
    glob_t found = {0};
    int status = glob(pattern, 0, NULL, &found) == 0
                     ? 0
                     : err_set(err, ERR_USAGE, "%.300s: no file is called so", pattern);
    for (size_t i = 0; status == 0 && i < found.gl_pathc; i++) {
        char *real = realpath(found.gl_pathv[i], NULL);
        status = real ? builds_add(builds, real, err)
                      : err_set(err, ERR_USAGE, "%.300s: %s", found.gl_pathv[i], strerror(errno));
        free(real);
    }
    globfree(&found);
    return status;
}

int builds_copy(struct builds *to, const struct builds *from, struct err *err) {
    int status = 0;
    *to = (struct builds){0};
    for (size_t i = 0; status == 0 && i < from->count; i++) {
        struct build build = from->items[i];
        build.path = strdup(build.path);
        status = append(to, &build, err);
    }
    return status;
}

int builds_are_same(const struct builds *a, const struct builds *b) {
    int same = a->count == b->count;
    if (a->count < 2 && b->count < 2) /* of one alone the library's path tells */
        return 1;
    for (size_t i = 0; same && i < a->count; i++)
        same = strcmp(a->items[i].path, b->items[i].path) == 0;
    return same;
}

void builds_release(struct builds *builds) {
    for (size_t i = 0; i < builds->count; i++)
        free(builds->items[i].path);
    free(builds->items);
    *builds = (struct builds){0};
}
