/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "formats/text/unicode.h"
#include "tests/collect/fake.h"
#include "tests/collect/limits.h"
#include "tests/collect/sessions.h"
#include "tests/collect/storm.h"
#include "tests/collect/counted.h"
#include "tests/test.h"

static int end(void **state) {
    limits_leave(NULL);
    return sessions_end(state);
}

/* --- everybody at once --- */

static int hangs_at_50(const struct wire_load *load, int64_t size, uint32_t kind) {
    int is_it = strstr(load->paths[0], "hanging") || strstr(load->paths[0], "spinning");
    return is_it && size == 50 && kind != WIRE_SETUP;
}

EACH_TEST(sessions_begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

SOAK_TEST(a_bad_library_costs_its_own_cells_and_nothing_else) {
    static const struct {
        const char *name, *lines;
        enum cell_status at_50, at_51; /* everybody is well at 5 */
    } cast[] = {
        {"right", "", CELL_OK, CELL_OK},
        {"c_only", "#define C_INTERFACE_ONLY\n", CELL_OK, CELL_OK},
        {"wide", "#define INT int64_t\n", CELL_OK, CELL_OK},
        {"wide_c_only", "#define INT int64_t\n#define C_INTERFACE_ONLY\n", CELL_OK, CELL_OK},
        {"wrong", "#define AFTER_AXPY if (n == 50) y[49] += 1e-9\n", CELL_WRONG, CELL_OK},
        {"crashing", "#define BEFORE_AXPY if (n == 50) raise(SIGSEGV)\n", CELL_CRASHED, CELL_OK},
        {"exiting", "#define BEFORE_AXPY if (n == 50) exit(0)\n", CELL_EXITED, CELL_OK},
        {"aborting", "#define BEFORE_AXPY if (n == 50) abort()\n", CELL_CRASHED, CELL_OK},
        {"hanging", "#define BEFORE_AXPY while (n == 50) pause()\n", CELL_HUNG, CELL_OK},
        {"spinning", "#define BEFORE_AXPY if (n == 50) spin(1e9)\n", CELL_HUNG, CELL_OK},
        {"complaining",
         "void xerbla_(const char *, const int *, unsigned long);\n"
         "#define BEFORE_AXPY if (n == 50) xerbla_(\"DAXPY \", &(int){1}, 6)\n",
         CELL_EXITED, CELL_OK},
        {"chatty", "#define BEFORE_AXPY if (n == 50) fputs(\"\\377 nonsense\\n\", stdout)\n",
         CELL_OK, CELL_OK},
        {"spoiling", "#define AFTER_AXPY if (n == 50) x[n - 1] = 0.25\n", CELL_OK, CELL_OK},
        {"closing", "#define BEFORE_AXPY for (int fd = 0; n == 50 && fd < 99; fd++) close(fd)\n",
         CELL_EXITED, CELL_OK},
    };
    enum { CAST = sizeof cast / sizeof *cast };
    for (size_t i = 0; i < CAST; i++)
        rig_add(&rig, cast[i].name, fake_build(cast[i].name, cast[i].lines));
    rig_add(&rig, "idle", fake_compile("idle", "void daxpy_(void);\nvoid daxpy_(void) {}\n"));
    rig_add(&rig, "poor", fake_build("poor", "#define WITHOUT_AXPY\n"));
    rig_add(&rig, "empty_file", "/dev/null");
    rig.settings.timeout = 0.2;
    limits_leave(hangs_at_50);
    const struct measurement *m = collected("axpy", "5,50,51");
    assert_int_equal(m->points, 3);
    assert_int_equal(m->series_count, CAST + 2); /* with the idle one and the control */
    for (size_t i = 0; i < CAST; i++) {
        assert_cell(m, cast[i].name, 0, CELL_OK);
        assert_cell(m, cast[i].name, 1, cast[i].at_50);
        assert_cell(m, cast[i].name, 2, cast[i].at_51);
    }
    for (size_t p = 0; p < 3; p++)
        assert_cell(m, "idle", p, CELL_WRONG);
    assert_null(measurement_find(m, "poor"));
    assert_null(measurement_find(m, "empty_file"));
    assert_non_null(strstr(rig.notes, "poor skipped for axpy: lacks daxpy_"));
    assert_non_null(strstr(rig.notes, "empty_file skipped"));
    assert_int_equal(record_count_faults(run), 7 + 1 + 3);
}

TEST(a_library_of_another_trade_is_mentioned_only_where_it_was_named) {
    rig_add(&rig, "right", fake_build("right", ""));
    size_t fftw = rig_add(&rig, "fftw", fake_build("fftw3", "#define WITHOUT_AXPY\n"));
    size_t poor = rig_add(&rig, "poor", fake_build("poor", "#define WITHOUT_AXPY\n"));
    rig.items[fftw].was_found = rig.items[poor].was_found = 1;
    assert_int_equal(prepare("axpy", "5", NULL), 0);
    assert_int_equal(job.candidate_count, 1);
    assert_null(strstr(rig.notes, "fftw"));
    assert_non_null(strstr(rig.notes, "poor skipped for axpy: lacks daxpy_"));
    session_release(&job);
    rig.items[fftw].was_found = 0;
    assert_int_equal(prepare("axpy", NULL, NULL), 0);
    assert_int_equal(job.candidate_count, 1);
    assert_non_null(strstr(rig.notes, "fftw skipped for axpy: lacks daxpy_"));
}

/* Unless another that its word means is measured, or it is of another kind and an action of that
 * kind is measured as well. */
TEST(a_library_that_was_named_is_missed) {
    size_t right = rig_add(&rig, "right", fake_build("right", ""));
    size_t fftw = rig_add(&rig, "fftw", fake_build("fftw3", "#define WITHOUT_AXPY\n"));
    size_t poor = rig_add(&rig, "poor", fake_build("poor", "#define WITHOUT_AXPY\n"));
    assert_int_equal(prepare("axpy", "5", NULL), 0);
    assert_int_equal(job.left_count, 2);
    assert_ptr_equal(job.left[1].library, &rig.items[poor]);
    assert_non_null(strstr(job.left[1].why, "lacks daxpy_"));
    assert_true(job.left[0].is_missed && job.left[1].is_missed);
    session_release(&job);
    rig.kinds = KIND_LINEAR_ALGEBRA | KIND_TRANSFORMS;
    rig.items[right].word = rig.items[poor].word = 1;
    rig.items[fftw].word = 2;
    assert_int_equal(prepare("axpy", NULL, NULL), 0);
    assert_int_equal(job.left_count, 2);
    assert_false(job.left[0].is_missed || job.left[1].is_missed);
}

TEST(interface_and_width_are_recorded) {
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "wide",
            fake_build("wide_c_only", "#define INT int64_t\n#define C_INTERFACE_ONLY\n"));
    const struct measurement *m = collected("axpy", "5");
    assert_string_equal(facts_text(&m->series[0].facts, "interface", ""), "Fortran");
    assert_string_equal(facts_text(&m->series[1].facts, "interface", ""), "C");
    assert_int_equal(facts_find(&m->series[0].facts, "integer_bits")->integer, 32);
    assert_non_null(strstr(facts_text(&m->series[0].facts, "bindings", ""), "daxpy_ in /"));
    assert_string_equal(facts_text(&m->series[0].facts, "path", ""), rig.items[0].paths[0]);
}

