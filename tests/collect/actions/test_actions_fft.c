/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#include "collect/planning/plan.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"
#include "tests/collect/solo.h"
#include "tests/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const types = "sdcz";

static const char *fftw_for(char type) {
    return type == 's' || type == 'c' ? "libfftw3f.so.3" : "libfftw3.so.3";
}

static void need_fftw(void) {
    for (const char *type = types; *type; type++) {
        void *handle = dlopen(fftw_for(*type), RTLD_NOW | RTLD_LOCAL);
        if (!handle)
            skip_for("FFTW's %s is not installed", fftw_for(*type));
        dlclose(handle);
    }
}

/* FFTW's own, by their names as its manual has them. */
static void find_fftw(char type, int dimensions, bench_function routines[3]) {
    int is_single = type == 's' || type == 'c', is_real = type == 's' || type == 'd';
    const char *names[] = {is_real ? "plan_dft_r2c_" : "plan_dft_", "execute", "destroy_plan"};
    for (size_t i = 0; i < COUNT(names); i++) {
        char name[64], dimension[8] = "";
        if (i == 0)
            snprintf(dimension, sizeof dimension, "%dd", dimensions);
        snprintf(name, sizeof name, "fftw%s_%s%s", is_single ? "f" : "", names[i], dimension);
        routines[i] = solo_routine(fftw_for(type), name);
    }
}

static void transform(struct solo *solo, char type, int dimensions, int64_t size) {
    static bench_function routines[3];
    char name[16];
    snprintf(name, sizeof name, "fft_%dd", dimensions);
    find_fftw(type, dimensions, routines);
    solo_begin(solo, name, type, size, 0,
               routines); /* planned by a rule of thumb, which is quick */
    solo_calculate(solo, 1);
}

/* One, two, primes and what has them as factors, powers of two, and what has many factors. */
static const int64_t sizes[3][16] = {
    {1, 2, 3, 4, 5, 16, 17, 97, 100, 997, 1024, 2002, 4099, 4096, 5040, 0},
    {1, 2, 3, 4, 5, 16, 17, 30, 32, 61, 97, 0},
    {1, 2, 3, 4, 5, 8, 11, 16, 17, 24, 0},
};

typedef void visitor(char type, int dimensions, int64_t size);

static void visit_all(visitor *visit) {
    for (const char *type = types; *type; type++)
        for (int d = 1; d <= 3; d++)
            for (const int64_t *size = sizes[d - 1]; *size; size++)
                visit(*type, d, *size);
}

/* --- the definition, in a plain sum --- */

static double complex number_at(const struct bench *bench, const void *array, size_t i,
                                int is_complex) {
    return is_complex
               ? bench_element(bench, array, 2 * i) + I * bench_element(bench, array, 2 * i + 1)
               : bench_element(bench, array, i);
}

/* j . k of the indices whose digits in base N these are. */
static int64_t product_of_digits(int64_t j, int64_t k, int64_t n, int dimensions) {
    int64_t sum = 0;
    for (int d = 0; d < dimensions; d++, j /= n, k /= n)
        sum += j % n * (k % n);
    return sum;
}

static double complex transformed(const struct bench *bench, const void *in, int64_t k,
                                  int dimensions) {
    int64_t n = bench->size, all = (int64_t)pow((double)n, dimensions);
    double complex sum = 0;
    for (int64_t j = 0; j < all; j++) {
        double turns = (double)(product_of_digits(j, k, n, dimensions) % n) / (double)n;
        sum +=
            number_at(bench, in, (size_t)j, bench_is_complex(bench)) * cexp(-2 * M_PI * turns * I);
    }
    return sum;
}

static void assert_is_the_transform(char type, int dimensions, int64_t size) {
    struct solo solo;
    size_t answers;
    if (pow((double)size, dimensions) > 130)
        return;
    transform(&solo, type, dimensions, size);
    const void *out = solo_output(&solo, 0, &answers);
    const void *in = *(void **)((char *)solo.bench->state + sizeof(void *));
    int64_t n = size, row = type == 'c' || type == 'z' ? n : n / 2 + 1;
    for (int64_t a = 0; a < (int64_t)answers; a++) {
        double complex right = transformed(solo.bench, in, a / row * n + a % row, dimensions);
        double complex answer = number_at(solo.bench, out, (size_t)a, 1);
        if (!(cabs(answer - right) < 100 * bench_epsilon(solo.bench) * 12))
            fail_msg("%c, %d-d, size %d, number %d: %g", type, dimensions, (int)size, (int)a,
                     cabs(answer - right));
    }
    solo_end(&solo);
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(what_is_calculated_is_the_transform) {
    need_fftw();
    visit_all(assert_is_the_transform);
}

/* --- the residual --- */

static double largest_residual;

static void look_at_residual(char type, int dimensions, int64_t size) {
    struct solo solo;
    transform(&solo, type, dimensions, size);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        solo_initialize(&solo, seed);
        solo_calculate(&solo, 1);
        double residual = solo_residual(&solo);
        if (!(residual < 6))
            fail_msg("%c, %d-d, size %d: residual %g", type, dimensions, (int)size, residual);
        largest_residual = fmax(largest_residual, residual);
    }
    solo_end(&solo);
}

