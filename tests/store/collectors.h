/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collectors.h: several processes that collect into one archive, and get killed: at an operation on
 * the disk that was drawn for each, or from outside at any moment.
 *
 * Each process appends runs of its own, cell by cell, and notes in shared memory what was
 * acknowledged. Whatever was must be in the archive in the end, and right. */
#ifndef BENCHMAT_TESTS_STORE_COLLECTORS_H
#define BENCHMAT_TESTS_STORE_COLLECTORS_H

#include <errno.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "store/archive/archive.h"
#include "tests/store/put.h"
#include "tests/store/sample.h"

enum { COLLECTORS = 3, COLLECTORS_POINTS = 3, COLLECTORS_ROUNDS = 2, COLLECTORS_RUNS = 1 << 16 };

/* What was acknowledged of each run, by its number of origin. */
struct collectors_note {
    int begun, cells, ended;
};

struct collectors {
    const char *path;
    struct collectors_note *notes; /* shared */
    int *next;                     /* shared: the next number of origin */
    pid_t children[COLLECTORS];
    int heard; /* each writes a byte to it at each acknowledgement, or when it fails; -1: nowhere */
    int runs;  /* that each collects; 0: without end */
    unsigned most_operations; /* before the next that begins kills itself; 0: it does not */
    uint64_t chance;
    long kills;
};

static inline unsigned collectors_random(struct collectors *c) {
    c->chance = c->chance * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(c->chance >> 33);
}

/* --- a collector --- */

static inline double collectors_value(int origin, size_t element, size_t series) {
    return sample_real(element, (size_t)origin * 10 + series);
}

static inline struct run *collectors_blank(int origin) {
    static const char *const libraries[] = {"openblas", "blis"};
    struct run *run = run_new();
    char uuid[40];
    snprintf(uuid, sizeof uuid, "0b8f6b9e-0000-4000-8000-%012d", origin);
    facts_set_text(&run->facts, FACT_UUID, uuid);
    facts_set_integer(&run->facts, "origin", origin);
    struct measurement *m =
        sample_measurement(run, "axpy", COLLECTORS_POINTS, COLLECTORS_ROUNDS, 2, libraries, 2);
    for (size_t i = 0; i < m->series_count; i++)
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
            m->series[i].seconds[k] = NAN;
    return run;
}

/* Cells in order: round by round. */
static inline size_t collectors_first(const struct measurement *m, int cell) {
    return measurement_index(m, (size_t)cell % COLLECTORS_POINTS, (size_t)cell / COLLECTORS_POINTS,
                             0);
}

/* The machine, on which the process kills itself at an operation that changes the disk or a lock.
 */
static unsigned collectors_left; /* operations; 0: without end */

static inline void collectors_operate(void) {
    if (collectors_left && --collectors_left == 0)
        raise(SIGKILL);
}

static inline int64_t collectors_write(const struct system *system, int fd, const void *bytes,
                                       size_t size, uint64_t offset) {
    collectors_operate();
    return system_host.write(system, fd, bytes, size, offset);
}

static inline int collectors_truncate(const struct system *system, int fd, uint64_t length) {
    collectors_operate();
    return system_host.truncate(system, fd, length);
}

static inline int collectors_sync(const struct system *system, int fd) {
    collectors_operate();
    return system_host.sync(system, fd);
}

static inline int collectors_lock(const struct system *system, int fd, int type, uint64_t offset,
                                  uint64_t size) {
    collectors_operate();
    return system_host.lock(system, fd, type, offset, size);
}

static inline void collectors_be_heard(const struct collectors *c) {
    if (c->heard >= 0 && write(c->heard, "", 1) != 1)
        _exit(2);
}

static inline void collectors_acknowledge(const struct collectors *c, int *what, int value) {
    *what = value;
    collectors_be_heard(c);
}

