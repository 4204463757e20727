/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <string.h>

#include "collect/design/actions.h"
#include "collect/worker/proof.h"
#include "tests/collect/fake.h"
#include "tests/test.h"

/* In a process each library is loaded once only, as in a worker: every test has its own. */

#define NOTHING    "int nothing;\n"
#define AXPY       "void daxpy_(void);\nvoid daxpy_(void) {}\n"
#define GEMM       "void dgemm_(void);\nvoid dgemm_(void) {}\n"
#define CALLS_GEMM "void dgemm_(void);\nvoid dpotrf_(void);\nvoid dpotrf_(void) { dgemm_(); }\n"

/* Flags for an object of that soname, or for one that needs the object at PATH. */
static const char *soname(const char *name) {
    static char flags[256];
    snprintf(flags, sizeof flags, "-Wl,-soname,%s", name);
    return flags;
}

static const char *needing(const char *path) {
    static char flags[1024];
    snprintf(flags, sizeof flags, "-Wl,--no-as-needed %s -Wl,-rpath,%s", path, fake_folder);
    return flags;
}

static int prove(const char *const *paths, size_t count, const char *action, struct facts *facts,
                 struct err *err) {
    struct binding binding;
    if (bind_load(&binding, paths, count, err) ||
        bind_action(&binding, actions_find(action), 'd', err))
        fail_msg("%s", err->message);
    return proof_bindings(&binding, actions_find(action), 'd', facts, err);
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(the_object_that_a_routine_lies_in_is_told) {
    const char *path = fake_build("right", "");
    struct facts facts = {0};
    struct err err = {""};
    assert_int_equal(prove(&path, 1, "axpby", &facts, &err), 0);
    const char *text = facts_text(&facts, "bindings", "");
    assert_non_null(strstr(text, "dscal_ in "));
    assert_non_null(strstr(text, "; daxpy_ in "));
    assert_non_null(strstr(text, path));
    assert_null(facts_find(&facts, "references"));
    facts_release(&facts);
}

TEST(code_of_what_a_library_needs_is_its_own) {
    const char *kernel = fake_compile("kernel", AXPY);
    const char *wrapper = fake_link("wrapper", NOTHING, needing(kernel));
    const char *outer = fake_link("outer", NOTHING, needing(wrapper));
    struct facts facts = {0};
    struct err err = {""};
    if (prove(&outer, 1, "axpy", &facts, &err))
        fail_msg("%s", err.message);
    assert_non_null(strstr(facts_text(&facts, "bindings", ""), kernel));
    facts_release(&facts);
}

TEST(code_of_what_was_there_before_is_not) {
    const char *here = fake_link("shared.so.1", AXPY, soname("libshared.so.1.so"));
    const char *other = fake_link("another", AXPY, soname("libshared.so.1.so"));
    const char *wrapper = fake_link("fooled", NOTHING, needing(here));
    struct facts facts = {0};
    struct err err = {""};
    assert_non_null(dlopen(other, RTLD_NOW | RTLD_LOCAL));
    assert_int_equal(prove(&wrapper, 1, "axpy", &facts, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "daxpy_"));
    assert_non_null(strstr(err.message, other));
    assert_non_null(strstr(err.message, wrapper));
    assert_null(facts_find(&facts, "bindings"));
}

TEST(what_the_files_use_of_one_another_is_counted) {
    const char *blas = fake_compile("blas", GEMM);
    const char *paths[] = {blas, fake_link("lapack", CALLS_GEMM, needing(blas))};
    struct facts facts = {0};
    struct err err = {""};
    char expected[1100];
    if (prove(paths, 2, "cholesky", &facts, &err))
        fail_msg("%s", err.message);
    snprintf(expected, sizeof expected, "%s uses 1 of %s", paths[1], paths[0]);
    assert_string_equal(facts_text(&facts, "references", ""), expected);
    facts_release(&facts);
}

/* The BLAS that was meant has another soname than the one that LAPACK asks for. */
TEST(a_lapack_that_took_another_blas_is_found_out) {
    const char *meant = fake_compile("meant_blas", GEMM);
    const char *system = fake_compile("system_blas", GEMM);
    const char *paths[] = {meant, fake_link("led_astray", CALLS_GEMM, needing(system))};
    struct facts facts = {0};
    struct err err = {""};
    assert_int_equal(prove(paths, 2, "cholesky", &facts, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "dgemm_, which"));
    assert_non_null(strstr(err.message, meant));
    assert_non_null(strstr(err.message, system));
    facts_release(&facts);
}

/* Both wrappers need the same kernel, which has what the first has as well. */
TEST(a_kernel_that_both_files_need_is_accepted) {
    const char *kernel = fake_compile("common_kernel", GEMM);
    const char *paths[] = {fake_link("blas_over_it", GEMM, needing(kernel)),
                           fake_link("lapack_over_it", CALLS_GEMM, needing(kernel))};
    struct facts facts = {0};
    struct err err = {""};
    if (prove(paths, 2, "cholesky", &facts, &err))
        fail_msg("%s", err.message);
    facts_release(&facts);
}

/* As LD_PRELOAD would have it. The last one: it leaves a dgemm_ for everybody. */
TEST(a_lapack_that_took_what_was_there_before_is_found_out) {
    const char *before = fake_compile("before_all", GEMM);
    const char *blas = fake_compile("late_blas", GEMM);
    const char *paths[] = {blas, fake_link("late_lapack", CALLS_GEMM, needing(blas))};
    struct facts facts = {0};
    struct err err = {""};
    assert_non_null(dlopen(before, RTLD_NOW | RTLD_GLOBAL));
    assert_int_equal(prove(paths, 2, "cholesky", &facts, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "dgemm_, which"));
    assert_non_null(strstr(err.message, before));
    assert_non_null(strstr(err.message, blas));
    facts_release(&facts);
}
