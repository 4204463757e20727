/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trial.h: work on a simulated disk that fails on the way, and what is then in the archive.
 *
 * A work is a row of commits, which stops at the first that fails. Once it has been done without a
 * fault, it is known what the archive holds after each commit: as digests of the whole content,
 * read by HDF5's own driver. With a fault, the archive must hold what it held after the last commit
 * that was reported done, or, where the process died or the commit was unsure, after the next. */
#ifndef BENCHMAT_TESTS_STORE_TRIAL_H
#define BENCHMAT_TESTS_STORE_TRIAL_H

#include <endian.h>
#include <fcntl.h>
#include <hdf5.h>
#include <sys/stat.h>

#include "store/archive/archive.h"
#include "store/update/update.h"
#include "store/schema/contents.h"
#include "store/schema/digest.h"
#include "store/hdf5/driver.h"
#include "store/hdf5/h5.h"
#include "store/file/reading.h"
#include "tests/store/disk.h"
#include "tests/store/sample.h"

enum { TRIAL_COMMITS = 8, TRIAL_STATE = 32, TRIAL_KNOWN = 1 << 14 };

/* What an archive holds, as a short text, and how long it is by its superblock. */
struct trial_state {
    char text[TRIAL_STATE];
    uint64_t length;
};

/* Does commits, and counts in DONE those that succeeded. Returns the code of the last. */
typedef int trial_work(const char *path, const struct access *how, int *done);

struct trial {
    const char *name;
    trial_work *prepare; /* done before, on a sound disk; may be NULL */
    trial_work *work;
    int replaces; /* it makes a new file of the same content, which takes the old one's place */
};

/* A trial under way. */
struct trial_table {
    const struct trial *trial;
    char path[128];
    struct disk *before;
    struct trial_state states[TRIAL_COMMITS + 1]; /* after each commit, the first before any */
    int commits;
    long operations, syncs; /* of the whole work */
    char synced[DISK_SYNCS][128];
    long broken_off; /* after so many operations, where the work is begun again */
    long cases, wrong;
    int quiet; /* what is wrong is but counted */
};

/* --- the content of an archive --- */

static inline uint64_t trial_hash(const void *bytes, size_t size) {
    uint64_t sum = 0xCBF29CE484222325u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
    return sum;
}

/* The digests of all runs, and their names. */
static inline int trial_read_runs(const char *path, hid_t file, FILE *text) {
    struct contents_run *runs;
    size_t count;
    int code = contents_list_runs(path, file, &runs, &count, NULL);
    for (size_t i = 0; i < count && !code; i++) {
        struct run *run = NULL;
        char digest[DIGEST_TEXT];
        code = contents_read_run(path, file, runs[i].name, NULL, NULL, &run, NULL);
        if (!code)
            code = digest_run(run, digest, NULL);
        if (!code)
            fprintf(text, "%s %s\n", runs[i].name, digest);
        run_free(run);
    }
    if (!code || count)
        contents_free_runs(runs, count);
    return code;
}

static inline struct trial_state trial_read(const char *path) {
    struct trial_state state = {"unreadable", 0};
    char *text = NULL;
    size_t size;
    hid_t file = -1;
    FILE *out = open_memstream(&text, &size);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    int fd = open(path, O_RDONLY);
    struct stat status = {0};
    fstat(fd, &status);
    struct readonly_driver *driver = readonly_driver_new(fd, (uint64_t)status.st_size);
    hid_t access = readonly_driver_access_list(driver);
    int code = contents_open(path, H5F_ACC_RDONLY, access, &file, NULL);
    if (!code)
        code = trial_read_runs(path, file, out);
    if (file >= 0 && H5Fclose(file) < 0)
        code = -1;
    h5_close(access);
    readonly_driver_free(driver);
    if (fd >= 0)
        close(fd);
    fclose(out);
    if (!code)
        snprintf(state.text, sizeof state.text, "%016llx",
                 (unsigned long long)trial_hash(text, size));
    free(text);
    return state;
}

/* The length that the superblock of version 2 names. */
static inline uint64_t trial_length(const unsigned char *bytes, size_t size) {
    uint64_t length = 0;
    const size_t at = LAYOUT_USER_BLOCK + 28;
    if (size >= at + sizeof length)
        memcpy(&length, bytes + at, sizeof length);
    return le64toh(length);
}

/* Is shown every image that was not seen before, a file at PATH, and what it holds. May be NULL. */
static void (*trial_witness)(const char *path, const struct trial_state *state);

