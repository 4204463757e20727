/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &hyperfine_format

static struct run *read_results(const char *results, const struct format_options *options) {
    char text[4096];
    snprintf(text, sizeof text, "{\"results\": [%s]}", results);
    return foreign_run(FORMAT, "x.json", text, options);
}

static void assert_refused(const char *results, const char *message) {
    char text[4096];
    snprintf(text, sizeof text, "{\"results\": [%s]}", results);
    foreign_assert_refused(FORMAT, "x.json", text, NULL, message);
}

TEST(commands_are_libraries_and_times_rounds) {
    static const double of_true[] = {0.000608571, 0.002911167, 0.004104442000000001,
                                     0.0030818660000000004, 0.0006986630000000001},
                        of_sleep[] = {0.011009559, 0.011700158, 0.011009630000000001, 0.010973616,
                                      0.011035336000000001};
    struct run *run = foreign_sample(NULL, "hyperfine-1.15.0.json", NULL);
    assert_int_equal(run->measurement_count, 1);
    struct measurement *m = run_find(run, "command");
    assert_int_equal(m->points, 1);
    assert_int_equal(m->sizes[0], 1);
    assert_int_equal(m->rounds, 5);
    assert_int_equal(m->seeds[0], 1);
    assert_false(measurement_is_paired(m));
    assert_int_equal(m->series_count, 2);
    for (size_t k = 0; k < 5; k++) {
        assert_true(foreign_seconds(m, "true", 0, k, 0) == of_true[k]);
        assert_true(foreign_seconds(m, "sleep 0.01", 0, k, 0) == of_sleep[k]);
    }
    assert_int_equal(m->series[0].status[0], CELL_OK);
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_FORMAT, ""), "hyperfine");
    run_free(run);
}

TEST(parameters_join_the_commands_of_a_scan) {
    static const double times[3][3] = {
        {0.004012499080000001, 0.0036113820800000003, 0.004081808080000001},
        {0.00689107108, 0.0032420250800000005, 0.004472549080000001},
        {0.00675795808, 0.0043507560800000004, 0.0055137080800000005}};
    struct run *run = foreign_sample(FORMAT, "hyperfine-1.15.0-params.json", NULL);
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->series_count, 1);
    assert_int_equal(m->points, 3);
    assert_string_equal(facts_text(&m->facts, FACT_AXIS, ""), "ms");
    for (size_t p = 0; p < 3; p++) {
        assert_true(measurement_find_parameter(m, "ms")->values[p] == (double)p + 1);
        for (size_t k = 0; k < 3; k++)
            assert_true(foreign_seconds(m, "sleep 0.00{ms}", p, k, 0) == times[p][k]);
    }
    run_free(run);
}

TEST(a_parameter_can_be_the_size) {
    struct format_options options = {.size_param = "ms", .action = "sleep"};
    struct run *run = foreign_sample(FORMAT, "hyperfine-1.15.0-params.json", &options);
    struct measurement *m = run_find(run, "sleep");
    assert_int_equal(m->sizes[2], 3);
    assert_int_equal(m->parameter_count, 0);
    assert_null(facts_find(&m->facts, FACT_AXIS));
    run_free(run);
    run = read_results("{\"command\":\"f 100\",\"times\":[1],\"parameters\":{\"N\":\"100\"}},"
                       "{\"command\":\"f 1K\",\"times\":[2],\"parameters\":{\"N\":\"1K\"}}",
                       NULL);
    m = &run->measurements[0];
    assert_true(m->sizes[0] == 100 && m->sizes[1] == 1000 && m->series_count == 1);
    run_free(run);
    run = read_results("{\"command\":\"f\",\"times\":[1],\"parameters\":{\"n\":\"8\"}}", NULL);
    assert_int_equal(run->measurements[0].sizes[0], 8);
    run_free(run);
}

