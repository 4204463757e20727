/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "collect/processes/action_process.h"
#include "tests/collect/plugins.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

static struct rig rig;
static struct action_info info;
static struct err err;
static size_t descriptors;

static int begin(void **state) {
    (void)state;
    descriptors = rig_count_descriptors();
    rig_begin(&rig);
    info = (struct action_info){0};
    return 0;
}

static int end(void **state) {
    (void)state;
    action_query_end(&info);
    action_info_release(&info);
    rig_end(&rig);
    return rig_is_childless() && rig_count_descriptors() == descriptors ? 0 : -1;
}

/* The parameters are as they are by default. Valid until four more are asked for. */
static const struct design_point *at(int64_t size) {
    static struct design_point design_points[4];
    static unsigned next;
    struct design_point *design_point = &design_points[next++ % 4];
    *design_point = (struct design_point){.size = size};
    for (size_t i = 0; i < info.parameter_count; i++)
        design_point->parameters[i] = info.parameters[i].value;
    return design_point;
}

/* --- built in --- */

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(a_builtin_action_is_what_its_table_says) {
    action_info_of_builtin(&info, actions_find("axpy"));
    assert_string_equal(info.name, "axpy");
    assert_int_equal(info.implementation_count, 0);
    assert_null(info.plugin);
    assert_int_equal(info.type, 'd');
    struct account account = action_info_account(&info, at(1000));
    assert_int_equal(account.fate, CELL_OK);
    assert_true(account.terms.flops == 2000);
    assert_true(account.arena_bytes >= 3 * 8000 && account.output_bytes == 8000);
    assert_int_equal(action_info_account(&info, at(-5)).fate, CELL_FAILED);
    action_info_of_builtin(&info, actions_find("cholesky"));
    assert_true(info.has_residual);
}

TEST(what_is_compared_are_libraries_or_implementations) {
    static const struct bench_implementation own[] = {{"a", NULL}, {"b", NULL}, {NULL, NULL}};
    static const struct bench_routine routines[] = {{"?axpy_", NULL}, {NULL, NULL}};
    struct bench_action action = {.name = "own", .types = "sz", .implementations = own};
    action_info_of_builtin(&info, &action);
    assert_int_equal(info.implementation_count, 2);
    assert_int_equal(action_info_find_implementation(&info, "b"), 1);
    assert_true(action_info_find_implementation(&info, "c") == SIZE_MAX);
    assert_int_equal(info.largest, 1); /* without a size */
    action.routines = routines;
    action_info_of_builtin(&info, &action);
    assert_int_equal(info.implementation_count, 0);
}

TEST(the_type_is_double_or_the_first_there_is) {
    struct bench_action action = {.name = "own", .types = "sz"};
    action_info_of_builtin(&info, &action);
    assert_int_equal(info.type, 's');
    assert_int_equal(action_info_choose_type(&info, 'z', &err), 0);
    assert_int_equal(info.type, 'z');
    assert_int_equal(action_info_choose_type(&info, 'd', &err), ERR_USAGE);
    assert_string_equal(err.message, "own has no type d; it has s, z");
    action.types = NULL;
    action_info_of_builtin(&info, &action);
    assert_int_equal(info.type, 'd');
    assert_int_equal(action_info_choose_type(&info, 'c', &err), ERR_USAGE);
}

/* --- descriptions --- */

#define TEXTS "own\0about\0length\0sd\0002 n\0\0fast\0slow\0p\0a number"

static struct wire_described described_as(const char *texts, size_t length) {
    struct wire_described described = {.largest = 100,
                                       .implementation_count = 2,
                                       .parameter_count = 1,
                                       .defaults = {2.5},
                                       .texts_length = (uint32_t)length};
    memcpy(described.texts, texts, length);
    return described;
}

TEST(a_description_is_taken_apart) {
    struct wire_described described = described_as(TEXTS, sizeof TEXTS);
    assert_int_equal(action_info_of_plugin(&info, "/own.so", &described, &err), 0);
    assert_string_equal(info.name, "own");
    assert_string_equal(info.size_means, "length");
    assert_string_equal(info.flops_formula, "2 n");
    assert_string_equal(info.bytes_formula, "");
    assert_string_equal(info.implementations[1], "slow");
    assert_string_equal(info.parameters[0].about, "a number");
    assert_true(info.parameters[0].value == 2.5);
    assert_int_equal(info.type, 'd');
}

