/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/libraries/library.h"
#include "formats/text/unicode.h"
#include "tests/collect/fake_libraries.h"
#include "tests/test.h"

/* --- names --- */

ALL_TESTS(set_up, remove_tree);

TEST(a_library_alone_goes_by_its_familys_name) {
    make_library("a/openblas-pthread/libopenblasp-r0.3.21.so");
    make_library("a/libfoo.so.1.2.3");
    struct libraries both =
        RESOLVED(at("a/openblas-pthread/libopenblasp-r0.3.21.so"), at("a/libfoo.so.1.2.3"));
    ASSERT_NAMES(&both, "openblas", "foo");
}

TEST(several_of_a_family_get_what_tells_them_apart) {
    make_library("b/openblas-pthread/libopenblasp-r0.3.21.so");
    make_library("b/openblas-serial/libopenblas-r0.3.21.so");
    make_library("b/libblis.so.4");
    struct libraries flavours =
        RESOLVED(at("b/openblas-serial/libopenblas-r0.3.21.so"),
                 at("b/openblas-pthread/libopenblasp-r0.3.21.so"), at("b/libblis.so.4"));
    ASSERT_NAMES(&flavours, "openblas-serial", "openblas-pthread", "blis");

    make_library("b/new/libopenblasp-r0.3.28.so");
    make_library("b/old/libopenblasp-r0.3.20.so");
    struct libraries versions =
        RESOLVED(at("b/old/libopenblasp-r0.3.20.so"), at("b/new/libopenblasp-r0.3.28.so"));
    ASSERT_NAMES(&versions, "openblas-0.3.20", "openblas-0.3.28");

    make_library("b/1/libfoo.so");
    make_library("b/2/libfoo.so");
    make_library("b/3/libfoo.so");
    struct libraries numbers =
        RESOLVED(at("b/1/libfoo.so"), at("b/2/libfoo.so"), at("b/3/libfoo.so"));
    ASSERT_NAMES(&numbers, "foo", "foo-2", "foo-3");

    make_library("b/2/libfoo-2.so");
    struct libraries taken =
        RESOLVED("foo=./LICENSE", at("b/1/libfoo.so"), at("b/2/libfoo.so"), "foo-2=./Makefile");
    ASSERT_NAMES(&taken, "foo", "foo-3", "foo-4", "foo-2");
}

TEST(a_long_or_strange_file_name_gives_a_short_clean_name) {
    char relative[2][256];
    for (int i = 0; i < 2; i++) {
        snprintf(relative[i], sizeof relative[i], "c/%d/lib", i);
        while (strlen(relative[i]) < 200)
            strcat(relative[i], "grün\a=");
        strcat(relative[i], ".so");
        make_library(relative[i]);
    }
    struct libraries two = RESOLVED(at(relative[0]), at(relative[1]));
    assert_int_equal(two.count, 2);
    assert_string_not_equal(two.items[0].name, two.items[1].name);
    for (size_t i = 0; i < two.count; i++) {
        assert_uint_in_range(strlen(two.items[i].name), 55, 63);
        assert_true(utf8_is_clean(two.items[i].name));
        assert_null(strchr(two.items[i].name, '='));
    }
    libraries_release(&two);
}

/* --- arguments --- */

TEST(a_file_counts_once_however_it_is_reached) {
    make_library("d/libfoo.so.1.2.3");
    make_link("d/libfoo.so.1", "libfoo.so.1.2.3");
    make_link("d/libfoo.so", "libfoo.so.1");
    struct libraries once =
        RESOLVED(at("d/libfoo.so"), at("d/libfoo.so.1"), at("d/../d/libfoo.so.1.2.3"));
    assert_int_equal(once.count, 1);
    assert_string_equal(once.items[0].paths[0], at("d/libfoo.so.1.2.3"));
    ASSERT_NAMES(&once, "foo");
}