static inline struct trial_state trial_read_image(const unsigned char *bytes, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/dev/shm/benchmat-trial-%d.h5", (int)getpid());
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, size, f) != size || fclose(f))
        abort();
    struct trial_state state = trial_read(path);
    if (trial_witness)
        trial_witness(path, &state);
    unlink(path);
    state.length = trial_length(bytes, size);
    return state;
}

/* What the image of a file holds; what was read once is remembered. */
static inline struct trial_state trial_judge(const unsigned char *bytes, size_t size) {
    static struct {
        uint64_t hash;
        struct trial_state state;
    } known[TRIAL_KNOWN];
    if (size == 0)
        return (struct trial_state){"empty", 0};
    uint64_t hash = trial_hash(bytes, size);
    size_t i = hash % TRIAL_KNOWN;
    if (known[i].hash == hash)
        return known[i].state;
    known[i].hash = hash;
    known[i].state = trial_read_image(bytes, size);
    return known[i].state;
}

/* --- the archive on a disk --- */

/* How many times a journal that a fault left was taken for somebody else's file, beside which
 * nothing would ever be written. */
static long trial_disowned;

static inline void trial_hear(void *nothing, const char *line) {
    (void)nothing;
    trial_disowned += strstr(line, "-journal is ") != NULL;
}

static inline struct access trial_access(struct disk *disk) {
    return (struct access){.lock_timeout = -1, .tell = trial_hear, .system = &disk->system};
}

/* What a program finds that opens the archive, which recovers it. */
static inline struct trial_state trial_state(struct disk *disk, const char *path) {
    struct access how = trial_access(disk);
    struct reading reading;
    struct err err = {""};
    struct disk_file *f = disk_find(disk, path);
    if (!f)
        return (struct trial_state){"empty", 0};
    if (reading_begin(&reading, path, &how, &err)) {
        struct trial_state state = {"", 0};
        snprintf(state.text, sizeof state.text, "%.31s", err.message + strlen(path));
        return state;
    }
    size_t size;
    unsigned char *bytes = disk_content(f, &size);
    struct trial_state state = trial_judge(bytes, size);
    free(bytes);
    reading_end(&reading);
    return state;
}

/* --- trials --- */

/* Old and new of a file that is replaced are told apart by their lengths. */
static inline int trial_is_same(const struct trial_table *t, const struct trial_state *a,
                                const struct trial_state *b) {
    return strcmp(a->text, b->text) == 0 && (!t->trial->replaces || a->length == b->length);
}

static inline int trial_work_on(const struct trial_table *t, struct disk *disk, int *done) {
    struct access how = trial_access(disk);
    *done = 0;
    return t->trial->work(t->path, &how, done);
}

/* --- deaths --- */

/* What a process would leave that died now. The disk is still its own: look at a clone. */
struct trial_remains {
    const struct disk *disk;
    long at;  /* the operation that it would not do; after the last, one more than there are */
    int done; /* commits that it has reported done */
};

typedef void trial_visit(struct trial_table *t, const struct trial_remains *remains, void *context);

struct trial_watch {
    struct trial_table *t;
    const struct disk *disk;
    const int *done;
    trial_visit *visit;
    void *context;
};

static inline void trial_show(void *watcher) {
    const struct trial_watch *w = watcher;
    const struct trial_remains remains = {w->disk, w->disk->operations + 1, *w->done};
    w->visit(w->t, &remains, w->context);
}

/* Does the work on DISK, once, and shows what would remain at each of its operations, and after the
 * last: as a dead process does nothing, that is the same as if one died at each. Returns the code
 * of the work. */
static inline int trial_watch_work(struct trial_table *t, struct disk *disk, trial_visit *visit,
                                   void *context) {
    int done = 0;
    struct trial_watch watch = {t, disk, &done, visit, context};
    disk->watch = trial_show;
    disk->watcher = &watch;
    int code = trial_work_on(t, disk, &done);
    trial_show(&watch);
    return code;
}

/* The same on a copy of the disk as it was before. With IGNORED, that sync is left out. */
static inline void trial_each_death(struct trial_table *t, long ignored, trial_visit *visit,
                                    void *context) {
    struct disk *disk = disk_copy(t->before);
    disk->ignored_sync = ignored;
    trial_watch_work(t, disk, visit, context);
    disk_free(disk);
}

/* --- the work without a fault --- */

/* The first so many states are known: that before any commit, and that after each. */
static inline void trial_learn(struct trial_table *t, const struct trial_remains *remains,
                               void *known) {
    int *count = known;
    if (remains->done < *count)
        return;
    struct disk *disk = disk_clone(remains->disk);
    struct trial_state state = trial_state(disk, t->path);
    while (*count <= remains->done)
        t->states[(*count)++] = state;
    disk_free(disk);
}

