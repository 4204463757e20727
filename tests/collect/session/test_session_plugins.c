/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions by plug-ins. */
#include <signal.h>

#include "collect/processes/action_process.h"
#include "tests/collect/plugins.h"
#include "tests/collect/sessions.h"
#include "tests/collect/counted.h"
#include "tests/test.h"

static struct action_info plugin;

static int begin(void **state) {
    plugin = (struct action_info){0};
    return sessions_begin(state);
}

/* A job's action may be of the plug-in: it goes first. */
static int end(void **state) {
    session_release(&job);
    job = (struct job){0};
    action_query_end(&plugin);
    action_info_release(&plugin);
    return sessions_end(state);
}

static int prepare_plugin(const char *path, const char *sizes, struct err *err) {
    struct session session = rig_session(&rig);
    rig_sizes(&rig, sizes);
    if (action_query_begin(&plugin, path, &rig.conditions, err))
        return ERR_FAILED;
    int status = session_prepare(&session, &plugin, NULL, &job, err);
    action_query_end(&plugin);
    return status;
}

static const struct measurement *collected_plugin(const char *path, const char *sizes) {
    struct err err = {""};
    if (prepare_plugin(path, sizes, &err) || measure(&err))
        fail_msg("%s", err.message);
    return &run->measurements[0];
}

/* Routines that no other library has; LINES come after the calculation. */
static const char *own_routine(const char *name, const char *lines) {
    char source[512];
    snprintf(source, sizeof source,
             "#include <math.h>\n"
             "void my_saxpy(long n, float a, const float *x, float *y);\n"
             "void my_saxpy(long n, float a, const float *x, float *y) {\n"
             "    for (long i = 0; i < n; i++) y[i] += a * x[i];\n    %s;\n}\n",
             lines);
    return fake_compile(name, source);
}

#define OWN_ROUTINES                                                                               \
    "#define MEMBERS .implementations = NULL, .routines = (const struct bench_routine[]){"         \
    "{\"my_?axpy_\", \"my_?axpy\"}, {0}}"

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(where_the_builtin_one_lacks_a_routine_the_first_library_is_believed) {
    rig_add(&rig, "right", own_routine("own_right", ""));
    rig_add(&rig, "wrong", own_routine("own_wrong", "y[0] += 1"));
    const struct measurement *m = collected_plugin(plugin_build("own", OWN_ROUTINES "\n"), "5,50");
    for (size_t p = 0; p < 2; p++) {
        assert_cell(m, "right", p, CELL_OK);
        assert_cell(m, "wrong", p, CELL_WRONG);
    }
    assert_int_equal(rig.faults, 2);
    assert_string_equal(facts_text(&m->facts, "answers_held_against", ""), "right");
}

TEST(the_reference_is_believed_where_it_is_named) {
    rig_add(&rig, "wrong", own_routine("own_wrong", "y[0] += 1"));
    rig_add(&rig, "right", own_routine("own_right", ""));
    rig.settings.reference = "right";
    const struct measurement *m = collected_plugin(plugin_build("own", OWN_ROUTINES "\n"), "5");
    assert_cell(m, "right", 0, CELL_OK);
    assert_cell(m, "wrong", 0, CELL_WRONG);
}

TEST(a_nan_of_the_references_is_right) {
    rig_add(&rig, "nan", own_routine("own_nan", "y[0] = NAN"));
    rig_add(&rig, "copy", own_routine("own_copy", "y[0] = -y[0] / 0.0F - y[0] / 0.0F + NAN"));
    rig_add(&rig, "finite", own_routine("own_right", ""));
    const struct measurement *m = collected_plugin(plugin_build("own", OWN_ROUTINES "\n"), "5");
    assert_cell(m, "nan", 0, CELL_OK);
    assert_cell(m, "copy", 0, CELL_OK);
    assert_cell(m, "finite", 0, CELL_WRONG);
    assert_non_null(strstr(rig.notes, "where the reference has nan"));
    assert_null(facts_find(&m->facts, "unproven_answers"));
}

TEST(an_answer_without_a_finite_number_proves_nothing) {
    rig_add(&rig, "nan", own_routine("own_all_nan", "while (n--) y[n] = NAN"));
    rig_add(&rig, "garbage", own_routine("own_42", "while (n--) y[n] = 42"));
    const struct measurement *m = collected_plugin(plugin_build("own", OWN_ROUTINES "\n"), "5,6");
    for (size_t p = 0; p < 2; p++) {
        assert_cell(m, "nan", p, CELL_OK);
        assert_cell(m, "garbage", p, CELL_WRONG);
    }
    assert_non_null(strstr(rig.notes, "my_saxpy at n = 5, a 0.5: nothing is proven about y: no "
                                      "number of nan's is finite\n"));
    assert_string_equal(facts_text(&m->facts, "unproven_answers", ""),
                        "n = 5, a 0.5: y\nn = 6, a 0.5: y");
}

#define FORGOTTEN                                                                                  \
    "#define OUTPUTS bench_output_of(bench, \"z\", bench_memory(bench, n, 4), n, 's')\n"