TEST(a_given_name_stays_and_makes_a_file_count_again) {
    make_library("e/libfoo.so");
    char first[1100], second[1100];
    snprintf(first, sizeof first, "left=%s", at("e/libfoo.so"));
    snprintf(second, sizeof second, "right side=%s", at("e/libfoo.so"));
    struct libraries both = RESOLVED(first, at("e/libfoo.so"), second, first);
    for (size_t i = 0; i < both.count; i++)
        assert_string_equal(both.items[i].paths[0], at("e/libfoo.so"));
    ASSERT_NAMES(&both, "left", "foo", "right side");
}

TEST(a_name_that_will_not_do_is_refused) {
    make_library("f/libfoo.so");
    make_library("f/a=b.so");
    char longest[1100] = "", too_long[1100] = "";
    snprintf(longest, sizeof longest, "%063d=%s", 0, at("f/libfoo.so"));
    snprintf(too_long, sizeof too_long, "%064d=%s", 0, at("f/libfoo.so"));
    struct libraries one = RESOLVED(longest);
    assert_int_equal(strlen(one.items[0].name), 63);
    libraries_release(&one);

    assert_refused(too_long, "1 to 63 bytes");
    assert_refused("=./Makefile", "1 to 63 bytes");
    assert_refused("a\nb=./Makefile", "control characters");
    assert_refused("a\xff=./Makefile", "UTF-8");
    assert_refused("a/b=./Makefile", "a/b=./Makefile");
    struct libraries path = RESOLVED(at("f/a=b.so"));
    ASSERT_NAMES(&path, "a_b");

    struct libraries none;
    struct err err;
    char *same[] = {(char *)"x=./Makefile", (char *)"x=./LICENSE"};
    assert_int_equal(
        library_resolve(same, 2, at("libexec/builtin.so"), KIND_NUMERICAL, &none, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "NAME="));
}

TEST(what_is_no_readable_file_is_refused_by_name) {
    make_library("g/secret.so");
    make_link("g/dangling.so", "nowhere.so");
    make_link("g/circle.so", "circle.so");
    assert_int_equal(mkfifo(at("g/pipe.so"), 0600), 0);
    assert_refused(at("g/missing.so"), "missing.so: No such file or directory");
    assert_refused(at("g/dangling.so"), "dangling.so: No such file or directory");
    assert_refused(at("g/circle.so"), "circle.so: Too many levels");
    assert_refused(at("g/secret.so/x"), "x: Not a directory");
    assert_refused(at("g"), "g: a directory");
    assert_refused(at("g/pipe.so"), "pipe.so: not a file");
    assert_refused("", "neither a file nor an installed library");
    assert_refused("no_such_library", "no_such_library: neither a file nor an installed library");
    assert_refused("lib*.so", "lib*.so: neither");
    assert_refused("x=no_such_library", "no_such_library: neither");
    if (geteuid() != 0) {
        chmod(at("g/secret.so"), 0);
        assert_refused(at("g/secret.so"), "secret.so: Permission denied");
    }
}

TEST(an_unknown_name_gets_the_known_ones_listed) {
    make_library("h/libflexiblas.so.3");
    setenv("LD_LIBRARY_PATH", at("h"), 1);
    assert_refused("flexiblass", "flexiblas");
    assert_refused("flexiblass", " and builtin");
    unsetenv("LD_LIBRARY_PATH");
}

static struct libraries all_of(enum library_kind kinds, const char *builtin_path) {
    struct libraries libraries;
    struct err err = {""};
    if (library_resolve(NULL, 0, builtin_path, kinds, &libraries, &err))
        fail_msg("%s", err.message);
    return libraries;
}