/* --- the answers' judge --- */

TEST(a_wrong_reference_condemns_only_itself) {
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "off", fake_build("off", "#define AFTER_AXPY y[0] += 1\n"));
    rig.settings.reference = "off";
    const struct measurement *m = collected("axpy", "5");
    assert_cell(m, "right", 0, CELL_OK);
    assert_cell(m, "off", 0, CELL_WRONG);
    assert_string_equal(facts_text(&m->facts, FACT_REFERENCE, ""), "off");
    assert_string_equal(facts_text(&m->facts, "answers_held_against", ""),
                        "off where it is right, else builtin");
}

TEST(otherwise_the_builtin_one_does_and_is_not_measured) {
    rig_add(&rig, "off", fake_build("off", ""));
    rig_add(&rig, "right", fake_build("right", ""));
    const struct measurement *m = collected("axpy", "5");
    assert_cell(m, "off", 0, CELL_WRONG);
    assert_cell(m, "right", 0, CELL_OK);
    assert_cell(m, "off.control", 0, CELL_WRONG);
    assert_int_equal(m->series_count, 3);
    assert_string_equal(facts_text(&m->facts, FACT_REFERENCE, ""), "off");
    assert_string_equal(facts_text(&m->facts, "answers_held_against", ""), "builtin");
}

