/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree.h: a made-up file system, for tests of what looks for files. For after cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_TREE_H
#define BENCHMAT_TESTS_COLLECT_TREE_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Where it stands. */
static char tree[256];

/* tree/RELATIVE; one of eight that are in use at a time. */
static inline char *at(const char *relative) {
    static char paths[8][1024];
    static unsigned next;
    char *path = paths[next++ % COUNT(paths)];
    snprintf(path, sizeof paths[0], "%s/%s", tree, relative);
    return path;
}

static inline void make_parents(const char *path) {
    char parent[1024];
    snprintf(parent, sizeof parent, "%s", path);
    for (char *slash = strchr(parent + strlen(tree) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(parent, 0700);
        *slash = '/';
    }
}

static inline void write_file(const char *relative, const void *bytes, size_t size) {
    make_parents(at(relative));
    FILE *file = fopen(at(relative), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static inline void make_file(const char *relative) {
    write_file(relative, "", 0);
}

static inline int make_tree(void **state) {
    (void)state;
    char template[] = "/tmp/benchmat-test-XXXXXX";
    if (!mkdtemp(template))
        return -1;
    char *real = realpath(template, NULL);
    snprintf(tree, sizeof tree, "%s", real);
    free(real);
    return 0;
}

static inline int remove_one(const char *path, const struct stat *status, int flag,
                             struct FTW *where) {
    (void)status, (void)flag, (void)where;
    return remove(path);
}

static inline int remove_tree(void **state) {
    (void)state;
    return nftw(tree, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