static inline void collectors_collect_run(struct collectors *c, int origin) {
    struct system system = system_host;
    system.write = collectors_write;
    system.truncate = collectors_truncate;
    system.sync = collectors_sync;
    system.lock = collectors_lock;
    const struct access access = {.lock_timeout = 3600, .system = &system};
    struct run *run = collectors_blank(origin);
    struct measurement *m = &run->measurements[0];
    struct collectors_note *note = &c->notes[origin];
    struct archive_run *writer;
    struct err err;
    int code = archive_run_begin(&writer, c->path, run, &access, &err);
    if (!code)
        collectors_acknowledge(c, &note->begun, 1);
    for (int cell = 0; cell < COLLECTORS_POINTS * COLLECTORS_ROUNDS && !code; cell++) {
        size_t first = collectors_first(m, cell);
        for (size_t i = 0; i < m->series_count; i++)
            for (size_t k = first; k < first + m->max_seeds; k++)
                m->series[i].seconds[k] = collectors_value(origin, k, i);
        code = put_cell(writer, 0, (size_t)cell % COLLECTORS_POINTS,
                        (size_t)cell / COLLECTORS_POINTS, &err);
        if (!code)
            collectors_acknowledge(c, &note->cells, cell + 1);
    }
    if (!code)
        code = archive_run_end(writer, "complete", &err);
    if (!code)
        collectors_acknowledge(c, &note->ended, 1);
    if (code) {
        fprintf(stderr, "%s\n", err.message);
        collectors_be_heard(c);
        _exit(1);
    }
    run_free(run);
}

static inline void collectors_start(struct collectors *c, int slot) {
    unsigned operations = c->most_operations ? 1 + collectors_random(c) % c->most_operations : 0;
    c->children[slot] = fork();
    if (c->children[slot] != 0)
        return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    collectors_left = operations;
    for (int i = 0; !c->runs || i < c->runs; i++)
        collectors_collect_run(c, __atomic_fetch_add(c->next, 1, __ATOMIC_SEQ_CST));
    _exit(0);
}

/* --- all of them --- */

