/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/import/assemble.h"

static struct import_builder *begin(void) {
    static struct import_builder builder;
    builder = (struct import_builder){.path = "x", .place_name = "line"};
    return &builder;
}

/* A sample of library "a" of action "f" at size 8. */
static struct import_builder_sample sample(double seconds) {
    return (struct import_builder_sample){.action = "f",
                                          .library = "a",
                                          .size = 8,
                                          .seed = IMPORT_BUILDER_NEXT,
                                          .seconds = seconds,
                                          .cpu_seconds = NAN,
                                          .calls = -1,
                                          .place = 7};
}

static void add(struct import_builder *builder, struct import_builder_sample s) {
    struct err err = {""};
    if (import_builder_add(builder, &s, &err))
        fail_msg("%s", err.message);
}

static void assert_refused(struct import_builder *builder, struct import_builder_sample s,
                           const char *message) {
    struct err err = {""};
    assert_int_equal(import_builder_add(builder, &s, &err), ERR_DAMAGED);
    assert_string_equal(err.message, message);
}

static struct run *assemble(struct import_builder *builder) {
    struct err err = {""};
    struct runs runs;
    if (assemble_runs(builder, &runs, &err))
        fail_msg("%s", err.message);
    import_builder_release(builder);
    struct run *run = foreign_only(&runs);
    foreign_assert_sound(run);
    return run;
}

/* --- gathering --- */

TEST(what_is_no_sample_is_refused) {
    struct import_builder *builder = begin();
    struct import_builder_sample s = sample(1);
    assert_refused(builder, sample(-1e-9), "x: line 7: the time is negative or has no end");
    assert_refused(builder, sample(INFINITY), "x: line 7: the time is negative or has no end");
    s.cpu_seconds = -1;
    assert_refused(builder, s, "x: line 7: the CPU time is negative or has no end");
    s = sample(1);
    s.size = -1;
    assert_refused(builder, s, "x: line 7: the size is negative");
    s = sample(1);
    s.library = "";
    assert_refused(builder, s, "x: line 7: the name of the library is missing or has no end");
    s = sample(1);
    s.action = NULL;
    assert_refused(builder, s, "x: line 7: the name of the action is missing or has no end");
    char name[IMPORT_BUILDER_MOST_NAME + 2];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    s = sample(1);
    s.library = name;
    assert_refused(builder, s, "x: line 7: the name of the library is missing or has no end");
    import_builder_release(builder);
}

TEST(names_of_another_encoding_are_refused) {
    struct import_builder *builder = begin();
    struct import_builder_sample s = sample(1);
    s.library = "li\xe9";
    assert_refused(
        builder, s,
        "x: line 7: the name of the library is not UTF-8; convert the file, as by iconv -f "
        "latin1 -t utf8");
    import_builder_release(builder);
}

TEST(names_become_printable) {
    struct import_builder *builder = begin();
    struct import_builder_sample s = sample(1);
    s.library = "a\033b";
    add(builder, s);
    s.library = "a?b";
    assert_true(import_builder_has(builder, &s));
    struct run *run = assemble(builder);
    assert_string_equal(run->measurements[0].series[0].name, "a?b");
    run_free(run);
}

TEST(too_many_parameters_and_libraries_are_refused) {
    struct import_builder *builder = begin();
    char name[16];
    struct import_builder_parameter parameter = {name, 1, NULL};
    struct import_builder_sample s = sample(1);
    for (int i = 0; i < IMPORT_BUILDER_MOST_LIBRARIES; i++) {
        snprintf(name, sizeof name, "l%d", i);
        s.library = name;
        add(builder, s);
    }
    s.library = "one more";
    assert_refused(builder, s, "x: line 7: too many libraries");
    s = sample(1);
    s.action = "g";
    s.parameters = &parameter;
    s.parameter_count = 1;
    for (size_t i = 0; i < RUN_MAX_PARAMETERS; i++) {
        snprintf(name, sizeof name, "p%zu", i);
        add(builder, s);
    }
    strcpy(name, "one more");
    assert_refused(builder, s, "x: line 7: too many parameters");
    import_builder_release(builder);
}

TEST(what_was_added_is_found) {
    struct import_builder *builder = begin();
    struct import_builder_parameter two = {"k", 2, NULL}, three = {"k", 3, NULL};
    struct import_builder_sample s = sample(1);
    s.parameters = &two;
    s.parameter_count = 1;
    assert_false(import_builder_has(builder, &s));
    add(builder, s);
    assert_true(import_builder_has(builder, &s));
    s.parameters = &three;
    assert_false(import_builder_has(builder, &s));
    s.parameters = &two;
    s.round = 1;
    assert_false(import_builder_has(builder, &s));
    s.round = 0;
    s.type = 's';
    assert_false(import_builder_has(builder, &s));
    import_builder_release(builder);
}

