/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/plan.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"

#define SIZES       "1,2,3,17,100,250"
#define SMALL_SIZES "1,2,3,17,100"

static struct rig rig;
static struct libraries installed;

/* Every action, and the places of spoiled_lapack.h at which one wrong number must be found out: at
 * all sizes, and from two rows and columns on. */
static const struct row {
    const char *action, *places[8], *beyond_one[3];
} rows[] = {
    {"cholesky", {"LAST", "BELOW", "ABOVE", "INFO"}, {0}},
    {"partial_lu_decomp", {"LAST", "BELOW", "ABOVE", "PIVOT", "LAST_PIVOT", "INFO"}, {0}},
    {"complete_lu_decomp",
     {"LAST", "BELOW", "ABOVE", "PIVOT", "LAST_PIVOT", "COLUMN_PIVOT", "INFO"},
     {0}},
    {"lu_solve", {"LAST", "BELOW", "ABOVE", "SECOND", "PIVOT", "LAST_PIVOT", "INFO"}, {0}},
    {"qr", {"LAST", "BELOW", "ABOVE", "SECOND", "THIRD", "INFO"}, {0}},
    {"least_squares", {"LAST", "BELOW", "INFO"}, {0}},
    {"hessenberg", {"LAST", "BELOW", "ABOVE", "INFO"}, {"SECOND", "THIRD"}},
    {"tridiagonalization", {"LAST", "BELOW", "ABOVE", "SECOND", "INFO"}, {"THIRD", "FOURTH"}},
    {"symmetric_eigen", {"LAST", "BELOW", "ABOVE", "SECOND", "THIRD", "INFO"}, {0}},
    {"svd", {"LAST", "BELOW", "ABOVE", "SECOND", "THIRD", "FOURTH", "INFO"}, {0}},
    {"general_eigen", {"LAST", "BELOW", "ABOVE", "SECOND", "THIRD", "FOURTH", "INFO"}, {0}},
};
enum { ROWS = sizeof rows / sizeof *rows };
static const char *const types = "sdcz";

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

/* Whether the installed LIBRARY has a LAPACK, to be measured or to stand behind a spoiled one. */
static int has_lapack(const struct library *library) {
    static const char *const names[] = {"openblas", "atlas", "netlib"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(library->name, names[i], strlen(names[i])) == 0)
            return 1;
    return 0;
}

static void add_installed(const struct library *library) {
    size_t i = rig_add(&rig, library->name, library->paths[0]);
    rig.items[i].path_count = library->path_count;
    for (size_t p = 1; p < library->path_count; p++)
        rig.items[i].paths[p] = strdup(library->paths[p]);
}

static void add_all_installed(void) {
    for (size_t i = 0; i < installed.count; i++)
        if (has_lapack(&installed.items[i]))
            add_installed(&installed.items[i]);
    if (rig.libraries.count == 0)
        skip();
    rig_add(&rig, "nobody", rig.builtin);
}

/* Plans ACTION for all libraries of the rig but the last, which is asked nothing: the residual
 * alone decides. */
static struct plan planned(const char *action, char type, const char *sizes) {
    struct team team;
    struct plan plan;
    struct err err = {""};
    rig_sizes(&rig, sizes);
    struct spots spots = rig_spots(&rig, action);
    rig.settings.type = type;
    rig_team(&rig, &team, action, type, 1, (size_t)256 << 20);
    if (plan_make(&plan, &team, rig.libraries.count - 1, PLAN_NOBODY, PLAN_NOBODY, &rig.settings,
                  &spots, 0, &rig.observer, &err))
        fail_msg("%s", err.message);
    spots_release(&spots);
    team_end(&team);
    return plan;
}

/* --- right ones --- */

static double operations(const char *action, char type, int64_t size) {
    const struct bench bench = {.size = size, .type = type};
    return actions_find(action)->flops(&bench);
}

