/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake.h: libraries made by the tests, in a directory of their own that the last test removes. */
#ifndef BENCHMAT_TESTS_COLLECT_FAKE_H
#define BENCHMAT_TESTS_COLLECT_FAKE_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"

static char fake_folder[256];

static inline int fake_set_up(void **state) {
    (void)state;
    char template[] = "/tmp/benchmat-fake-XXXXXX";
    char *real = mkdtemp(template) ? realpath(template, NULL) : NULL;
    snprintf(fake_folder, sizeof fake_folder, "%s", real ? real : "");
    free(real);
    return fake_folder[0] ? 0 : -1;
}

static inline int fake_remove(const char *path, const struct stat *status, int flag,
                              struct FTW *where) {
    (void)status, (void)flag, (void)where;
    return remove(path);
}

static inline int fake_tear_down(void **state) {
    (void)state;
    return nftw(fake_folder, fake_remove, 16, FTW_DEPTH | FTW_PHYS);
}

/* The path of the shared object NAME, compiled from SOURCE with FLAGS unless it is there already;
 * valid until eight more are asked for. */
static inline const char *fake_link(const char *name, const char *source, const char *flags) {
    static char paths[8][512];
    static unsigned next;
    char *path = paths[next++ % 8], file[512], command[4096];
    snprintf(path, sizeof paths[0], "%s/lib%s.so", fake_folder, name);
    if (access(path, F_OK) == 0)
        return path;
    snprintf(file, sizeof file, "%s/%s.c", fake_folder, name);
    FILE *out = fopen(file, "w");
    fputs(source, out);
    fclose(out);
    snprintf(command, sizeof command, "cc -D_GNU_SOURCE -O1 -shared -fPIC -I. -o %s %s %s -lm",
             path, file, flags);
    if (system(command) != 0)
        fail_msg("cannot compile %s", file);
    return path;
}

static inline const char *fake_compile(const char *name, const char *source) {
    return fake_link(name, source, "");
}

/* The textbook library, with LINES before it (textbook_blas.h says what they may define). */
static inline const char *fake_build(const char *name, const char *lines) {
    char source[4096];
    snprintf(source, sizeof source, "%s\n#include \"tests/collect/textbook_blas.h\"\n", lines);
    return fake_compile(name, source);
}

#endif
