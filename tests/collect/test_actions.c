/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/plan.h"
#include "collect/terms.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"

#define SIZES "1,2,3,17,100,257"

static struct rig rig;
static struct libraries installed;

static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    rig.settings.max_seeds = 1;
    rig.settings.stage_time = 1e-4;
    rig.settings.timeout = 30;
    return library_find_installed(&installed, NULL);
}

static int end(void **state) {
    (void)state;
    rig_end(&rig);
    libraries_release(&installed);
    return rig_is_childless() ? 0 : -1;
}

/* Adds a copy of an installed library. */
static void add_installed(const struct library *library) {
    size_t i = rig_add(&rig, library->name, library->paths[0]);
    rig.items[i].path_count = library->path_count;
    for (size_t p = 1; p < library->path_count; p++)
        rig.items[i].paths[p] = strdup(library->paths[p]);
}

/* Plans ACTION for all libraries of the rig but the last, which is to judge. With NO_JUDGE nobody
 * judges, and the residual alone decides. */
static struct plan planned(const char *action, char type, const char *sizes, int no_judge) {
    struct team team;
    struct plan plan;
    struct err err = {""};
    size_t judge = rig.libraries.count - 1;
    rig_sizes(&rig, sizes);
    rig.settings.type = type;
    rig_team(&rig, &team, action, type, 1, (size_t)256 << 20);
    if (plan_make(&plan, &team, judge, no_judge ? PLAN_NOBODY : judge, PLAN_NOBODY, &rig.settings,
                  &rig.settings.sizes, 0, &rig.observer, &err))
        fail_msg("%s", err.message);
    team_end(&team);
    return plan;
}

static const char *const types = "sd";

static void every_action_is_known_by_its_name(void **state) {
    (void)state;
    for (const struct bench_action *const *a = actions; *a; a++) {
        char long_name[80];
        snprintf(long_name, sizeof long_name, "action_%s", (*a)->name);
        assert_ptr_equal(actions_find((*a)->name), *a);
        assert_ptr_equal(actions_find(long_name), *a);
        assert_int_equal((*a)->abi, BENCH_ACTION_ABI);
        assert_int_equal((*a)->struct_bytes, sizeof **a);
        assert_true((*a)->largest >= 1);
        assert_non_null((*a)->about);
        assert_non_null((*a)->size_means);
    }
    assert_null(actions_find("axp"));
    assert_null(actions_find(""));
    assert_null(actions_find("action_"));
    assert_null(actions_find("action_action_axpy"));
}

static void operations_and_bytes_grow_with_the_size(void **state) {
    (void)state;
    for (const struct bench_action *const *a = actions; *a; a++)
        for (int64_t size = 1; (*a)->flops && size < 100; size++) {
            assert_true(terms_of(*a, 'd', size).flops > 0.99);
            assert_true(terms_of(*a, 'd', size + 1).flops > terms_of(*a, 'd', size).flops);
            assert_true(terms_of(*a, 'd', size).bytes == 2 * terms_of(*a, 's', size).bytes);
        }
    assert_true(terms_of(actions_find("cholesky"), 'd', 2).flops == 8.0 / 3 + 2 + 1.0 / 3);
    assert_true(terms_of(actions_find("matrix_matrix_product"), 'd', 10).flops == 2000);
}

/* The built-in one and the textbook one, which sums in another order. */
static void two_right_implementations_agree(void **state) {
    (void)state;
    rig_add(&rig, "textbook", fake_build("right", ""));
    rig_add(&rig, "wide", fake_build("wide", "#define INT int64_t\n"));
    rig_add(&rig, "judge", rig.builtin);
    for (const struct bench_action *const *a = actions; *a; a++)
        for (const char *type = types; *type; type++) {
            struct plan plan = planned((*a)->name, *type, SIZES, 0);
            for (size_t p = 0; p < plan.count; p++)
                for (size_t i = 0; i < 2; i++)
                    if (plan.points[p].cells[i].status != CELL_OK)
                        fail_msg("%s %c: %s", (*a)->name, *type, plan.points[p].cells[i].fault);
            plan_release(&plan);
        }
}

