/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/collect/fake.h"
#include "tests/collect/planned.h"
#include "tests/test.h"

#define SIZES "1,2,3,17,130"

static const struct row {
    const char *action, *large; /* sizes at which errors have grown */
    int adds;                   /* numbers of more than one element: in which order, nobody says */
} rows[] = {
    {"axpy", "100000", 0},
    {"axpby", "100000", 0},
    {"dot", "1000,30000,1000000", 1},
    {"nrm2", "1000,30000,1000000", 1},
    {"rot", "100000", 0},
    {"scal", "100000", 0},
    {"copy", "1000", 0},
    {"matrix_vector_product", "900", 1},
    {"atv_product", "900", 1},
    {"symv", "900", 1},
    {"syr2", "300", 0},
    {"ger", "300", 0},
    {"trisolve_vector", "900", 1},
    {"matrix_matrix_product", "300", 1},
    {"ata_product", "300", 1},
    {"aat_product", "300", 1},
    {"trmm", "300", 1},
    {"trisolve_matrix", "300", 1},
    {"syrk", "300", 1},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* The built-in library with the last number of every answer off. */
static const char *spoiled(const char *name, const char *by) {
    char source[2 * PATH_MAX];
    snprintf(
        source, sizeof source,
        "#define FORWARD_TO \"%s\"\n#define BY %s\n#include \"tests/collect/spoiled_blas.h\"\n",
        rig.builtin, by);
    return fake_compile(name, source);
}

static const char *types_of(const char *action) {
    const char *types = actions_find(action)->types;
    return types ? types : "sd";
}

/* --- right libraries --- */

/* Of all installed libraries, at all sizes. */
static struct finding {
    char fault[256];        /* empty: none */
    double error, residual; /* the largest; error in units of the tolerance */
} findings[ROWS][4];

static void look(struct finding *finding, const char *name, const struct cell *cell) {
    if (cell->status != CELL_OK && !strstr(cell->fault, "lacks"))
        snprintf(finding->fault, sizeof finding->fault, "%s: %.200s", name, cell->fault);
    if (cell->differences.max > 0)
        finding->error = fmax(finding->error, cell->differences.max / cell->tolerance);
    if (cell->residual > 0)
        finding->residual = fmax(finding->residual, cell->residual);
}

static void find_out(struct finding *finding, const struct row *row, char type) {
    char sizes[64];
    snprintf(sizes, sizeof sizes, SIZES ",%s", row->large);
    struct plan plan = planned(row->action, type, sizes, 0);
    for (size_t p = 0; p < plan.count; p++)
        for (size_t i = 0; i < plan.library_count; i++)
            look(finding, rig.items[i].name, &plan.points[p].cells[i]);
    print_message("%s %c: error / tolerance up to %.3g, residual up to %.3g\n", row->action, type,
                  finding->error, finding->residual);
    plan_release(&plan);
}

/* Once for all tests. */
static void find_out_all(void) {
    static int is_done;
    if (installed.count == 0)
        skip_for("no BLAS is installed");
    planned_add_installed();
    rig_add(&rig, "judge", rig.builtin);
    for (size_t r = 0; r < ROWS && !is_done; r++)
        for (const char *type = types_of(rows[r].action); *type; type++)
            find_out(&findings[r][type - types_of(rows[r].action)], &rows[r], *type);
    is_done = 1;
}

EACH_TEST(planned_begin, planned_end);
ALL_TESTS(fake_set_up, fake_tear_down);

SOAK_TEST(every_installed_library_is_right) {
    find_out_all();
    for (size_t r = 0; r < ROWS; r++)
        for (size_t t = 0; types_of(rows[r].action)[t]; t++)
            if (findings[r][t].fault[0])
                fail_msg("%s %c: %s", rows[r].action, types_of(rows[r].action)[t],
                         findings[r][t].fault);
}

/* A right library must not come near the tolerance, for another seed or machine may err more. */
SOAK_TEST(tolerances_leave_a_margin) {
    find_out_all();
    for (size_t r = 0; r < ROWS; r++)
        for (size_t t = 0; types_of(rows[r].action)[t]; t++)
            assert_true(findings[r][t].error <= 0.5);
}

/* A tolerance far above what right ones need would let wrong ones pass. Plain loops in C are
 * rounded as those of the trusted library: OpenBLAS calculates in an order of its own. Where
 * nothing is added up right answers may be the same to the last digit. */
SOAK_TEST(tolerances_leave_no_more_than_a_margin) {
    find_out_all();
    if (!planned_installed("openblas"))
        skip_for("no OpenBLAS is installed");
    for (size_t r = 0; r < ROWS; r++)
        for (size_t t = 0; types_of(rows[r].action)[t]; t++)
            if (rows[r].adds || findings[r][t].error > 0)
                assert_true(findings[r][t].error >= 1e-3);
}

SOAK_TEST(residuals_leave_a_margin_and_no_more) {
    find_out_all();
    for (size_t r = 0; r < ROWS; r++)
        for (size_t t = 0; types_of(rows[r].action)[t]; t++)
            if (actions_find(rows[r].action)->residual) {
                assert_true(findings[r][t].residual <= 10);
                assert_true(findings[r][t].residual >= 0.1);
            }
}

TEST(two_right_implementations_agree) {
    static const char *const names[] = {"axpy", "axpby", "dot", "matrix_vector_product",
                                        "matrix_matrix_product"};
    rig_add(&rig, "textbook", fake_build("right", ""));
    rig_add(&rig, "wide", fake_build("wide", "#define INT int64_t\n"));
    rig_add(&rig, "judge", rig.builtin);
    for (size_t a = 0; a < sizeof names / sizeof *names; a++) {
        planned_all_right(names[a], 's', SIZES);
        planned_all_right(names[a], 'd', SIZES);
    }
}

/* --- wrong ones --- */

SOAK_TEST(one_wrong_element_is_found_by_every_action) {
    rig_add(&rig, "a little off", spoiled("a_thousandth", "1e-3"));
    rig_add(&rig, "nan", spoiled("nan", "NAN"));
    rig_add(&rig, "judge", rig.builtin);
    for (size_t r = 0; r < ROWS; r++)
        for (const char *type = types_of(rows[r].action); *type; type++)
            planned_all_wrong(rows[r].action, *type, SIZES, 0);
}

TEST(the_last_digits_of_a_vector_count) {
    static const char *const names[] = {"axpy", "axpby", "rot", "scal", "copy"};
    rig_add(&rig, "single", spoiled("last_digits", "1e-5"));
    rig_add(&rig, "judge", rig.builtin);
    for (size_t a = 0; a < sizeof names / sizeof *names; a++)
        planned_all_wrong(names[a], 's', SIZES, 0);
    rig_end(&rig);
    rig.libraries.count = 0;
    rig_add(&rig, "double", spoiled("last_digits_of_double", "1e-14"));
    rig_add(&rig, "judge", rig.builtin);
    for (size_t a = 0; a < sizeof names / sizeof *names; a++)
        planned_all_wrong(names[a], 'd', SIZES, 0);
}

/* By a thousandth in double precision, by one in single. */
TEST(residuals_alone_find_one_wrong_element) {
    static const char *const off[] = {"1", "1e-3"};
    for (size_t precision = 0; precision < 2; precision++) {
        rig_add(&rig, "off", spoiled(precision ? "a_thousandth" : "one_off", off[precision]));
        rig_add(&rig, "unused", rig.builtin);
        for (size_t r = 0; r < ROWS; r++)
            for (const char *type = precision ? "dz" : "sc"; *type; type++)
                if (actions_find(rows[r].action)->residual)
                    planned_all_wrong(rows[r].action, *type, SIZES, 1);
        rig_end(&rig);
        rig.libraries.count = 0;
    }
}