/* --- assembling --- */

TEST(rounds_may_come_in_any_order) {
    struct import_builder *builder = begin();
    static const int64_t rounds[] = {1, 3, 2, 1, 2, 0, 3, 0};
    for (size_t i = 0; i < 8; i++) {
        struct import_builder_sample s = sample((double)i);
        s.round = rounds[i];
        add(builder, s);
        s.library = "b";
        s.seconds += 100;
        add(builder, s);
    }
    struct run *run = assemble(builder);
    static const double order[] = {5, 7, 0, 3, 2, 4, 1, 6};
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->rounds, 4);
    for (size_t i = 0; i < 8; i++) {
        assert_true(m->series[0].seconds[i] == order[i]);
        assert_true(m->series[1].seconds[i] == order[i] + 100);
    }
    run_free(run);
}

TEST(points_stand_as_curves) {
    struct import_builder *builder = begin();
    static const double k[] = {2, 1, 2, 1, NAN}, sizes[] = {8, 16, 4, 8, 1};
    for (size_t i = 0; i < 5; i++) {
        struct import_builder_parameter parameter = {"k", k[i], NULL};
        struct import_builder_sample s = sample((double)i);
        s.size = (int64_t)sizes[i];
        s.parameters = &parameter;
        s.parameter_count = 1;
        add(builder, s);
    }
    struct run *run = assemble(builder);
    static const double order[] = {3, 1, 2, 0, 4};
    struct measurement *m = &run->measurements[0];
    for (size_t p = 0; p < 5; p++)
        assert_true(m->series[0].seconds[p] == order[p]);
    assert_int_equal(m->sizes[1], 16);
    assert_true(isnan(m->parameters[0].values[4]));
    run_free(run);
}

/* What two libraries have of the same names of rounds and seeds. */
static struct run *run_of_labels(int are_paired) {
    static const struct {
        const char *library;
        int64_t round, seed;
    } labels[] = {{"a", 90, -3}, {"a", 90, 41}, {"a", -5, 41}, {"b", -5, 17}};
    struct import_builder *builder = begin();
    for (size_t i = 0; i < 4; i++) {
        struct import_builder_sample s = sample((double)i);
        s.library = labels[i].library;
        s.round = labels[i].round;
        s.seed = labels[i].seed;
        s.is_paired = are_paired;
        add(builder, s);
    }
    return assemble(builder);
}

TEST(paired_seeds_are_numbered_at_their_point) {
    struct run *run = run_of_labels(1);
    struct measurement *m = &run->measurements[0];
    assert_true(measurement_is_paired(m));
    assert_int_equal(m->rounds, 2);
    assert_int_equal(m->seeds[0], 3);
    assert_true(foreign_seconds(m, "a", 0, 0, 2) == 2);
    assert_true(isnan(foreign_seconds(m, "a", 0, 0, 1)));
    assert_true(foreign_seconds(m, "b", 0, 0, 1) == 3);
    assert_true(foreign_seconds(m, "a", 0, 1, 0) == 0);
    assert_true(foreign_seconds(m, "a", 0, 1, 2) == 1);
    run_free(run);
}

TEST(unpaired_seeds_are_numbered_in_their_cell) {
    struct run *run = run_of_labels(0);
    struct measurement *m = &run->measurements[0];
    assert_false(measurement_is_paired(m));
    assert_int_equal(m->seeds[0], 2);
    assert_true(foreign_seconds(m, "a", 0, 0, 0) == 2);
    assert_true(foreign_seconds(m, "b", 0, 0, 0) == 3);
    assert_true(foreign_seconds(m, "a", 0, 1, 0) == 0);
    assert_true(foreign_seconds(m, "a", 0, 1, 1) == 1);
    run_free(run);
}

TEST(one_time_that_nothing_pairs_leaves_all_unpaired) {
    for (int is_time = 0; is_time < 2; is_time++) {
        struct import_builder *builder = begin();
        struct import_builder_sample s = sample(1);
        s.is_paired = 1;
        add(builder, s);
        s = sample(is_time ? 2 : NAN);
        s.library = "b";
        add(builder, s);
        struct run *run = assemble(builder);
        assert_int_equal(measurement_is_paired(&run->measurements[0]), !is_time);
        run_free(run);
    }
}

TEST(a_bad_status_stays) {
    struct import_builder *builder = begin();
    struct import_builder_sample s = sample(NAN);
    s.status = CELL_HUNG;
    add(builder, sample(1));
    add(builder, s);
    add(builder, sample(2));
    struct run *run = assemble(builder);
    assert_int_equal(run->measurements[0].series[0].status[0], CELL_HUNG);
    run_free(run);
}

