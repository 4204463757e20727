/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/many.h"

static void digest(const struct run *run, char text[DIGEST_TEXT]) {
    assert_int_equal(digest_run(run, text, NULL), 0);
    assert_int_equal(strlen(text), 64);
}

/* --- what does not matter --- */

static struct run *shuffled_run(void) {
    static const char *const libraries[] = {"blis", "openblas"};
    struct run *run = run_new();
    run->name = strdup("run_000099");
    facts_set_real(&run->facts, "load", 0.25);
    facts_set_integer(&run->facts, "processors", 2);
    facts_set_text(&run->facts, FACT_STATE, "complete");
    facts_set_text(&run->facts, FACT_HOST, "here");
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000001");
    struct measurement *m = sample_measurement(run, "axpy", 4, 3, 2, libraries, 2);
    sample_fill(m, &m->series[0], 1);
    sample_fill(m, &m->series[1], 0);
    return run;
}

EACH_TEST(enter, leave);

TEST(name_and_order_do_not_matter) {
    char a[DIGEST_TEXT], b[DIGEST_TEXT];
    struct run *run = sample_run(), *other = shuffled_run();
    digest(run, a);
    digest(other, b);
    assert_string_equal(a, b);
    run_free(other);
    run_free(run);
}

TEST(a_run_read_back_has_the_same_digest) {
    char a[DIGEST_TEXT], b[DIGEST_TEXT];
    char *text = malloc(10001);
    memset(text, 'x', 10000);
    text[10000] = '\0';
    struct run *run = sample_run();
    facts_set_text(&run->facts, FACT_TOPOLOGY, text);
    facts_set_text(&run->facts, "after", "the long one");
    append(path, run);
    digest(run, a);
    digest_in(path, 0, b);
    assert_string_equal(a, b);
    free(text);
    run_free(run);
}

TEST(a_nan_is_a_nan) {
    char a[DIGEST_TEXT], b[DIGEST_TEXT];
    struct run *run = sample_run();
    double *seconds = run->measurements[0].series[0].seconds;
    seconds[3] = NAN;
    digest(run, a);
    const uint64_t other_nan = UINT64_C(0xFFF0000000000001);
    memcpy(&seconds[3], &other_nan, sizeof other_nan);
    digest(run, b);
    assert_string_equal(a, b);
    run_free(run);
}

TEST(who_reads_a_running_run_does_not_matter) {
    char a[DIGEST_TEXT], b[DIGEST_TEXT];
    struct run *run = sample_run();
    facts_set_text(&run->facts, FACT_STATE, "running");
    digest(run, a);
    facts_set_text(&run->facts, FACT_STATE, "interrupted");
    digest(run, b);
    assert_string_equal(a, b);
    run_free(run);
}

/* --- what matters --- */

static void change_a_fact(struct run *run) {
    facts_set_text(&run->facts, FACT_HOST, "there");
}

static void change_a_kind(struct run *run) {
    facts_set_real(&run->facts, "processors", 2);
}

static void add_a_fact(struct run *run) {
    facts_set_text(&run->measurements[0].series[0].facts, "version", "");
}

static void set_a_team(struct run *run) {
    measurement_set_team(&run->measurements[0], 2, NULL);
}

static void set_another_team(struct run *run) {
    measurement_set_team(&run->measurements[0], 3, NULL);
}

static void say_what_a_thread_did(struct run *run) {
    set_a_team(run);
    measurement_add_detail(&run->measurements[0], &run->measurements[0].series[0], "thread_end",
                           NULL);
    run->measurements[0].series[0].thread_end[47] = 1;
}

static void say_what_another_thread_did(struct run *run) {
    set_a_team(run);
    measurement_add_detail(&run->measurements[0], &run->measurements[0].series[0], "thread_end",
                           NULL);
    run->measurements[0].series[0].thread_end[46] = 1;
}

static void change_a_size(struct run *run) {
    run->measurements[0].sizes[3]++;
}

static void change_a_seed_count(struct run *run) {
    run->measurements[0].seeds[0] = 1;
}

static void change_a_second(struct run *run) {
    double *last = &run->measurements[0].series[1].seconds[23];
    *last = nextafter(*last, 1);
}

static void lose_a_second(struct run *run) {
    run->measurements[0].series[0].seconds[0] = NAN;
}

static void negate_a_zero(struct run *run) {
    run->measurements[0].series[0].max_error[0] = -0.0;
}

static void change_a_status(struct run *run) {
    run->measurements[0].series[0].status[0] = CELL_WRONG;
}

static void rename_a_library(struct run *run) {
    strcpy(run->measurements[0].series[0].name, "openblaz");
}