TEST(fftw_is_right_at_every_size) {
    need_fftw();
    visit_all(look_at_residual);
    assert_true(largest_residual > 1e-3);
}

static void set_part(const struct bench *bench, void *out, size_t i, double value) {
    if (bench_is_single(bench))
        ((float *)out)[i] = (float)value;
    else
        ((double *)out)[i] = value;
}

static void assert_found(const struct solo *solo, void *out, size_t part, double value,
                         const char *what) {
    double before = bench_element(solo->bench, out, part);
    set_part(solo->bench, out, part, value);
    double residual = solo_residual(solo);
    if (residual <= 30)
        fail_msg("%s of type %c at size %d: residual %g with number %zu %s",
                 solo->workspace.action->name, solo->bench->type, (int)solo->bench->size, residual,
                 part / 2, what);
    set_part(solo->bench, out, part, before);
}

/* By a thousandth of the largest that a right one could be, at either end and between. */
static void spoil_one(char type, int dimensions, int64_t size) {
    struct solo solo;
    size_t answers;
    transform(&solo, type, dimensions, size);
    void *out = solo_output(&solo, 0, &answers);
    double off = (bench_is_single(solo.bench) ? 0.3 : 1e-3) * sqrt(pow((double)size, dimensions));
    size_t which[] = {0, answers / 3, answers - 1};
    for (size_t w = 0; w < COUNT(which); w++)
        for (size_t part = 2 * which[w]; part < 2 * which[w] + 2; part++) {
            double right = bench_element(solo.bench, out, part);
            assert_found(&solo, out, part, right + off, "too large");
            assert_found(&solo, out, part, right - off, "too small");
            assert_found(&solo, out, part, NAN, "no number");
        }
    assert_true(solo_residual(&solo) < 6);
    solo_end(&solo);
}

TEST(one_wrong_number_is_found_at_every_size) {
    need_fftw();
    visit_all(spoil_one);
}

/* The inverse, which has the same magnitudes. */
static void conjugate_all(char type, int dimensions, int64_t size) {
    struct solo solo;
    size_t answers;
    if (size < 3)
        return; /* where it is its own inverse */
    transform(&solo, type, dimensions, size);
    void *out = solo_output(&solo, 0, &answers);
    for (size_t i = 0; i < answers; i++)
        set_part(solo.bench, out, 2 * i + 1, -bench_element(solo.bench, out, 2 * i + 1));
    assert_true(solo_residual(&solo) > 30);
    solo_end(&solo);
}

TEST(a_transform_in_the_wrong_direction_is_found) {
    need_fftw();
    visit_all(conjugate_all);
}

/* --- large ones --- */

TEST(large_sizes_with_large_and_small_primes_are_right) {
    need_fftw();
    static const int64_t large[] = {65536, 65537, 99991, 100000};
    for (const char *type = types; *type; type++)
        for (size_t i = 0; i < COUNT(large); i++) {
            struct solo solo;
            bench_function routines[3];
            size_t answers;
            find_fftw(*type, 1, routines);
            solo_begin(&solo, "fft_1d", *type, large[i], 0, routines);
            solo_calculate(&solo, 1);
            assert_true(solo_residual(&solo) < 6);
            void *out = solo_output(&solo, 0, &answers);
            assert_found(&solo, out, 2 * answers - 2, -sqrt((double)large[i]), "wrong");
            solo_end(&solo);
        }
}

static void assert_refused(const char *name, int64_t size, double planning, const char *why) {
    const struct bench_action *action = actions_find(name);
    struct design_point design_point = {.size = size, .parameters = {planning}};
    struct workspace_needs needs;
    struct err err = {""};
    if (workspace_measure(action, 'd', &design_point, &needs, &err) == 0)
        fail_msg("%s of size %lld, planning %g, is not refused", name, (long long)size, planning);
    assert_non_null(strstr(err.message, why));
}