/* They are known by name, and are all that is compared where sets are, and nothing where not. */
TEST(sets_lie_beside_the_builtin_library) {
    char builtin[512];
    make_library("s/benchmat/builtin.so");
    make_library("s/benchmat/sets/libmutex.so");
    make_library("s/benchmat/sets/libstriped.so");
    make_library("s/benchmat/sets/libfoo.so");
    snprintf(builtin, sizeof builtin, "%s", at("s/benchmat/builtin.so"));
    struct libraries sets = all_of(KIND_SETS, builtin);
    ASSERT_NAMES(&sets, "mutex", "striped");

    struct libraries numerical = all_of(KIND_NUMERICAL, builtin);
    for (size_t i = 0; i < numerical.count; i++)
        assert_string_not_equal(numerical.items[i].name, "mutex");
    libraries_release(&numerical);

    char *words[] = {(char *)"striped", (char *)"mine=mutex"};
    struct libraries named;
    struct err err = {""};
    assert_int_equal(library_resolve(words, 2, builtin, KIND_SETS, &named, &err), 0);
    assert_string_equal(named.items[0].paths[0], at("s/benchmat/sets/libstriped.so"));
    ASSERT_NAMES(&named, "striped", "mine");
}

TEST(builtin_is_the_one_that_came_along) {
    struct libraries one = RESOLVED("builtin", "again=builtin");
    assert_string_equal(one.items[0].paths[0], at("libexec/builtin.so"));
    assert_string_equal(one.items[1].paths[0], at("libexec/builtin.so"));
    ASSERT_NAMES(&one, "builtin", "again");

    struct libraries none;
    struct err err;
    char *arguments[] = {(char *)"builtin"};
    assert_int_equal(
        library_resolve(arguments, 1, at("libexec/gone.so"), KIND_NUMERICAL, &none, &err),
        ERR_FAILED);
    assert_non_null(strstr(err.message, "libexec/gone.so"));
}

TEST(a_bare_file_name_is_looked_up_as_the_loader_would) {
    make_library("i/libnobody-else.so.7");
    assert_refused("libnobody-else.so.7", "neither");
    setenv("LD_LIBRARY_PATH", at("i"), 1);
    struct libraries one = RESOLVED("libnobody-else.so.7");
    assert_string_equal(one.items[0].paths[0], at("i/libnobody-else.so.7"));
    libraries_release(&one);

    int here = open(".", O_RDONLY | O_DIRECTORY);
    make_library("j/libnobody-else.so.7");
    assert_int_equal(chdir(at("j")), 0);
    one = RESOLVED("libnobody-else.so.7");
    assert_int_equal(fchdir(here), 0);
    close(here);
    assert_string_equal(one.items[0].paths[0], at("j/libnobody-else.so.7"));
    libraries_release(&one);
    unsetenv("LD_LIBRARY_PATH");
}

TEST(every_vendor_of_a_system_is_found_once) {
    static const struct {
        const char *path, *companion;
    } houses[] = {
        {"k/openblas-pthread/libopenblasp-r0.3.21.so", NULL},
        {"k/openblas-serial/libopenblas-r0.3.21.so", NULL},
        {"k/blis-openmp/libblis.so.4", NULL},
        {"k/atlas/libblas.so.3.10.3", "k/atlas/liblapack.so.3.10.3"},
        {"k/blas/libblas.so.3.11.0", "k/lapack/liblapack.so.3.11.0"},
        {"k/blas64/libblas64.so.3.11.0", "k/lapack64/liblapack64.so.3"},
    };
    make_debian();
    struct libraries before = installed();
    setenv("LD_LIBRARY_PATH", at("k"), 1);
    struct libraries found = installed();
    unsetenv("LD_LIBRARY_PATH");
    assert_int_equal(found.count, before.count + COUNT(houses));
    for (size_t i = 0; i < COUNT(houses); i++) {
        size_t times;
        const struct library *library = find_path(&found, at(houses[i].path), &times);
        assert_non_null(library);
        assert_int_equal(times, 1);
        assert_int_equal(library->path_count, houses[i].companion ? 2 : 1);
        if (houses[i].companion)
            assert_string_equal(library->paths[1], at(houses[i].companion));
    }
    libraries_release(&before);
    libraries_release(&found);
}

