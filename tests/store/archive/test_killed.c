/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/killed.h"

#include "tests/store/fixture.h"

#define ALONE "kill -KILL $PPID"
#define WITH_ITS_WORKERS                                                                           \
    "for w in $(cat /proc/$PPID/task/$PPID/children); do [ $w = $$ ] || kill -KILL $w; done; "     \
    "kill -KILL $PPID"

/* Where each is killed, and in which round at least one size is kept by then. */
static const struct {
    const char *failpoint;
    size_t round;
} kills[] = {
    {"planning " ALONE, 0},
    {"kept:axpy:16:5 " ALONE, 5},
    {"begun:axpy " ALONE, 0},
    {"kept:axpy:8:1 " ALONE, 1},
    {"kept:axpy:32:11 " WITH_ITS_WORKERS, 11},
    {"kept:axpy:32:2 " ALONE, 2},
    {"planning " WITH_ITS_WORKERS, 0},
    {"kept:axpy:16:12 " ALONE, 12},
    {"begun:axpy " WITH_ITS_WORKERS, 0},
    {"kept:axpy:8:7 " WITH_ITS_WORKERS, 7},
};
enum { KILLS = sizeof kills / sizeof *kills };

/* All were killed after a run was begun, but those that planned it. */
static void assert_interrupted(const struct killed *k, size_t runs, size_t least_cells) {
    struct archive *archive = open_archive(k->archive);
    size_t interrupted = 0, cells = 0;
    for (size_t i = 0; i < archive_run_count(archive); i++) {
        struct run *run = read_run(archive, i, NULL);
        const struct measurement *m = &run->measurements[0];
        if (strcmp(facts_text(&run->facts, FACT_STATE, ""), "interrupted") == 0) {
            interrupted++;
            for (size_t p = 0; p < m->points; p++)
                for (size_t r = 1; r <= m->rounds; r++)
                    cells += (size_t)killed_has_cell(m, m->sizes[p], r);
        }
        run_free(run);
    }
    archive_close(archive);
    assert_int_equal(interrupted, runs);
    assert_true(cells >= least_cells);
}

EACH_TEST(enter, leave);

TEST(no_kill_of_a_collector_costs_what_it_said_was_kept) {
    static struct killed k;
    size_t begun = 0, cells = 0;
    killed_init(&k, directory, 1);
    for (int i = 0; i < KILLED_COLLECTORS; i++)
        killed_start(&k, i, kills[i].failpoint);
    for (int next = KILLED_COLLECTORS; next < KILLS + KILLED_COLLECTORS; next++) {
        int slot = killed_await(&k);
        assert_true(slot >= 0);
        killed_start(&k, slot, next < KILLS ? kills[next].failpoint : NULL);
    }
    for (int i = 0; i < KILLED_COLLECTORS; i++)
        assert_true(killed_await(&k) >= 0);
    for (size_t i = 0; i < KILLS; i++) {
        begun += strncmp(kills[i].failpoint, "planning", 8) != 0;
        cells += kills[i].round ? (kills[i].round - 1) * KILLED_SIZES + 1 : 0;
    }
    assert_int_equal(k.kills, KILLS);
    assert_int_equal(k.ended, KILLED_COLLECTORS);
    assert_int_equal(killed_wrong(&k), 0);
    assert_true(k.acknowledged > 0);
    assert_interrupted(&k, begun, cells);
}