TEST(actions_of_the_same_final_name_are_refused) {
    struct import_builder *builder = begin();
    struct import_builder_sample s = sample(1);
    struct err err = {""};
    struct runs runs;
    s.action = "f_float";
    add(builder, s);
    s.action = "f";
    s.type = 's';
    add(builder, s);
    s.type = 'd';
    add(builder, s);
    assert_int_equal(assemble_runs(builder, &runs, &err), ERR_DAMAGED);
    assert_string_equal(err.message, "x: two actions would be called f_float");
    assert_int_equal(runs.count, 0);
    import_builder_release(builder);
}

TEST(varying_threads_are_a_parameter) {
    struct import_builder *builder = begin();
    for (int i = 1; i <= 2; i++) {
        struct import_builder_parameter threads = {FACT_THREADS, i, NULL};
        struct import_builder_sample s = sample(1);
        s.parameters = &threads;
        s.parameter_count = 1;
        add(builder, s);
    }
    struct run *run = assemble(builder);
    struct measurement *m = &run->measurements[0];
    assert_null(facts_find(&m->facts, FACT_THREADS));
    assert_true(measurement_threads(m) == 2);
    run_free(run);
}

TEST(the_axis_is_what_varies_without_a_size) {
    struct import_builder *builder = begin();
    struct import_builder_parameter k = {"k", 3, NULL};
    struct import_builder_sample s = sample(1);
    s.size = IMPORT_BUILDER_NO_SIZE;
    s.parameters = &k;
    s.parameter_count = 1;
    add(builder, s);
    struct run *run = assemble(builder);
    assert_int_equal(run->measurements[0].sizes[0], 1);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_AXIS, ""), "k");
    run_free(run);
}

TEST(many_samples_are_all_kept) {
    struct import_builder *builder = begin();
    enum { MANY = 20000 };
    for (int i = 0; i < MANY; i++) {
        struct import_builder_sample s = sample(i);
        s.size = i * 7919 % MANY;
        add(builder, s);
    }
    struct run *run = assemble(builder);
    for (int i = 0; i < MANY; i++)
        assert_true(run->measurements[0].series[0].seconds[i * 7919 % MANY] == i);
    run_free(run);
}

/* --- measures --- */

TEST(what_only_the_file_names_becomes_a_measure) {
    struct import_builder *builder = begin();
    const struct import_builder_measure first[] = {{"GB/s", "B/s", BETTER_MORE, 5},
                                                   {"cycles", NULL, BETTER_LESS, 7},
                                                   {"lost", NULL, BETTER_NEITHER, NAN}};
    const struct import_builder_measure second[] = {{"checksum", NULL, BETTER_NEITHER, 3},
                                                    {"GB/s", "B/s", BETTER_MORE, 6}};
    struct import_builder_sample s = sample(1);
    s.measures = first;
    s.measure_count = 3;
    add(builder, s);
    s.measures = second;
    s.measure_count = 2;
    add(builder, s);
    struct run *run = assemble(builder);
    struct measurement *m = &run->measurements[0];
    struct series *a = &m->series[0];
    assert_string_equal(facts_text(&m->facts, FACT_MEASURES, ""),
                        "GB/s\tB/s\tmore\nchecksum\t1\t\n");
    assert_true(a->measures[0][0] == 5 && a->measures[0][1] == 6);
    assert_true(isnan(a->measures[1][0]) && a->measures[1][1] == 3);
    assert_null(a->measures[2]);
    assert_true(a->cycles[0] == 7 && isnan(a->cycles[1]));
    run_free(run);
}

TEST(a_measure_may_be_all_that_there_is) {
    struct import_builder *builder = begin();
    const struct import_builder_measure measure = {"mem", "B", BETTER_LESS, 4096};
    struct import_builder_sample s = sample(NAN);
    s.measures = &measure;
    s.measure_count = 1;
    add(builder, s);
    struct run *run = assemble(builder);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_MEASURED, ""), "measure_1");
    assert_int_equal(run->measurements[0].series[0].status[0], CELL_OK);
    run_free(run);
}

TEST(measures_beyond_the_room_are_named) {
    struct import_builder *builder = begin();
    char names[RUN_MAX_MEASURES + 2][8];
    struct import_builder_measure measures[RUN_MAX_MEASURES + 2];
    struct import_builder_sample s = sample(1);
    for (size_t i = 0; i < RUN_MAX_MEASURES + 2; i++) {
        snprintf(names[i], sizeof names[i], "m%zu", i);
        measures[i] = (struct import_builder_measure){names[i], NULL, BETTER_NEITHER, (double)i};
    }
    s.measures = measures;
    s.measure_count = RUN_MAX_MEASURES + 2;
    add(builder, s);
    add(builder, s);
    struct run *run = assemble(builder);
    assert_string_equal(facts_text(&run->facts, FACT_MEASURES_LEFT_OUT, ""), "m32, m33");
    assert_true(run->measurements[0].series[0].measures[31][1] == 31);
    run_free(run);
}