TEST(what_no_memory_could_hold_is_refused) {
    static const char why[] = "2^40 numbers at most";
    assert_refused("fft_1d", (1 << 30) + 1, 1, why);
    assert_refused("fft_2d", (1 << 20) + 1, 1, why);
    assert_refused("fft_3d", 1 << 14, 1, why);
    for (int bits = 31; bits <= 40; bits++) {
        assert_refused("fft_1d", INT64_C(1) << bits, 1, why);
        assert_refused("fft_2d", INT64_C(1) << bits, 1, why);
        assert_refused("fft_3d", INT64_C(1) << bits, 1, why);
    }
}

TEST(planning_is_0_1_or_2) {
    assert_refused("fft_1d", 8, -1, "planning is 0, 1 or 2");
    assert_refused("fft_1d", 8, 3, "planning is 0, 1 or 2");
    assert_refused("fft_1d", 8, 0.5, "planning is 0, 1 or 2");
    assert_refused("fft_1d", 8, NAN, "planning is 0, 1 or 2");
}

/* Plans may come out different, and are right all the same. */
TEST(measured_plans_are_right) {
    need_fftw();
    for (double planning = 1; planning <= 2; planning++)
        for (const char *type = types; *type; type++) {
            struct solo solo;
            bench_function routines[3];
            find_fftw(*type, 2, routines);
            solo_begin(&solo, "fft_2d", *type, 12, planning, routines);
            solo_calculate(&solo, 3);
            assert_true(solo_residual(&solo) < 6);
            solo_end(&solo);
        }
}

/* --- libraries in workers of their own --- */

static struct rig rig;

static int begin_rig(void **state) {
    (void)state;
    rig_begin(&rig);
    rig.settings.max_seeds = 1;
    rig.settings.stage_time = 1e-4;
    rig.settings.timeout = 60;
    return 0;
}

static int end_rig(void **state) {
    (void)state;
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

static const char *fake_fftw(const char *name, const char *lines) {
    char source[1024];
    snprintf(source, sizeof source, "%s\n#include \"tests/collect/textbook_fftw.h\"\n", lines);
    return fake_compile(name, source);
}

/* Nobody is there to hold answers against. */
static void assert_statuses(const char *action, char type, const char *sizes_text,
                            const enum cell_status *expected) {
    struct worker_pool pool;
    struct plan plan;
    struct err err = {""};
    rig_sizes(&rig, sizes_text);
    struct design_points design_points = rig_design_points(&rig, action);
    rig.settings.type = type;
    rig_pool(&rig, &pool, action, type, 1, (size_t)1 << 20);
    if (plan_make(&plan, &pool, rig.libraries.count, PLAN_NOBODY, PLAN_NOBODY, &rig.settings,
                  &design_points, 0, &rig.observer, &err))
        fail_msg("%s", err.message);
    design_points_release(&design_points);
    for (size_t p = 0; p < plan.count; p++)
        for (size_t i = 0; i < plan.library_count; i++)
            if (plan.points[p].cells[i].status != expected[i])
                fail_msg("%s %c at n = %d: %s is %s, %s", action, type,
                         (int)plan.points[p].design_point.size, rig.items[i].name,
                         cell_status_name((int)plan.points[p].cells[i].status),
                         plan.points[p].cells[i].fault);
    plan_release(&plan);
    worker_pool_end(&pool);
}

/* Where it is installed: the others are measured all the same. */
static void add_fftw(void) {
    struct libraries found;
    if (library_resolve((char *[]){(char[]){"fftw"}}, 1, rig.builtin, KIND_NUMERICAL, &found, NULL))
        return;
    const struct library *fftw = &found.items[0];
    struct library *added = &rig.items[rig_add(&rig, fftw->name, fftw->paths[0])];
    for (; added->path_count < fftw->path_count; added->path_count++)
        added->paths[added->path_count] = strdup(fftw->paths[added->path_count]);
    libraries_release(&found);
}

TEST_WITH(every_library_with_this_interface_can_be_measured, begin_rig, end_rig) {
    static const char *const few[] = {"1,2,3,16,17,30", "1,2,3,7,8", "1,2,3,4"};
    static const enum cell_status expected[] = {CELL_OK, CELL_WRONG, CELL_WRONG, CELL_FAILED,
                                                CELL_OK};
    rig_add(&rig, "textbook", fake_fftw("textbook", ""));
    rig_add(&rig, "off", fake_fftw("off", "#define AFTER_EXECUTE out[count - 1] += 0.3\n"));
    rig_add(&rig, "nan", fake_fftw("nan", "#define AFTER_EXECUTE out[count - 1] = NAN\n"));
    rig_add(&rig, "planless", fake_fftw("planless", "#define WITHOUT_PLANS\n"));
    add_fftw();
    for (const char *type = types; *type; type++) {
        assert_statuses("fft_1d", *type, few[0], expected);
        assert_statuses("fft_2d", *type, few[1], expected);
        assert_statuses("fft_3d", *type, few[2], expected);
    }
}
