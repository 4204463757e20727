/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "collect/harness/design_point.h"
#include "collect/worker/plugin.h"
#include "tests/collect/fake.h"
#include "tests/collect/planned.h"
#include "tests/collect/design_points.h"
#include "tests/test.h"

#define SIZES "1,2,3,17,100,257"

/* --- names and terms --- */

static struct terms terms_at(const struct bench_action *action, char type, int64_t size) {
    return terms_of(action, type, usual(action, size));
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(every_action_is_known_by_its_name) {
    for (const struct bench_action *const *a = actions; *a; a++) {
        char long_name[80];
        snprintf(long_name, sizeof long_name, "action_%s", (*a)->name);
        assert_ptr_equal(actions_find((*a)->name), *a);
        assert_ptr_equal(actions_find(long_name), *a);
        assert_int_equal((*a)->abi, BENCH_ACTION_ABI);
        assert_int_equal((*a)->struct_bytes, sizeof **a);
        assert_true((*a)->largest >= 1);
        assert_non_null((*a)->about);
        assert_true((*a)->size_means || (*a)->operate);
    }
    assert_null(actions_find("axp"));
    assert_null(actions_find(""));
    assert_null(actions_find("action_"));
    assert_null(actions_find("action_action_axpy"));
}

/* But for the cost of the harness, which calls nothing. */
TEST(every_action_keeps_the_rules_of_plug_ins) {
    struct err err = {""};
    for (const struct bench_action *const *a = actions; *a; a++)
        if (plugin_check(*a, &err) &&
            !((*a)->routines && !(*a)->routines[0].fortran && !(*a)->routines[0].c))
            fail_msg("%s", err.message);
}

TEST(every_alias_leads_to_an_action) {
    for (const struct action_alias *a = action_aliases; a->alias; a++) {
        char long_name[80];
        snprintf(long_name, sizeof long_name, "action_%s", a->alias);
        assert_non_null(actions_find(a->name));
        assert_ptr_equal(actions_find(a->alias), actions_find(a->name));
        assert_ptr_equal(actions_find(long_name), actions_find(a->name));
        for (const struct bench_action *const *other = actions; *other; other++)
            assert_string_not_equal((*other)->name, a->alias);
    }
    assert_string_equal(actions_find("action_ata")->name, "ata_product");
    assert_string_equal(actions_find("trisolve")->name, "trisolve_vector");
}

TEST(routines_are_actions_with_a_type) {
    static const struct {
        const char *routine, *action;
        char type;
    } routines[] = {{"dgemm", "matrix_matrix_product", 'd'},
                    {"sdot", "dot", 's'},
                    {"dgetrf", "partial_lu_decomp", 'd'},
                    {"dsyev", "symmetric_eigen", 'd'},
                    {"caxpy", "axpy", 'c'},
                    {"zpotrf", "cholesky", 'z'}};
    for (size_t i = 0; i < sizeof routines / sizeof *routines; i++) {
        char type = 0;
        const struct bench_action *action = actions_find_routine(routines[i].routine, &type);
        assert_non_null(action);
        assert_string_equal(action->name, routines[i].action);
        assert_int_equal(type, routines[i].type);
        assert_null(actions_find(routines[i].routine));
    }
    char type = 0;
    assert_null(actions_find_routine("xgemm", &type));
    assert_null(actions_find_routine("dspin", &type));
    assert_null(actions_find_routine("d", &type));
    assert_null(actions_find_routine("", &type));
    assert_int_equal(type, 0);
}

static const char *types_of(const struct bench_action *action) {
    return action->types ? action->types : "sd";
}

TEST(types_are_letters_of_numbers_each_once) {
    for (const struct bench_action *const *a = actions; *a; a++) {
        const char *types = types_of(*a);
        assert_true(types[0]);
        for (const char *type = types; *type; type++) {
            assert_non_null(strchr("sdcz", *type));
            assert_ptr_equal(strchr(types, *type), type);
        }
    }
}

TEST(what_is_counted_has_a_formula) {
    for (const struct bench_action *const *a = actions; *a; a++) {
        assert_int_equal((*a)->flops != NULL, (*a)->flops_formula != NULL);
        assert_int_equal((*a)->bytes != NULL, (*a)->bytes_formula != NULL);
    }
}

TEST(operations_and_bytes_grow_with_the_size) {
    for (const struct bench_action *const *a = actions; *a; a++)
        for (int64_t size = 2; (*a)->flops && size < 100; size++)
            for (const char *type = types_of(*a); *type; type++) {
                struct terms terms = terms_at(*a, *type, size);
                struct terms more = terms_at(*a, *type, 2 * size);
                assert_true(terms.flops > 0.99 && more.flops > terms.flops);
                assert_true(!(*a)->bytes || (terms.bytes > 0.99 && more.bytes > terms.bytes));
            }
}

/* But for actions with parameters or implementations, which move other things than numbers too, and
 * those whose size is in bytes. */
TEST(bytes_follow_the_type) {
    for (const struct bench_action *const *a = actions; *a; a++) {
        if ((*a)->parameters || (*a)->implementations || (*a)->smallest_power)
            continue;
        double single = terms_at(*a, 's', 100).bytes;
        for (const char *type = types_of(*a); *type; type++)
            assert_true(terms_at(*a, *type, 100).bytes == single * (*type == 's'   ? 1
                                                                    : *type == 'z' ? 4
                                                                                   : 2));
    }
}

/* The numbers of LAPACK Working Note 41 and of counting by hand, for n = 10. */
TEST(operations_are_counted_as_the_literature_does) {
    static const struct {
        const char *action;
        double real, complex; /* a complex multiplication is 6 operations, an addition 2 */
    } rows[] = {{"axpy", 20, 80},
                {"axpby", 30, 140},
                {"dot", 20, 80},
                {"nrm2", 20, 40},
                {"rot", 60, 0},
                {"scal", 10, 60},
                {"matrix_vector_product", 200, 800},
                {"atv_product", 200, 800},
                {"symv", 200, 800},
                {"ger", 200, 800},
                {"syr2", 220, 880},
                {"trisolve_vector", 100, 420},
                {"matrix_matrix_product", 2000, 8000},
                {"ata_product", 1100, 4400},
                {"aat_product", 1100, 4400},
                {"syrk", 1100, 4400},
                {"trmm", 1000, 4200},
                {"trisolve_matrix", 1000, 4200}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const struct bench_action *action = actions_find(rows[r].action);
        assert_true(terms_at(action, 'd', 10).flops == rows[r].real);
        if (rows[r].complex > 0)
            assert_true(terms_at(action, 'z', 10).flops == rows[r].complex);
    }
    assert_true(terms_at(actions_find("cholesky"), 'd', 2).flops == 5);
}

/* --- answers of a factorization --- */

TEST_WITH(two_right_implementations_agree, planned_begin, planned_end) {
    rig_add(&rig, "textbook", fake_build("right", ""));
    rig_add(&rig, "wide", fake_build("wide", "#define INT int64_t\n"));
    rig_add(&rig, "judge", rig.builtin);
    planned_all_right("cholesky", 's', SIZES);
    planned_all_right("cholesky", 'd', SIZES);
}

TEST_WITH(every_installed_library_is_right, planned_begin, planned_end) {
    if (installed.count == 0)
        skip_for("no library is installed");
    planned_add_installed();
    rig_add(&rig, "judge", rig.builtin);
    planned_all_right("cholesky", 's', SIZES);
    planned_all_right("cholesky", 'd', SIZES);
}

#define SPOILED(by) "#define AFTER_POTRF a[(size_t)n * (size_t)n - 1] += (" by ")\n"

TEST_WITH(one_wrong_element_is_found_at_every_size, planned_begin, planned_end) {
    rig_add(&rig, "a little off", fake_build("a_thousandth", SPOILED("1e-3")));
    rig_add(&rig, "nan", fake_build("nan", SPOILED("NAN")));
    rig_add(&rig, "judge", rig.builtin);
    planned_all_wrong("cholesky", 's', SIZES, 0);
    planned_all_wrong("cholesky", 'd', SIZES, 0);
}

/* By a thousandth in double precision, by one in single, where a matrix has its last element. */
TEST_WITH(the_residual_alone_finds_one_wrong_element, planned_begin, planned_end) {
    rig_add(&rig, "a little off", fake_build("a_thousandth", SPOILED("1e-3")));
    rig_add(&rig, "nan", fake_build("nan", SPOILED("NAN")));
    rig_add(&rig, "unused", rig.builtin);
    planned_all_wrong("cholesky", 'd', SIZES, 1);
}

TEST_WITH(the_residual_alone_finds_one_wrong_element_in_single_precision, planned_begin,
          planned_end) {
    rig_add(&rig, "off", fake_build("one_off", SPOILED("1")));
    rig_add(&rig, "unused", rig.builtin);
    planned_all_wrong("cholesky", 's', SIZES, 1);
}

/* Not on the diagonal, where numbers are large, but below it, in the last row. */
TEST_WITH(the_residual_alone_finds_an_element_below_the_diagonal, planned_begin, planned_end) {
    rig_add(&rig, "off",
            fake_build("below", "#define AFTER_POTRF if (n > 1) a[n - 1] *= -1; else a[0] = -9\n"));
    rig_add(&rig, "unused", rig.builtin);
    planned_all_wrong("cholesky", 'd', SIZES, 1);
    planned_all_wrong("cholesky", 's', SIZES, 1);
}

TEST_WITH(a_matrix_said_not_to_be_positive_definite_is_wrong, planned_begin, planned_end) {
    rig_add(&rig, "refusing", fake_build("refusing", "#define AFTER_POTRF *info = n\n"));
    rig_add(&rig, "negative", fake_build("negative", "#define AFTER_POTRF *info = -4\n"));
    rig_add(&rig, "judge", rig.builtin);
    planned_all_wrong("cholesky", 'd', SIZES, 0);
    planned_all_wrong("cholesky", 's', SIZES, 0);
}
