/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "collect/libraries/library_family.h"
#include "tests/collect/fake_libraries.h"
#include "tests/test.h"

static void assert_chain(const struct library *library, const char *blas, const char *lapack) {
    assert_true(library->is_chain);
    assert_int_equal(library->path_count, 2);
    assert_string_equal(library->paths[0], blas);
    assert_string_equal(library->paths[1], lapack);
}

ALL_TESTS(set_up, remove_tree);

TEST(two_files_make_a_chain_named_by_their_vendors) {
    make_library("v/lapack/liblapack.so.3");
    make_library("v/libblis.so.4");
    make_library("v/atlas/liblapack.so.3");
    char first[2200], second[2200], named[2300];
    snprintf(first, sizeof first, "%s+%s", at("v/lapack/liblapack.so.3"), at("v/libblis.so.4"));
    snprintf(second, sizeof second, "%s+%s", at("v/atlas/liblapack.so.3"), at("v/libblis.so.4"));
    snprintf(named, sizeof named, "my+pair=%s", first);
    struct libraries three = RESOLVED(first, second, named, first);
    assert_chain(&three.items[0], at("v/libblis.so.4"), at("v/lapack/liblapack.so.3"));
    assert_chain(&three.items[1], at("v/libblis.so.4"), at("v/atlas/liblapack.so.3"));
    assert_chain(&three.items[2], at("v/libblis.so.4"), at("v/lapack/liblapack.so.3"));
    ASSERT_NAMES(&three, "lapack+blis", "atlas+blis", "my+pair");
}

TEST(a_chain_and_its_files_are_three_libraries) {
    make_library("w/blas/libblas.so.3");
    make_library("w/lapack/liblapack.so.3");
    char pair[2200];
    snprintf(pair, sizeof pair, "%s+%s", at("w/lapack/liblapack.so.3"), at("w/blas/libblas.so.3"));
    struct libraries last = RESOLVED(at("w/blas/libblas.so.3"), pair);
    assert_false(last.items[0].is_chain);
    assert_false(library_is_same(&last.items[0], &last.items[1]));
    assert_true(library_is_same(&last.items[1], &last.items[1]));
    ASSERT_NAMES(&last, "netlib", "lapack+netlib");
    struct libraries first = RESOLVED(pair, at("w/blas/libblas.so.3"));
    ASSERT_NAMES(&first, "lapack+netlib", "netlib");
}

TEST(flavours_tell_chains_apart) {
    make_library("x/lapack/liblapack.so.3");
    make_library("x/openblas-serial/libopenblas.so.0");
    make_library("x/openblas-pthread/libopenblas.so.0");
    char pairs[2][2200];
    snprintf(pairs[0], sizeof *pairs, "%s+%s", at("x/lapack/liblapack.so.3"),
             at("x/openblas-serial/libopenblas.so.0"));
    snprintf(pairs[1], sizeof *pairs, "%s+%s", at("x/lapack/liblapack.so.3"),
             at("x/openblas-pthread/libopenblas.so.0"));
    struct libraries both = RESOLVED(pairs[0], pairs[1], at("x/openblas-serial/libopenblas.so.0"));
    ASSERT_NAMES(&both, "lapack+openblas-serial", "lapack+openblas-pthread", "openblas");
}

TEST(a_plus_in_a_file_name_parts_nothing) {
    make_library("y/g++-12/liblapack.so.3");
    make_library("y/g++-12/libfoo+bar.so");
    char pair[2200];
    snprintf(pair, sizeof pair, "%s+%s", at("y/g++-12/liblapack.so.3"),
             at("y/g++-12/libfoo+bar.so"));
    struct libraries both = RESOLVED(at("y/g++-12/libfoo+bar.so"), pair);
    assert_false(both.items[0].is_chain);
    assert_chain(&both.items[1], at("y/g++-12/libfoo+bar.so"), at("y/g++-12/liblapack.so.3"));
    ASSERT_NAMES(&both, "foo+bar", "lapack+foo+bar");
    assert_refused(at("y/g++-12/gone.so"), "gone.so: No such file");
}

/* A vendor of its own in LD_LIBRARY_PATH, which is searched first. */
TEST(names_of_installed_ones_make_chains_called_so) {
    make_library("z/lapack/liblapack.so.3");
    make_library("z/libarmpl_lp64_mp.so");
    make_library("z/libarmpl_ilp64_mp.so");
    make_library("z/libfftw3.so.3");
    setenv("LD_LIBRARY_PATH", at("z"), 1);
    struct libraries one = RESOLVED("netlib-lapack+armpl-openmp", "lapack+armpl-openmp");
    assert_chain(&one.items[0], at("z/libarmpl_lp64_mp.so"), at("z/lapack/liblapack.so.3"));
    ASSERT_NAMES(&one, "netlib-lapack+armpl-openmp");
    struct libraries family = RESOLVED("lapack+armpl");
    assert_int_equal(family.count, 2);
    libraries_release(&family);

    struct libraries found = installed(), all = RESOLVED("lapack+all"), every = RESOLVED("all+all");
    size_t blas = 0; /* transforms are not among all BLAS */
    for (size_t i = 0; i < found.count; i++) {
        char name[128];
        if (!library_family_may_have(found.items[i].paths[0], "daxpy_"))
            continue;
        assert_true(blas < all.count);
        snprintf(name, sizeof name, "lapack+%s", found.items[i].name);
        assert_string_equal(all.items[blas].name, name);
        assert_chain(&all.items[blas++], found.items[i].paths[0], at("z/lapack/liblapack.so.3"));
    }
    assert_int_equal(all.count, blas);
    assert_true(blas < found.count);
    assert_int_equal(every.count % blas, 0);
    assert_true(every.count >= all.count);
    for (size_t i = 0; i < every.count; i++)
        assert_null(strstr(every.items[i].name, "fftw"));
    libraries_release(&found);
    libraries_release(&all);
    libraries_release(&every);

    assert_refused("x=lapack+armpl", "that means 2 libraries");
    assert_refused("lapack+", "a BLAS is missing after '+'");
    assert_refused("+armpl", "neither a file nor a LAPACK before a '+'");
    assert_refused("nonsense+armpl", "neither a file nor a LAPACK before a '+'");
    assert_refused("lapack+nonsense", "nonsense: neither a file nor an installed library");
    assert_refused("lapack+lapack", "lapack: neither");
    assert_refused("lapack+armpl-openmp+armpl", "nothing stands on a LAPACK");
    assert_refused("all", "all: neither");
    assert_refused("lapack", "lapack: neither");
    unsetenv("LD_LIBRARY_PATH");
}

TEST(a_lapack_of_64_bit_integers_has_a_name_too) {
    make_library("aa/lapack64/liblapack64.so.3");
    make_library("aa/blas64/libblas64.so.3");
    setenv("LD_LIBRARY_PATH", at("aa"), 1);
    char pair[2200];
    snprintf(pair, sizeof pair, "lapack64+%s", at("aa/blas64/libblas64.so.3"));
    struct libraries one = RESOLVED(pair);
    assert_chain(&one.items[0], at("aa/blas64/libblas64.so.3"), at("aa/lapack64/liblapack64.so.3"));
    libraries_release(&one);
    unsetenv("LD_LIBRARY_PATH");
}
