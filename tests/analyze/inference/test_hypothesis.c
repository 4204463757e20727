/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/hypothesis.h"
#include "tests/analyze/close.h"
#include "tests/analyze/made_up.h"
#include "tests/test.h"

static const double eight[] = {0.031, -0.012, 0.047, 0.018, 0.0235, -0.004, 0.061, 0.009};
static const double tied[] = {0.02, -0.01, 0.03, 0.01, 0.02, 0, -0.02, 0.04, 0.05, 0};

static struct hypothesis_answer answer_of(const char *name, const struct hypothesis_units *units) {
    const struct hypothesis_test *test = hypothesis_find(name);
    double *workspace = calloc(2 * units->n + 1, sizeof *workspace);
    assert_true(test && workspace);
    struct hypothesis_answer answer = hypothesis_answer(test, units, workspace);
    free(workspace);
    return answer;
}

static double paired(const char *name, const double *differences, size_t n, double margin) {
    struct hypothesis_units units = {.differences = differences, .n = n, .margin = margin};
    return answer_of(name, &units).p;
}

static double unpaired(const double *library, const double *reference, size_t n, double margin) {
    struct hypothesis_units units = {
        .library = library, .reference = reference, .n = n, .margin = margin};
    return answer_of("mann-whitney", &units).p;
}

static const char *const paired_names[] = {"paired-t", "sign", "wilcoxon", "bootstrap"};

#define FOR_EACH_PAIRED(name)                                                                      \
    for (const char *const *at = paired_names, *name;                                              \
         at < paired_names + 4 && (name = *at) != NULL; at++)

/* --- against R and SciPy --- */

/* SciPy: ttest_1samp(eight, 0), ttest_1samp(tied, 0); R: t.test(eight). */
TEST(paired_t_as_by_r_and_scipy) {
    assert_close(paired("paired-t", eight, 8, 0), 0.041547251410727806, 1e-12);
    assert_close(paired("paired-t", tied, 10, 0), 0.07739253968675379, 1e-12);
}

/* SciPy: ttest_1samp(eight, 0.005, alternative='greater'); R: t.test(mu=, alternative=). */
TEST(with_a_margin_twice_the_one_sided_p_of_its_edge) {
    assert_close(paired("paired-t", eight, 8, 0.005), 2 * 0.048409292667823144, 1e-12);
}

/* SciPy: binomtest(6, 8), binomtest(6, 8) from tied without its zeros; R: binom.test(6, 8). */
TEST(sign_as_by_r_and_scipy) {
    assert_close(paired("sign", eight, 8, 0), 0.2890625, 1e-14);
    assert_close(paired("sign", tied, 10, 0), 0.2890625, 1e-14);
}

/* SciPy: binomtest(502100, 1000000) */
TEST(signs_of_a_million) {
    enum { MANY = 1000000 };
    double *d = malloc(MANY * sizeof *d);
    assert_non_null(d);
    for (size_t i = 0; i < MANY; i++)
        d[i] = i < 502100 ? 1 : -1;
    assert_close(paired("sign", d, MANY, 0), 2.6808943113399346e-05, 1e-12);
    free(d);
}

/* SciPy: wilcoxon(eight, mode='exact'), wilcoxon(eight - 0.005, mode='exact',
 * alternative='greater'); R: wilcox.test(eight), wilcox.test(eight, mu=0.005, alternative="g"). */
TEST(wilcoxon_as_by_r_and_scipy) {
    assert_close(paired("wilcoxon", eight, 8, 0), 0.0546875, 1e-14);
    assert_close(paired("wilcoxon", eight, 8, 0.005), 2 * 0.0546875, 1e-14);
}

/* SciPy: wilcoxon(d, mode='approx', correction=True); R: wilcox.test(d). Ties and one zero. */
TEST(wilcoxon_of_many_by_the_normal_distribution) {
    double d[80];
    for (int i = 0; i < 80; i++)
        d[i] = (double)((i * 37) % 101 - 45) / 100;
    assert_close(paired("wilcoxon", d, 80, 0), 0.14460725630381063, 1e-12);
    assert_close(paired("paired-t", d, 80, 0), 0.13309960311548794, 1e-12);
}