static void every_installed_library_is_right(void **state) {
    (void)state;
    if (installed.count == 0)
        skip();
    for (size_t i = 0; i < installed.count; i++)
        add_installed(&installed.items[i]);
    rig_add(&rig, "judge", rig.builtin);
    for (const struct bench_action *const *a = actions; *a; a++)
        for (const char *type = types; *type; type++) {
            struct plan plan = planned((*a)->name, *type, SIZES, 0);
            for (size_t p = 0; p < plan.count; p++)
                for (size_t i = 0; i < installed.count; i++) {
                    const struct cell *cell = &plan.points[p].cells[i];
                    if (cell->status != CELL_OK && !strstr(cell->fault, "lacks"))
                        fail_msg("%s: %s %c: %s", installed.items[i].name, (*a)->name, *type,
                                 cell->fault);
                }
            plan_release(&plan);
        }
}

/* A right library must not come near the tolerance, for another seed or machine may err more; and a
 * tolerance far above what right ones need would let wrong ones pass. */
static void tolerances_leave_a_margin_and_no_more(void **state) {
    (void)state;
    static const struct {
        const char *action, *sizes;
    } rows[] = {{"axpy", "3000000"},
                {"axpby", "3000000"},
                {"dot", "1000,10000,100000,1000000,3000000"},
                {"matrix_vector_product", "1500"},
                {"matrix_matrix_product", "500"},
                {"cholesky", "900"}};
    int too_tight = 0, too_loose = 0;
    rig_add(&rig, "textbook", fake_build("right", ""));
    for (size_t i = 0; i < installed.count; i++)
        add_installed(&installed.items[i]);
    rig_add(&rig, "judge", rig.builtin);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (const char *type = types; *type; type++) {
            struct plan plan = planned(rows[r].action, *type, rows[r].sizes, 0);
            double largest = 0;
            for (size_t p = 0; p < plan.count; p++)
                for (size_t i = 0; i < plan.library_count; i++) {
                    const struct differences *d = &plan.points[p].cells[i].differences;
                    if (!isnan(d->max))
                        largest = fmax(largest, d->max / plan.points[p].cells[i].tolerance);
                }
            too_tight |= !(largest <= 0.5);
            too_loose |= !(largest >= 1e-3);
            print_message("%s %c: error / tolerance up to %.3g\n", rows[r].action, *type, largest);
            plan_release(&plan);
        }
    assert_false(too_tight);
    assert_false(too_loose);
}

/* --- wrong in one element --- */

#define SPOILED(by)                                                                                \
    "#define AFTER_AXPY y[n - 1] += (" by ")\n"                                                    \
    "#define AFTER_DOT sum += (" by ")\n"                                                          \
    "#define AFTER_GEMV y[n - 1] += (" by ")\n"                                                    \
    "#define AFTER_GEMM c[(size_t)n * (size_t)n - 1] += (" by ")\n"                                \
    "#define AFTER_POTRF a[(size_t)n * (size_t)n - 1] += (" by ")\n"

static void assert_all_wrong(const char *action, char type, int no_judge) {
    struct plan plan = planned(action, type, SIZES, no_judge);
    for (size_t p = 0; p < plan.count; p++)
        for (size_t i = 0; i < plan.library_count; i++)
            if (plan.points[p].cells[i].status != CELL_WRONG)
                fail_msg("%s %c: %s at n = %d is not found out", action, type, rig.items[i].name,
                         (int)plan.points[p].size);
    plan_release(&plan);
}

