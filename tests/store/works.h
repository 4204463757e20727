/* SPDX-License-Identifier: GPL-3.0-or-later */
/* works.h: what is done to an archive while its disk fails. */
#ifndef BENCHMAT_TESTS_STORE_WORKS_H
#define BENCHMAT_TESTS_STORE_WORKS_H

#include "store/tools/merge.h"
#include "store/tools/removal.h"
#include "store/tools/repack.h"
#include "tests/store/put.h"
#include "tests/store/trial.h"

static inline struct run *works_run(int number) {
    static const char *const libraries[] = {"openblas"};
    struct run *run = run_new();
    char uuid[40];
    snprintf(uuid, sizeof uuid, "0b8f6b9e-0000-4000-8000-%012d", number);
    facts_set_text(&run->facts, FACT_UUID, uuid);
    facts_set_text(&run->facts, FACT_STATE, "complete");
    sample_measurement(run, "axpy", 2, 2, (size_t)(2 + number), libraries, 1);
    return run;
}

static inline int works_append(const char *path, const struct access *how, int number, int *done) {
    struct run *run = works_run(number);
    int code = archive_append_with(path, run, how, NULL);
    *done += code == 0;
    run_free(run);
    return code;
}

static inline int works_first(const char *path, const struct access *how, int *done) {
    return works_append(path, how, 1, done);
}

static inline int works_second(const char *path, const struct access *how, int *done) {
    return works_append(path, how, 2, done);
}

/* What is measured so far, of all that there is of a sample: the first round's cells. */
static inline void works_measure(const struct run *run, const struct run *whole, size_t points) {
    const struct measurement *m = &run->measurements[0];
    const struct series *to = &m->series[0], *from = &whole->measurements[0].series[0];
    double *const reals[][2] = {{to->seconds, from->seconds}, {to->run_delay, from->run_delay}};
    int64_t *const integers[][2] = {{to->preemptions, from->preemptions}, {to->order, from->order}};
    for (size_t i = 0; i < measurement_elements(m, PER_SAMPLE); i++)
        for (size_t k = 0; k < 2; k++) {
            int is_measured =
                i / m->max_seeds % m->rounds == 0 && i < points * m->rounds * m->max_seeds;
            reals[k][0][i] = is_measured ? reals[k][1][i] : NAN;
            integers[k][0][i] = is_measured ? integers[k][1][i] : -1;
        }
}

/* After a failure the process dies, as all works stop then. */
static inline int works_stop(struct archive_run *writer, const struct access *how, int code) {
    disk_of(how->system)->dead = 1;
    if (writer)
        archive_run_end(writer, "interrupted", NULL);
    return code;
}

/* A run bit by bit: its beginning, two cells, and its end. */
static inline int works_collect_runs(const char *path, const struct access *how, struct run *run,
                                     const struct run *whole, int *done) {
    struct archive_run *writer = NULL;
    works_measure(run, whole, 0);
    int code = archive_run_begin(&writer, path, run, how, NULL);
    for (size_t cell = 0; cell < 2 && !code; cell++) {
        *done += 1;
        works_measure(run, whole, cell + 1);
        code = put_cell(writer, 0, cell, 0, NULL);
    }
    if (code)
        return works_stop(writer, how, code);
    *done += 1;
    code = archive_run_end(writer, "complete", NULL);
    *done += !code;
    return code;
}

static inline int works_collect(const char *path, const struct access *how, int *done) {
    struct run *run = works_run(3), *whole = works_run(3);
    int code = works_collect_runs(path, how, run, whole, done);
    run_free(run);
    run_free(whole);
    return code;
}

static inline int works_two(const char *path, const struct access *how, int *done) {
    int code = works_append(path, how, 1, done);
    return code ? code : works_append(path, how, 2, done);
}

static inline int works_delete(const char *path, const struct access *how, int *done) {
    static const char *const names[] = {"run_000002"};
    int code = removal_remove(path, names, 1, how, NULL);
    *done += !code;
    return code;
}

/* Between two others, so that its room cannot be cut off. */
static inline int works_leave_room(const char *path, const struct access *how, int *done) {
    int code = works_two(path, how, done);
    if (!code)
        code = works_append(path, how, 4, done);
    return code ? code : works_delete(path, how, done);
}

static inline int works_repack(const char *path, const struct access *how, int *done) {
    uint64_t before, after;
    int code = repack_archive(path, how, &before, &after, NULL);
    *done += !code;
    return code;
}

/* --- merging --- */

static inline char *works_source(const char *path) {
    static char source[200];
    snprintf(source, sizeof source, "%s-source", path);
    return source;
}

/* Of the source's two runs one is in the target already. */
static inline int works_prepare_merge(const char *path, const struct access *how, int *done) {
    int code = works_append(path, how, 1, done);
    if (!code)
        code = works_append(works_source(path), how, 1, done);
    return code ? code : works_append(works_source(path), how, 4, done);
}

static inline void works_report(void *context, const struct merge_finding *finding) {
    (void)context;
    (void)finding;
}

static inline int works_merge(const char *path, const struct access *how, int *done) {
    int code =
        merge_archives(path, (char *[]){works_source(path)}, 1, how, works_report, NULL, NULL);
    *done += !code;
    return code;
}

/* As in an archive that was brought here without its journal. */
static inline int works_bring(const char *path, const struct access *how, int *done) {
    char journal[200];
    snprintf(journal, sizeof journal, "%s-journal", path);
    int code = works_append(path, how, 1, done);
    return code ? code : how->system->unlink(how->system, journal);
}

enum {
    WORKS_FIRST,
    WORKS_SECOND,
    WORKS_TWO,
    WORKS_COLLECT,
    WORKS_DELETE,
    WORKS_BROUGHT,
    WORKS_MERGE,
    WORKS_REPACK,
    WORKS
};

static const struct trial works[WORKS] = {
    [WORKS_FIRST] = {"first run", NULL, works_first, 0},
    [WORKS_SECOND] = {"second run", works_first, works_second, 0},
    [WORKS_TWO] = {"two runs", NULL, works_two, 0},
    [WORKS_COLLECT] = {"bit by bit", works_first, works_collect, 0},
    [WORKS_DELETE] = {"delete", works_two, works_delete, 0},
    [WORKS_BROUGHT] = {"second run, new journal", works_bring, works_second, 0},
    [WORKS_MERGE] = {"merge", works_prepare_merge, works_merge, 0},
    [WORKS_REPACK] = {"repack", works_leave_room, works_repack, 1},
};

#endif