TEST(a_reference_that_is_none_is_refused_with_those_there_are) {
    struct err err = {""};
    rig_add(&rig, "right", fake_build("right", ""));
    rig.settings.reference = "nobody";
    assert_int_equal(prepare("axpy", "5", &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "nobody"));
    assert_non_null(strstr(err.message, "right"));
}

/* --- preparing --- */

TEST(nobody_left_is_an_error) {
    struct err err = {""};
    rig_add(&rig, "poor", fake_build("poor", "#define WITHOUT_AXPY\n"));
    assert_int_equal(prepare("axpy", "5", &err), ERR_UNMEASURED);
    assert_non_null(strstr(err.message, "axpy"));
    assert_true(job.is_deserted);
}

TEST(a_size_beyond_memory_is_refused_and_default_ones_are_bounded) {
    struct err err = {""};
    rig_add(&rig, "right", fake_build("right", ""));
    assert_int_equal(prepare("matrix_vector_product", "10,2000000", &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "2000000"));
    session_release(&job);
    rig.settings.sizes_wanted = SIZES_THINNED;
    assert_int_equal(prepare("axpy", NULL, &err), 0);
    assert_int_equal(job.design_points.count, 25);
    assert_int_equal(job.design_points.items[0].size, 1);
}

TEST(a_crash_on_loading_skips_the_library) {
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "explosive",
            fake_build("explosive", "#include <signal.h>\n__attribute__((constructor)) static void "
                                    "explode(void) { raise(SIGSEGV); }\n"));
    const struct measurement *m = collected("axpy", "5");
    assert_int_equal(m->series_count, 1);
    assert_non_null(strstr(rig.notes, "explosive skipped for axpy: crashed with signal 11"));
}

TEST(a_crash_of_a_query_is_reported) {
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "touchy", fake_build("touchy", "#define BEFORE_ASUM if (n == 3) abort()\n"));
    const struct measurement *m = collected("axpy", "5");
    assert_int_equal(m->series_count, 1);
    assert_non_null(strstr(rig.notes, "touchy skipped for axpy: crashed with signal 6"));
}

static void too_late(int signal) {
    (void)signal;
    rig.stop = 1;
}

static int is_stuck(const struct wire_load *load, int64_t size, uint32_t kind) {
    (void)size;
    return kind == WIRE_LOAD && strstr(load->paths[0], "stuck") != NULL;
}

/* --timeout is about this too. */
TEST(a_constructor_that_never_returns_is_given_up_after_the_timeout) {
    struct err err = {""};
    struct sigaction late = {.sa_handler = too_late}, before;
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "stuck",
            fake_build("stuck", "#include <unistd.h>\n__attribute__((constructor)) static void "
                                "stuck(void) { for (;;) pause(); }\n"));
    rig.settings.timeout = rig.conditions.load_limit = 0.2;
    limits_leave(is_stuck);
    sigaction(SIGALRM, &late, &before);
    alarm(60);
    int status = prepare("axpy", "5", &err);
    alarm(0);
    sigaction(SIGALRM, &before, NULL);
    rig.stop = 0;
    assert_int_equal(status, 0);
    assert_int_equal(job.candidate_count, 1);
}

/* --- what is kept --- */

TEST(shapes_and_facts_are_complete) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", fake_build("right", ""));
    rig.settings.rounds = 3;
    rig.settings.max_seeds = 4;
    const struct measurement *m = collected("cholesky", "1,2,17");
    assert_string_equal(m->name, "cholesky");
    assert_int_equal(m->points, 3);
    assert_int_equal(m->rounds, 3);
    assert_int_equal(m->max_seeds, 4);
    for (size_t p = 0; p < 3; p++) {
        assert_uint_in_range(m->seeds[p], 1, 4);
        assert_cell(m, "one", p, CELL_OK);
        assert_cell(m, "two", p, CELL_OK);
        assert_true(m->series[1].residual[p] < 30);
        assert_true(m->series[1].max_error[p] <= m->series[1].tolerance[p]);
    }
    assert_string_equal(facts_text(&m->facts, FACT_TYPE, ""), "d");
    assert_string_equal(facts_text(&m->facts, "schedule", ""), "interleaved");
    assert_string_equal(facts_text(&m->facts, "layout", ""), "common");
    assert_int_equal(strlen(facts_text(&m->facts, "layouts", "")), 3 * 16 + 2);
    assert_true(facts_find(&m->facts, "warm_up_bound")->real == rig.settings.stage_time);
    assert_string_equal(facts_text(&m->facts, FACT_ABOUT, ""), job.action->about);
}

