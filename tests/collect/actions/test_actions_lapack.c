/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/collect/fake.h"
#include "tests/collect/planned.h"
#include "tests/test.h"

#define SIZES       "1,2,3,17,100,250"
#define SMALL_SIZES "1,2,3,17,100"

static const char *const names[] = {
    "cholesky",      "partial_lu_decomp", "complete_lu_decomp", "lu_solve",        "qr",
    "least_squares", "hessenberg",        "tridiagonalization", "symmetric_eigen", "svd",
    "general_eigen"};
enum { NAMES = sizeof names / sizeof *names };
static const char *const types = "sdcz";

/* Whether the installed LIBRARY has a LAPACK, to be measured or to stand behind a spoiled one. */
static int has_lapack(const struct library *library) {
    static const char *const with_lapack[] = {"openblas", "atlas", "netlib"};
    for (size_t i = 0; i < sizeof with_lapack / sizeof *with_lapack; i++)
        if (strncmp(library->name, with_lapack[i], strlen(with_lapack[i])) == 0)
            return strcmp(with_lapack[i], "netlib") != 0 || library->path_count > 1;
    return 0;
}

static void add_all_installed(void) {
    for (size_t i = 0; i < installed.count; i++)
        if (has_lapack(&installed.items[i]))
            planned_add(&installed.items[i]);
    if (rig.libraries.count == 0)
        skip_for("no library with a LAPACK is installed");
    rig_add(&rig, "nobody", rig.builtin);
}

/* --- right ones --- */

static double operations(const char *action, char type, int64_t size) {
    const struct bench bench = {.size = size, .type = type};
    return actions_find(action)->flops(&bench);
}

EACH_TEST(planned_begin, planned_end);
ALL_TESTS(fake_set_up, fake_tear_down);

/* Of complex numbers, a multiplication counts 6 and an addition 2. */
TEST(operations_are_those_of_the_classic_formulas) {
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

TEST(operations_grow_with_the_size) {
    for (size_t r = 0; r < NAMES; r++)
        for (const char *type = types; *type; type++)
            for (int64_t size = 1; size < 50; size++) {
                double count = operations(names[r], *type, size);
                assert_true(count > 0.99);
                assert_true(operations(names[r], *type, size + 1) > count);
            }
}

/* Far below the threshold, so that no other seed or machine comes near it. */
SOAK_TEST(every_installed_library_is_right) {
    add_all_installed();
    for (size_t r = 0; r < NAMES; r++)
        for (const char *type = types; *type; type++) {
            struct plan plan = planned(names[r], *type, SIZES, 1);
            double largest = 0;
            for (size_t p = 0; p < plan.count; p++)
                for (size_t i = 0; i < plan.library_count; i++) {
                    const struct cell *cell = &plan.points[p].cells[i];
                    if (cell->status != CELL_OK)
                        fail_msg("%s: %s %c at %d: %s", rig.items[i].name, names[r], *type,
                                 (int)plan.points[p].design_point.size, cell->fault);
                    largest = fmax(largest, cell->residual);
                }
            if (!(largest < 10))
                fail_msg("%s %c: residual %.3g", names[r], *type, largest);
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

TEST(pivots_may_be_integers_of_64_bits) {
    rig_add(&rig, "wide", fake_compile("wide", wide));
    rig_add(&rig, "nobody", rig.builtin);
    planned_first_right("partial_lu_decomp", 'd', SMALL_SIZES);
}