static void add_a_parameter(struct run *run) {
    measurement_add_parameter(&run->measurements[0], "stride", NULL);
}

static void set_a_parameter(struct run *run) {
    measurement_add_parameter(&run->measurements[0], "stride", NULL)->values[3] = 8;
}

static void rename_a_parameter(struct run *run) {
    measurement_add_parameter(&run->measurements[0], "strike", NULL)->values[3] = 8;
}

static void say_a_term(struct run *run) {
    measurement_add_term(&run->measurements[0], "flops", NULL)[3] = 8;
}

static void say_another_term(struct run *run) {
    measurement_add_term(&run->measurements[0], "bytes", NULL)[3] = 8;
}

static void count_operations(struct run *run) {
    struct measurement *m = &run->measurements[0];
    measurement_add_detail(m, &m->series[1], "operations", NULL);
    m->series[1].operations[3] = 8;
}

static void count_iterations(struct run *run) {
    struct measurement *m = &run->measurements[0];
    measurement_add_detail(m, &m->series[1], "iterations", NULL);
    m->series[1].iterations[3] = 8;
}

static void change_the_shape(struct run *run) {
    run->measurements[0].rounds = 2;
    run->measurements[0].max_seeds = 3;
}

TEST(everything_else_matters) {
    static void (*const changes[])(struct run *) = {change_a_fact,
                                                    change_a_kind,
                                                    add_a_fact,
                                                    change_a_size,
                                                    set_a_team,
                                                    set_another_team,
                                                    say_what_a_thread_did,
                                                    say_what_another_thread_did,
                                                    change_a_second,
                                                    lose_a_second,
                                                    negate_a_zero,
                                                    change_a_seed_count,
                                                    change_a_status,
                                                    rename_a_library,
                                                    change_the_shape,
                                                    add_a_parameter,
                                                    set_a_parameter,
                                                    rename_a_parameter,
                                                    count_operations,
                                                    count_iterations,
                                                    say_a_term,
                                                    say_another_term};
    enum { CHANGES = sizeof changes / sizeof *changes };
    char digests[CHANGES + 1][DIGEST_TEXT];
    for (size_t i = 0; i <= CHANGES; i++) {
        struct run *run = sample_run();
        run->measurements[0].series[0].max_error[0] = 0;
        if (i < CHANGES)
            changes[i](run);
        digest(run, digests[i]);
        run_free(run);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(digests[i], digests[k]);
    }
}

TEST(the_order_of_parameters_does_not_matter) {
    static const char *const names[] = {"stride", "number"};
    char digests[2][DIGEST_TEXT];
    for (size_t i = 0; i < 2; i++) {
        struct run *run = sample_run();
        for (size_t k = 0; k < 2; k++) {
            const char *name = names[(i + k) % 2];
            measurement_add_parameter(&run->measurements[0], name, NULL)->values[1] = name[0];
        }
        digest(run, digests[i]);
        run_free(run);
    }
    assert_string_equal(digests[0], digests[1]);
}

TEST(a_detail_that_is_undefined_is_as_none) {
    char a[DIGEST_TEXT], b[DIGEST_TEXT];
    struct run *run = sample_run();
    struct measurement *m = &run->measurements[0];
    digest(run, a);
    measurement_add_detail(m, &m->series[1], "operations", NULL);
    digest(run, b);
    assert_string_equal(a, b);
    run_free(run);
}

TEST(a_term_that_is_undefined_is_as_none) {
    char a[DIGEST_TEXT], b[DIGEST_TEXT];
    struct run *run = sample_run();
    digest(run, a);
    measurement_add_term(&run->measurements[0], "bytes", NULL);
    digest(run, b);
    assert_string_equal(a, b);
    run_free(run);
}

static struct run *plain_run(void) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 2, 1, 1, NULL);
    m->sizes[0] = 10;
    m->sizes[1] = 20;
    m->seeds[0] = m->seeds[1] = 1;
    struct series *series = measurement_add_series(m, "one", NULL);
    series->seconds[0] = 0.5;
    series->seconds[1] = 0.25;
    return run;
}

/* By the format's version 1.0, which knew no parameters or terms: with t, n as below and r for
 * reals, t(b"benchmat run 1") + n(0) + n(1) + t(b"axpy") + n(0) + n(2) + n(1) + n(1) + n(10) +
 * n(20) + n(1) + n(1) + n(1) + t(b"one") + n(0) + r(0.5) + r(0.25) + t(b"") */
TEST(a_run_without_parameters_has_the_digest_it_always_had) {
    char text[DIGEST_TEXT];
    struct run *run = plain_run();
    digest(run, text);
    assert_string_equal(text, "3b9c601488efce1ba03fea7fe2540f560afc273d849a606f0b6a02cfc73a1d62");
    run_free(run);
}