/* Of complex numbers, a multiplication counts 6 and an addition 2. */
static void operations_are_those_of_the_classic_formulas(void **state) {
    (void)state;
    static const struct {
        const char *action;
        int64_t size;
        double multiplications, additions;
    } counts[] = {
        {"cholesky", 2, 4, 1},
        {"partial_lu_decomp", 2, 4, 1},
        {"complete_lu_decomp", 2, 4, 1},
        {"lu_solve", 2, 8, 3},
        {"qr", 1, 6, 2},
        {"least_squares", 1, 14, 7},
        {"hessenberg", 30, 45000, 45000},
        {"tridiagonalization", 30, 18e3, 18e3},
        {"symmetric_eigen", 2, 36, 36},
        {"svd", 2, 84, 84},
        {"general_eigen", 6, 79 * 36, 79 * 36},
    };
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        double m = counts[c].multiplications, a = counts[c].additions;
        double real = operations(counts[c].action, 'd', counts[c].size);
        double complex = operations(counts[c].action, 'c', counts[c].size);
        assert_true(fabs(real - (m + a)) < 1e-9);
        assert_true(fabs(complex - (6 * m + 2 * a)) < 1e-9);
    }
}

static void operations_grow_with_the_size(void **state) {
    (void)state;
    for (size_t r = 0; r < ROWS; r++)
        for (const char *type = types; *type; type++)
            for (int64_t size = 1; size < 50; size++) {
                double count = operations(rows[r].action, *type, size);
                assert_true(count > 0.99);
                assert_true(operations(rows[r].action, *type, size + 1) > count);
            }
}

/* Far below the threshold, so that no other seed or machine comes near it. */
static void every_installed_library_is_right(void **state) {
    (void)state;
    add_all_installed();
    for (size_t r = 0; r < ROWS; r++)
        for (const char *type = types; *type; type++) {
            struct plan plan = planned(rows[r].action, *type, SIZES);
            double largest = 0;
            for (size_t p = 0; p < plan.count; p++)
                for (size_t i = 0; i < plan.library_count; i++) {
                    const struct cell *cell = &plan.points[p].cells[i];
                    if (cell->status != CELL_OK)
                        fail_msg("%s: %s %c at %d: %s", rig.items[i].name, rows[r].action, *type,
                                 (int)plan.points[p].spot.size, cell->fault);
                    largest = fmax(largest, cell->residual);
                }
            if (!(largest < 10))
                fail_msg("%s %c: residual %.3g", rows[r].action, *type, largest);
            plan_release(&plan);
        }
}

/* Gaussian elimination with integers of 64 bits. */
static const char wide[] =
    "#include <math.h>\n"
    "#include <stdint.h>\n"
    "void dgetrf_(const int64_t *m, const int64_t *np, double *a, const int64_t *lda,\n"
    "             int64_t *pivots, int64_t *info) {\n"
    "    int64_t n = *np;\n"
    "    (void)m, (void)lda;\n"
    "    for (int64_t k = 0; k < n; k++) {\n"
    "        int64_t p = k;\n"
    "        for (int64_t i = k; i < n; i++)\n"
    "            if (fabs(a[k * n + i]) > fabs(a[k * n + p]))\n"
    "                p = i;\n"
    "        for (int64_t j = 0; j < n; j++) {\n"
    "            double kept = a[j * n + k];\n"
    "            a[j * n + k] = a[j * n + p];\n"
    "            a[j * n + p] = kept;\n"
    "        }\n"
    "        for (int64_t i = k + 1; i < n; i++)\n"
    "            a[k * n + i] /= a[k * n + k];\n"
    "        for (int64_t j = k + 1; j < n; j++)\n"
    "            for (int64_t i = k + 1; i < n; i++)\n"
    "                a[j * n + i] -= a[k * n + i] * a[j * n + k];\n"
    "        pivots[k] = p + 1;\n"
    "    }\n"
    "    *info = 0;\n"
    "}\n";

static void assert_first_right(const char *action, char type, const char *sizes) {
    struct plan plan = planned(action, type, sizes);
    for (size_t p = 0; p < plan.count; p++)
        if (plan.points[p].cells[0].status != CELL_OK)
            fail_msg("%s %c: %s", action, type, plan.points[p].cells[0].fault);
    plan_release(&plan);
}

static void pivots_may_be_integers_of_64_bits(void **state) {
    (void)state;
    rig_add(&rig, "wide", fake_compile("wide", wide));
    rig_add(&rig, "nobody", rig.builtin);
    assert_first_right("partial_lu_decomp", 'd', SMALL_SIZES);
}