TEST(last_words_are_stored_as_clean_text) {
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "rude",
            fake_build("rude", "#define BEFORE_AXPY fputs(\"\\377\\376 \\033[31m\", "
                               "stderr), raise(SIGSEGV)\n"));
    const struct measurement *m = collected("axpy", "5");
    const char *faults = facts_text(&m->series[1].facts, "faults", "");
    assert_non_null(strstr(faults, "signal 11"));
    assert_true(utf8_is_clean(faults));
    assert_true(utf8_is_clean(strtok(rig.notes, "\n")));
}

static void stop_in_the_second_round(struct rig *r, const struct progress *progress) {
    if (strncmp(progress->stage, "round 2", 7) == 0)
        r->stop = 1;
}

TEST(an_interrupted_session_keeps_what_it_has) {
    struct err err = {""};
    rig_add(&rig, "right", fake_build("right", ""));
    rig.watch = stop_in_the_second_round;
    assert_int_equal(prepare("axpy", "5,50", &err), 0);
    assert_int_equal(measure(&err), ERR_INTERRUPTED);
    assert_int_equal(run->measurement_count, 1);
    const struct measurement *m = &run->measurements[0];
    for (size_t p = 0; p < 2; p++)
        assert_int_equal(count_samples(m, &m->series[0], p), m->seeds[p]);
}

static void stop_at_once(struct rig *r, const struct progress *progress) {
    (void)progress;
    r->stop = 1;
}

TEST(interrupted_in_planning_there_is_nothing_to_keep) {
    struct err err = {""};
    rig_add(&rig, "right", fake_build("right", ""));
    rig.watch = stop_at_once;
    assert_int_equal(prepare("axpy", "5,50", &err), 0);
    assert_int_equal(measure(&err), ERR_INTERRUPTED);
    assert_int_equal(run->measurement_count, 0);
}

TEST(a_storm_of_signals_does_no_harm) {
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "crashing",
            fake_build("crashing", "#define BEFORE_AXPY if (n == 50) raise(SIGSEGV)\n"));
    storm_begin();
    const struct measurement *m = collected("axpy", "5,50");
    storm_end();
    assert_cell(m, "right", 0, CELL_OK);
    assert_cell(m, "right", 1, CELL_OK);
    assert_cell(m, "crashing", 1, CELL_CRASHED);
    int childless = rig_is_childless();
    while (waitpid(-1, NULL, WNOHANG) > 0)
        continue;
    assert_true(childless);
}

TEST(two_copies_of_one_library_are_treated_alike) {
    counted_begin(&rig);
    rig_add(&rig, "one", fake_build("linear", "#define BEFORE_AXPY spin(1e-8 * n)\n"));
    rig_add(&rig, "two", fake_build("linear_too", "#define BEFORE_AXPY spin(1e-8 * n)\n"));
    const struct measurement *m = collected("axpy", "100,1000");
    for (size_t p = 0; p < 2; p++) {
        assert_true(m->series[0].max_error[p] == m->series[1].max_error[p]);
        assert_true(m->series[0].tolerance[p] == m->series[1].tolerance[p]);
        assert_int_equal(m->series[0].calls[p], m->series[1].calls[p]);
    }
}

/* --- the control --- */

static const char *control_of(const struct measurement *m, const char *name) {
    const struct series *series = measurement_find(m, name);
    return series ? facts_text(&series->facts, FACT_CONTROL_OF, "") : "nobody";
}

