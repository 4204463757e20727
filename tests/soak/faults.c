/* SPDX-License-Identifier: GPL-3.0-or-later */
/* faults: every fault of a simulated disk, at every operation of every work; and, as a check of the
 * check, that leaving out any one sync is noticed. What archives are like afterwards is also read
 * by h5py. Arguments are the names of works, such as "bit by bit"; without one all are tried. */
#include "tests/soak/witness.h"
#include "tests/store/works.h"

static long cases, wrong;

static void begin(struct trial_table *t, const struct trial *trial, const char *path) {
    if (trial_begin(t, trial, path)) {
        fprintf(stderr, "%s goes wrong on a sound disk\n", trial->name);
        exit(1);
    }
}

static void end(struct trial_table *t, const char *what) {
    printf("%-36s %-24s %6ld cases, %ld wrong\n", what, t->trial->name, t->cases, t->wrong);
    fflush(stdout);
    cases += t->cases;
    wrong += t->wrong;
    t->cases = t->wrong = 0;
}

/* --- every fault --- */

static void die(struct trial_table *t) {
    for (long at = 1; at <= t->operations; at++) {
        trial_die(t, DISK_DIES, at);
        trial_die(t, DISK_TEARS, at);
    }
    end(t, "the process dies, or tears a write");
}

/* A disk that fails, and how. */
static const struct failing {
    enum disk_fault fault;
    int failure;
} failings[] = {
    {DISK_FAILS_ONCE, ENOSPC}, {DISK_FAILS, ENOSPC}, {DISK_FAILS_ONCE, EIO}, {DISK_FAILS, EIO}};

enum { FAILINGS = sizeof failings / sizeof *failings };

static void fail(struct trial_table *t) {
    for (long at = 1; at <= t->operations; at++)
        for (int f = 0; f < FAILINGS; f++)
            trial_fail(t, failings[f].fault, failings[f].failure, at);
    end(t, "ENOSPC, EIO, once and for ever");
}

static void lose_power_there(struct trial_table *t, const struct trial_remains *remains,
                             void *chances) {
    for (uint64_t chance = 0; chance < *(const uint64_t *)chances; chance++)
        trial_lose_power(t, remains, chance);
}

static void lose_power(struct trial_table *t) {
    uint64_t chances = 8;
    trial_each_death(t, 0, lose_power_there, &chances);
    end(t, "loss of power");
}

static void work_again(struct trial_table *t, const struct trial_remains *remains, void *chances) {
    trial_work_again(t, remains, 0, lose_power_there, chances);
}

static void die_and_lose_power(struct trial_table *t) {
    uint64_t chances = 4;
    trial_each_death(t, 0, work_again, &chances);
    end(t, "dies, and then loss of power");
}

static void die_recovering_there(struct trial_table *t, const struct trial_remains *remains,
                                 void *nothing) {
    int finished = 0;
    (void)nothing;
    for (long again = 1; !finished; again++)
        trial_die_recovering(t, remains, again, &finished);
}

static void die_recovering(struct trial_table *t) {
    trial_each_death(t, 0, die_recovering_there, NULL);
    end(t, "dies again while recovering");
}

static void fail_recovering_there(struct trial_table *t, const struct trial_remains *remains,
                                  void *nothing) {
    int finished = 0;
    (void)nothing;
    for (long again = 1; !finished; again++)
        for (int f = 0; f < FAILINGS; f++)
            trial_fail_recovering(t, remains, failings[f].fault, failings[f].failure, again,
                                  &finished);
}

static void fail_recovering(struct trial_table *t) {
    trial_each_death(t, 0, fail_recovering_there, NULL);
    end(t, "ENOSPC, EIO while recovering");
}

static void keep_recovered_there(struct trial_table *t, const struct trial_remains *remains,
                                 void *nothing) {
    (void)nothing;
    for (int touched = 0; touched < 2; touched++)
        t->wrong += !trial_keep_recovered(t, remains, (uint64_t)remains->at, 0, touched);
}

static void keep_recovered(struct trial_table *t) {
    trial_each_death(t, 0, keep_recovered_there, NULL);
    end(t, "what was recovered stays");
}

/* --- every sync is needed --- */

static void search_recovery(struct trial_table *t, const struct trial_remains *remains,
                            void *search) {
    struct trial_search *s = search;
    for (uint64_t chance = 0; chance < 8 && !s->is_missed; chance++)
        s->is_missed = !trial_keep_recovered(t, remains, chance, s->sync, s->sync == 2);
}

static int is_missed_in_recovery(struct trial_table *t, long sync) {
    struct trial_search search = {sync, 0};
    trial_each_death(t, 0, search_recovery, &search);
    return search.is_missed;
}

static void report_missed(struct trial_table *t, const char *where, long sync, int missed) {
    printf("%-36s %-24s %6ld cases, sync %ld: %s\n", where, t->trial->name, t->cases, sync,
           missed ? "missed" : "NOT MISSED");
    fflush(stdout);
    wrong += !missed;
    cases += t->cases;
    t->cases = t->wrong = 0;
}

static void leave_out_syncs(struct trial_table *t) {
    t->quiet = 1;
    for (long sync = 1; sync <= t->syncs; sync++)
        if (trial_needs_sync(t, sync))
            report_missed(t, "a sync left out of", sync, trial_misses_sync(t, sync));
    for (long sync = 1; sync <= 2 && t->trial->prepare && !t->trial->replaces; sync++)
        report_missed(t, "a sync left out of recovering", sync, is_missed_in_recovery(t, sync));
}

static int is_wanted(const char *name, int argc, char **argv) {
    for (int a = 1; a < argc; a++)
        if (strcmp(argv[a], name) == 0)
            return 1;
    return argc == 1;
}

int main(int argc, char **argv) {
    H5dont_atexit(); /* it cannot close what it gave up on */
    char *directory = sample_directory(), path[128];
    snprintf(path, sizeof path, "%s/results.h5", directory);
    for (int w = 0; w < WORKS; w++) {
        struct trial_table t;
        if (!is_wanted(works[w].name, argc, argv))
            continue;
        begin(&t, &works[w], path);
        printf("%s: %ld operations, %ld syncs\n", works[w].name, t.operations, t.syncs);
        witness_begin(directory);
        die(&t);
        fail(&t);
        lose_power(&t);
        die_and_lose_power(&t);
        die_recovering(&t);
        fail_recovering(&t);
        if (works[w].prepare && !works[w].replaces)
            keep_recovered(&t);
        witness_pause();
        leave_out_syncs(&t);
        trial_end(&t);
    }
    wrong += witness_end() != 0;
    printf("%ld cases, %ld wrong\n", cases, wrong);
    sample_remove(directory);
    return wrong != 0 || cases == 0;
}