/* By the format's version 1.2: between n(1) + n(1), the seeds, and n(1), the number of libraries,
 *   t(b"flops") + r(20) + nan + t(b"bytes") + r(240) + r(480) */
TEST(terms_stand_in_the_digest_behind_the_seeds) {
    char text[DIGEST_TEXT];
    struct run *run = plain_run();
    struct measurement *m = &run->measurements[0];
    measurement_add_term(m, "bytes", NULL);
    measurement_add_term(m, "flops", NULL)[0] = 20;
    m->bytes[0] = 240;
    m->bytes[1] = 480;
    digest(run, text);
    assert_string_equal(text, "88d4f395ef8055d8be367abca353f9cd34d0db6bc11a79b6750bc6f91c301a4c");
    run_free(run);
}

/* By the format's version 1.4: behind n(2) + n(1) + n(1), the shape, t(b"team") + n(2); behind
 * r(0.5) + r(0.25), the seconds, t(b"level") + r(7) + r(8) and
 *   t(b"thread_begin") + r(0) + r(1) + r(0) + nan */
TEST(teams_stand_in_the_digest_behind_the_shape) {
    char text[DIGEST_TEXT];
    struct run *run = plain_run();
    struct measurement *m = &run->measurements[0];
    struct series *s = &m->series[0];
    assert_int_equal(measurement_set_team(m, 2, NULL), 0);
    assert_int_equal(measurement_add_detail(m, s, "level", NULL), 0);
    assert_int_equal(measurement_add_detail(m, s, "thread_begin", NULL), 0);
    assert_int_equal(measurement_add_detail(m, s, "thread_counter_8", NULL), 0);
    s->level[0] = 7;
    s->level[1] = 8;
    s->thread_begin[0] = s->thread_begin[2] = 0;
    s->thread_begin[1] = 1;
    digest(run, text);
    assert_string_equal(text, "61c51bbb23ddcbe6daae77201c11af84f0937e65b7950d96dbe3cd7bb185bf85");
    run_free(run);
}

/* By the format's description and Python's hashlib:
 *   t = lambda s: len(s).to_bytes(8, "little") + s; n = lambda i: i.to_bytes(8, "little")
 *   sha256(t(b"benchmat run 1") + n(1) + t(b"a") + n(1) + n(7) + n(0)) */
TEST(the_digest_is_the_documented_one) {
    char text[DIGEST_TEXT];
    struct run *run = run_new();
    facts_set_integer(&run->facts, "a", 7);
    digest(run, text);
    assert_string_equal(text, "3f66225484972382875da08b7435a8029e6902e5fb1f7fd2644d9a8f3845b04a");
    run_free(run);
}

/* --- as others compute it --- */

/* What digest.py, made by docs/archive-format.md alone, says of the run at POSITION. */
static void theirs(const char *file, size_t position, char text[DIGEST_TEXT]) {
    char command[400], line[200] = "";
    snprintf(command, sizeof command, "/usr/bin/python3 tests/cli/digest.py '%s'", file);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    for (size_t i = 0; i <= position; i++)
        assert_non_null(fgets(line, sizeof line, pipe));
    while (fgetc(pipe) != EOF)
        continue;
    assert_int_equal(pclose(pipe), 0);
    const char *sha256 = strstr(line, "sha256 ");
    assert_non_null(sha256);
    snprintf(text, DIGEST_TEXT, "%.64s", sha256 + 7);
}

TEST(h5py_gives_the_same_digest) {
    char ours[DIGEST_TEXT], others[DIGEST_TEXT];
    struct run *run = sample_run();
    sample_parameters(run);
    sample_team(run);
    append(path, run);
    digest(run, ours);
    theirs(path, 0, others);
    assert_string_equal(ours, others);
    run_free(run);
}

TEST(archives_of_version_1_3_are_read_as_before) {
    static const struct {
        const char *file;
        size_t position;
    } runs[] = {{"tests/data/independent/details.h5", 0},
                {"tests/data/independent/usage.h5", 0},
                {"tests/data/independent/runs.h5", 2}};
    char ours[DIGEST_TEXT], others[DIGEST_TEXT];
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct archive *archive = open_archive(runs[i].file);
        struct run *run = read_run(archive, runs[i].position, NULL);
        assert_int_equal(run->measurements[0].team, 0);
        digest(run, ours);
        theirs(runs[i].file, runs[i].position, others);
        assert_string_equal(ours, others);
        run_free(run);
        archive_close(archive);
    }
}