/* Does the work without a fault. Returns 0 when that went well, and each commit made a difference.
 */
static inline int trial_begin(struct trial_table *t, const struct trial *trial, const char *path) {
    *t = (struct trial_table){.trial = trial, .before = disk_new()};
    snprintf(t->path, sizeof t->path, "%s", path);
    struct access how = trial_access(t->before);
    int known = 0, done = 0;
    if (trial->prepare && trial->prepare(path, &how, &done))
        return -1;
    struct disk *disk = disk_copy(t->before);
    if (trial_watch_work(t, disk, trial_learn, &known))
        return -1;
    t->commits = known - 1;
    t->operations = disk->operations;
    t->syncs = disk->syncs;
    memcpy(t->synced, disk->synced, sizeof t->synced);
    disk_free(disk);
    for (int i = 1; i <= t->commits; i++)
        if (trial_is_same(t, &t->states[i], &t->states[i - 1]))
            return -1;
    return 0;
}

static inline void trial_end(struct trial_table *t) {
    disk_free(t->before);
}

/* --- faults --- */

/* One case: what DISK holds now, after DONE commits and perhaps the next. */
static inline int trial_check(struct trial_table *t, struct disk *disk, int done, int next,
                              const char *what, long number) {
    trial_disowned = 0;
    struct trial_state state = trial_state(disk, t->path);
    int right = trial_is_same(t, &state, &t->states[done]) ||
                (next && done < t->commits && trial_is_same(t, &state, &t->states[done + 1]));
    right &= trial_disowned == 0;
    t->cases++;
    if (!right && t->wrong++ < 5 && !t->quiet) {
        char again[60] = "";
        if (t->broken_off)
            snprintf(again, sizeof again, ", begun again after %ld operations", t->broken_off);
        fprintf(stderr, "%s%s: %s at operation %ld: after %d commits the archive is \"%s\"\n",
                t->trial->name, again, what, number, done, state.text);
    }
    return right;
}

/* The process dies at an operation, or tears it and dies. */
static inline int trial_die(struct trial_table *t, enum disk_fault fault, long at) {
    struct disk *disk = disk_copy(t->before);
    int done;
    disk->fault = fault;
    disk->fault_at = at;
    disk->chance = (uint64_t)at;
    trial_work_on(t, disk, &done);
    disk_restart(disk);
    int right = trial_check(t, disk, done, 1, fault == DISK_TEARS ? "tear" : "die", at);
    disk_free(disk);
    return right;
}

/* An operation fails with FAILURE, once or from then on; then the disk is sound again. */
static inline int trial_fail(struct trial_table *t, enum disk_fault fault, int failure, long at) {
    struct disk *disk = disk_copy(t->before);
    int done;
    disk->fault = fault;
    disk->fault_at = at;
    disk->failure = failure;
    int code = trial_work_on(t, disk, &done);
    disk_restart(disk);
    int right = trial_check(t, disk, done, code == ERR_UNSURE, strerror(failure), at);
    disk_free(disk);
    return right;
}

/* Power is lost, too. */
static inline int trial_lose_power(struct trial_table *t, const struct trial_remains *remains,
                                   uint64_t chance) {
    struct disk *disk = disk_clone(remains->disk);
    disk->chance = (uint64_t)remains->at * 1000 + chance;
    disk_lose_power(disk);
    int right = trial_check(t, disk, remains->done, 1, "loss of power", remains->at);
    disk_free(disk);
    return right;
}

/* Whether the process changed nothing, but left a name unsynced. */
static inline int trial_left_name(const struct trial_table *t,
                                  const struct trial_remains *remains) {
    if (remains->disk->naming_count == 0)
        return 0;
    struct disk *disk = disk_clone(remains->disk);
    struct trial_state state = trial_state(disk, t->path);
    disk_free(disk);
    return trial_is_same(t, &state, &t->states[0]);
}

/* Where the process left a name unsynced the work is done again, leaving sync IGNORED out, and
 * VISIT is shown what would remain of that. Returns whether there was such a case. */
static inline int trial_work_again(struct trial_table *t, const struct trial_remains *remains,
                                   long ignored, trial_visit *visit, void *context) {
    if (!trial_left_name(t, remains))
        return 0;
    struct disk *disk = disk_clone(remains->disk);
    disk->ignored_sync = ignored;
    t->broken_off = remains->at - 1;
    trial_watch_work(t, disk, visit, context);
    t->broken_off = 0;
    disk_free(disk);
    return 1;
}

