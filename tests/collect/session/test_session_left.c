/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is told of processes that are left running outside of the rounds. */
#include <signal.h>

#include "collect/job/left_notes.h"
#include "collect/processes/action_process.h"
#include "tests/collect/plugins.h"
#include "tests/collect/sessions.h"
#include "tests/test.h"

#define ENDED "which was ended; no cell is marked, as that was outside of the rounds\n"

static struct left_notes notes;
static struct action_info plugin;

static int begin(void **state) {
    int status = sessions_begin(state);
    left_notes_begin(&notes, &rig.observer);
    rig.conditions.left_watch = &notes.watch;
    plugin = (struct action_info){0};
    return status;
}

static int end(void **state) {
    session_release(&job);
    job = (struct job){0};
    action_query_end(&plugin);
    action_info_release(&plugin);
    left_notes_end(&notes);
    return sessions_end(state);
}

static size_t count_notes(const char *line) {
    size_t count = 0;
    for (const char *at = rig.notes; (at = strstr(at, line)); at++)
        count++;
    return count;
}

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

/* Whatever it leaves, its first call of all leaves no more. */
TEST(what_planning_leaves_is_told_once) {
    char lines[500];
    snprintf(lines, sizeof lines,
             "#include \"tests/collect/escapes.h\"\n"
             "#define BEFORE_AXPY if (open(\"%s/left\", O_CREAT | O_EXCL, 0600) >= 0) "
             "escapes_make(\"setsid\")\n",
             fake_folder);
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "leaving", fake_build("leaving", lines));
    const struct measurement *m = collected("axpy", "10,20");
    assert_int_equal(count_notes("axpy: leaving left 1 process running (bench-worker), " ENDED), 1);
    assert_null(facts_find(&m->facts, "left_running"));
    assert_cell(m, "leaving", 0, CELL_OK);
}

TEST(what_every_call_leaves_is_told_once_and_then_of_its_cells) {
    rig_add(&rig, "leaving",
            fake_build("ever_leaving", "#include \"tests/collect/escapes.h\"\n"
                                       "#define BEFORE_AXPY escapes_make(\"setsid\")\n"));
    const struct measurement *m = collected("axpy", "10,20");
    assert_int_equal(count_notes("outside of the rounds"), 1);
    assert_int_equal(count_notes("its cells are marked"), 1);
    assert_non_null(facts_find(&m->facts, "left_running"));
}

/* It lives until the run ends, which is right only if end_run ends it. */
TEST(what_the_begin_of_a_run_leaves_is_told) {
    struct err err = {""};
    const char *path =
        plugin_build("leaving_plugin", "#include \"tests/collect/escapes.h\"\n"
                                       "#define MEMBERS .begin_run = begin_run\n"
                                       "#define BEFORE static int begin_run(struct bench *bench) { "
                                       "(void)bench; escapes_make(\"setsid\"); return 0; }\n");
    rig_sizes(&rig, "10");
    struct session session = rig_session(&rig);
    if (action_query_begin(&plugin, path, &rig.conditions, &err) ||
        session_prepare(&session, &plugin, NULL, &job, &err) || measure(&err))
        fail_msg("%s", err.message);
    assert_int_equal(count_notes("my_saxpy left 1 process running (bench-worker), " ENDED), 1);
    assert_cell(&run->measurements[0], "simple", 0, CELL_OK);
}
