/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/design/actions.h"
#include "collect/worker/bind.h"
#include "tests/collect/fake.h"
#include "tests/test.h"

static struct binding loaded(const char *path) {
    struct binding binding;
    struct err err = {""};
    if (bind_load(&binding, &path, 1, &err))
        fail_msg("%s", err.message);
    return binding;
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(routines_are_bound_by_their_fortran_names_first) {
    struct binding binding = loaded(fake_build("right", ""));
    assert_int_equal(bind_action(&binding, actions_find("axpy"), 'd', NULL), 0);
    assert_int_equal(binding.c_interface, 0);
    void *symbol = bind_symbol(&binding, "daxpy_");
    assert_memory_equal(&binding.routines[0], &symbol, sizeof symbol);
    assert_int_equal(bind_action(&binding, actions_find("axpy"), 's', NULL), 0);
    symbol = bind_symbol(&binding, "saxpy_");
    assert_memory_equal(&binding.routines[0], &symbol, sizeof symbol);
}

TEST(routines_are_bound_by_their_c_names_otherwise) {
    struct binding binding = loaded(fake_build("c_only", "#define C_INTERFACE_ONLY\n"));
    assert_int_equal(bind_action(&binding, actions_find("axpy"), 'd', NULL), 0);
    assert_int_equal(binding.c_interface, 1);
    void *symbol = bind_symbol(&binding, "cblas_daxpy");
    assert_memory_equal(&binding.routines[0], &symbol, sizeof symbol);
}

TEST(what_is_missing_is_named) {
    struct binding binding = loaded(fake_build("no_axpy", "#define WITHOUT_AXPY\n"));
    struct err err = {""};
    assert_int_equal(bind_action(&binding, actions_find("axpby"), 's', &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "saxpy_"));
    assert_null(strstr(err.message, "sscal_"));
    assert_non_null(strstr(err.message, "cblas_saxpy"));
}

TEST(interfaces_are_not_mixed) {
    struct binding binding =
        loaded(fake_compile("half", "void dscal_(void);\nvoid dscal_(void) {}\n"
                                    "void cblas_daxpy(void);\nvoid cblas_daxpy(void) {}\n"));
    assert_int_equal(bind_action(&binding, actions_find("axpby"), 'd', NULL), ERR_FAILED);
}

TEST(where_there_is_no_c_interface_that_is_said) {
    struct binding binding = loaded(fake_compile("empty", "int nothing;\n"));
    struct err err = {""};
    assert_int_equal(bind_action(&binding, actions_find("cholesky"), 'd', &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "dpotrf_"));
}

TEST(a_second_object_completes_the_first) {
    const char *paths[] = {fake_compile("empty", "int nothing;\n"), fake_build("right", "")};
    struct binding binding;
    assert_int_equal(bind_load(&binding, paths, 2, NULL), 0);
    assert_int_equal(bind_action(&binding, actions_find("cholesky"), 'd', NULL), 0);
}

/* OpenBLAS has a LAPACK of its own, which is not the one that was put over it. */
TEST(a_chains_routine_is_the_last_objects_that_has_it) {
    const char *paths[] = {fake_build("right", ""),
                           fake_compile("upper", "void dpotrf_(void);\nvoid dpotrf_(void) {}\n")};
    struct binding binding;
    assert_int_equal(bind_load(&binding, paths, 2, NULL), 0);
    binding.is_chain = 1;
    assert_ptr_equal(bind_symbol(&binding, "dpotrf_"), dlsym(binding.handles[1], "dpotrf_"));
    assert_ptr_not_equal(bind_symbol(&binding, "dpotrf_"), dlsym(binding.handles[0], "dpotrf_"));
    assert_ptr_equal(bind_symbol(&binding, "daxpy_"), dlsym(binding.handles[0], "daxpy_"));
}

#define SUFFIXED                                                                                   \
    "#define INT int64_t\n"                                                                        \
    "#define daxpy_ daxpy_64_\n#define dscal_ dscal_64_\n#define dasum_ dasum_64_\n"

TEST(names_with_a_suffix_for_64_bits_are_known) {
    static const struct {
        const char *name, *lines, *symbol;
    } rows[] = {
        {"suffixed", SUFFIXED, "daxpy_64_"},
        {"short", "#define INT int64_t\n#define daxpy_ daxpy_64\n", "daxpy_64"},
        {"c_suffixed",
         "#define INT int64_t\n#define C_INTERFACE_ONLY\n#define cblas_daxpy cblas_daxpy64_\n",
         "cblas_daxpy64_"},
        {"c_short",
         "#define INT int64_t\n#define C_INTERFACE_ONLY\n#define cblas_daxpy cblas_daxpy_64\n",
         "cblas_daxpy_64"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char source[1024], name[64];
        snprintf(source, sizeof source, "%s%s", rows[i].lines,
                 strstr(rows[i].symbol, "cblas") ? "" : "#define cblas_daxpy unused\n");
        struct binding binding = loaded(fake_build(rows[i].name, source));
        struct err err = {""};
        if (bind_action(&binding, actions_find("axpy"), 'd', &err))
            fail_msg("%s: %s", rows[i].name, err.message);
        void *symbol = bind_symbol(&binding, rows[i].symbol);
        assert_non_null(symbol);
        assert_memory_equal(&binding.routines[0], &symbol, sizeof symbol);
        assert_int_equal(
            bind_name(&binding, actions_find("axpy")->routines, 'd', name, sizeof name), 1);
        assert_string_equal(name, rows[i].symbol);
        assert_ptr_equal(bind_routine(&binding, binding.c_interface ? "cblas_daxpy" : "daxpy_",
                                      binding.c_interface),
                         symbol);
    }
}

/* A library with both has 32 bits under the plain names. */
TEST(plain_names_go_before_names_with_a_suffix) {
    struct binding binding =
        loaded(fake_compile("both", "void daxpy_64_(void);\nvoid daxpy_64_(void) {}\n"
                                    "void cblas_daxpy(void);\nvoid cblas_daxpy(void) {}\n"));
    assert_int_equal(bind_action(&binding, actions_find("axpy"), 'd', NULL), 0);
    assert_int_equal(binding.spelling, SPELLING_PLAIN);
    assert_int_equal(binding.c_interface, 1);
}

TEST(spellings_are_not_mixed) {
    struct binding binding =
        loaded(fake_compile("mixed", "void dscal_(void);\nvoid dscal_(void) {}\n"
                                     "void daxpy_64_(void);\nvoid daxpy_64_(void) {}\n"));
    struct err err = {""};
    assert_int_equal(bind_action(&binding, actions_find("axpby"), 'd', &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "lacks daxpy_ (Fortran) and cblas_dscal, cblas_daxpy (C)"));
}

/* --- names from patterns --- */

static const char *spelled(const char *pattern, char type, int c_interface) {
    static char name[32];
    const struct binding binding = {.c_interface = c_interface};
    const struct bench_routine routine = {c_interface ? NULL : pattern,
                                          c_interface ? pattern : NULL};
    return bind_name(&binding, &routine, type, name, sizeof name) ? name : "(none)";
}

TEST(a_pattern_gives_a_name_for_each_type) {
    static const struct {
        const char *pattern, *names[4]; /* s, d, c, z */
    } rows[] = {
        {"plain", {"plain", "plain", "plain", "plain"}},
        {"?axpy_", {"saxpy_", "daxpy_", "caxpy_", "zaxpy_"}},
        {"cblas_?scal", {"cblas_sscal", "cblas_dscal", "cblas_cscal", "cblas_zscal"}},
        {"%nrm2_", {"snrm2_", "dnrm2_", "scnrm2_", "dznrm2_"}},
        {"?<sy|he>mv_", {"ssymv_", "dsymv_", "chemv_", "zhemv_"}},
        {"?ger<|c>_", {"sger_", "dger_", "cgerc_", "zgerc_"}},
        {"<?dot_|>", {"sdot_", "ddot_", "(none)", "(none)"}},
        {"fftw{f}_plan_dft<_r2c|>_1d",
         {"fftwf_plan_dft_r2c_1d", "fftw_plan_dft_r2c_1d", "fftwf_plan_dft_1d",
          "fftw_plan_dft_1d"}},
        {"a<{f}x|y{g}>{h}?", {"afxhs", "axd", "ayghc", "ayz"}},
        {"<a|b><c|d>", {"ac", "ac", "bd", "bd"}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (size_t t = 0; t < 4; t++) {
            assert_string_equal(spelled(rows[r].pattern, "sdcz"[t], 0), rows[r].names[t]);
            assert_string_equal(spelled(rows[r].pattern, "sdcz"[t], 1), rows[r].names[t]);
        }
}

TEST(what_is_no_pattern_gives_no_name) {
    static const char *const patterns[] = {
        "",       "?<a|b", "?<a>",  "?a|b",    "?a>",     "?<a|b|c>", "?<<a|b>|c>",
        "?{a",    "?a}",   "{{a}}", "<{a|b}>", "{<a|b>}", "<a|{b>}",  "saxpy_ ",
        "sa-xpy", "x@V1",  "<|>",   "s\xe4y",  ">a|b<",   "?*",       "a\nb"};
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
        for (const char *type = "sdcz"; *type; type++)
            if (strcmp(spelled(patterns[p], *type, 0), "(none)") != 0)
                fail_msg("%s gives %s", patterns[p], spelled(patterns[p], *type, 0));
    assert_string_equal(spelled(NULL, 'd', 0), "(none)");
    assert_string_equal(spelled("?axpy_", 'x', 0), "(none)");
    assert_string_equal(spelled("?axpy_", 0, 0), "(none)");
}

TEST(a_name_that_is_too_long_is_none) {
    static const struct bench_routine routine = {"%nrm2", NULL};
    struct binding binding = {.spelling = SPELLING_PLAIN};
    char name[16] = "untouched";
    assert_int_equal(bind_name(&binding, &routine, 'c', name, 7), 1);
    assert_string_equal(name, "scnrm2");
    assert_int_equal(bind_name(&binding, &routine, 'c', name, 6), 0);
    assert_int_equal(bind_name(&binding, &routine, 's', name, 6), 1);
    assert_int_equal(bind_name(&binding, &routine, 's', name, 1), 0);
    binding.spelling = SPELLING_64_UNDERSCORE;
    assert_int_equal(bind_name(&binding, &routine, 's', name, 9), 1);
    assert_string_equal(name, "snrm264_");
    assert_int_equal(bind_name(&binding, &routine, 's', name, 8), 0);
}

/* No compiler agrees with another on complex Fortran functions: dot is then bound in C alone. */
TEST(a_type_that_one_interface_lacks_is_bound_by_the_other) {
    struct binding binding =
        loaded(fake_compile("both_dots", "void ddot_(void);\nvoid ddot_(void) {}\n"
                                         "void zdotc_(void);\nvoid zdotc_(void) {}\n"
                                         "void cblas_zdotc_sub(void);\n"
                                         "void cblas_zdotc_sub(void) {}\n"));
    assert_int_equal(bind_action(&binding, actions_find("dot"), 'd', NULL), 0);
    assert_int_equal(binding.c_interface, 0);
    assert_int_equal(bind_action(&binding, actions_find("dot"), 'z', NULL), 0);
    assert_int_equal(binding.c_interface, 1);
    struct err err = {""};
    assert_int_equal(bind_action(&binding, actions_find("dot"), 'c', &err), ERR_FAILED);
    assert_string_equal(err.message, "lacks cblas_cdotc_sub");
}

TEST(what_cannot_be_loaded_is_named) {
    struct binding binding;
    struct err err = {""};
    const char *path = "/nowhere/libnone.so";
    assert_int_equal(bind_load(&binding, &path, 1, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, path));
    path =
        fake_compile("unresolved", "void gone(void);\nvoid go(void);\nvoid go(void) { gone(); }\n");
    assert_int_equal(bind_load(&binding, &path, 1, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "gone"));
}

/* Where the next memory of several sizes is after PATH was loaded, added up, in a process that is
 * as all others are. */
static uintptr_t heap_after(const char *path) {
    int ends[2];
    uintptr_t sum = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct binding binding;
        bind_load(&binding, &path, 1, NULL);
        for (size_t bytes = 16; bytes <= 65536; bytes *= 2)
            sum += (uintptr_t)malloc(bytes);
        _exit(write(ends[1], &sum, sizeof sum) != sizeof sum);
    }
    assert_true(child > 0);
    assert_int_equal(read(ends[0], &sum, sizeof sum), sizeof sum);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ends[0]);
    close(ends[1]);
    return sum;
}

TEST(the_heap_does_not_depend_on_a_paths_length) {
    char copy[PATH_MAX];
    const char *path = fake_build("not_loaded_yet", "");
    snprintf(copy, sizeof copy, "%.*s/%0100d.so", (int)(strrchr(path, '/') - path), path, 1);
    assert_int_equal(link(path, copy), 0);
    uintptr_t short_path = heap_after(path), long_path = heap_after(copy);
    assert_int_equal(unlink(copy), 0);
    assert_true(short_path == long_path);
}

TEST(the_paths_of_loaded_objects_are_plain) {
    const char *path = fake_build("right", "");
    struct binding binding = loaded(path);
    Dl_info info;
    assert_true(dladdr(bind_symbol(&binding, "daxpy_"), &info));
    assert_string_equal(bind_plain_path(info.dli_fname), path);
    assert_string_equal(bind_plain_path("/a//b"), "/a//b");
}