/* The next process, which recovers what is left, meets FAULT at operation AGAIN. Sets FINISHED when
 * it was through before. */
static inline struct disk *trial_recover(struct trial_table *t, const struct trial_remains *remains,
                                         enum disk_fault fault, int failure, long again,
                                         int *finished) {
    struct disk *disk = disk_clone(remains->disk);
    disk->fault = fault;
    disk->fault_at = again;
    disk->failure = failure;
    trial_state(disk, t->path);
    *finished = disk->operations < again;
    return disk;
}

/* The next one dies, too, or loses power. */
static inline int trial_die_recovering(struct trial_table *t, const struct trial_remains *remains,
                                       long again, int *finished) {
    uint64_t chance = (uint64_t)(remains->at + again);
    struct disk *disk =
        trial_recover(t, remains, again % 2 ? DISK_TEARS : DISK_DIES, EIO, again, finished);
    disk->chance = chance;
    if (chance % 2)
        disk_lose_power(disk);
    disk_restart(disk);
    int right = trial_check(t, disk, remains->done, 1, "die again", remains->at);
    disk_free(disk);
    return right;
}

/* An operation of the next one fails with FAILURE, once or from then on; then the disk is sound
 * again. */
static inline int trial_fail_recovering(struct trial_table *t, const struct trial_remains *remains,
                                        enum disk_fault fault, int failure, long again,
                                        int *finished) {
    struct disk *disk = trial_recover(t, remains, fault, failure, again, finished);
    disk_restart(disk);
    int right = trial_check(t, disk, remains->done, 1, "fail while recovering", remains->at);
    disk_free(disk);
    return right;
}

/* The next one recovers, leaving sync IGNORED out, and another program (TOUCHED) changes the
 * archive, synced; then power is lost. Returns whether what was recovered, or changed, is what is
 * there in the end; or if there was nothing to recover. */
static inline int trial_keep_recovered(struct trial_table *t, const struct trial_remains *remains,
                                       uint64_t chance, long ignored, int touched) {
    struct disk *disk = disk_clone(remains->disk);
    struct disk_file *file = disk_find(disk, t->path);
    disk_settle(file);
    disk->ignored_sync = ignored;
    trial_state(disk, t->path);
    int has_recovered = disk->syncs > 0;
    if (touched) {
        disk_note(file, disk_size(file) - 1, "?", 1);
        disk_settle(file);
    }
    size_t size, kept_size;
    unsigned char *bytes = disk_content(file, &size);
    disk->chance = chance;
    disk_lose_power(disk);
    trial_state(disk, t->path);
    unsigned char *kept = disk_content(file, &kept_size);
    int right = !has_recovered || (size == kept_size && memcmp(bytes, kept, size) == 0);
    free(bytes);
    free(kept);
    disk_free(disk);
    t->cases += has_recovered;
    return right;
}

/* --- every sync is needed --- */

/* Nothing rests on the journal of a file that has not got its place yet. */
static inline int trial_needs_sync(const struct trial_table *t, long sync) {
    return !strstr(t->synced[sync - 1], "-repack-journal");
}

/* The search for a loss of power that shows that a sync was left out. */
struct trial_search {
    long sync;
    int is_missed;
};

/* Where little is overwritten, little is torn: it may take many losses until one does. */
static inline void trial_search(struct trial_table *t, const struct trial_remains *remains,
                                void *search) {
    struct trial_search *s = search;
    if (remains->disk->syncs < s->sync) /* nothing has been left out yet */
        return;
    for (uint64_t chance = 0; chance < 100 && !s->is_missed; chance++)
        s->is_missed = !trial_lose_power(t, remains, chance);
}

static inline int trial_is_missed(struct trial_table *t, long sync) {
    struct trial_search search = {sync, 0};
    trial_each_death(t, sync, trial_search, &search);
    return search.is_missed;
}

static inline void trial_search_again(struct trial_table *t, const struct trial_remains *remains,
                                      void *search) {
    struct trial_search *s = search;
    if (!s->is_missed)
        trial_work_again(t, remains, s->sync, trial_search, search);
}

/* Likewise, where a process has died before: it may have left the archive longer, which no sync of
 * its own has brought to disk. */
static inline int trial_is_missed_after_death(struct trial_table *t, long sync) {
    struct trial_search search = {sync, 0};
    trial_each_death(t, 0, trial_search_again, &search);
    return search.is_missed;
}

static inline int trial_misses_sync(struct trial_table *t, long sync) {
    return trial_is_missed(t, sync) || trial_is_missed_after_death(t, sync);
}

#endif