TEST(what_cannot_be_loaded_here_is_not_found) {
    make_library("l/libmkl_rt.so.2");
    make_library_for("m/libmkl_rt.so.2", 0x55); /* for another processor */
    write_file("n/libmkl_rt.so", "INPUT(-lmkl)\n", 13);
    write_file("n/libmkl_rt.so.3", "", 0);
    make_library("n/libmkl_rt.so.2.debug");
    make_library("n/libmkl_rt.a");
    make_link("n/libmkl_rt.so.4", "nowhere");
    assert_int_equal(mkfifo(at("n/libmkl_rt.so.5"), 0600), 0);
    struct libraries before = installed();
    setenv("LD_LIBRARY_PATH", at("l"), 1);
    struct libraries one = installed();
    char list[2100];
    snprintf(list, sizeof list, "%s:%s:%s", at("m"), at("n"), at("l"));
    setenv("LD_LIBRARY_PATH", list, 1);
    struct libraries same = installed();
    unsetenv("LD_LIBRARY_PATH");
    assert_int_equal(one.count, before.count + 1);
    assert_int_equal(same.count, before.count + 1);
    libraries_release(&before);
    libraries_release(&one);
    libraries_release(&same);
}

TEST(a_family_means_all_that_are_installed_of_it) {
    make_library("o/libarmpl_ilp64_mp.so");
    make_library("o/libarmpl_lp64_mp.so");
    setenv("LD_LIBRARY_PATH", at("o"), 1);
    struct libraries family = RESOLVED("armpl");
    size_t wide, narrow;
    assert_non_null(find_path(&family, at("o/libarmpl_ilp64_mp.so"), &wide));
    assert_non_null(find_path(&family, at("o/libarmpl_lp64_mp.so"), &narrow));
    assert_int_equal(wide + narrow, 2);
    for (size_t i = 0; i < family.count; i++)
        assert_int_equal(strncmp(family.items[i].name, "armpl-", 6), 0);
    libraries_release(&family);

    struct libraries flavour = RESOLVED("armpl-64-openmp");
    assert_string_equal(flavour.items[0].paths[0], at("o/libarmpl_ilp64_mp.so"));
    ASSERT_NAMES(&flavour, "armpl-64-openmp");
    unsetenv("LD_LIBRARY_PATH");
}

TEST(a_flavour_may_be_named_where_there_is_only_one) {
    make_library("u/libnvpl_blas_lp64_seq.so.0");
    make_library("u/libnvpl_lapack_lp64_seq.so.0");
    make_library("u/libnvpl_lapack_lp64_gomp.so.0");
    setenv("LD_LIBRARY_PATH", at("u"), 1);
    struct libraries one = RESOLVED("nvpl-serial");
    assert_string_equal(one.items[0].paths[0], at("u/libnvpl_blas_lp64_seq.so.0"));
    assert_int_equal(one.items[0].path_count, 2);
    assert_string_equal(one.items[0].paths[1], at("u/libnvpl_lapack_lp64_seq.so.0"));
    libraries_release(&one);
    unsetenv("LD_LIBRARY_PATH");
}

TEST(one_name_cannot_be_given_to_a_whole_family) {
    make_library("p/openblas-pthread/libopenblas.so.0");
    make_library("p/openblas-serial/libopenblas.so.0");
    setenv("LD_LIBRARY_PATH", at("p"), 1);
    assert_refused("mine=openblas", "mine=openblas: which of them");
    unsetenv("LD_LIBRARY_PATH");
}

