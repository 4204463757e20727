/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>

#include "collect/actions/laplacian.h"
#include "collect/libraries/library.h"
#include "tests/collect/solo.h"
#include "tests/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const types = "sd";
static const int64_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 16, 17, 100, 257, 1000, 4097};

static void set_number(const struct bench *bench, void *array, size_t i, double value) {
    if (bench_is_single(bench))
        ((float *)array)[i] = (float)value;
    else
        ((double *)array)[i] = value;
}

/* --- the matrix --- */

#define PRODUCT "sparse_matrix_vector_product"

static const struct bench_implementation *implementation(size_t which) {
    return &actions_find(PRODUCT)->implementations[which];
}

static double entry(const struct bench *bench, int64_t row, int64_t column) {
    const struct laplacian *a = bench->state;
    for (int32_t k = a->begins[row]; k < a->begins[row + 1]; k++)
        if (a->columns[k] == column)
            return bench_element(bench, a->values, (size_t)k);
    return 0;
}

static void check_row(const struct bench *bench, int64_t i) {
    const struct laplacian *a = bench->state;
    double others = 0;
    for (int32_t k = a->begins[i]; k < a->begins[i + 1]; k++) {
        double value = bench_element(bench, a->values, (size_t)k);
        int64_t column = a->columns[k];
        assert_true(column >= 0 && column < a->rows);
        assert_true(k == a->begins[i] || column > a->columns[k - 1]);
        assert_true(entry(bench, column, i) == value);
        assert_true(column == i ? value >= 2 && value < 8 : value <= -0.5 && value > -2.0001);
        others += column == i ? 0 : -value;
    }
    assert_true(entry(bench, i, i) >= others * (1 - 1e-6));
}

TEST(the_matrix_is_symmetric_and_dominated_by_its_diagonal) {
    for (const char *type = types; *type; type++)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            struct solo solo;
            solo_begin(&solo, PRODUCT, *type, sizes[s], NAN, &implementation(0)->function);
            const struct laplacian *a = solo.bench->state;
            assert_true(a->begins[sizes[s]] == laplacian_numbers(sizes[s]));
            for (int64_t i = 0; i < sizes[s]; i++)
                check_row(solo.bench, i);
            solo_end(&solo);
        }
}

TEST(the_grid_is_as_square_as_can_be) {
    struct solo solo;
    solo_begin(&solo, PRODUCT, 'd', 12, NAN, &implementation(0)->function); /* 4 x 3 */
    assert_true(entry(solo.bench, 0, 1) < 0);
    assert_true(entry(solo.bench, 0, 4) < 0);
    assert_true(entry(solo.bench, 3, 4) == 0); /* from the end of a line to the next one's begin */
    assert_true(entry(solo.bench, 7, 11) < 0);
    assert_true(laplacian_numbers(12) == 12 + 2 * (9 + 8));
    solo_end(&solo);
}

/* --- the product --- */

TEST(every_form_of_the_matrix_gives_the_product) {
    for (size_t which = 0; implementation(which)->name; which++)
        for (const char *type = types; *type; type++)
            for (size_t s = 0; s < COUNT(sizes); s++) {
                struct solo solo;
                solo_begin(&solo, PRODUCT, *type, sizes[s], NAN, &implementation(which)->function);
                solo_calculate(&solo, 1);
                double residual = solo_residual(&solo);
                if (!(residual < 4))
                    fail_msg("%s, type %c, size %d: residual %g", implementation(which)->name,
                             *type, (int)sizes[s], residual);
                solo_end(&solo);
            }
}

TEST(forms_agree_well_within_the_tolerance) {
    enum { SIZE = 10000 };
    static double right[SIZE];
    double largest = 0;
    for (const char *type = types; *type; type++)
        for (size_t which = 0; implementation(which)->name; which++) {
            struct solo solo;
            size_t count;
            solo_begin(&solo, PRODUCT, *type, SIZE, NAN, &implementation(which)->function);
            solo_calculate(&solo, 1);
            const void *y = solo_output(&solo, 0, &count);
            double accepted = solo.workspace.action->tolerance(solo.bench);
            assert_int_equal(count, SIZE);
            for (size_t i = 0; i < count; i++) {
                double number = bench_element(solo.bench, y, i);
                double error = fabs(number - right[i]) / bench_epsilon(solo.bench);
                if (which == 0)
                    right[i] = number;
                else
                    largest = fmax(largest, error / accepted);
            }
            solo_end(&solo);
        }
    assert_true(largest < 0.5);
}