static void one_wrong_element_is_found_at_every_size(void **state) {
    (void)state;
    rig_add(&rig, "a little off",
            fake_build("little", "#define AFTER_AXPY y[n - 1] += sizeof *y == 4 ? 1e-5 : 1e-14\n"));
    rig_add(&rig, "nan", fake_build("nan", SPOILED("NAN")));
    rig_add(&rig, "infinite", fake_build("infinite", SPOILED("-INFINITY")));
    rig_add(&rig, "judge", rig.builtin);
    assert_all_wrong("axpy", 's', 0);
    assert_all_wrong("axpy", 'd', 0);
    assert_all_wrong("axpby", 's', 0);
    assert_all_wrong("axpby", 'd', 0);
}

static void one_wrong_element_of_a_product_is_found_at_every_size(void **state) {
    (void)state;
    rig_add(&rig, "a little off", fake_build("a_thousandth", SPOILED("1e-3")));
    rig_add(&rig, "nan", fake_build("nan", SPOILED("NAN")));
    rig_add(&rig, "judge", rig.builtin);
    static const char *const names[] = {"dot", "matrix_vector_product", "matrix_matrix_product",
                                        "cholesky"};
    for (size_t a = 0; a < sizeof names / sizeof *names; a++)
        for (const char *type = types; *type; type++)
            assert_all_wrong(names[a], *type, 0);
}

/* By a thousandth in double precision, by one in single, where a matrix has its last element. */
static void the_residual_alone_finds_one_wrong_element(void **state) {
    (void)state;
    rig_add(&rig, "a little off", fake_build("a_thousandth", SPOILED("1e-3")));
    rig_add(&rig, "nan", fake_build("nan", SPOILED("NAN")));
    rig_add(&rig, "unused", rig.builtin);
    assert_all_wrong("matrix_matrix_product", 'd', 1);
    assert_all_wrong("cholesky", 'd', 1);
}

static void the_residual_alone_finds_one_wrong_element_in_single_precision(void **state) {
    (void)state;
    rig_add(&rig, "off", fake_build("one_off", SPOILED("1")));
    rig_add(&rig, "unused", rig.builtin);
    assert_all_wrong("matrix_matrix_product", 's', 1);
    assert_all_wrong("cholesky", 's', 1);
}

/* Not on the diagonal, where numbers are large, but below it, in the last row. */
static void the_residual_alone_finds_an_element_below_the_diagonal(void **state) {
    (void)state;
    rig_add(&rig, "off",
            fake_build("below", "#define AFTER_POTRF if (n > 1) a[n - 1] *= -1; else a[0] = -9\n"));
    rig_add(&rig, "unused", rig.builtin);
    assert_all_wrong("cholesky", 'd', 1);
    assert_all_wrong("cholesky", 's', 1);
}

static void a_matrix_said_not_to_be_positive_definite_is_wrong(void **state) {
    (void)state;
    rig_add(&rig, "refusing", fake_build("refusing", "#define AFTER_POTRF *info = n\n"));
    rig_add(&rig, "negative", fake_build("negative", "#define AFTER_POTRF *info = -4\n"));
    rig_add(&rig, "judge", rig.builtin);
    assert_all_wrong("cholesky", 'd', 0);
    assert_all_wrong("cholesky", 's', 0);
}

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(every_action_is_known_by_its_name),
        TEST(operations_and_bytes_grow_with_the_size),
        TEST(two_right_implementations_agree),
        TEST(every_installed_library_is_right),
        TEST(tolerances_leave_a_margin_and_no_more),
        TEST(one_wrong_element_is_found_at_every_size),
        TEST(one_wrong_element_of_a_product_is_found_at_every_size),
        TEST(the_residual_alone_finds_one_wrong_element),
        TEST(the_residual_alone_finds_one_wrong_element_in_single_precision),
        TEST(the_residual_alone_finds_an_element_below_the_diagonal),
        TEST(a_matrix_said_not_to_be_positive_definite_is_wrong),
    };
    return cmocka_run_group_tests_name("collect/actions", tests, fake_set_up, fake_tear_down);
}