TEST(what_a_worker_makes_up_is_refused) {
    static const struct {
        const char *texts;
        size_t length;
    } bad[] = {
#define BAD(text) {text, sizeof text}
        BAD("own\0about\0length\0sd\0002 n\0\0fast\0slow\0p"),
        {TEXTS, sizeof TEXTS - 1},
        BAD("a b\0about\0length\0sd\0002 n\0\0fast\0slow\0p\0a number"),
        BAD("\0about\0length\0sd\0002 n\0\0fast\0slow\0p\0a number"),
        BAD("own\0about\0length\0x\0002 n\0\0fast\0slow\0p\0a number"),
        BAD("own\0about\0length\0\0002 n\0\0fast\0slow\0p\0a number"),
        BAD("own\0about\0length\0sd\0002 n\0\0fast\0fast\0p\0a number"),
        BAD("own\0about\0length\0sd\0002 n\0\0a/b\0slow\0p\0a number"),
        BAD("own\0about\0length\0sd\0002 n\0\0fast\0\0p\0a number"),
        BAD("own\0about\0length\0sd\0002 n\0\0fast\0slow\0p=\0a number"),
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct wire_described described = described_as(bad[i].texts, bad[i].length);
        if (action_info_of_plugin(&info, "/own.so", &described, &err) != ERR_FAILED)
            fail_msg("number %zu passed", i);
        assert_non_null(strstr(err.message, "/own.so: "));
        action_info_release(&info);
    }
    struct wire_described described = described_as(TEXTS, sizeof TEXTS);
    described.texts_length = UINT32_MAX;
    assert_int_equal(action_info_of_plugin(&info, "/own.so", &described, &err), ERR_FAILED);
    action_info_release(&info);
    described = described_as(TEXTS, sizeof TEXTS);
    described.implementation_count = UINT32_MAX;
    assert_int_equal(action_info_of_plugin(&info, "/own.so", &described, &err), ERR_FAILED);
    action_info_release(&info);
    described = described_as(TEXTS, sizeof TEXTS);
    described.parameter_count = BENCH_MAX_PARAMETERS + 1;
    assert_int_equal(action_info_of_plugin(&info, "/own.so", &described, &err), ERR_FAILED);
}

TEST(a_size_that_was_not_asked_about_follows_from_the_nearest) {
    struct wire_described described = described_as(TEXTS, sizeof TEXTS);
    assert_int_equal(action_info_of_plugin(&info, "/own.so", &described, &err), 0);
    assert_true(action_info_terms(&info, at(10)).flops == 0);
    struct account account = {.design_point = *at(100), .terms = {1000, 400, 3}, .arena_bytes = 77};
    assert_int_equal(action_info_keep(&info, &account, &err), 0);
    account = (struct account){.design_point = *at(40), .fate = CELL_CRASHED, .why = "bang"};
    assert_int_equal(action_info_keep(&info, &account, &err), 0);
    assert_true(action_info_knows(&info, at(40)) && !action_info_knows(&info, at(50)));
    assert_true(action_info_terms(&info, at(50)).flops == 500);
    assert_true(action_info_terms(&info, at(50)).tolerance == 3);
    struct design_point other = *at(50);
    other.parameters[0] = 3;
    assert_true(action_info_terms(&info, &other).flops == 0);
    assert_int_equal(action_info_account(&info, at(100)).arena_bytes, 77);
    assert_int_equal(action_info_account(&info, at(40)).fate, CELL_CRASHED);
    info.fate = CELL_FAILED;
    info.why = "no device";
    assert_string_equal(action_info_account(&info, at(100)).why, "no device");
}

/* --- asking --- */

static void asked_about(const char *plugin) {
    if (action_query_begin(&info, plugin, &rig.conditions, &err))
        fail_msg("%s", err.message);
}

static struct account account_of(int64_t size) {
    assert_int_equal(action_query_ask(&info, at(size), &err), 0);
    return action_info_account(&info, at(size));
}

TEST(a_plugin_is_asked_in_a_worker) {
    asked_about(plugin_build("good", ""));
    assert_string_equal(info.name, "my_saxpy");
    assert_string_equal(info.implementations[0], "simple");
    assert_int_equal(info.type, 's');
    struct account account = account_of(100);
    assert_int_equal(account.fate, CELL_OK);
    assert_true(account.terms.flops == 2 * 100 * 0.5);
    assert_true(isnan(account.terms.tolerance));
    assert_int_equal(account.output_bytes, 400);
}

TEST(a_size_that_it_does_not_survive_is_lost_alone) {
    asked_about(plugin_build("crash_20", "#define IN_SETUP if (n == 20) raise(SIGSEGV); if (n == "
                                         "30) return 1\n"));
    assert_int_equal(account_of(10).fate, CELL_OK);
    assert_int_equal(account_of(20).fate, CELL_CRASHED);
    assert_non_null(strstr(account_of(20).why, "signal 11"));
    assert_int_equal(account_of(30).fate, CELL_FAILED);
    assert_int_equal(account_of(40).fate, CELL_OK);
}

TEST(after_two_that_hung_no_more_are_asked_about) {
    asked_about(plugin_build("hangs", "#define IN_SETUP while (n > 10) pause()\n"));
    assert_int_equal(account_of(10).fate, CELL_OK);
    rig.conditions.load_limit = 0.2;
    assert_int_equal(account_of(20).fate, CELL_HUNG);
    assert_int_equal(account_of(30).fate, CELL_HUNG);
    assert_int_equal(account_of(40).fate, CELL_NOT_MEASURED);
    assert_non_null(strstr(account_of(40).why, "hung"));
}

TEST(an_interruption_is_no_fate) {
    asked_about(plugin_build("good", ""));
    rig.stop = 1;
    assert_int_equal(action_query_ask(&info, at(10), &err), ERR_INTERRUPTED);
    rig.stop = 0;
    assert_int_equal(account_of(10).fate, CELL_OK);
}

TEST(what_is_no_plugin_is_told_with_its_path) {
    const char *paths[] = {fake_compile("bare", "int nothing;\n"), "/dev/null",
                           plugin_build("older", "#define HEAD .abi = 1\n")};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(action_query_begin(&info, paths[i], &rig.conditions, &err), ERR_FAILED);
        assert_non_null(strstr(err.message, paths[i]));
        assert_null(strchr(err.message, '\n'));
        action_query_end(&info);
        action_info_release(&info);
    }
}