TEST(a_table_has_the_same_parameters) {
    struct run *run =
        foreign_run(NULL, "x.csv",
                    "command,mean,stddev,median,user,system,min,max,parameter_n,parameter_cc\n"
                    "./a 1,0.5,0.1,0.4,0.3,0.1,0.3,0.7,1,gcc\n./a 2,1.5,,1.4,1,0.1,1.3,1.7,2,gcc\n",
                    NULL);
    struct measurement *m = &run->measurements[0];
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_FORMAT, "hyperfine"), "hyperfine");
    assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "n");
    assert_true(foreign_seconds(m, "./a {n} (cc=gcc)", 1, 0, 0) == 1.5);
    assert_true(m->series[0].user_seconds[0] == .3);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    run_free(run);
    foreign_assert_refused(FORMAT, "x.csv",
                           "command,mean,stddev,median,user,system,min,max\na,,,,,,,\n", NULL,
                           "x.csv: result 1: neither times nor a mean");
}

TEST(a_parameter_that_is_no_number_is_of_the_library) {
    struct run *run = read_results("{\"command\":\"gcc x.c\",\"times\":[1],\"parameters\":"
                                   "{\"cc\":\"gcc\"}},{\"command\":\"build\",\"times\":[2],"
                                   "\"parameters\":{\"cc\":\"clang\"}}",
                                   NULL);
    struct measurement *m = &run->measurements[0];
    assert_true(foreign_seconds(m, "gcc x.c", 0, 0, 0) == 1);
    assert_true(foreign_seconds(m, "build (cc=clang)", 0, 0, 0) == 2);
    run_free(run);
}

TEST(exit_codes_become_statuses) {
    struct run *run = read_results("{\"command\":\"a\",\"times\":[1,2],\"exit_codes\":[0,3]},"
                                   "{\"command\":\"b\",\"times\":[1],\"exit_codes\":[null]}",
                                   NULL);
    struct measurement *m = &run->measurements[0];
    assert_int_equal(measurement_find(m, "a")->status[0], CELL_FAILED);
    assert_true(foreign_seconds(m, "a", 0, 1, 0) == 2);
    assert_int_equal(measurement_find(m, "b")->status[0], CELL_CRASHED);
    run_free(run);
}

TEST(a_mean_serves_where_there_are_no_times) {
    struct run *run =
        read_results("{\"command\":\"a\",\"mean\":0.5,\"stddev\":0.25,\"min\":null}", NULL);
    struct measurement *m = &run->measurements[0];
    assert_true(foreign_seconds(m, "a", 0, 0, 0) == 0.5);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    assert_string_equal(facts_text(&m->facts, FACT_MEASURES, ""), "std\ts\tless\n");
    assert_true(m->series[0].measures[0][0] == .25);
    run_free(run);
}

TEST(what_is_no_result_is_refused) {
    assert_refused("{\"times\":[1]}", "x.json: result 1: it has no command");
    assert_refused("5", "x.json: result 1: it has no command");
    assert_refused("{\"command\":\"a\"}", "x.json: result 1: neither times nor a mean");
    assert_refused("{\"command\":\"a\",\"times\":[\"1\"]}",
                   "x.json: result 1: a time is not a number");
    assert_refused("{\"command\":\"a\",\"times\":[-1]}",
                   "x.json: result 1: the time is negative or has no end");
    assert_refused("{\"command\":\"a\",\"times\":[1e400]}",
                   "x.json: result 1: the time is negative or has no end");
    assert_refused("{\"command\":\"\",\"times\":[1]}",
                   "x.json: result 1: the name of the library is missing or has no end");
    struct format_options options = {.size_param = "n"};
    foreign_assert_refused(FORMAT, "x.json",
                           "{\"results\":[{\"command\":\"a\",\"times\":[1],\"parameters\":{\"n\":"
                           "\"0.5\"}}]}",
                           &options, "x.json: result 1: the size is not a whole number");
    assert_refused("{\"command\":\"a\",\"times\":[1],\"parameters\":{\"n\":5}}",
                   "x.json: result 1: a parameter is not text");
    assert_refused("", "x.json: a hyperfine result without any results");
    foreign_assert_refused(FORMAT, "x.json", "{\"results\":\n[", NULL,
                           "x.json: line 2: the file ends early");
    foreign_assert_refused(FORMAT, "x.json", "{}", NULL,
                           "x.json: there is no array \"results\" in it");
}

