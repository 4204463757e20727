/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "collect/worker/plugin.h"
#include "tests/collect/plugins.h"
#include "tests/test.h"

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(a_plug_in_is_loaded_and_checked) {
    const struct bench_action *action;
    struct err err = {""};
    if (plugin_load(plugin_build("good", ""), &action, &err))
        fail_msg("%s", err.message);
    assert_string_equal(action->name, "my_saxpy");
    assert_int_equal(plugin_count_implementations(action), 2);
    assert_int_equal(plugin_count_parameters(action), 1);
    assert_true(plugin_can_do(action, 's'));
    assert_false(plugin_can_do(action, 'd') || plugin_can_do(action, 0));
}

/* That loading the plug-in with LINES fails with a line that has EXPECTED in it. */
static void refused(const char *name, const char *lines, const char *expected) {
    const struct bench_action *action;
    struct err err = {""};
    assert_int_equal(plugin_load(plugin_build(name, lines), &action, &err), ERR_FAILED);
    if (!strstr(err.message, expected) || strchr(err.message, '\n'))
        fail_msg("\"%s\" where \"%s\" was expected", err.message, expected);
}

TEST(what_is_no_shared_object_is_told) {
    const struct bench_action *action;
    struct err err = {""};
    assert_int_equal(plugin_load("LICENSE", &action, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "cannot load the plug-in: "));
    assert_int_equal(plugin_load("./LICENSE", &action, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "LICENSE"));
    assert_null(strchr(err.message, '\n'));
}

TEST(a_library_is_no_plug_in) {
    const struct bench_action *action;
    struct err err = {""};
    const char *path = fake_compile("library", "void daxpy_(void);\nvoid daxpy_(void) {}\n");
    assert_int_equal(plugin_load(path, &action, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "lacks bench_plugin; see docs/writing-an-action.md"));
}

TEST(an_undefined_symbol_is_told) {
    refused("undefined", "extern int missing(void);\n#define IN_SETUP missing()\n", "missing");
}

TEST(another_abi_is_told_before_anything_is_read) {
    const struct bench_action *action;
    struct err err = {""};
    refused("older", "#define HEAD .abi = 1, .struct_bytes = sizeof(struct bench_action)\n",
            "was compiled for version 1 of benchmat/action.h, this is 7; compile it anew");
    refused("empty", "#define HEAD .abi = 0\n", "its bench_plugin is empty");
    refused("larger", "#define HEAD .abi = BENCH_ACTION_ABI, .struct_bytes = 10000\n",
            "has 10000 bytes");
    const char *two_numbers = fake_compile("two", "const unsigned bench_plugin[2] = {1, 8};\n");
    assert_int_equal(plugin_load(two_numbers, &action, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "version 1"));
}

TEST(a_name_is_of_letters_digits_and_underscores) {
    refused("nameless", "#define MEMBERS .name = NULL\n", "needs a name");
    refused("empty_name", "#define MEMBERS .name = \"\"\n", "needs a name");
    refused("path_name", "#define MEMBERS .name = \"../x\"\n", "needs a name");
    refused("long_name",
            "#define MEMBERS .name = "
            "\"a123456789a123456789a123456789a123456789a123456789a123456789a123\"\n",
            "at most 63");
}

TEST(texts_are_clean_and_of_some_length) {
    refused("aboutless", "#define MEMBERS .about = NULL\n", "my_saxpy has no `about`");
    refused("escaping", "#define MEMBERS .about = \"\\033[2J\"\n", "`about` has more than 255");
    char lines[512] = "#define MEMBERS .flops_formula = \"";
    memset(lines + strlen(lines), 'n', 256);
    strcat(lines, "\"\n");
    refused("long_formula", lines, "`flops_formula` has more than 255");
}

TEST(functions_that_are_missing_are_named) {
    refused("setupless", "#define MEMBERS .setup = NULL\n", "no function `setup`");
    refused("calculateless", "#define MEMBERS .calculate = NULL\n", "no function `calculate`");
}

TEST(it_has_either_routines_or_implementations) {
    refused("both",
            "#define MEMBERS .routines = (const struct bench_routine[]){{\"?axpy_\", NULL}, {0}}\n",
            "either `routines`");
    refused("neither", "#define MEMBERS .implementations = NULL\n", "either `routines`");
}

#define IMPLEMENTATIONS(rows)                                                                      \
    "#define MEMBERS .implementations = (const struct bench_implementation[]){" rows "{0}}\n"

TEST(implementations_have_a_name_and_a_function) {
    refused("no_row", IMPLEMENTATIONS(""), "has no row");
    refused("unnamed", IMPLEMENTATIONS("{NULL, (bench_function)simple},"),
            "implementation number 1 needs a name");
    refused("misnamed", IMPLEMENTATIONS("{\"a=b\", (bench_function)simple},"),
            "implementation number 1 needs a name");
    refused("hollow", IMPLEMENTATIONS("{\"one\", (bench_function)simple}, {\"two\", NULL},"),
            "implementation two has no function");
    refused(
        "twice",
        IMPLEMENTATIONS("{\"one\", (bench_function)simple}, {\"one\", (bench_function)backward},"),
        "two implementations called one");
}

