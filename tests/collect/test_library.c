/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <elf.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect/library.h"
#include "collect/library_family.h"
#include "formats/utf8.h"
#include "tests/collect/tree.h"

/* --- libraries in a made-up file system --- */

/* As much of a shared object as can be seen without loading it. */
static void make_library_for(const char *relative, unsigned char machine_xor) {
    unsigned char start[64];
    int fd = open("/proc/self/exe", O_RDONLY);
    assert_int_equal(read(fd, start, sizeof start), sizeof start);
    close(fd);
    uint16_t type = ET_DYN;
    memcpy(start + EI_NIDENT, &type, sizeof type);
    start[EI_NIDENT + sizeof type] ^= machine_xor;
    write_file(relative, start, sizeof start);
}

static void make_library(const char *relative) {
    make_library_for(relative, 0);
}

static void make_link(const char *relative, const char *target) {
    make_parents(at(relative));
    assert_int_equal(symlink(target, at(relative)), 0);
}

static int set_up(void **state) {
    if (make_tree(state))
        return -1;
    unsetenv("LD_LIBRARY_PATH");
    make_library("libexec/builtin.so");
    return 0;
}

/* --- asking --- */

static struct libraries resolved(size_t count, const char *const *arguments) {
    struct libraries libraries;
    struct err err = {""};
    int code = library_resolve((char *const *)arguments, count, at("libexec/builtin.so"),
                               &libraries, &err);
    if (code)
        fail_msg("%s", err.message);
    return libraries;
}

#define RESOLVED(...)                                                                              \
    resolved(COUNT(((const char *[]){__VA_ARGS__})), (const char *[]){__VA_ARGS__})

static void assert_refused(const char *argument, const char *says) {
    struct libraries libraries;
    struct err err = {""};
    char *arguments[] = {(char *)argument};
    int code = library_resolve(arguments, 1, at("libexec/builtin.so"), &libraries, &err);
    if (code != ERR_USAGE || !strstr(err.message, says))
        fail_msg("'%s' gave %d and said: %s", argument, code, err.message);
    assert_int_equal(libraries.count, 0);
    assert_null(libraries.items);
}

