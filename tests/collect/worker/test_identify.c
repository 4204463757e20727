/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "collect/design/actions.h"
#include "collect/worker/identify.h"
#include "tests/collect/fake.h"
#include "tests/test.h"

static struct binding loaded(const char *path) {
    struct binding binding;
    struct err err = {""};
    if (bind_load(&binding, &path, 1, &err))
        fail_msg("%s", err.message);
    return binding;
}

static struct facts identified(const char *path) {
    struct binding binding = loaded(path);
    struct facts facts = {0};
    identify_library(&binding, &facts);
    return facts;
}

static void assert_fact(const struct facts *facts, const char *name, const char *text) {
    assert_string_equal(facts_text(facts, name, "nothing"), text);
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(openblas_tells_version_kernel_and_threading) {
    struct facts facts = identified(fake_compile(
        "ob", "const char *openblas_get_config(void) { return \"OpenBLAS 9.8.7 NO_LAPACK\"; }\n"
              "const char *openblas_get_corename(void) { return \"Hyper\"; }\n"
              "int openblas_get_parallel(void) { return 1; }\n"));
    assert_fact(&facts, "version", "9.8.7");
    assert_fact(&facts, "kernel", "Hyper");
    assert_fact(&facts, "threading", "pthreads");
    assert_fact(&facts, "build", "OpenBLAS 9.8.7 NO_LAPACK");
    facts_release(&facts);
}

TEST(answers_that_make_no_sense_are_left_out) {
    struct facts facts =
        identified(fake_compile("odd", "const char *openblas_get_config(void) { return 0; }\n"
                                       "int openblas_get_parallel(void) { return 77; }\n"));
    assert_null(facts_find(&facts, "build"));
    assert_null(facts_find(&facts, "threading"));
    facts_release(&facts);
}

TEST(atlas_prints_and_what_it_prints_is_caught) {
    struct facts facts = identified(fake_compile(
        "at", "#include <stdio.h>\n"
              "void ATL_buildinfo(void) { printf(\"ATLAS version 3.99, built by x\\n\"); }\n"));
    assert_fact(&facts, "version", "3.99");
    assert_non_null(strstr(facts_text(&facts, "build", ""), "built by x"));
    facts_release(&facts);
}

TEST(blis_tells_version_and_kernel) {
    struct facts facts = identified(fake_compile(
        "bl", "const char *bli_info_get_version_str(void) { return \"1.2\"; }\n"
              "int bli_arch_query_id(void) { return 4; }\n"
              "const char *bli_arch_string(int id) { return id == 4 ? \"zen9\" : \"?\"; }\n"));
    assert_fact(&facts, "version", "1.2");
    assert_fact(&facts, "kernel", "zen9");
    facts_release(&facts);
}

TEST(lapack_tells_its_version_and_others_take_it) {
    struct facts facts = identified(
        fake_compile("la", "void ilaver_(int *a, int *b, int *c) { *a = 3; *b = 11; *c = 2; }\n"));
    assert_fact(&facts, "lapack_version", "3.11.2");
    assert_fact(&facts, "version", "3.11.2");
    facts_release(&facts);
}

TEST(fftw_has_its_version_in_a_variable) {
    struct facts both =
        identified(fake_compile("fw", "const char fftw_version[] = \"fftw-9.8.7-avx\";\n"
                                      "const char fftw_cc[] = \"cc -O9\";\n"));
    assert_fact(&both, "version", "9.8.7-avx");
    assert_fact(&both, "build", "cc -O9");
    facts_release(&both);
    struct facts single =
        identified(fake_compile("fwf", "const char fftwf_version[] = \"fftw-9.8.6\";\n"));
    assert_fact(&single, "version", "9.8.6");
    facts_release(&single);
}

TEST(the_object_file_is_identified) {
    const char *path = fake_compile("named", "int nothing;\n");
    struct facts facts = identified(path);
    assert_non_null(strstr(facts_text(&facts, "objects", ""), path));
    const char *id = facts_text(&facts, "build_id", NULL);
    if (id) /* some compilers leave it out */
        assert_int_equal(strspn(id, "0123456789abcdef"), strlen(id));
    long long bytes = 0;
    assert_int_equal(sscanf(facts_text(&facts, "file", ""), "%lld bytes of 2", &bytes), 1);
    assert_uint_in_range(bytes, 1000, 1000000);
    assert_null(facts_find(&facts, "version"));
    facts_release(&facts);
}

TEST(the_width_of_integers_is_found_out) {
    struct binding narrow = loaded(fake_build("right", "")),
                   wide = loaded(fake_build("wide", "#define INT int64_t\n")),
                   nothing = loaded(fake_compile("none", "int nothing;\n")),
                   c = loaded(fake_compile(
                       "c32", "double cblas_dasum(int n, const double *x, int inc) {\n"
                              "double s = 0; for (int i = 0; i < n; i++) s += x[i * inc];\n"
                              "return s; }\n")),
                   suffixed = loaded(fake_build(
                       "suffixed", "#define INT int64_t\n#define daxpy_ daxpy_64_\n"
                                   "#define cblas_daxpy hidden\n#define dasum_ dasum_64_\n"));
    assert_int_equal(identify_integer_bits(&narrow), 32);
    assert_int_equal(identify_integer_bits(&wide), 64);
    assert_int_equal(identify_integer_bits(&nothing), 0);
    assert_int_equal(identify_integer_bits(&c), 32);
    assert_int_equal(bind_action(&suffixed, actions_find("axpy"), 'd', NULL), 0);
    assert_int_equal(identify_integer_bits(&suffixed), 64);
}

/* What the BLAS says of itself, and what the LAPACK does, stay apart. */
TEST(of_a_chain_both_tell_their_own) {
    const char *paths[] = {
        fake_compile("house_a", "const char *bli_info_get_version_str(void) { return \"1.2\"; }\n"
                                "void ilaver_(int *a, int *b, int *c) { *a = *b = *c = 9; }\n"),
        fake_compile("house_b",
                     "const char *openblas_get_config(void) { return \"OpenBLAS 7.7.7\"; }\n"
                     "void ilaver_(int *a, int *b, int *c) { *a = 3; *b = 11; *c = 2; }\n")};
    struct binding binding;
    struct facts facts = {0};
    assert_int_equal(bind_load(&binding, paths, 2, NULL), 0);
    binding.is_chain = 1;
    identify_library(&binding, &facts);
    assert_fact(&facts, "version", "1.2");
    assert_fact(&facts, "lapack_version", "3.11.2");
    assert_null(facts_find(&facts, "build"));
    assert_non_null(facts_find(&facts, "lapack_file"));
    facts_release(&facts);
}

TEST(a_blas_of_no_version_does_not_take_its_lapacks) {
    const char *paths[] = {
        fake_compile("silent", "int nothing;\n"),
        fake_compile("la", "void ilaver_(int *a, int *b, int *c) { *a = 3; *b = 11; *c = 2; }\n")};
    struct binding binding;
    struct facts facts = {0};
    assert_int_equal(bind_load(&binding, paths, 2, NULL), 0);
    binding.is_chain = 1;
    identify_library(&binding, &facts);
    assert_fact(&facts, "lapack_version", "3.11.2");
    assert_null(facts_find(&facts, "version"));
    facts_release(&facts);
}

#define LACPY                                                                                      \
    "#include <stdint.h>\n"                                                                        \
    "void dlacpy_(char *p, INT *m, INT *n, double *a, INT *lda, double *b, INT *ldb) {\n"          \
    "for (INT j = 0; j < *n; j++) for (INT i = 0; i < *m; i++)\n"                                  \
    "b[i + j * *ldb] = a[i + j * *lda]; }\n"

TEST(the_width_of_a_lapacks_integers_is_found_out) {
    struct binding narrow = loaded(fake_compile("la32", "#define INT int\n" LACPY)),
                   wide = loaded(fake_compile("la64", "#define INT long\n" LACPY)),
                   nothing = loaded(fake_compile("none", "int nothing;\n"));
    assert_int_equal(identify_lapack_integer_bits(&narrow), 32);
    assert_int_equal(identify_lapack_integer_bits(&wide), 64);
    assert_int_equal(identify_lapack_integer_bits(&nothing), 0);
}

TEST(nothing_loaded_is_nothing_found) {
    struct binding binding = {0};
    struct facts facts = {0};
    identify_library(&binding, &facts);
    assert_int_equal(facts.count, 0);
}
