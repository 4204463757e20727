/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a worker that has a plug-in answers, and what becomes of it when the plug-in is bad. */

#include "tests/collect/talk.h"
#include "tests/test.h"

/* --- what it says of itself --- */

EACH_TEST(talk_begin, talk_end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(an_action_is_described_without_being_bound) {
    struct process process = loaded(plugin_build("good", ""), -1, 0);
    static struct wire_described described;
    if (ask(&process, WIRE_DESCRIBE, NULL, 0, &described, sizeof described))
        fail_msg("%s", err.message);
    static const char expected[] = "my_saxpy\0y := a x + y\0length\0s\0002 n\0\0"
                                   "simple\0backward\0a\0the factor";
    assert_int_equal(described.texts_length, sizeof expected);
    assert_memory_equal(described.texts, expected, sizeof expected);
    assert_int_equal(described.largest, 1000);
    assert_int_equal(described.implementation_count, 2);
    assert_int_equal(described.parameter_count, 1);
    assert_true(described.defaults[0] == 0.5);
    assert_false(described.has_residual || described.has_run);
    struct wire_ready ready;
    assert_int_equal(set_up(&process, 10, 1, &ready), ERR_FAILED);
    assert_non_null(strstr(err.message, "makes no sense here"));
    process_end(&process);
}

TEST(terms_follow_size_and_parameters) {
    struct process process = loaded(plugin_build("good", ""), -1, 0);
    struct wire_setup request = {.size = 100, .parameters = {3}};
    struct wire_terms terms;
    if (ASK(&process, WIRE_TERMS, &request, &terms))
        fail_msg("%s", err.message);
    assert_true(terms.flops == 600 && terms.bytes == 0 && isnan(terms.tolerance));
    assert_int_equal(terms.output_bytes, 400);
    assert_uint_in_range(terms.arena_bytes, 1600, 65536);
    process_end(&process);
}

TEST(asking_for_terms_undoes_what_is_set_up) {
    struct process process = loaded(plugin_build("good", ""), 0, 1);
    struct wire_setup request = {.size = 100};
    struct wire_ready ready;
    struct wire_terms terms;
    struct wire_answered answered;
    assert_int_equal(set_up(&process, 100, 1, &ready), 0);
    assert_int_equal(ASK(&process, WIRE_TERMS, &request, &terms), 0);
    assert_int_equal(answer(&process, &answered), ERR_FAILED);
    assert_non_null(strstr(err.message, "makes no sense here"));
    assert_int_equal(set_up(&process, 100, 1, &ready), 0);
    assert_int_equal(answer(&process, &answered), 0);
    process_end(&process);
}

TEST(an_implementation_calculates_with_its_parameters) {
    float y[2][2][100];
    for (int i = 0; i < 2; i++)
        for (int p = 0; p < 2; p++) {
            struct process process = loaded(plugin_build("good", ""), i, 1);
            struct wire_ready ready;
            struct wire_answered answered;
            if (set_up(&process, 100, p + 1, &ready) || answer(&process, &answered))
                fail_msg("%s", err.message);
            assert_int_equal(ready.output_count, 1);
            assert_string_equal(ready.outputs[0].name, "y");
            memcpy(y[i][p], memory + ready.outputs[0].offset, sizeof y[i][p]);
            assert_false(answered.details.words[0] | answered.details.words[1]);
            process_end(&process);
        }
    assert_memory_equal(y[0], y[1], sizeof y[0]);
    assert_memory_not_equal(y[0][0], y[0][1], sizeof y[0][0]);
}

TEST(a_type_that_it_cannot_do_is_told) {
    struct process process =
        loaded(plugin_build("complex", "#define MEMBERS .types = \"z\"\n"), -1, 0);
    struct wire_setup request = {.size = 100};
    struct wire_terms terms;
    assert_int_equal(ASK(&process, WIRE_TERMS, &request, &terms), ERR_FAILED);
    assert_non_null(strstr(err.message, "cannot be done in single precision"));
    process_end(&process);
}

/* --- routines of a library --- */

/* The same calculation by a library's ?axpy. */
#define THROUGH                                                                                    \
    "#include <stdint.h>\n"                                                                        \
    "typedef void fortran_axpy(const int64_t *n, const void *a, const void *x, const int64_t *i,"  \
    " void *y, const int64_t *j);\n"                                                               \
    "#define BEFORE static void through(struct bench *bench, int64_t calls) {"                     \
    " struct saxpy *s = bench->state; const int64_t n = bench->size, one = 1;"                     \
    " union bench_scalar a = bench_scalar(bench, bench->parameters[0]);"                           \
    " for (int64_t c = 0; c < calls; c++) ((fortran_axpy *)bench->routines[0])(&n, &a, s->x, "     \
    "&one,"                                                                                        \
    " (char *)s->y + (size_t)c * bench->copy_stride, &one); }\n"                                   \
    "#define MEMBERS .implementations = NULL, .calculate = through,"                               \
    " .routines = (const struct bench_routine[]){{\"?axpy_\", \"cblas_?axpy\"}, {0}}\n"

static int load_with(struct process *process, const char *plugin, const char *library,
                     struct wire_loaded *reply) {
    static struct wire_load request;
    request = (struct wire_load){.type = 's',
                                 .layout = 1,
                                 .implementation = -1,
                                 .arena_bytes = ARENA_BYTES,
                                 .path_count = 1};
    snprintf(request.plugin, sizeof request.plugin, "%s", plugin);
    snprintf(request.paths[0], sizeof request.paths[0], "%s", library);
    return ASK(process, WIRE_LOAD, &request, reply);
}

TEST(a_plug_in_calls_the_routines_of_a_library) {
    static struct wire_loaded reply;
    struct process process = started();
    struct wire_ready ready;
    struct wire_answered answered;
    float y[2][100];
    if (load_with(&process, plugin_build("through", THROUGH), rig.builtin, &reply) ||
        set_up(&process, 100, 2, &ready) || answer(&process, &answered))
        fail_msg("%s", err.message);
    assert_int_equal(reply.c_interface, 0);
    assert_int_equal(reply.integer_bits, 32);
    memcpy(y[0], memory + ready.outputs[0].offset, sizeof y[0]);
    process_end(&process);
    process = loaded(plugin_build("good", ""), 0, 1);
    if (set_up(&process, 100, 2, &ready) || answer(&process, &answered))
        fail_msg("%s", err.message);
    memcpy(y[1], memory + ready.outputs[0].offset, sizeof y[1]);
    for (size_t i = 0; i < 100; i++) /* fused or not */
        assert_float_equal(y[0][i], y[1][i], 1e-6);
    process_end(&process);
}

TEST(what_calls_no_routines_takes_no_library) {
    static struct wire_loaded reply;
    struct process process = started();
    assert_int_equal(load_with(&process, plugin_build("good", ""), rig.builtin, &reply),
                     ERR_FAILED);
    assert_string_equal(err.message, "my_saxpy calls no library's routines");
    process_end(&process);
    process = started();
    const char *unmatched = fake_compile("lacking", "int nothing;\n");
    assert_int_equal(load_with(&process, plugin_build("through", THROUGH), unmatched, &reply),
                     ERR_FAILED);
    assert_non_null(strstr(err.message, "saxpy_"));
    process_end(&process);
}

/* --- giving up --- */

TEST(an_action_that_gives_up_costs_its_cell) {
    struct process process =
        loaded(plugin_build("giving_up", "#define IN_CALCULATE if (bench->parameters[0] > 1)"
                                         " bench_fail(bench, \"out of device memory\")\n"),
               0, 1);
    struct wire_ready ready;
    struct wire_answered answered;
    struct wire_sample sample;
    assert_int_equal(set_up(&process, 10, 2, &ready), 0);
    assert_int_equal(answer(&process, &answered), ERR_FAILED);
    assert_int_equal(fate, CELL_FAILED);
    assert_string_equal(err.message, "gave up: out of device memory");
    assert_int_equal(batch(&process, &sample), ERR_FAILED);
    assert_string_equal(err.message, "gave up: out of device memory");
    assert_int_equal(set_up(&process, 10, 1, &ready), 0);
    assert_int_equal(answer(&process, &answered), 0);
    assert_int_equal(batch(&process, &sample), 0);
    process_end(&process);
}

/* --- bad ones --- */

TEST(a_crash_in_setup_is_told) {
    struct wire_setup request = {.size = 10};
    struct wire_terms terms;
    struct process process =
        loaded(plugin_build("crashing", "#define IN_SETUP raise(SIGSEGV)\n"), -1, 0);
    assert_int_equal(ASK(&process, WIRE_TERMS, &request, &terms), ERR_FAILED);
    assert_int_equal(fate, CELL_CRASHED);
    assert_non_null(strstr(err.message, "crashed with signal 11"));
    process_end(&process);
}

TEST(what_touches_memory_in_setup_crashes) {
    struct wire_setup request = {.size = 10};
    struct wire_terms terms;
    struct process process =
        loaded(plugin_build("touching", "#define OUTPUTS s->x[0] = 1\n"), -1, 0);
    assert_int_equal(ASK(&process, WIRE_TERMS, &request, &terms), ERR_FAILED);
    assert_int_equal(fate, CELL_CRASHED);
    process_end(&process);
}

TEST(a_setup_that_never_returns_is_a_hang) {
    struct wire_setup request = {.size = 10};
    struct wire_terms terms;
    struct process process =
        loaded(plugin_build("hanging", "#define IN_SETUP for (;;) pause()\n"), -1, 0);
    struct question question = {WIRE_TERMS, &request, sizeof request, &terms, sizeof terms, 0.2};
    assert_int_equal(process_ask(&process, &rig.conditions, &question, &fate, &err), ERR_FAILED);
    assert_int_equal(fate, CELL_HUNG);
    assert_int_equal(process.pid, 0);
}

TEST(what_setup_does_wrong_is_one_line) {
    static const struct {
        const char *name, *lines, *expected;
    } faults[] = {
        {"refusing", "#define IN_SETUP return 1\n", "cannot be done: setup returned 1"},
        {"explaining", "#define IN_SETUP bench_fail(bench, \"no device\")\n",
         "cannot be done: no device"},
        {"absurd", "#define IN_SETUP bench_memory(bench, (size_t)1 << 60, 1)\n",
         "asks for more memory than can be addressed"},
        {"overflowing", "#define IN_SETUP bench_memory(bench, (size_t)1 << 62, 16)\n",
         "asks for more memory than can be addressed"},
        {"adding_up",
         "#define IN_SETUP for (int i = 0; i < 20; i++) bench_memory(bench, (size_t)1 << 45, 1)\n",
         "asks for more memory than can be addressed"},
        {"many_arrays", "#define IN_SETUP for (int i = 0; i < 100; i++) bench_array(bench, 1)\n",
         "asks for more than 32 arrays"},
        {"too_long", "#define OUTPUTS bench_output_of(bench, \"y\", s->y, n + 1, 's')\n",
         "names y, which is larger than the array it lies in"},
        {"too_wide", "#define OUTPUTS bench_output_of(bench, \"y\", s->x, n, 'd')\n",
         "names y, which is larger than the array it lies in"},
        {"outside", "#define OUTPUTS bench_output_of(bench, \"y\", s, n, 's')\n",
         "names y, which is outside all of its arrays"},
        {"of_no_type", "#define OUTPUTS bench_output_of(bench, \"y\", s->y, n, 'q')\n",
         "names y, of a type that there is not"},
        {"crooked", "#define OUTPUTS bench_output_of(bench, \"y\", (char *)s->y + 1, 1, 's')\n",
         "names y, which begins within a number"},
        {"many_outputs",
         "#define OUTPUTS for (int i = 0; i < 9; i++) bench_output(bench, s->y, n)\n",
         "names more than 8 outputs"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct process process = loaded(plugin_build(faults[i].name, faults[i].lines), 0, 1);
        struct wire_setup request = {.size = 10};
        struct wire_terms terms;
        struct wire_ready ready;
        assert_int_equal(ASK(&process, WIRE_TERMS, &request, &terms), ERR_FAILED);
        if (!strstr(err.message, faults[i].expected) || strchr(err.message, '\n'))
            fail_msg("\"%s\" where \"%s\" was expected", err.message, faults[i].expected);
        assert_int_equal(set_up(&process, 10, 1, &ready), ERR_FAILED);
        assert_non_null(strstr(err.message, faults[i].expected));
        assert_int_equal(fate, CELL_FAILED);
        process_end(&process);
    }
}
