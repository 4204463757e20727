/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in library judges others, so that it must be right in what no action asks of it, too:
 * with all letters, increments and leading dimensions it is held against the installed netlib. */
#include <complex.h>
#include <dlfcn.h>
#include <math.h>

#include "collect/harness/number.h"
#include "collect/harness/random.h"
#include "collect/worker/bind.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

enum { M = 7, N = 5, K = 6, LD = 9, CELLS = LD * LD };

/* Room for numbers of the largest type. */
struct memory {
    double alpha[2], beta[2];
    double a[2 * CELLS], b[2 * CELLS], c[2 * CELLS], x[2 * CELLS], y[2 * CELLS];
};

static const int m = M, n = N, k = K, ld = LD;

typedef void any_function(void *, ...);
#define P(pointer) ((void *)(pointer))

/* --- one call each: letters L, increments I and J --- */

typedef void caller(any_function *f, struct memory *w, const char *l, const int *i, const int *j);

static void call_axpy(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    (void)l;
    f(P(&n), w->alpha, w->x, P(i), w->y, P(j));
}

static void call_copy(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    (void)l;
    f(P(&n), w->x, P(i), w->y, P(j));
}

static void call_rot(any_function *f, struct memory *w, const char *l, const int *i, const int *j) {
    (void)l;
    f(P(&n), w->x, P(i), w->y, P(j), w->alpha, w->beta);
}

static void call_scal(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    (void)l, (void)j;
    f(P(&n), w->alpha, w->x, P(i));
}

static void call_gemv(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    f(P(l), P(&m), P(&n), w->alpha, w->a, P(&ld), w->x, P(i), w->beta, w->y, P(j), 1L);
}

static void call_symv(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    f(P(l), P(&n), w->alpha, w->a, P(&ld), w->x, P(i), w->beta, w->y, P(j), 1L);
}

static void call_ger(any_function *f, struct memory *w, const char *l, const int *i, const int *j) {
    (void)l;
    f(P(&m), P(&n), w->alpha, w->x, P(i), w->y, P(j), w->a, P(&ld));
}

static void call_syr2(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    f(P(l), P(&n), w->alpha, w->x, P(i), w->y, P(j), w->a, P(&ld), 1L);
}

static void call_trsv(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    (void)j;
    f(P(l), P(l + 1), P(l + 2), P(&n), w->a, P(&ld), w->x, P(i), 1L, 1L, 1L);
}

static void call_gemm(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    (void)i, (void)j;
    f(P(l), P(l + 1), P(&m), P(&n), P(&k), w->alpha, w->a, P(&ld), w->b, P(&ld), w->beta, w->c,
      P(&ld), 1L, 1L);
}

static void call_syrk(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    (void)i, (void)j;
    f(P(l), P(l + 1), P(&n), P(&k), w->alpha, w->a, P(&ld), w->beta, w->c, P(&ld), 1L, 1L);
}

static void call_tr_m(any_function *f, struct memory *w, const char *l, const int *i,
                      const int *j) {
    (void)i, (void)j;
    f(P(l), P(l + 1), P(l + 2), P(l + 3), P(&m), P(&n), w->alpha, w->a, P(&ld), w->b, P(&ld), 1L,
      1L, 1L, 1L);
}

static const struct row {
    const char *pattern, *types, *letters[4]; /* which letters the first arguments may be */
    caller *call;
} rows[] = {
    {"?axpy_", "sdcz", {0}, call_axpy},
    {"?copy_", "sdcz", {0}, call_copy},
    {"?scal_", "sdcz", {0}, call_scal},
    {"?rot_", "sd", {0}, call_rot},
    {"?gemv_", "sdcz", {"NTCntc"}, call_gemv},
    {"?<sy|he>mv_", "sdcz", {"ULul"}, call_symv},
    {"?ger<|c>_", "sdcz", {0}, call_ger},
    {"?<sy|he>r2_", "sdcz", {"UL"}, call_syr2},
    {"?trsv_", "sdcz", {"UL", "NTC", "NU"}, call_trsv},
    {"?gemm_", "sdcz", {"NTC", "NTC"}, call_gemm},
    {"?<sy|he>rk_", "sdcz", {"UL", "NC"}, call_syrk},
    {"?trmm_", "sdcz", {"LR", "UL", "NTC", "NU"}, call_tr_m},
    {"?trsm_", "sdcz", {"LRlr", "UL", "NTC", "NU"}, call_tr_m},
};

/* --- the same call of both libraries --- */

static struct rig rig;
static void *builtin, *judge;