/* SciPy: mannwhitneyu(x, y, method='exact'); R: wilcox.test(x, y). Nine against seven. */
TEST(mann_whitney_as_by_r_and_scipy) {
    static const double x[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    static const double y[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.061, NAN, NAN};
    assert_close(unpaired(x, y, 9, 0), 0.0548951048951049, 1e-14);
    assert_close(unpaired(y, x, 9, 0), 0.0548951048951049, 1e-14);
}

/* SciPy: mannwhitneyu(library, reference, method='asymptotic'); R: wilcox.test. With ties. */
TEST(mann_whitney_of_many_by_the_normal_distribution) {
    double library[30], reference[30];
    for (int i = 0; i < 30; i++) {
        library[i] = (double)((i * 37) % 101) / 10;
        reference[i] = (double)((i * 53) % 97 - 8) / 10;
    }
    assert_close(unpaired(library, reference, 30, 0), 0.12411469566079392, 1e-12);
}

/* --- margins --- */

TEST(a_margin_shifts_the_library_of_mann_whitney) {
    static const double library[] = {2.5, 3.5, 4.5, 5.5, 6.5};
    static const double shifted[] = {1.5, 2.5, 3.5, 4.5, 5.5};
    static const double reference[] = {1, 2, 3, 3.25, 0.5};
    assert_close(unpaired(library, reference, 5, 1), unpaired(shifted, reference, 5, 0), 1e-15);
    assert_close(unpaired(reference, library, 5, 1), unpaired(reference, shifted, 5, 0), 1e-15);
}

TEST(what_is_no_margin_tells_nothing) {
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++) {
        struct hypothesis_units units = {eight, eight, eight, 8, NAN, 0, 0};
        assert_true(isnan(answer_of(test->name, &units).p));
        units.margin = -0.01;
        assert_true(isnan(answer_of(test->name, &units).p));
        units.margin = INFINITY;
        assert_true(answer_of(test->name, &units).p == 1);
    }
}

TEST(a_wider_margin_is_harder_to_leave) {
    FOR_EACH_PAIRED(name) {
        double last = 0;
        for (int i = 0; i < 20; i++) {
            double p = paired(name, eight, 8, 0.0013 * i);
            assert_true(p >= last - 1e-15 && p <= 1);
            last = p;
        }
        assert_true(last == 1);
    }
}

TEST(both_sides_are_treated_alike) {
    double turned[8];
    for (size_t i = 0; i < 8; i++)
        turned[i] = -eight[i];
    for (size_t i = 0; i < 3; i++)
        assert_close(paired(paired_names[i], turned, 8, 0.003),
                     paired(paired_names[i], eight, 8, 0.003), 1e-14);
}

TEST(the_side_is_where_the_evidence_points) {
    static const double zero[8] = {0};
    double turned[8];
    for (size_t i = 0; i < 8; i++)
        turned[i] = -eight[i];
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++) {
        struct hypothesis_units up = {eight, eight, zero, 8, 0.001, 0, 0};
        struct hypothesis_units down = {turned, turned, zero, 8, 0.001, 0, 0};
        struct hypothesis_units none = {zero, zero, zero, 8, 0, 0, 0};
        assert_int_equal(answer_of(test->name, &up).side, 1);
        assert_int_equal(answer_of(test->name, &down).side, -1);
        assert_int_equal(answer_of(test->name, &none).side, 0);
    }
}

/* Ten units about the edge itself, where H0 is only just true: of 2000 such samples at most 5 %,
 * and three standard errors more, may reject it. */
static double share_rejected(const struct hypothesis_test *test, double margin) {
    enum { TRIALS = 2000, UNITS = 10 };
    unsigned short seed[3] = {4, 2, 0};
    int rejected = 0;
    for (int i = 0; i < TRIALS; i++) {
        double d[UNITS], library[UNITS], reference[UNITS], workspace[2 * UNITS];
        for (size_t k = 0; k < UNITS; k++) {
            library[k] = margin + made_up_normal(seed);
            reference[k] = made_up_normal(seed);
            d[k] = margin + made_up_normal(seed);
        }
        struct hypothesis_units units = {d, library, reference, UNITS, margin, 199, 0};
        rejected += hypothesis_answer(test, &units, workspace).p <= 0.05;
    }
    return (double)rejected / TRIALS;
}

TEST(the_level_is_kept_up_to_the_edge) {
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++)
        for (double margin = 0; margin < 2; margin = margin * 3 + 0.05) {
            double share = share_rejected(test, margin);
            if (!(share <= 0.065 && share > 0.005))
                fail_msg("%s rejects %.1f %% at a margin of %g", test->name, 100 * share, margin);
        }
}

/* --- edges --- */

TEST(nothing_says_nothing) {
    static const double missing[] = {NAN, INFINITY, -INFINITY};
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++) {
        struct hypothesis_units none = {.n = 0}, lost = {missing, missing, missing, 3, 0, 0, 0};
        assert_true(isnan(answer_of(test->name, &none).p));
        assert_true(isnan(answer_of(test->name, &lost).p));
        assert_int_equal(answer_of(test->name, &lost).side, 0);
    }
}

