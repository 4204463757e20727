/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/inference/multiplicity.h"
#include "analyze/inference/hypothesis.h"
#include "analyze/inference/ratio.h"
#include "analyze/inference/verdict.h"
#include "tests/analyze/close.h"
#include "tests/analyze/made_up.h"
#include "tests/test.h"

static enum verdict judge(double log_ratio, double margin, double p, int side) {
    struct evidence evidence = {.log_ratio = log_ratio, .margin = margin, .p = p, .side = side};
    return verdict_of(&evidence, 0.05);
}

TEST(less_time_is_faster) {
    assert_int_equal(judge(-0.2, 0, 0.01, -1), VERDICT_FASTER);
    assert_int_equal(judge(0.2, 0, 0.01, 1), VERDICT_SLOWER);
}

TEST(what_may_be_luck_is_not_shown) {
    assert_int_equal(judge(-0.2, 0, 0.05, -1), VERDICT_FASTER);
    assert_int_equal(judge(-0.2, 0, 0.0501, -1), VERDICT_NOT_SHOWN);
}

TEST(without_a_p_nothing_is_shown) {
    assert_int_equal(judge(-0.2, 0, NAN, 0), VERDICT_NOT_SHOWN);
}

TEST(without_a_ratio_there_is_no_verdict) {
    assert_int_equal(judge(NAN, 0, 0.01, -1), VERDICT_NONE);
}

TEST(what_lies_within_the_margin_is_not_shown) {
    assert_int_equal(judge(0.02, 0.02, 0.01, 1), VERDICT_NOT_SHOWN);
    assert_int_equal(judge(0.0201, 0.02, 0.01, 1), VERDICT_SLOWER);
    assert_int_equal(judge(0, 0, 0.01, 1), VERDICT_NOT_SHOWN);
}

TEST(a_mean_that_contradicts_its_ranks_is_not_shown) {
    assert_int_equal(judge(-0.2, 0, 0.01, 1), VERDICT_NOT_SHOWN);
    assert_int_equal(judge(0.2, 0, 0.01, 0), VERDICT_NOT_SHOWN);
}

TEST(the_margin_is_the_larger_of_effect_and_noise) {
    assert_close(verdict_margin(0.01, 1.03), log(1.03), 1e-15);
    assert_close(verdict_margin(0.05, 1.03), log(1.05), 1e-15);
    assert_close(verdict_margin(0.01, NAN), log(1.01), 1e-15);
    assert_close(verdict_margin(0, NAN), 0, 0);
    assert_close(verdict_margin(0, 1), 0, 0);
    assert_close(verdict_margin(0, noise_of((struct interval){1, 0.9, 1.05}).floor), log(1 / 0.9),
                 1e-15);
}

/* Differences of five rounds about 0.02, and of a control about 0. */
static void draw(double *differences, struct interval *ratio, double *floor,
                 unsigned short seed[3]) {
    struct student student;
    struct welford library = {0}, control = {0};
    student_init(&student, 0.95);
    for (size_t r = 0; r < 5; r++) {
        differences[r] = 0.02 + 0.01 * made_up_normal(seed);
        welford_add(&library, differences[r]);
        welford_add(&control, 0.003 * made_up_normal(seed));
    }
    *ratio = interval_exp(interval_of_mean(welford_mean(&library), &library, &student));
    *floor =
        noise_of(interval_exp(interval_of_mean(welford_mean(&control), &control, &student))).floor;
}

TEST(whatever_noise_may_hide_has_no_verdict) {
    unsigned short seed[3] = {5, 5, 5};
    size_t shown = 0;
    for (int i = 0; i < 2000; i++) {
        double d[5], workspace[10], floor;
        struct interval ratio;
        draw(d, &ratio, &floor, seed);
        struct noise noise = {.floor = floor};
        struct hypothesis_units units = {d, NULL, NULL, 5, verdict_margin(0, floor), 0, 0};
        struct hypothesis_answer answer =
            hypothesis_answer(hypothesis_find("paired-t"), &units, workspace);
        enum verdict verdict = judge(log(ratio.estimate), units.margin, answer.p, answer.side);
        assert_int_equal(verdict == VERDICT_NOT_SHOWN, noise_hides(&noise, ratio));
        shown += verdict != VERDICT_NOT_SHOWN;
    }
    assert_uint_in_range(shown, 200, 1800);
}

