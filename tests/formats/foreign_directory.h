/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign_directory.h: a directory such as a harness writes, for the tests. */
#ifndef BENCHMAT_TESTS_FORMATS_FOREIGN_DIRECTORY_H
#define BENCHMAT_TESTS_FORMATS_FOREIGN_DIRECTORY_H

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/formats/foreign.h"
#include "tests/test.h"

static char foreign_directory[64];

static inline int foreign_directory_begin(void **state) {
    (void)state;
    strcpy(foreign_directory, "/tmp/benchmat-foreign-XXXXXX");
    return mkdtemp(foreign_directory) ? 0 : -1;
}

static inline int foreign_directory_remove(const char *path, const struct stat *status, int kind,
                                           struct FTW *walk) {
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

static inline int foreign_directory_end(void **state) {
    (void)state;
    return nftw(foreign_directory, foreign_directory_remove, 8, FTW_DEPTH | FTW_PHYS);
}

/* Writes TEXT to the file NAME, "a/b.json", of the directory. */
static inline void foreign_directory_put(const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%.150s", foreign_directory, name);
    for (char *slash = strchr(path + strlen(foreign_directory) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Reads the directory, or NAME in it. */
static inline void foreign_directory_read(const char *name, struct runs *runs) {
    char path[256];
    struct err err = {""};
    snprintf(path, sizeof path, "%s/%.150s", foreign_directory, name);
    if (format_read(NULL, path, NULL, runs, &err))
        fail_msg("%s", err.message);
}

#endif