TEST(a_single_unit_shows_nothing) {
    static const double one[] = {0.3}, zero[] = {0};
    assert_true(isnan(paired("paired-t", one, 1, 0)));
    assert_true(isnan(paired("bootstrap", one, 1, 0)));
    assert_true(paired("sign", one, 1, 0) == 1);
    assert_true(paired("wilcoxon", one, 1, 0) == 1);
    assert_true(isnan(unpaired(one, zero, 1, 0)));
    assert_true(isnan(
        answer_of("welch-t", &(struct hypothesis_units){.library = one, .reference = zero, .n = 1})
            .p));
}

TEST(no_difference_at_all_is_no_evidence) {
    static const double zeros[] = {0, 0, 0, 0, 0, 0};
    FOR_EACH_PAIRED(name) {
        assert_true(paired(name, zeros, 6, 0) == 1);
        assert_true(paired(name, zeros, 6, 0.01) == 1);
    }
    assert_true(unpaired(zeros, zeros, 6, 0) == 1);
}

/* SciPy: ttest_1samp([0.5] * 6, 0) is 0; binomtest(6, 6) is 0.03125. */
TEST(equal_differences_are_as_clear_as_can_be) {
    static const double equal[] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, zeros[6] = {0};
    assert_true(paired("paired-t", equal, 6, 0.25) == 0);
    assert_true(paired("bootstrap", equal, 6, 0.25) == 0);
    assert_close(paired("sign", equal, 6, 0.25), 0.03125, 1e-15);
    assert_close(paired("wilcoxon", equal, 6, 0.25), 0.03125, 1e-15);
    assert_close(unpaired(equal, zeros, 6, 0.25), 2. / 924, 1e-15);
    FOR_EACH_PAIRED(name)
    assert_true(paired(name, equal, 6, 0.5) == 1);
}

TEST(what_is_no_number_is_left_out) {
    double holed[12] = {NAN, INFINITY};
    memcpy(holed + 2, eight, sizeof eight);
    holed[10] = -INFINITY;
    holed[11] = NAN;
    FOR_EACH_PAIRED(name)
    assert_true(paired(name, holed, 12, 0.001) == paired(name, eight, 8, 0.001));
}

TEST(huge_samples_are_no_trouble) {
    enum { MANY = 1000000 };
    double *d = malloc(2 * MANY * sizeof *d);
    assert_non_null(d);
    for (size_t i = 0; i < 2 * MANY; i++)
        d[i] = (double)(i * 7919 % MANY) / MANY - 0.5;
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++) {
        struct hypothesis_units units = {d, d, d + MANY, MANY, 0, 0, 0};
        double p = answer_of(test->name, &units).p;
        assert_true(p > 0.5 && p <= 1);
    }
    free(d);
}

/* --- the table --- */

TEST(tests_are_found_by_name) {
    assert_string_equal(hypothesis_tests[0].name, "moderated-t");
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++)
        assert_ptr_equal(hypothesis_find(test->name), test);
    assert_null(hypothesis_find("student"));
    assert_null(hypothesis_find(""));
}

TEST(some_tests_need_more_units_than_others) {
    static const struct {
        const char *name;
        double alpha;
        size_t units;
    } cases[] = {
        {"paired-t", 0.05, 2},        {"paired-t", 1e-9, 2},       {"sign", 0.05, 6},
        {"wilcoxon", 0.05, 6},        {"wilcoxon", 0.05 / 24, 10}, {"wilcoxon", 0.0625, 5},
        {"mann-whitney", 0.05, 4},    {"mann-whitney", 0.1, 3},    {"mann-whitney", 0.05 / 24, 7},
        {"bootstrap", 0.05, 4},       {"bootstrap", 0.05 / 24, 5}, {"bootstrap", 0.05 / 36, 6},
        {"bootstrap", 0.05 / 600, 0}, {"sign", 0, 1076},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(hypothesis_least_units(hypothesis_find(cases[i].name), cases[i].alpha, 0),
                         cases[i].units);
}

/* Differences that all point one way, none like another. */
TEST(what_units_can_reach_they_do_reach) {
    double d[12], low[12];
    for (size_t i = 0; i < 12; i++) {
        d[i] = 1 + 1e-9 * (double)(i * i);
        low[i] = -d[i];
    }
    for (size_t n = 2; n <= 12; n++)
        for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++) {
            if (!test->is_of_ranks)
                continue;
            struct hypothesis_units units = {d, d, low, n, 0, 0, 0};
            assert_close(answer_of(test->name, &units).p, test->least_p(n, 0), 1e-15);
        }
}
