/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_libraries.h: libraries in a made-up file system, for the tests. */
#ifndef BENCHMAT_TESTS_COLLECT_FAKE_LIBRARIES_H
#define BENCHMAT_TESTS_COLLECT_FAKE_LIBRARIES_H

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/libraries/library.h"
#include "tests/collect/tree.h"
#include "tests/test.h"

/* As much of a shared object as can be seen without loading it. */
static inline void make_library_for(const char *relative, unsigned char machine_xor) {
    unsigned char start[64];
    int fd = open("/proc/self/exe", O_RDONLY);
    assert_int_equal(read(fd, start, sizeof start), sizeof start);
    close(fd);
    uint16_t type = ET_DYN;
    memcpy(start + EI_NIDENT, &type, sizeof type);
    start[EI_NIDENT + sizeof type] ^= machine_xor;
    write_file(relative, start, sizeof start);
}

static inline void make_library(const char *relative) {
    make_library_for(relative, 0);
}

static inline void make_link(const char *relative, const char *target) {
    make_parents(at(relative));
    assert_int_equal(symlink(target, at(relative)), 0);
}

static inline int set_up(void **state) {
    if (make_tree(state))
        return -1;
    unsetenv("LD_LIBRARY_PATH");
    make_library("libexec/builtin.so");
    return 0;
}

/* --- asking --- */

static inline struct libraries resolved(size_t count, const char *const *arguments) {
    struct libraries libraries;
    struct err err = {""};
    int code = library_resolve((char *const *)arguments, count, at("libexec/builtin.so"),
                               KIND_NUMERICAL, &libraries, &err);
    if (code)
        fail_msg("%s", err.message);
    return libraries;
}

#define RESOLVED(...)                                                                              \
    resolved(COUNT(((const char *[]){__VA_ARGS__})), (const char *[]){__VA_ARGS__})

static inline void assert_refused(const char *argument, const char *says) {
    struct libraries libraries;
    struct err err = {""};
    char *arguments[] = {(char *)argument};
    int code =
        library_resolve(arguments, 1, at("libexec/builtin.so"), KIND_NUMERICAL, &libraries, &err);
    if (code != ERR_USAGE || !strstr(err.message, says))
        fail_msg("'%s' gave %d and said: %s", argument, code, err.message);
    assert_int_equal(libraries.count, 0);
    assert_null(libraries.items);
}

static inline void assert_names(struct libraries *libraries, size_t count,
                                const char *const *names) {
    assert_int_equal(libraries->count, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(libraries->items[i].name, names[i]);
    libraries_release(libraries);
}

#define ASSERT_NAMES(libraries, ...)                                                               \
    assert_names(libraries, COUNT(((const char *[]){__VA_ARGS__})), (const char *[]){__VA_ARGS__})

static inline struct libraries installed(void) {
    struct libraries found;
    struct err err = {""};
    assert_int_equal(library_find_installed(&found, &err), 0);
    return found;
}

/* The library whose own file is PATH, and how many of the list have it among their files. */
static inline const struct library *find_path(const struct libraries *libraries, const char *path,
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
/* Debian's layout: vendors with directories of their own, links through the alternatives. */
static inline void make_debian(void) {
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

#endif