TEST(the_reference_is_measured_a_second_time_as_control) {
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "slow", fake_build("slow", "#define BEFORE_AXPY spin(1e-6)\n"));
    rig.settings.reference = "slow";
    const struct measurement *m = collected("axpy", "5,50");
    assert_int_equal(m->series_count, 3);
    assert_string_equal(control_of(m, "slow.control"), "slow");
    assert_string_equal(control_of(m, "slow"), "");
    assert_string_equal(facts_text(&m->facts, FACT_REFERENCE, ""), "slow");
    const struct series *slow = measurement_find(m, "slow");
    const struct series *control = measurement_find(m, "slow.control");
    assert_string_equal(facts_text(&control->facts, "path", "none"),
                        facts_text(&slow->facts, "path", ""));
    for (size_t p = 0; p < 2; p++) {
        assert_cell(m, "slow.control", p, CELL_OK);
        assert_true(control->first_call[p] == slow->first_call[p]);
        assert_true(control->max_error[p] == slow->max_error[p]);
    }
}

/* --- how it was measured --- */

SOAK_TEST(schedule_layout_and_caches_are_recorded) {
    rig_add(&rig, "one", rig.builtin);
    rig.settings.schedule = SCHEDULE_BLOCKED;
    rig.settings.placement = PLACEMENT_FIXED;
    rig.settings.cache = CACHE_COLD;
    const struct measurement *m = collected("axpy", "5");
    assert_string_equal(facts_text(&m->facts, "schedule", ""), "blocked");
    assert_string_equal(facts_text(&m->facts, "layout", ""), "fixed");
    assert_int_equal(strlen(facts_text(&m->facts, "layouts", "")), 16);
    assert_string_equal(facts_text(&m->facts, FACT_CACHE_STATE, ""), "cold");
    assert_true(facts_find(&m->facts, "evicted_bytes")->integer >= 1 << 20);
    assert_true(facts_find(&m->facts, "harness_overhead")->real > 0);
    assert_null(facts_find(&m->facts, "warm_up_bound"));
    assert_cell(m, "one", 0, CELL_OK);
}

/* --- parameters and threads --- */

TEST(one_number_of_threads_is_a_fact_and_several_are_a_parameter) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "right", fake_build("right", ""));
    rig_threads(&rig, "2");
    const struct measurement *m = collected("axpy", "5,50");
    assert_int_equal(facts_find(&m->facts, "threads")->integer, 2);
    assert_int_equal(m->parameter_count, 0);
    assert_null(facts_find(&m->facts, "thread_orders"));
    session_release(&job);
    run_free(run);
    run = run_new();
    rig_threads(&rig, "1,2");
    m = collected("axpy", "5,50");
    assert_null(facts_find(&m->facts, "threads"));
    assert_int_equal(m->points, 4);
    assert_int_equal(m->parameter_count, 1);
    assert_string_equal(m->parameters[0].name, "threads");
    for (size_t p = 0; p < 4; p++) {
        assert_true(m->parameters[0].values[p] == (p < 2 ? 1 : 2));
        assert_int_equal(m->sizes[p], p % 2 ? 50 : 5);
        assert_cell(m, "right", p, CELL_OK);
        assert_cell(m, "one.control", p, CELL_OK);
    }
}

TEST(parameters_are_recorded_with_the_axis) {
    static const struct bench_parameter parameters[] = {
        {"stride", "", 1}, {"offset", "", 0.5}, {0}};
    struct bench_action strided = *actions_find("axpy");
    struct session session = rig_session(&rig);
    struct err err = {""};
    strided.parameters = parameters;
    rig_add(&rig, "one", rig.builtin);
    rig_sizes(&rig, "5");
    rig_parameter(&rig, "stride=1,8,64");
    rig.settings.axis = "stride";
    if (session_prepare(&session, rig_info(&strided), NULL, &job, &err) || measure(&err))
        fail_msg("%s", err.message);
    const struct measurement *m = &run->measurements[0];
    assert_int_equal(m->points, 3);
    assert_int_equal(m->parameter_count, 2);
    assert_string_equal(m->parameters[1].name, "offset");
    assert_true(m->parameters[0].values[2] == 64 && m->parameters[1].values[2] == 0.5);
    assert_string_equal(facts_text(&m->facts, FACT_AXIS, ""), "stride");
    assert_cell(m, "one", 2, CELL_OK);
}
