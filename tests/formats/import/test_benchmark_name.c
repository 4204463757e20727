/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/import/benchmark_name.h"

static struct benchmark_name name;

static void parse_with(const char *text, const char *size_param, const char *settings) {
    struct err err = {""};
    if (benchmark_name_parse(&name, text, size_param, settings, &err))
        fail_msg("%s", err.message);
}

static void parse(const char *text, const char *size_param) {
    parse_with(text, size_param, NULL);
}

static void assert_parameter(size_t i, const char *called, double value) {
    assert_true(i < name.parameter_count);
    assert_string_equal(name.parameters[i].name, called);
    assert_true(name.parameters[i].value == value);
}

TEST(a_plain_name_has_no_size) {
    parse("BM_sort", NULL);
    assert_string_equal(name.action, "sort");
    assert_true(name.size == IMPORT_BUILDER_NO_SIZE);
    assert_int_equal(name.parameter_count, 0);
    assert_string_equal(name.settings, "");
    parse("BM_", NULL);
    assert_string_equal(name.action, "BM_");
}

TEST(arguments_are_called_by_their_places) {
    parse("BM_copy/3/8", NULL);
    assert_true(name.size == IMPORT_BUILDER_ANY_SIZE);
    assert_int_equal(name.parameter_count, 2);
    assert_parameter(0, "arg0", 3);
    assert_parameter(1, "arg1", 8);
}

TEST(a_colon_or_an_equals_sign_is_before_a_value) {
    parse("f/n=8/a=k:2/b:k=3", NULL);
    assert_parameter(0, "n", 8);
    assert_parameter(1, "a=k", 2);
    assert_parameter(2, "b:k", 3);
}

TEST(a_number_may_have_a_prefix) {
    parse("f/size=4kB/1Ki/-5/0.5/4x", NULL);
    assert_string_equal(name.action, "f/4x");
    assert_parameter(0, "size", 4000);
    assert_parameter(1, "arg1", 1024);
    assert_parameter(2, "arg2", -5);
    assert_parameter(3, "arg3", 0.5);
}

TEST(the_size_can_be_chosen) {
    parse("f/7/k:2/n:8", "arg0");
    assert_int_equal(name.size, 7);
    assert_string_equal(name.size_name, "arg0");
    assert_parameter(0, "k", 2);
    assert_parameter(1, "n", 8);
}

TEST(settings_are_no_arguments) {
    static const char settings[] = "iterations real_time threads";
    parse_with("f/8/iterations:5/real_time", NULL, settings);
    assert_string_equal(name.action, "f");
    assert_string_equal(name.settings, "/iterations:5/real_time");
    assert_int_equal(name.parameter_count, 1);
    assert_parameter(0, "arg0", 8);
    parse_with("f/iterations_of_mine:4/threads:2", NULL, settings);
    assert_parameter(0, "iterations_of_mine", 4);
    assert_string_equal(name.settings, "/threads:2");
    parse("f/threads=2/iterations:5", NULL);
    assert_parameter(0, "threads", 2);
    assert_parameter(1, "iterations", 5);
    assert_string_equal(name.settings, "");
}

TEST(words_belong_to_the_action) {
    parse("Fixture/method/8/fast", NULL);
    assert_string_equal(name.action, "Fixture/method/fast");
    assert_parameter(0, "arg0", 8);
    parse("f/mode:fast/8", NULL);
    assert_string_equal(name.action, "f/mode:fast");
}

TEST(arguments_of_templates_stay_unless_they_are_types) {
    parse("BM_f<float>/8", NULL);
    assert_string_equal(name.action, "f");
    assert_int_equal(name.type, 's');
    parse("f<double>", NULL);
    assert_int_equal(name.type, 'd');
    parse("f<A<1/2>, int>/8", NULL);
    assert_string_equal(name.action, "f<A<1/2>, int>");
    assert_int_equal(name.type, '\0');
    assert_parameter(0, "arg0", 8);
    parse("<float>", NULL);
    assert_string_equal(name.action, "<float>");
}

TEST(what_is_no_size_is_refused) {
    struct err err = {""};
    assert_int_equal(benchmark_name_parse(&name, "f/0.5", "arg0", NULL, &err), ERR_DAMAGED);
    assert_string_equal(err.message, "f: argument arg0 is not a size; choose another for it");
    assert_int_equal(benchmark_name_parse(&name, "f/k:-1", "k", NULL, &err), ERR_DAMAGED);
    parse("f/8", "k");
    assert_true(name.size == IMPORT_BUILDER_ANY_SIZE && name.lacks_size_param);
    parse("f/k:3/8", "k");
    assert_true(name.size == 3 && !name.lacks_size_param);
}
