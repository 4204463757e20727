/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several numbers of threads. */
#include <signal.h>
#include <time.h>

#include "tests/collect/fake.h"
#include "tests/collect/measuring.h"
#include "tests/test.h"

static char visits[512];

static void note_threads(struct rig *r, const struct progress *progress) {
    static int last;
    size_t used = strlen(visits);
    (void)r;
    if (used == 0 || last != progress->design_point->threads)
        snprintf(visits + used, sizeof visits - used, "%s%d", used ? "," : "",
                 progress->design_point->threads);
    last = progress->design_point->threads;
}

/* "1,2 2,1" as one list, in which a number that is the same as that before it is left out. */
static void unite(const char *orders, char *text) {
    char last = '\0', *end = text;
    for (; *orders; orders++)
        if (*orders >= '0' && *orders <= '9' && *orders != last) {
            end += sprintf(end, "%s%c", end > text ? "," : "", *orders);
            last = *orders;
        }
}

static void assert_all_measured(void) {
    for (size_t i = 0; i < setup.participant_count; i++)
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
            assert_false(isnan(m->series[i].seconds[k]));
}

EACH_TEST(measuring_begin, measuring_end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(one_number_of_threads_comes_after_the_other_in_a_recorded_order) {
    char expected[64];
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig.settings.rounds = 6;
    plan_with_threads(2);
    rig.watch = note_threads;
    visits[0] = '\0';
    assert_int_equal(measured(), 0);
    assert_all_measured();
    const char *orders = facts_text(&m->facts, "thread_orders", "");
    assert_int_equal(strlen(orders), 6 * 4 - 1);
    assert_true(strstr(orders, "1,2") && strstr(orders, "2,1"));
    unite(orders, expected);
    assert_string_equal(visits, expected);
}

/* Each round has a worker for one thread and one for two, of every library. */
TEST(workers_are_started_anew_for_every_number_of_threads) {
    char lines[512], text[32] = "", name[300];
    snprintf(name, sizeof name, "%s/threads", fake_folder);
    snprintf(lines, sizeof lines,
             "__attribute__((constructor)) static void count(void);\n"
             "#include <stdio.h>\n#include <stdlib.h>\n"
             "static void count(void) { FILE *f = fopen(\"%s\", \"a\"); "
             "fputs(getenv(\"OPENBLAS_NUM_THREADS\"), f); fclose(f); }\n",
             name);
    rig.settings.rounds = 3;
    rig_add(&rig, "telling", fake_build("telling", lines));
    plan_with_threads(2);
    assert_int_equal(measured(), 0);
    FILE *file = fopen(name, "r");
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    const char *orders = facts_text(&m->facts, "thread_orders", "");
    for (size_t round = 0; round < 3; round++) {
        assert_int_equal(text[2 * round], orders[4 * round]);
        assert_int_equal(text[2 * round + 1], orders[4 * round + 2]);
    }
    assert_int_equal(strlen(text), 6);
}

TEST(a_fault_names_the_threads) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "lonely",
            fake_build("lonely", "#include <stdlib.h>\n#define BEFORE_AXPY "
                                 "if (atoi(getenv(\"OMP_NUM_THREADS\")) > 1) abort()\n"));
    plan_with_threads(1);
    snprintf(plan.points[1].where, DESIGN_POINTS_TEXT, "n = 10, 2 threads");
    assert_int_equal(measured(), 0);
    assert_int_equal(m->series[1].status[0], CELL_OK);
    assert_int_equal(m->series[1].status[1], CELL_CRASHED);
    assert_int_equal(count_samples(&m->series[0], 1, 1), SEEDS);
    assert_non_null(strstr(facts_text(&m->series[1].facts, "faults", ""),
                           "n = 10, 2 threads, round 1: crashed"));
}