static void spoil(struct solo *solo, size_t i, double by) {
    size_t count;
    void *y = solo_output(solo, 0, &count);
    double right = bench_element(solo->bench, y, i);
    set_number(solo->bench, y, i, right + by);
    double residual = solo_residual(solo);
    if (residual <= 30)
        fail_msg("type %c, size %d: number %zu is off by %g, and the residual %g",
                 solo->bench->type, (int)solo->bench->size, i, by, residual);
    set_number(solo->bench, y, i, right);
}

TEST(one_wrong_number_of_a_product_is_found_at_every_size) {
    for (const char *type = types; *type; type++)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            struct solo solo;
            size_t last = (size_t)sizes[s] - 1;
            solo_begin(&solo, PRODUCT, *type, sizes[s], NAN, &implementation(0)->function);
            solo_calculate(&solo, 1);
            double off = *type == 's' ? 1e-3 : 1e-12;
            spoil(&solo, 0, off);
            spoil(&solo, last, -off);
            spoil(&solo, last, NAN);
            spoil(&solo, last / 2, INFINITY);
            assert_true(solo_residual(&solo) < 4);
            solo_end(&solo);
        }
}

TEST(more_rows_than_32_bits_can_number_are_refused) {
    struct workspace_needs needs;
    struct design_point fits = {.size = 400000000}, does_not = {.size = 500000000};
    assert_int_equal(workspace_measure(actions_find(PRODUCT), 'd', &fits, &needs, NULL), 0);
    struct err err = {""};
    assert_int_not_equal(workspace_measure(actions_find(PRODUCT), 'd', &does_not, &needs, &err), 0);
    assert_non_null(strstr(err.message, "more numbers than 32 bits can count"));
}

/* --- conjugate gradients --- */

#define SOLVER "conjugate_gradient"

TEST(tolerances_that_are_no_bound_are_refused) {
    static const double tolerances[] = {0, -1e-6, NAN};
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
        struct workspace_needs needs;
        struct design_point design_point = {.size = 10, .parameters = {tolerances[i]}};
        struct err err = {""};
        assert_int_equal(workspace_measure(actions_find(SOLVER), 'd', &design_point, &needs, &err),
                         ERR_FAILED);
        assert_non_null(strstr(err.message, "the tolerance is above 0"));
    }
}

static struct libraries installed;

static int find_libraries(void **state) {
    (void)state;
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    return library_find_installed(&installed, NULL);
}

static int forget_libraries(void **state) {
    (void)state;
    libraries_release(&installed);
    return 0;
}

/* Their C routines; 0 where the library is no BLAS. */
static int find_blas(const struct library *library, char type, bench_function routines[3]) {
    static const char *const names[] = {"dot", "axpy", "scal"};
    for (size_t i = 0; i < COUNT(names); i++) {
        char name[64];
        snprintf(name, sizeof name, "cblas_%c%s", type, names[i]);
        void *handle = dlopen(library->paths[0], RTLD_NOW | RTLD_LOCAL);
        if (!handle || !dlsym(handle, name))
            return 0;
        routines[i] = solo_routine(library->paths[0], name);
    }
    return 1;
}

typedef void visitor(struct solo *solo, const char *library);

static void visit(const struct library *library, char type, int64_t size, double parameter,
                  visitor *look) {
    bench_function routines[3];
    struct solo solo;
    if (!find_blas(library, type, routines))
        return;
    solo_begin(&solo, SOLVER, type, size, parameter, routines);
    solo_calculate(&solo, 1);
    look(&solo, library->name);
    solo_end(&solo);
}

/* Libraries of transforms alone may be installed too. */
static const struct library *first_blas(void) {
    bench_function routines[3];
    for (size_t i = 0; i < installed.count; i++)
        if (find_blas(&installed.items[i], 'd', routines))
            return &installed.items[i];
    return NULL;
}

static void visit_all(double parameter, visitor *look) {
    if (!first_blas())
        skip_for("no BLAS is installed");
    for (size_t i = 0; i < installed.count; i++)
        for (const char *type = types; *type; type++)
            for (size_t s = 0; s < COUNT(sizes); s++)
                visit(&installed.items[i], *type, sizes[s], parameter, look);
}

