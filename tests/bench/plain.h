/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.h: runs appended as HDF5 does it by itself: the same calls, bytes and format, and no
 * protection. For the benchmarks only. */
#ifndef BENCHMAT_TESTS_BENCH_PLAIN_H
#define BENCHMAT_TESTS_BENCH_PLAIN_H

#include <stdio.h>
#include <stdlib.h>

#include "store/archive/archive.h"
#include "store/hdf5/h5.h"
#include "store/schema/root.h"
#include "store/schema/writer.h"

static inline void plain_check(int is_right, const char *what, const struct err *err) {
    if (is_right)
        return;
    fprintf(stderr, "%s: %s\n", what, err->message);
    exit(1);
}

/* The first run of an archive, to be given to run_free. */
static inline struct run *plain_take_run(const char *path) {
    struct archive *archive;
    struct run *run = NULL;
    struct err err = {"no runs"};
    int code = archive_open(&archive, path, &err);
    if (!code && archive_run_count(archive))
        code = archive_read_run(archive, 0, NULL, &run, &err);
    archive_close(archive);
    plain_check(!code && run, path, &err);
    return run;
}

/* Makes RUN one that no archive has yet. */
static inline void plain_rename(struct run *run, unsigned long number) {
    char uuid[60];
    snprintf(uuid, sizeof uuid, "00000000-0000-4000-8000-%012lu", number);
    facts_set_text(&run->facts, FACT_UUID, uuid);
}

static inline hid_t plain_open(const char *path) {
    h5_prepare();
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, access);
    H5Pclose(access);
    plain_check(file >= 0, path, &(struct err){"HDF5 cannot open it"});
    return file;
}

static inline void plain_write(hid_t file, const struct run *run) {
    char name[CONTENTS_NAME_SIZE];
    struct err err = {""};
    int code = next_run_number_next(file, name, &err);
    if (!code)
        code = writer_write_run(file, name, run, &err);
    plain_check(!code, "writing", &err);
}

#endif