TEST(parameters_have_sane_names_and_values) {
#define PARAMETERS(rows)                                                                           \
    "#define MEMBERS .parameters = (const struct bench_parameter[]){" rows "{0}}\n"
    refused("spaced", PARAMETERS("{\"a b\", \"\", 1},"), "a parameter needs a name");
    refused("sized", PARAMETERS("{\"size\", \"\", 1},"), "not \"size\"");
    refused("infinite", PARAMETERS("{\"a\", \"\", INFINITY},"), "no finite default");
    refused("repeated", PARAMETERS("{\"a\", \"\", 1}, {\"a\", \"\", 1},"), "two parameters");
    refused("many",
            PARAMETERS("{\"a\", 0, 1}, {\"b\", 0, 1}, {\"c\", 0, 1}, {\"d\", 0, 1}, {\"e\", 0, 1},"
                       "{\"f\", 0, 1}, {\"g\", 0, 1}, {\"h\", 0, 1}, {\"i\", 0, 1},"),
            "more than 8 parameters");
}

TEST(types_and_sizes_are_what_there_is) {
    refused("integer", "#define MEMBERS .types = \"si\"\n", "letters of \"sdcz\"");
    refused("typeless", "#define MEMBERS .types = \"\"\n", "letters of \"sdcz\"");
    refused("sizeless", "#define MEMBERS .largest = 0\n", "`largest`");
    refused("greedy", "#define MEMBERS .state_bytes = (size_t)1 << 40\n", "`state_bytes`");
}

/* Members of a throughput action. */
#define TEAM                                                                                       \
    "#define BEFORE static void operate(struct bench_thread *thread) {"                            \
    " while (bench_next_operation(thread)) continue; }"                                            \
    "static void check(struct bench *b, struct bench_thread *const *team, int count) {"            \
    " (void)b, (void)team, (void)count; }"                                                         \
    "static const char *const names[] = {\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", " \
    "\"i\","                                                                                       \
    " NULL};"                                                                                      \
    "static double residual(const struct bench *b) { (void)b; return 0; }\n"                       \
    "#define MEMBERS .calculate = NULL, .operate = operate, .check = check"

TEST(a_throughput_action_operates_in_place_of_calculating) {
    const struct bench_action *action;
    struct err err = {""};
    if (plugin_load(plugin_build("team", TEAM ", .counters = names + 1, .thread_bytes = 1 << 20\n"),
                    &action, &err))
        fail_msg("%s", err.message);
    assert_int_equal(plugin_count_counters(action), 8);
    refused("team_checkless", TEAM ", .check = NULL\n", "my_saxpy has no function `check`");
    refused("team_both", TEAM ", .calculate = calculate\n", "both `operate` and `calculate`");
    refused("team_residual", TEAM ", .residual = residual\n", "both `operate` and `residual`");
    refused("team_setupless", TEAM ", .setup = NULL\n", "no function `setup`");
}

TEST(counters_have_names_of_their_own) {
#define COUNTERS(names) TEAM ", .counters = (const char *const[]){" names "NULL}\n"
    refused("counters_many", TEAM ", .counters = names\n", "my_saxpy has more than 8 counters");
    refused("counters_spaced", COUNTERS("\"found\", \"not found\", "),
            "counter number 2 needs a name of at most 63 letters");
    refused("counters_empty", COUNTERS("\"\", "), "counter number 1 needs a name");
    refused("counters_escaping", COUNTERS("\"a\\nb\", "), "counter number 1 needs a name");
    refused("counters_twice", COUNTERS("\"a\", \"b\", \"a\", "), "two counters called a");
}

TEST(a_team_takes_no_more_than_there_may_be) {
    refused("team_greedy", TEAM ", .thread_bytes = (1 << 20) + 1\n",
            "`thread_bytes` is 1048577, and may be 1048576 at most");
    refused("team_preloaded", TEAM ", .is_preloaded = 1\n",
            "`is_preloaded` is for `routines` of libraries");
}

TEST(a_parallel_action_calls_libraries_and_little_else) {
#define PARALLEL "#define MEMBERS .is_parallel = 1"
    refused("parallel_own", PARALLEL "\n", "is parallel, and so cannot have `implementations`");
    refused("parallel_run",
            PARALLEL ", .implementations = NULL, .begin_run = setup, .routines = (const struct "
                     "bench_routine[]){{0, \"MPI_Send\"}, {0}}\n",
            "is parallel, and so cannot have `begin_run`");
    refused(
        "called_ranks",
        "#define MEMBERS .parameters = (const struct bench_parameter[]){{\"ranks\", 0, 1}, {0}}\n",
        "and not \"size\", \"threads\" or \"ranks\"");
    refused("collective", "#define MEMBERS .is_collective = 1\n",
            "only a parallel action can be collective");
}

TEST(default_sizes_begin_with_a_power_of_two) {
    refused("power_3", "#define MEMBERS .smallest_power = 3\n", "must be 0 or a power of two");
    refused("power_negative", "#define MEMBERS .smallest_power = -4\n",
            "must be 0 or a power of two");
    refused("power_large", "#define MEMBERS .smallest_power = 1 << 30\n", "up to `largest`");
}

TEST(an_implementation_is_bound_with_its_file) {
    static const char *const expected[] = {"simple in /", "backward in /"};
    for (size_t i = 0; i < 2; i++) {
        const char *path = plugin_build("good", "");
        const struct bench_action *action;
        struct binding binding;
        struct facts facts = {0};
        struct err err = {""};
        assert_int_equal(plugin_load(path, &action, &err), 0);
        assert_int_equal(plugin_bind(&binding, path, action, i, &facts, &err), 0);
        assert_true(binding.routines[0] == action->implementations[i].function);
        const char *bindings = facts_text(&facts, "bindings", "");
        assert_memory_equal(bindings, expected[i], strlen(expected[i]));
        assert_non_null(strstr(bindings, "libgood.so"));
        assert_int_equal(plugin_bind(&binding, path, action, 2, &facts, &err), ERR_FAILED);
        assert_string_equal(err.message, "my_saxpy has no implementation number 3");
        facts_release(&facts);
    }
}