static double counted(const struct solo *solo, enum bench_count what) {
    const struct report *report = &solo->workspace.report;
    return report->has_counted[what] ? report->counted[what] : NAN;
}

static void assert_solved(struct solo *solo, const char *library) {
    double residual = solo_residual(solo), iterations = counted(solo, BENCH_ITERATIONS);
    if (solo->workspace.report.failure[0] || !(residual < 3))
        fail_msg("%s, type %c, size %d: residual %g after %g iterations; %s", library,
                 solo->bench->type, (int)solo->bench->size, residual, iterations,
                 solo->workspace.report.failure);
    assert_true(iterations >= 1 && iterations <= 100 + (double)solo->bench->size);
    assert_true(counted(solo, BENCH_OPERATIONS) >=
                iterations * 2 * laplacian_numbers(solo->bench->size));
}

ALL_TESTS(find_libraries, forget_libraries);

TEST(every_installed_library_solves_the_system) {
    visit_all(NAN, assert_solved);
}

TEST(tolerances_beyond_what_can_be_reached_are_solved_as_well_as_can_be) {
    visit_all(1e-14, assert_solved);
}

static double iterations_of(struct solo *solo) {
    solo->workspace.report = (struct report){0};
    solo_calculate(solo, 1);
    return counted(solo, BENCH_ITERATIONS);
}

static double last_iterations;

static void keep_iterations(struct solo *solo, const char *library) {
    (void)library;
    last_iterations = iterations_of(solo);
    assert_true(iterations_of(solo) == last_iterations); /* from the same beginning again */
}

TEST(a_smaller_tolerance_takes_more_iterations) {
    const struct library *blas = first_blas();
    if (!blas)
        skip_for("no BLAS is installed");
    double before = 0;
    for (double tolerance = 1e-2; tolerance > 1e-9; tolerance /= 100, before = last_iterations) {
        visit(blas, 'd', 2500, tolerance, keep_iterations);
        assert_true(last_iterations > before);
    }
}

static void spoil_solution(struct solo *solo, const char *library) {
    size_t count, i;
    void *x = solo_output(solo, 0, &count);
    for (size_t w = 0; w < 2; w++) {
        i = w ? count - 1 : 0;
        double right = bench_element(solo->bench, x, i), wrong[] = {right + 0.1, right - 0.1, NAN};
        for (size_t k = 0; k < COUNT(wrong); k++) {
            set_number(solo->bench, x, i, wrong[k]);
            if (solo_residual(solo) <= 30)
                fail_msg("%s, type %c, size %d: number %zu is %g instead of %g and not found",
                         library, solo->bench->type, (int)count, i, wrong[k], right);
        }
        set_number(solo->bench, x, i, right);
    }
}

TEST(one_wrong_number_of_a_solution_is_found_at_every_size) {
    visit_all(NAN, spoil_solution);
}

/* --- with wrong routines --- */

static double idle_dot(int64_t n, const double *x, int64_t incx, const double *y, int64_t incy) {
    (void)n, (void)x, (void)incx, (void)y, (void)incy;
    return 1;
}

static double no_dot(int64_t n, const double *x, int64_t incx, const double *y, int64_t incy) {
    (void)n, (void)x, (void)incx, (void)y, (void)incy;
    return NAN;
}

static void idle_axpy(int64_t n, double alpha, const double *x, int64_t incx, double *y,
                      int64_t incy) {
    (void)n, (void)alpha, (void)x, (void)incx, (void)y, (void)incy;
}

static void idle_scal(int64_t n, double alpha, double *x, int64_t incx) {
    (void)n, (void)alpha, (void)x, (void)incx;
}

TEST(what_does_not_converge_ends_and_says_so) {
    bench_function dots[] = {(bench_function)idle_dot, (bench_function)no_dot};
    for (size_t i = 0; i < COUNT(dots); i++) {
        bench_function routines[] = {dots[i], (bench_function)idle_axpy, (bench_function)idle_scal};
        struct solo solo;
        solo_begin(&solo, SOLVER, 'd', 100, NAN, routines);
        solo_calculate(&solo, 1);
        assert_string_equal(solo.workspace.report.failure, "the tolerance was not reached");
        assert_true(solo_residual(&solo) > 30);
        solo_end(&solo);
    }
}