TEST(a_lapack_beside_its_blas_does_not_count_by_itself) {
    make_library("q/atlas/libblas.so.3");
    make_library("q/atlas/liblapack.so.3");
    struct libraries first = RESOLVED(at("q/atlas/libblas.so.3"), at("q/atlas/liblapack.so.3"));
    assert_int_equal(first.items[0].path_count, 2);
    ASSERT_NAMES(&first, "atlas");
    struct libraries last = RESOLVED(at("q/atlas/liblapack.so.3"), at("q/atlas/libblas.so.3"));
    assert_string_equal(last.items[0].paths[0], at("q/atlas/libblas.so.3"));
    ASSERT_NAMES(&last, "atlas");
}

TEST(a_lapack_of_another_vendor_is_no_companion) {
    make_library("r/blas/libblas.so.3");
    make_library("r/openblas-pthread/liblapack.so.3");
    make_link("r/lapack/liblapack.so.3", "../openblas-pthread/liblapack.so.3");
    struct libraries one = RESOLVED(at("r/blas/libblas.so.3"));
    assert_int_equal(one.items[0].path_count, 1);
    ASSERT_NAMES(&one, "netlib");
}

TEST(both_precisions_of_fftw_are_one_library) {
    make_library("s/libfftw3.so.3.6.10");
    make_link("s/libfftw3.so.3", "libfftw3.so.3.6.10");
    make_library("s/libfftw3f.so.3.6.10");
    make_link("s/libfftw3f.so.3", "libfftw3f.so.3.6.10");
    struct libraries twice = RESOLVED(at("s/libfftw3f.so.3"), at("s/libfftw3.so.3"));
    assert_string_equal(twice.items[0].paths[0], at("s/libfftw3.so.3.6.10"));
    assert_string_equal(twice.items[0].paths[1], at("s/libfftw3f.so.3.6.10"));
    assert_int_equal(twice.items[0].path_count, 2);
    ASSERT_NAMES(&twice, "fftw");
    struct libraries double_alone = RESOLVED(at("s/libfftw3.so.3"));
    assert_int_equal(double_alone.items[0].path_count, 2);
    ASSERT_NAMES(&double_alone, "fftw");
    make_library("t/libfftw3f.so.3");
    struct libraries single_alone = RESOLVED(at("t/libfftw3f.so.3"));
    assert_int_equal(single_alone.items[0].path_count, 1);
    ASSERT_NAMES(&single_alone, "fftw");
}

TEST(no_arguments_mean_everything_installed) {
    struct libraries found = installed();
    struct libraries all = resolved(0, NULL);
    if (found.count == 0) {
        ASSERT_NAMES(&all, "builtin");
        return;
    }
    assert_uint_in_range(all.count, found.count,
                         found.count + 1); /* builtin, where there is no BLAS */
    for (size_t i = 0; i < found.count; i++) {
        assert_true(all.items[i].was_found);
        assert_string_equal(all.items[i].name, found.items[i].name);
        assert_string_equal(all.items[i].paths[0], found.items[i].paths[0]);
    }
    libraries_release(&found);
    libraries_release(&all);
}

TEST(what_is_installed_here_keeps_the_rules) {
    struct libraries found = installed();
    for (size_t i = 0; i < found.count; i++) {
        const struct library *library = &found.items[i];
        size_t times;
        assert_true(i == 0 || strcmp(found.items[i - 1].name, library->name) < 0);
        assert_uint_in_range(strlen(library->name), 1, 63);
        assert_uint_in_range(library->path_count, 1, LIBRARY_MAX_OBJECTS);
        assert_ptr_equal(find_path(&found, library->paths[0], &times), library);
        assert_int_equal(times, 1);
        for (size_t j = 0; j < library->path_count; j++) {
            char *real = realpath(library->paths[j], NULL);
            assert_non_null(real);
            assert_string_equal(real, library->paths[j]);
            free(real);
        }
        struct libraries one = RESOLVED(library->name);
        assert_false(one.items[0].was_found);
        assert_string_equal(one.items[0].paths[0], library->paths[0]);
        ASSERT_NAMES(&one, library->name);
    }
    libraries_release(&found);
}
