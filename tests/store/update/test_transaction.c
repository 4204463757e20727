/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/store/works.h"
#include "tests/test.h"

static char directory[64], path[128];

static int enter(void **state) {
    (void)state;
    H5dont_atexit(); /* it cannot close what it gave up on */
    strcpy(directory, sample_directory());
    snprintf(path, sizeof path, "%s/results.h5", directory);
    return 0;
}

static int leave(void **state) {
    (void)state;
    sample_remove(directory);
    return 0;
}

/* Works of many operations fail at some of them only; tests/soak tries all. Each forks a few times,
 * which takes a process with AddressSanitizer fifty times as long. */
#ifdef ADDRESS_SANITIZER
enum { TRIED = 1 };
#else
enum { TRIED = 3 };
#endif

/* What remains of a process is recovered often, as that forks nothing: each third operation of the
 * recovery meets a fault, and where the process had died an operation later, the next. */
enum { APART = 3 };

static void begin(struct trial_table *t, const struct trial *trial) {
    if (trial_begin(t, trial, path))
        fail_msg("%s goes wrong on a sound disk", trial->name);
}

static long stride(const struct trial_table *t) {
    return t->operations / TRIED + 1;
}

static void end(struct trial_table *t) {
    assert_true(t->cases > 0);
    assert_int_equal(t->wrong, 0);
    trial_end(t);
}

EACH_TEST(enter, leave);

TEST(a_commit_takes_three_syncs) {
    struct trial_table t;
    begin(&t, &works[WORKS_SECOND]);
    assert_int_equal(t.syncs, 3);
    trial_end(&t);
}

TEST(a_repack_syncs_the_new_file_and_then_its_name) {
    struct trial_table t;
    begin(&t, &works[WORKS_REPACK]);
    assert_int_equal(t.syncs, 5);
    assert_non_null(strstr(t.synced[2], "results.h5-repack"));
    assert_string_equal(t.synced[4], path);
    for (long sync = 1; sync <= 5; sync++)
        assert_int_equal(trial_needs_sync(&t, sync), sync == 3 || sync == 5);
    trial_end(&t);
}

SOAK_TEST(leaving_out_any_sync_is_noticed) {
    static const int tried[] = {WORKS_SECOND, WORKS_REPACK};
    for (size_t w = 0; w < sizeof tried / sizeof *tried; w++) {
        struct trial_table t;
        begin(&t, &works[tried[w]]);
        t.quiet = 1;
        for (long sync = 1; sync <= t.syncs; sync++)
            if (trial_needs_sync(&t, sync) && !trial_misses_sync(&t, sync))
                fail_msg("%s: nobody misses sync %ld, of %s", t.trial->name, sync,
                         t.synced[sync - 1]);
        trial_end(&t);
    }
}

/* A process that died has made the archive longer: without that length on disk, the journal of the
 * next would fit nothing after a loss of power. */
SOAK_TEST(a_length_that_a_dead_process_left_is_synced) {
    struct trial_table t;
    begin(&t, &works[WORKS_BROUGHT]);
    t.quiet = 1;
    assert_string_equal(t.synced[1], path);
    assert_true(trial_is_missed_after_death(&t, 2));
    trial_end(&t);
}

TEST(dying_anywhere_leaves_before_or_after) {
    for (int w = 0; w < WORKS; w++) {
        struct trial_table t;
        begin(&t, &works[w]);
        for (long at = 1; at <= t.operations; at += stride(&t)) {
            trial_die(&t, DISK_DIES, at);
            trial_die(&t, DISK_TEARS, at);
        }
        end(&t);
    }
}

SOAK_TEST(a_failing_operation_leaves_before_or_after) {
    for (int w = 0; w < WORKS; w++) {
        struct trial_table t;
        begin(&t, &works[w]);
        for (long at = 1; at <= t.operations; at += stride(&t)) {
            trial_fail(&t, at % 2 ? DISK_FAILS_ONCE : DISK_FAILS, ENOSPC, at);
            trial_fail(&t, at % 2 ? DISK_FAILS : DISK_FAILS_ONCE, EIO, at);
        }
        end(&t);
    }
}

static void lose_power(struct trial_table *t, const struct trial_remains *remains, void *nothing) {
    (void)nothing;
    for (uint64_t chance = 0; chance < 2; chance++)
        trial_lose_power(t, remains, chance);
}

static void work_again(struct trial_table *t, const struct trial_remains *remains, void *found) {
    *(long *)found += trial_work_again(t, remains, 0, lose_power, NULL);
}

/* The journal was made by who died, and its name is not on disk. */
SOAK_TEST(a_journal_that_a_dead_process_made_is_not_lost) {
    struct trial_table t;
    long found = 0;
    begin(&t, &works[WORKS_BROUGHT]);
    trial_each_death(&t, 0, work_again, &found);
    assert_true(found > 0);
    end(&t);
}

SOAK_TEST(a_loss_of_power_leaves_before_or_after) {
    for (int w = 0; w < WORKS; w++) {
        struct trial_table t;
        begin(&t, &works[w]);
        trial_each_death(&t, 0, lose_power, NULL);
        end(&t);
    }
}

static void die_recovering(struct trial_table *t, const struct trial_remains *remains,
                           void *nothing) {
    int finished = 0;
    (void)nothing;
    for (long again = 1 + remains->at % APART; !finished; again += APART)
        trial_die_recovering(t, remains, again, &finished);
}

SOAK_TEST(dying_while_recovering_leaves_before_or_after) {
    for (int w = 0; w < WORKS; w++) {
        struct trial_table t;
        begin(&t, &works[w]);
        trial_each_death(&t, 0, die_recovering, NULL);
        end(&t);
    }
}

static void fail_recovering(struct trial_table *t, const struct trial_remains *remains,
                            void *nothing) {
    int finished = 0;
    (void)nothing;
    for (long again = 1 + remains->at % APART; !finished; again += APART)
        trial_fail_recovering(t, remains, again % 2 ? DISK_FAILS : DISK_FAILS_ONCE,
                              again % 4 < 2 ? ENOSPC : EIO, again, &finished);
}

SOAK_TEST(a_failure_while_recovering_leaves_before_or_after) {
    for (int w = 0; w < WORKS; w++) {
        struct trial_table t;
        begin(&t, &works[w]);
        trial_each_death(&t, 0, fail_recovering, NULL);
        end(&t);
    }
}