TEST(results_are_recognised_without_any_command) {
    foreign_assert_refused(NULL, "x", " {\n\"results\" : []}", NULL,
                           "x: a hyperfine result without any results");
    assert_false(hyperfine_format.recognises("{\"results\"", 9, "x"));
    assert_false(hyperfine_format.recognises(" {", 2, "x"));
    assert_false(hyperfine_format.recognises("{\"a\":1,\"results\":[]}", 20, "x"));
}

TEST(a_command_may_have_more_runs_than_another) {
    struct run *run = read_results("{\"command\":\"a\",\"times\":[1,2,3]},"
                                   "{\"command\":\"b\",\"times\":[4]}",
                                   NULL);
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->rounds, 3);
    assert_true(foreign_seconds(m, "b", 0, 0, 0) == 4);
    assert_true(isnan(foreign_seconds(m, "b", 0, 1, 0)));
    run_free(run);
}

TEST(too_many_parameters_are_refused) {
    char text[2000] = "{\"command\":\"a\",\"times\":[1],\"parameters\":{";
    for (int i = 0; i < 33; i++)
        snprintf(text + strlen(text), 40, "%s\"p%d\":\"%d\"", i ? "," : "", i, i);
    strcat(text, "}}");
    assert_refused(text, "x.json: result 1: too many parameters");
}

TEST(a_long_name_of_a_parameter_is_refused) {
    char text[3000];
    snprintf(text, sizeof text,
             "{\"command\":\"1\",\"times\":[1],\"parameters\":{\"%0257d\":\"1\"}}", 1);
    assert_refused(text, "x.json: result 1: its name has no end");
}

TEST(values_are_found_by_all_commands) {
    struct run *run =
        read_results("{\"command\":\"./axpy1 1\",\"times\":[1],\"parameters\":{\"n\":\"1\"}},"
                     "{\"command\":\"./axpy1 2\",\"times\":[2],\"parameters\":{\"n\":\"2\"}}",
                     NULL);
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->series_count, 1);
    assert_true(foreign_seconds(m, "./axpy1 {n}", 1, 0, 0) == 2);
    run_free(run);
}

TEST(what_commands_used_is_kept) {
    struct run *run =
        read_results("{\"command\":\"a\",\"times\":[1,2],\"user\":0.5,\"system\":0.25,"
                     "\"memory_usage_byte\":[4096,8192],\"exit_codes\":[0,3]}",
                     NULL);
    const struct series *a = &run->measurements[0].series[0];
    assert_true(a->user_seconds[0] == 0.5 && a->system_seconds[0] == 0.25);
    assert_true(isnan(a->user_seconds[1])); /* there is only a mean */
    assert_true(a->max_memory[0] == 4096 && a->max_memory[1] == 8192);
    assert_true(a->exit_status[0] == 0 && a->exit_status[1] == 3);
    run_free(run);
}

TEST(a_command_measured_twice_is_numbered) {
    struct run *run = read_results("{\"command\":\"a\",\"times\":[1,2]},"
                                   "{\"command\":\"b\",\"times\":[5]},"
                                   "{\"command\":\"a\",\"times\":[3]}",
                                   NULL);
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->series_count, 3);
    assert_true(foreign_seconds(m, "a", 0, 1, 0) == 2 && foreign_seconds(m, "a #2", 0, 0, 0) == 3);
    assert_string_equal(facts_text(&run->facts, FACT_REPEATED, ""), "command: a");
    run_free(run);
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    foreign_cut_and_damage(FORMAT, FOREIGN_SAMPLES "hyperfine-1.15.0.json");
    foreign_cut_and_damage(FORMAT, FOREIGN_SAMPLES "hyperfine-1.15.0-params.json");
}