static inline void collectors_init(struct collectors *c, const char *archive, uint64_t chance) {
    *c = (struct collectors){.path = archive, .chance = chance, .heard = -1};
    size_t size = COLLECTORS_RUNS * sizeof *c->notes;
    c->notes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    c->next =
        mmap(NULL, sizeof *c->next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static inline void collectors_start_all(struct collectors *c) {
    for (int i = 0; i < COLLECTORS; i++)
        collectors_start(c, i);
}

static inline int collectors_reap(pid_t child) {
    int status;
    return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL
               ? 0
               : -1;
}

static inline long collectors_acknowledged(const struct collectors *c) {
    long count = 0;
    for (int i = 0; i < *c->next; i++)
        count += c->notes[i].begun + c->notes[i].cells + c->notes[i].ended;
    return count;
}

/* Waits until one has killed itself, and starts another in its place. Returns 0, or -1 if one has
 * ended otherwise. */
static inline int collectors_replace_killed(struct collectors *c) {
    int status, slot = 0;
    pid_t child = waitpid(-1, &status, 0);
    if (child < 0 || !WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        return -1;
    while (c->children[slot] != child)
        slot++;
    c->kills++;
    collectors_start(c, slot);
    return 0;
}

/* Waits until all have ended: each by itself if STATUS is 0, or by that signal. */
static inline int collectors_wait(struct collectors *c, int status) {
    int ended, failed = 0;
    for (int i = 0; i < COLLECTORS; i++)
        failed |= waitpid(c->children[i], &ended, 0) != c->children[i] || ended != status ? -1 : 0;
    return failed;
}

/* Kills one after a while, and starts another in its place. Returns 0, or -1 if it had ended by
 * itself, which none does unless something is wrong. */
static inline int collectors_kill_one(struct collectors *c, int most_microseconds) {
    int slot = (int)(collectors_random(c) % COLLECTORS);
    usleep(collectors_random(c) % (unsigned)most_microseconds);
    kill(c->children[slot], SIGKILL);
    int failed = collectors_reap(c->children[slot]);
    c->kills++;
    collectors_start(c, slot);
    return failed;
}

static inline int collectors_end(struct collectors *c) {
    int failed = 0;
    for (int i = 0; i < COLLECTORS; i++) {
        kill(c->children[i], SIGKILL);
        failed |= collectors_reap(c->children[i]);
    }
    return failed;
}

static inline void collectors_release(struct collectors *c) {
    munmap(c->notes, COLLECTORS_RUNS * sizeof *c->notes);
    munmap(c->next, sizeof *c->next);
}

/* --- what is in the archive --- */

/* How many cells, in order, are there and right; -1 when anything is wrong. */
static inline int collectors_cells(const struct run *run, int origin) {
    const struct measurement *m = &run->measurements[0];
    int cells = 0, gap = 0;
    for (int cell = 0; cell < COLLECTORS_POINTS * COLLECTORS_ROUNDS; cell++) {
        size_t first = collectors_first(m, cell), there = 0;
        for (size_t i = 0; i < m->series_count; i++)
            for (size_t k = first; k < first + m->max_seeds; k++) {
                double seconds = m->series[i].seconds[k];
                if (!isnan(seconds) && seconds != collectors_value(origin, k, i))
                    return -1;
                there += !isnan(seconds);
            }
        if (there && (gap || there != m->series_count * m->max_seeds))
            return -1;
        gap |= !there;
        cells += there > 0;
    }
    return cells;
}

static inline int collectors_is_right(const struct collectors *c, const struct run *run,
                                      int *seen) {
    const struct fact *fact = facts_find(&run->facts, "origin");
    if (!fact || fact->integer < 0 || fact->integer >= *c->next || run->measurement_count != 1)
        return 0;
    int origin = (int)fact->integer, cells = collectors_cells(run, origin);
    const struct collectors_note *note = &c->notes[origin];
    const char *state = facts_text(&run->facts, FACT_STATE, "");
    seen[origin]++;
    return cells >= note->cells && cells <= note->cells + 1 &&
           (strcmp(state, "complete") == 0 || (!note->ended && strcmp(state, "interrupted") == 0));
}

/* Counts what is wrong: runs that are not right or twice there, and acknowledged ones lost. */
static inline long collectors_wrong(const struct collectors *c, long *acknowledged) {
    struct archive *archive;
    struct err err;
    long wrong = 0;
    int *seen = calloc(COLLECTORS_RUNS, sizeof *seen);
    *acknowledged = collectors_acknowledged(c);
    if (archive_open(&archive, c->path, &err)) {
        fprintf(stderr, "%s\n", err.message);
        free(seen);
        return 1;
    }
    for (size_t i = 0; i < archive_run_count(archive); i++) {
        struct run *run;
        int code = archive_read_run(archive, i, NULL, &run, &err);
        if (code || !collectors_is_right(c, run, seen)) {
            fprintf(stderr, "%s is wrong: %s\n", archive_run_name(archive, i),
                    code ? err.message : "other than acknowledged");
            wrong++;
        }
        run_free(code ? NULL : run);
    }
    for (int i = 0; i < *c->next; i++) {
        if (seen[i] > 1 || (c->notes[i].begun && !seen[i])) {
            fprintf(stderr, "run of origin %d is there %d times\n", i, seen[i]);
            wrong++;
        }
    }
    archive_close(archive);
    free(seen);
    return wrong;
}

/* Opens it as h5py and h5dump do, and reads a little. Returns 1 when it could, 0 when it was told
 * to try later, -1 when it saw something wrong. */
static inline int collectors_look_in(const char *archive) {
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    errno = 0;
    hid_t file = H5Fopen(archive, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        return errno == EAGAIN || errno == ENOENT ? 0 : -1;
    H5G_info_t info;
    int right = H5Gget_info(file, &info) >= 0;
    for (hsize_t i = 0; i < info.nlinks && right; i++) {
        char name[80] = "", array[120];
        double seconds[COLLECTORS_POINTS * COLLECTORS_ROUNDS * 2];
        right = H5Lget_name_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                                   H5P_DEFAULT) > 0;
        snprintf(array, sizeof array, "%s/axpy/blis", name);
        hid_t set = H5Dopen2(file, array, H5P_DEFAULT);
        right &= set >= 0 &&
                 H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, seconds) >= 0;
        H5Dclose(set);
    }
    H5Fclose(file);
    return right ? 1 : -1;
}

#endif