TEST(an_answer_that_was_not_written_is_not_believed) {
    rig_add(&rig, "idle", own_routine("own_right", ""));
    rig_add(&rig, "other", own_routine("own_other", "(void)n"));
    const struct measurement *m =
        collected_plugin(plugin_build("forgetting", FORGOTTEN OWN_ROUTINES "\n"), "5");
    assert_cell(m, "idle", 0, CELL_WRONG);
    assert_cell(m, "other", 0, CELL_FAILED);
    assert_non_null(strstr(rig.notes, "all of it comes from memory that nobody wrote"));
    assert_non_null(strstr(rig.notes, "no answer to hold its own against"));
}

TEST(a_residual_decides_without_a_trusted_library) {
    rig_add(&rig, "right", own_routine("own_right", ""));
    rig_add(&rig, "large", own_routine("own_large", "y[0] = 1000"));
    const struct measurement *m = collected_plugin(
        plugin_build("with_residual",
                     "#define BEFORE static double residual(const struct bench *bench) {"
                     " return fabs(((struct saxpy *)bench->state)->y[0]); }\n" OWN_ROUTINES
                     ", .residual = residual\n"),
        "5");
    assert_cell(m, "right", 0, CELL_OK);
    assert_cell(m, "large", 0, CELL_WRONG);
    assert_true(m->series[1].residual[0] == 1000);
    assert_true(isnan(m->series[1].max_error[0]));
    assert_string_equal(facts_text(&m->facts, "answers_held_against", ""), "the residual alone");
}

#define WRONG "#define IN_CALCULATE if (f != (saxpy *)simple) y[0] += 1\n"

TEST(an_infinite_tolerance_condemns_nobody_and_tells_the_difference) {
    const struct measurement *m = collected_plugin(
        plugin_build("tolerant",
                     WRONG "#define BEFORE static double any(const struct bench *bench) {"
                           " (void)bench; return INFINITY; }\n"
                           "#define MEMBERS .tolerance = any\n"),
        "5");
    assert_cell(m, "backward", 0, CELL_OK);
    assert_true(m->series[1].max_error[0] > 0.99);
    assert_true(isinf(m->series[1].tolerance[0]));
}

TEST(integers_must_be_the_same_whatever_the_tolerance) {
    rig.settings.tolerance = 1e9;
    const struct measurement *m =
        collected_plugin(plugin_build("counting_bits", WRONG
                                      "#define OUTPUTS bench_output_of(bench, \"y\", s->y, n, "
                                      "'s'); bench_output_of(bench, \"bits\", s->y, n, 'i')\n"),
                         "5");
    assert_cell(m, "simple", 0, CELL_OK);
    assert_cell(m, "backward", 0, CELL_WRONG);
    assert_non_null(strstr(rig.notes, "integers off by"));
    const char *errors = facts_text(&m->series[1].facts, "output_errors", "");
    assert_non_null(strstr(errors, "point,output,max,mean,total\n0,y,"));
    assert_non_null(strstr(errors, "\n0,bits,"));
}

TEST(what_an_action_reports_is_kept) {
    counted_begin(&rig);
    const struct measurement *m = collected_plugin(
        plugin_build("reporting", "#define BEFORE static double now(void) { struct timespec t;"
                                  " clock_gettime(CLOCK_MONOTONIC, &t);"
                                  " return t.tv_sec + 1e-9 * t.tv_nsec; }"
                                  "static void wait(double s) { for (s += now(); now() < s;) {} }\n"
                                  "#define IN_CALCULATE wait(40e-6), "
                                  "bench_set_seconds(bench, 0x1p-15), "
                                  "bench_count(bench, BENCH_OPERATIONS, 7), "
                                  "bench_count(bench, BENCH_ITERATIONS, 3)\n"),
        "5");
    for (size_t i = 0; i < m->series_count; i++) {
        const struct series *s = &m->series[i];
        size_t at = measurement_index(m, 0, 1, 0);
        assert_true(s->seconds[at] == 0x1p-15);
        assert_true(counted_takes(s->whole_seconds[at], 40e-6, 10));
        assert_true(s->operations[at] == 7 && s->iterations[at] == 3);
        assert_true(s->cpu_seconds[at] > 0);
    }
}

TEST(what_it_does_not_report_is_not_there) {
    const struct measurement *m = collected_plugin(plugin_build("good", ""), "5");
    const struct series *s = &m->series[0];
    assert_true(!s->whole_seconds && !s->operations && !s->iterations);
    assert_cell(m, "backward", 0, CELL_OK);
    assert_cell(m, "simple.control", 0, CELL_OK);
    assert_string_equal(facts_text(&m->facts, "plugin", ""), plugin.plugin);
    assert_null(facts_find(&s->facts, "path"));
}

TEST(implementations_are_measured_in_the_order_of_their_naming) {
    struct err err = {""};
    char *names[] = {(char[]){"nobody"}, (char[]){"backward"}, (char[]){"simple"}};
    struct session session = rig_session(&rig);
    session.names = names;
    session.name_count = 3;
    rig_sizes(&rig, "5");
    assert_int_equal(action_query_begin(&plugin, plugin_build("good", ""), &rig.conditions, &err),
                     0);
    assert_int_equal(session_prepare(&session, &plugin, NULL, &job, &err), 0);
    assert_int_equal(job.candidate_count, 2);
    assert_string_equal(job.candidates[0].library->name, "backward");
    assert_string_equal(job.trusted.name, "simple");
}