static enum verdict judge_equality(double log_ratio, double p, double p_equal, int is_alone) {
    const struct evidence evidence = {.log_ratio = log_ratio,
                                      .p = p,
                                      .side = log_ratio > 0 ? 1 : -1,
                                      .is_alone = is_alone,
                                      .asks_equal = 1,
                                      .p_equal = p_equal};
    return verdict_of(&evidence, 0.05);
}

TEST(equality_wins_where_it_is_shown) {
    assert_int_equal(judge_equality(0.001, 0.5, 0.05, 0), VERDICT_EQUAL);
    assert_int_equal(judge_equality(0.001, 0.01, 0.01, 0), VERDICT_EQUAL);
    assert_int_equal(judge_equality(0.02, 0.01, 0.06, 0), VERDICT_SLOWER);
    assert_int_equal(judge_equality(-0.02, 0.01, 1, 0), VERDICT_FASTER);
    assert_int_equal(judge_equality(0.001, 0.5, 0.06, 0), VERDICT_INCONCLUSIVE);
    assert_int_equal(judge_equality(0.001, 0.5, NAN, 0), VERDICT_INCONCLUSIVE);
    assert_int_equal(judge_equality(NAN, NAN, NAN, 0), VERDICT_NONE);
}

TEST(a_single_process_is_never_equal) {
    assert_int_equal(judge_equality(0.001, 0.5, 0.001, 1), VERDICT_ONE_PROCESS);
}

TEST(what_is_equal_is_read_as_a_part) {
    double value;
    struct err err;
    assert_int_equal(verdict_parse_equal("1%", &value, &err), 0);
    assert_close(value, 0.01, 1e-15);
    static const char *const bad[] = {"0", "-1%", "100%", "x", "nan"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(verdict_parse_equal(bad[i], &value, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, "--equal"));
    }
}

TEST(programs_and_people_have_their_words) {
    static const char *const names[] = {"none",        "faster", "slower",      "not_shown",
                                        "one_process", "equal",  "inconclusive"};
    static const char *const words[] = {
        "", "faster", "slower", "no difference shown", "one process only", "equal", "inconclusive"};
    for (size_t v = VERDICT_NONE; v < VERDICTS; v++) {
        assert_string_equal(verdict_name((enum verdict)v), names[v]);
        assert_string_equal(verdict_words((enum verdict)v, QUANTITY_SECONDS), words[v]);
    }
    assert_string_equal(verdict_words(VERDICT_FASTER, QUANTITY_MEMORY), "less");
    assert_string_equal(verdict_words(VERDICT_SLOWER, QUANTITY_CPU), "more");
    assert_string_equal(verdict_words(VERDICT_NOT_SHOWN, QUANTITY_MEMORY), "no difference shown");
}

TEST(effects_are_read_as_people_write_them) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"1%", 0.01}, {"0.01", 0.01}, {"2.5 %", 0.025}, {"0", 0}, {"99%", 0.99}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = -1;
        assert_int_equal(verdict_parse_min_effect(cases[i].text, &value, NULL), 0);
        assert_close(value, cases[i].value, 1e-15);
    }
}

TEST(what_is_no_effect_is_refused_by_name) {
    static const char *const cases[] = {"",    "1",   "5",    "100%", "-1%",  "-0.01", "nan",
                                        "inf", "1%x", "1 %%", "abc",  "1e99", "% "};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err err = {""};
        double value = 0.5;
        assert_int_equal(verdict_parse_min_effect(cases[i], &value, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, cases[i]));
        assert_non_null(strstr(err.message, "--min-effect"));
        assert_true(value == 0.5);
    }
}