static void assert_names(struct libraries *libraries, size_t count, const char *const *names) {
    assert_int_equal(libraries->count, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(libraries->items[i].name, names[i]);
    libraries_release(libraries);
}

#define ASSERT_NAMES(libraries, ...)                                                               \
    assert_names(libraries, COUNT(((const char *[]){__VA_ARGS__})), (const char *[]){__VA_ARGS__})

static struct libraries installed(void) {
    struct libraries found;
    struct err err = {""};
    assert_int_equal(library_find_installed(&found, &err), 0);
    return found;
}

/* The library whose own file is PATH, and how many of the list have it among their files. */
static const struct library *find_path(const struct libraries *libraries, const char *path,
                                       size_t *times) {
    const struct library *found = NULL;
    *times = 0;
    for (size_t i = 0; i < libraries->count; i++)
        for (size_t j = 0; j < libraries->items[i].path_count; j++)
            if (strcmp(libraries->items[i].paths[j], path) == 0) {
                found = j == 0 ? &libraries->items[i] : found;
                ++*times;
            }
    return found;
}

/* --- names --- */

static void a_library_alone_goes_by_its_familys_name(void **state) {
    (void)state;
    make_library("a/openblas-pthread/libopenblasp-r0.3.21.so");
    make_library("a/libfoo.so.1.2.3");
    struct libraries both =
        RESOLVED(at("a/openblas-pthread/libopenblasp-r0.3.21.so"), at("a/libfoo.so.1.2.3"));
    ASSERT_NAMES(&both, "openblas", "foo");
}

static void several_of_a_family_get_what_tells_them_apart(void **state) {
    (void)state;
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

static void a_long_or_strange_file_name_gives_a_short_clean_name(void **state) {
    (void)state;
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
        assert_in_range(strlen(two.items[i].name), 55, 63);
        assert_true(utf8_is_clean(two.items[i].name));
        assert_null(strchr(two.items[i].name, '='));
    }
    libraries_release(&two);
}

/* --- arguments --- */

static void a_file_counts_once_however_it_is_reached(void **state) {
    (void)state;
    make_library("d/libfoo.so.1.2.3");
    make_link("d/libfoo.so.1", "libfoo.so.1.2.3");
    make_link("d/libfoo.so", "libfoo.so.1");
    struct libraries once =
        RESOLVED(at("d/libfoo.so"), at("d/libfoo.so.1"), at("d/../d/libfoo.so.1.2.3"));
    assert_int_equal(once.count, 1);
    assert_string_equal(once.items[0].paths[0], at("d/libfoo.so.1.2.3"));
    ASSERT_NAMES(&once, "foo");
}

static void a_given_name_stays_and_makes_a_file_count_again(void **state) {
    (void)state;
    make_library("e/libfoo.so");
    char first[1100], second[1100];
    snprintf(first, sizeof first, "left=%s", at("e/libfoo.so"));
    snprintf(second, sizeof second, "right side=%s", at("e/libfoo.so"));
    struct libraries both = RESOLVED(first, at("e/libfoo.so"), second, first);
    for (size_t i = 0; i < both.count; i++)
        assert_string_equal(both.items[i].paths[0], at("e/libfoo.so"));
    ASSERT_NAMES(&both, "left", "foo", "right side");
}

static void a_name_that_will_not_do_is_refused(void **state) {
    (void)state;
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
    assert_int_equal(library_resolve(same, 2, at("libexec/builtin.so"), &none, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "NAME="));
}

static void what_is_no_readable_file_is_refused_by_name(void **state) {
    (void)state;
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

static void an_unknown_name_gets_the_known_ones_listed(void **state) {
    (void)state;
    make_library("h/libflexiblas.so.3");
    setenv("LD_LIBRARY_PATH", at("h"), 1);
    assert_refused("flexiblass", "flexiblas");
    assert_refused("flexiblass", " and builtin");
    unsetenv("LD_LIBRARY_PATH");
}

static void builtin_is_the_one_that_came_along(void **state) {
    (void)state;
    struct libraries one = RESOLVED("builtin", "again=builtin");
    assert_string_equal(one.items[0].paths[0], at("libexec/builtin.so"));
    assert_string_equal(one.items[1].paths[0], at("libexec/builtin.so"));
    ASSERT_NAMES(&one, "builtin", "again");

    struct libraries none;
    struct err err;
    char *arguments[] = {(char *)"builtin"};
    assert_int_equal(library_resolve(arguments, 1, at("libexec/gone.so"), &none, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "libexec/gone.so"));
}

static void a_bare_file_name_is_looked_up_as_the_loader_would(void **state) {
    (void)state;
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

/* --- what is installed --- */

/* Debian's layout: houses with directories of their own, links through the alternatives. */
static void make_debian(void) {
    make_library("k/openblas-pthread/libopenblasp-r0.3.21.so");
    make_link("k/openblas-pthread/libopenblas.so.0", "libopenblasp-r0.3.21.so");
    make_library("k/openblas-pthread/libblas.so.3");
    make_library("k/openblas-pthread/liblapack.so.3");
    make_link("k/etc/libblas.so.3-here", "../openblas-pthread/libblas.so.3");
    make_link("k/libblas.so.3", "etc/libblas.so.3-here");
    make_link("k/etc/libopenblas.so.0-here", "../openblas-pthread/libopenblas.so.0");
    make_link("k/libopenblas.so.0", "etc/libopenblas.so.0-here");
    make_library("k/openblas-serial/libopenblas-r0.3.21.so");
    make_link("k/openblas-serial/libopenblas.so.0", "libopenblas-r0.3.21.so");
    make_library("k/blis-openmp/libblis.so.4");
    make_library("k/blis-openmp/libblas.so.3");
    make_library("k/atlas/libblas.so.3.10.3");
    make_link("k/atlas/libblas.so.3", "libblas.so.3.10.3");
    make_library("k/atlas/liblapack.so.3.10.3");
    make_link("k/atlas/liblapack.so.3", "liblapack.so.3.10.3");
    make_library("k/blas/libblas.so.3.11.0");
    make_link("k/blas/libblas.so.3", "libblas.so.3.11.0");
    make_library("k/lapack/liblapack.so.3.11.0");
    make_link("k/lapack/liblapack.so.3", "liblapack.so.3.11.0");
    make_library("k/blas64/libblas64.so.3.11.0");
    make_library("k/lapack64/liblapack64.so.3");
}

static void every_house_of_a_system_is_found_once(void **state) {
    (void)state;
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

static void what_cannot_be_loaded_here_is_not_found(void **state) {
    (void)state;
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

static void a_family_means_all_that_are_installed_of_it(void **state) {
    (void)state;
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

static void a_flavour_may_be_named_where_there_is_only_one(void **state) {
    (void)state;
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

static void one_name_cannot_be_given_to_a_whole_family(void **state) {
    (void)state;
    make_library("p/openblas-pthread/libopenblas.so.0");
    make_library("p/openblas-serial/libopenblas.so.0");
    setenv("LD_LIBRARY_PATH", at("p"), 1);
    assert_refused("mine=openblas", "mine=openblas: which of them");
    unsetenv("LD_LIBRARY_PATH");
}

static void a_lapack_beside_its_blas_does_not_count_by_itself(void **state) {
    (void)state;
    make_library("q/atlas/libblas.so.3");
    make_library("q/atlas/liblapack.so.3");
    struct libraries first = RESOLVED(at("q/atlas/libblas.so.3"), at("q/atlas/liblapack.so.3"));
    assert_int_equal(first.items[0].path_count, 2);
    ASSERT_NAMES(&first, "atlas");
    struct libraries last = RESOLVED(at("q/atlas/liblapack.so.3"), at("q/atlas/libblas.so.3"));
    assert_string_equal(last.items[0].paths[0], at("q/atlas/libblas.so.3"));
    ASSERT_NAMES(&last, "atlas");
}

static void a_lapack_of_another_house_is_no_companion(void **state) {
    (void)state;
    make_library("r/blas/libblas.so.3");
    make_library("r/openblas-pthread/liblapack.so.3");
    make_link("r/lapack/liblapack.so.3", "../openblas-pthread/liblapack.so.3");
    struct libraries one = RESOLVED(at("r/blas/libblas.so.3"));
    assert_int_equal(one.items[0].path_count, 1);
    ASSERT_NAMES(&one, "netlib");
}

/* --- chains --- */

static void assert_chain(const struct library *library, const char *blas, const char *lapack) {
    assert_true(library->is_chain);
    assert_int_equal(library->path_count, 2);
    assert_string_equal(library->paths[0], blas);
    assert_string_equal(library->paths[1], lapack);
}

static void two_files_make_a_chain_named_by_their_houses(void **state) {
    (void)state;
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

static void a_chain_and_its_files_are_three_libraries(void **state) {
    (void)state;
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

static void flavours_tell_chains_apart(void **state) {
    (void)state;
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

static void a_plus_in_a_file_name_parts_nothing(void **state) {
    (void)state;
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

/* A house of its own in LD_LIBRARY_PATH, which is searched first. */
static void names_of_installed_ones_make_chains_called_so(void **state) {
    (void)state;
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

static void a_lapack_of_64_bit_integers_has_a_name_too(void **state) {
    (void)state;
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

static void both_precisions_of_fftw_are_one_library(void **state) {
    (void)state;
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

static void no_arguments_mean_everything_installed(void **state) {
    (void)state;
    struct libraries found = installed();
    struct libraries all = resolved(0, NULL);
    if (found.count == 0) {
        ASSERT_NAMES(&all, "builtin");
        return;
    }
    assert_in_range(all.count, found.count, found.count + 1); /* builtin, where there is no BLAS */
    for (size_t i = 0; i < found.count; i++) {
        assert_true(all.items[i].was_found);
        assert_string_equal(all.items[i].name, found.items[i].name);
        assert_string_equal(all.items[i].paths[0], found.items[i].paths[0]);
    }
    libraries_release(&found);
    libraries_release(&all);
}

static void what_is_installed_here_keeps_the_rules(void **state) {
    (void)state;
    struct libraries found = installed();
    for (size_t i = 0; i < found.count; i++) {
        const struct library *library = &found.items[i];
        size_t times;
        assert_true(i == 0 || strcmp(found.items[i - 1].name, library->name) < 0);
        assert_in_range(strlen(library->name), 1, 63);
        assert_in_range(library->path_count, 1, LIBRARY_MAX_OBJECTS);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_alone_goes_by_its_familys_name),
        cmocka_unit_test(several_of_a_family_get_what_tells_them_apart),
        cmocka_unit_test(a_long_or_strange_file_name_gives_a_short_clean_name),
        cmocka_unit_test(a_file_counts_once_however_it_is_reached),
        cmocka_unit_test(a_given_name_stays_and_makes_a_file_count_again),
        cmocka_unit_test(a_name_that_will_not_do_is_refused),
        cmocka_unit_test(what_is_no_readable_file_is_refused_by_name),
        cmocka_unit_test(an_unknown_name_gets_the_known_ones_listed),
        cmocka_unit_test(builtin_is_the_one_that_came_along),
        cmocka_unit_test(a_bare_file_name_is_looked_up_as_the_loader_would),
        cmocka_unit_test(every_house_of_a_system_is_found_once),
        cmocka_unit_test(what_cannot_be_loaded_here_is_not_found),
        cmocka_unit_test(a_family_means_all_that_are_installed_of_it),
        cmocka_unit_test(a_flavour_may_be_named_where_there_is_only_one),
        cmocka_unit_test(one_name_cannot_be_given_to_a_whole_family),
        cmocka_unit_test(a_lapack_beside_its_blas_does_not_count_by_itself),
        cmocka_unit_test(a_lapack_of_another_house_is_no_companion),
        cmocka_unit_test(two_files_make_a_chain_named_by_their_houses),
        cmocka_unit_test(a_chain_and_its_files_are_three_libraries),
        cmocka_unit_test(flavours_tell_chains_apart),
        cmocka_unit_test(a_plus_in_a_file_name_parts_nothing),
        cmocka_unit_test(names_of_installed_ones_make_chains_called_so),
        cmocka_unit_test(a_lapack_of_64_bit_integers_has_a_name_too),
        cmocka_unit_test(both_precisions_of_fftw_are_one_library),
        cmocka_unit_test(no_arguments_mean_everything_installed),
        cmocka_unit_test(what_is_installed_here_keeps_the_rules),
    };
    return cmocka_run_group_tests_name("collect/library", tests, set_up, remove_tree);
}
