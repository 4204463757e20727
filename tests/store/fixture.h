/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixture.h: an archive in a directory of its own, for each test anew. */
#ifndef BENCHMAT_TESTS_STORE_FIXTURE_H
#define BENCHMAT_TESTS_STORE_FIXTURE_H

#include "store/archive/archive.h"
#include "tests/store/sample.h"
#include "tests/test.h"

static char directory[64], path[128];

static inline int enter(void **state) {
    (void)state;
    strcpy(directory, sample_directory());
    snprintf(path, sizeof path, "%s/results.h5", directory);
    return 0;
}

static inline int leave(void **state) {
    (void)state;
    sample_remove(directory);
    return 0;
}

static inline void append(const char *file, struct run *run) {
    struct err err = {""};
    if (archive_append(file, run, &err))
        fail_msg("%s", err.message);
}

static inline struct archive *open_archive(const char *file) {
    struct archive *archive;
    struct err err = {""};
    if (archive_open(&archive, file, &err))
        fail_msg("%s", err.message);
    return archive;
}

static inline struct run *read_run(struct archive *archive, size_t number, const char *action) {
    struct run *run;
    struct err err = {""};
    if (archive_read_run(archive, number, action, &run, &err))
        fail_msg("%s", err.message);
    return run;
}

static inline size_t runs_in(const char *file) {
    struct archive *archive = open_archive(file);
    size_t count = archive_run_count(archive);
    archive_close(archive);
    return count;
}

static inline void assert_same_reals(const double *a, const double *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_true(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])));
}

/* Rewrites the archive by h5repack with these options. */
static inline void h5repack(const char *options) {
    char command[800];
    snprintf(command, sizeof command, "h5repack %s '%s' '%s.new' && mv '%s.new' '%s'", options,
             path, path, path, path);
    assert_int_equal(system(command), 0);
}

#endif