static int begin(void **state) {
    struct libraries installed;
    (void)state;
    rig_begin(&rig);
    if (library_find_installed(&installed, NULL))
        return -1;
    builtin = dlopen(rig.builtin, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; i < installed.count; i++)
        if (strcmp(installed.items[i].name, "netlib") == 0)
            judge = dlopen(installed.items[i].paths[0], RTLD_NOW | RTLD_LOCAL);
    libraries_release(&installed);
    return builtin ? 0 : -1;
}

static void fill(struct memory *w, char type) {
    struct random random = {7};
    size_t parts = number_parts(type);
    if (number_bytes(type) / parts == sizeof(float))
        random_fill_float(&random, (float *)w, sizeof *w / sizeof(float));
    else
        random_fill_double(&random, (double *)w, sizeof *w / sizeof(double));
    for (size_t i = 0; i < LD; i++)
        if (number_bytes(type) / parts == sizeof(float))
            ((float *)w->a)[parts * i * (LD + 1)] += 4;
        else
            w->a[parts * i * (LD + 1)] += 4;
}

/* The address of NAME in LIBRARY to the pointer at FUNCTION. */
static void look_up(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    if (!found)
        fail_msg("no %s", name);
    memcpy(function, &found, sizeof found);
}

static any_function *find(void *library, const struct row *row, char type) {
    char name[32];
    any_function *found;
    assert_true(mangle_name(row->pattern, type, name, sizeof name));
    look_up(library, name, &found);
    return found;
}

static void compare(const struct row *row, char type, const char *letters, int incx, int incy) {
    static struct memory ours, theirs;
    fill(&ours, type);
    fill(&theirs, type);
    row->call(find(builtin, row, type), &ours, letters, &incx, &incy);
    row->call(find(judge, row, type), &theirs, letters, &incx, &incy);
    size_t parts = sizeof ours / number_bytes(type) * number_parts(type);
    for (size_t i = 0; i < parts; i++) {
        double difference = number_part(type, &ours, i) - number_part(type, &theirs, i);
        if (!(fabs(difference) <= 100 * number_epsilon(type)))
            fail_msg("%s %c, %s, increments %d and %d: off by %g", row->pattern, type, letters,
                     incx, incy, difference);
    }
}

static void compare_increments(const struct row *row, char type, const char *letters) {
    static const int increments[][2] = {{1, 1}, {2, 1}, {1, 3}, {-1, 2}, {2, -2}};
    for (size_t i = 0; i < sizeof increments / sizeof *increments; i++)
        if (increments[i][0] > 0 || row->call != call_scal)
            compare(row, type, letters, increments[i][0], increments[i][1]);
}

/* Every combination of the letters from argument number AT on. */
static void compare_letters(const struct row *row, char type, char letters[5], size_t at) {
    if (at == 4 || !row->letters[at]) {
        compare_increments(row, type, letters);
        return;
    }
    for (const char *letter = row->letters[at]; *letter; letter++) {
        letters[at] = *letter;
        compare_letters(row, type, letters, at + 1);
    }
}

ALL_TESTS(begin, NULL);

TEST(all_routines_do_what_netlib_does) {
    if (!judge)
        skip_for("netlib's BLAS is not installed");
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (const char *type = rows[r].types; *type; type++) {
            char letters[5] = "";
            compare_letters(&rows[r], *type, letters, 0);
        }
}

/* --- those that give a number back --- */

TEST(norms_and_products_walk_by_increments) {
    const double x[] = {3, 9, 4, 9, -12}, y[] = {2, 1, 0.5};
    const double complex z[] = {3 + 4 * I, 0, 1 - 2 * I}, w[] = {2 * I, 9, 1};
    const int three = 3, two = 2, back = -1, none = 0;
    double (*nrm2)(const int *, const double *, const int *);
    double (*asum)(const int *, const double *, const int *);
    double (*dot)(const int *, const double *, const int *, const double *, const int *);
    void (*dotc)(int, const void *, int, const void *, int, double complex *);
    look_up(builtin, "dnrm2_", &nrm2);
    look_up(builtin, "dasum_", &asum);
    look_up(builtin, "ddot_", &dot);
    look_up(builtin, "cblas_zdotc_sub", &dotc);
    double complex result;
    assert_true(nrm2(&three, x, &two) == 13);
    assert_true(nrm2(&none, x, &two) == 0);
    assert_true(asum(&three, x, &two) == 19);
    assert_true(dot(&three, x, &two, y, &back) == 3 * 0.5 + 4 * 1 - 12 * 2);
    dotc(2, z, 2, w, -2, &result);
    assert_true(result == (3 - 4 * I) * 1 + (1 + 2 * I) * (2 * I));
}
