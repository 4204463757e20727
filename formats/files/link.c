/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/link.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int link_is_planted(const char *path, const struct stat *status) {
    struct stat directory;
    if (status->st_uid == 0 || status->st_uid == geteuid())
        return 0;
    char *copy = strdup(path); /* dirname changes its argument */
    int is_known = copy && stat(dirname(copy), &directory) == 0;
    free(copy);
    return !is_known || (directory.st_mode & S_IWOTH && status->st_uid != directory.st_uid);
}

/* A path that is followed step by step: no part of DONE, which is empty or ends with a slash, is a
 * link. Both are NULL if memory runs out. */
struct walk {
    char *done, *left;
};

static void walk_set(struct walk *walk, char *done, char *left) {
    free(walk->done);
    free(walk->left);
    *walk = (struct walk){done, left};
    if (done && left)
        return;
    free(done);
    free(left);
    *walk = (struct walk){NULL, NULL};
}

static char *join(const char *first, const char *between, const char *last) {
    char *joined;
    return asprintf(&joined, "%s%s%s", first, between, last) < 0 ? NULL : joined;
}

/* What the link NAME leads to, then REST; NULL if it cannot be read. The caller frees it. */
static char *target_of(const char *name, const char *rest) {
    char *target = calloc(PATH_MAX, 1), *path = NULL;
    if (target && readlink(name, target, PATH_MAX - 1) > 0)
        path = join(target, *rest ? "/" : "", rest);
    free(target);
    return path;
}

/* Goes on by one name. Returns whether that is a link, and sets STRANGE if it is a planted one. */
static int step(struct walk *walk, int *strange) {
    size_t length = strcspn(walk->left, "/");
    const char *rest = walk->left + length + strspn(walk->left + length, "/");
    char *name = strndup(walk->left, length), *whole = name ? join(walk->done, "", name) : NULL;
    struct stat status;
    int is_link = whole && *whole && lstat(whole, &status) == 0 && S_ISLNK(status.st_mode);
    *strange = is_link && link_is_planted(whole, &status);
    if (is_link) {
        char *target = target_of(whole, rest);
        walk_set(walk, strdup(target && *target == '/' ? "" : walk->done), target);
    } else
        walk_set(walk, whole ? join(whole, "/", "") : NULL, strdup(rest));
    free(name);
    free(whole);
    return is_link;
}

int link_is_strange(const char *path) {
    enum { MOST_LINKS = 40 }; /* as many as Linux follows */
    struct walk walk = {strdup(""), strdup(path)};
    int strange = 0;
    for (int links = 0; walk.done && walk.left && *walk.left && links < MOST_LINKS && !strange;)
        links += step(&walk, &strange);
    free(walk.done);
    free(walk.left);
    return strange;
}