/* --- wrong in one number --- */

/* Adds a library that spoils PLACE of an installed library's answers by these. */
static void add_spoiled(const char *place, const char *by_single, const char *by_double) {
    const struct library *behind = NULL;
    char name[64], source[2048];
    for (size_t i = 0; i < installed.count && !behind; i++)
        if (strncmp(installed.items[i].name, "openblas", 8) == 0)
            behind = &installed.items[i];
    if (!behind)
        skip();
    snprintf(name, sizeof name, "%s_%s", place, *by_single == 'N' ? "nan" : "off");
    snprintf(source, sizeof source,
             "#include <math.h>\n#define PLACE %s\n#define BY_S %s\n#define BY_D %s\n"
             "#define BEHIND \"%s\"\n#include \"tests/collect/spoiled_lapack.h\"\n",
             place, by_single, by_double, behind->paths[0]);
    rig_add(&rig, name, fake_compile(name, source));
}

static void assert_all_wrong(const char *action, char type, const char *sizes) {
    struct plan plan = planned(action, type, sizes);
    for (size_t p = 0; p < plan.count; p++)
        for (size_t i = 0; i < plan.library_count; i++)
            if (plan.points[p].cells[i].status != CELL_WRONG)
                fail_msg("%s %c: %s at n = %d is not found out", action, type, rig.items[i].name,
                         (int)plan.points[p].spot.size);
    plan_release(&plan);
}

/* Forgets the libraries of the action before. */
static void begin_again(void) {
    rig_end(&rig);
    rig.libraries.count = 0;
    rig.settings.sizes = (struct sizes){0};
}

/* By a thousandth in double precision, by one in single. */
static void add_all_spoiled(const char *const *places) {
    begin_again();
    for (size_t i = 0; places[i]; i++)
        add_spoiled(places[i], "1", "1e-3");
    rig_add(&rig, "nobody", rig.builtin);
}

/* In the largest it is hardest to find in single precision. */
static void assert_all_wrong_at_every_size(const char *action, int beyond_one) {
    for (const char *type = types; *type; type++)
        assert_all_wrong(action, *type, (*type == 's' ? SIZES : SMALL_SIZES) + 2 * beyond_one);
}

static void a_number_that_is_off_is_found_at_every_size(void **state) {
    (void)state;
    for (size_t r = 0; r < ROWS; r++) {
        add_all_spoiled(rows[r].places);
        assert_all_wrong_at_every_size(rows[r].action, 0);
    }
}

static void a_number_that_only_larger_matrices_have_is_found(void **state) {
    (void)state;
    for (size_t r = 0; r < ROWS; r++) {
        add_all_spoiled(rows[r].beyond_one);
        if (rows[r].beyond_one[0])
            assert_all_wrong_at_every_size(rows[r].action, 1);
    }
}

static void no_number_is_found_everywhere(void **state) {
    (void)state;
    add_spoiled("LAST", "NAN", "NAN");
    rig_add(&rig, "nobody", rig.builtin);
    for (size_t r = 0; r < ROWS; r++)
        for (const char *type = types; *type; type++)
            assert_all_wrong(rows[r].action, *type, "1,2,17");
}

/* What the tests above find wrong is what was spoiled, not the way there. */
static void what_is_not_spoiled_is_right(void **state) {
    (void)state;
    add_spoiled("NOWHERE", "1", "1");
    rig_add(&rig, "nobody", rig.builtin);
    for (size_t r = 0; r < ROWS; r++)
        for (const char *type = types; *type; type++)
            assert_first_right(rows[r].action, *type, "1,2,17");
}

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(operations_are_those_of_the_classic_formulas),
        TEST(operations_grow_with_the_size),
        TEST(every_installed_library_is_right),
        TEST(pivots_may_be_integers_of_64_bits),
        TEST(what_is_not_spoiled_is_right),
        TEST(a_number_that_is_off_is_found_at_every_size),
        TEST(a_number_that_only_larger_matrices_have_is_found),
        TEST(no_number_is_found_everywhere),
    };
    return cmocka_run_group_tests_name("collect/actions_lapack", tests, fake_set_up,
                                       fake_tear_down);
}
