/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/library_family.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "formats/text/unicode.h"

/* One of the sets that come with benchmat. */
#define SET(set)                                                                                   \
    { .name = set, .own = {"benchmat/sets/lib" set ".so"}, .kind = KIND_SETS }

/* A pattern is matched with as many of a path's last components as it has itself; a pattern that
 * begins with '/' with the whole path. OWN are the files by which a family is found. GENERIC are
 * others that lead to the same code. The first family that matches is taken. */
static const struct family {
    const char *name;
    const char *own[6], *generic[8], *companions[6];
    enum library_kind kind; /* 0: linear algebra */
} families[] = {
    {.name = "aocl-fftw",
     .own = {"/opt/AMD/aocl/*/*/lib*/libfftw3.so*", "/opt/AMD/aocl/*/lib*/libfftw3.so*",
             "/opt/AMD/aocl/*/*/lib*/libfftw3f.so*", "/opt/AMD/aocl/*/lib*/libfftw3f.so*"},
     .companions = {"libfftw3f.so.3", "libfftw3f.so"},
     .kind = KIND_TRANSFORMS},
    /* Single precision is in a file of its own. */
    {.name = "fftw",
     .own = {"libfftw3.so*", "libfftw3f.so*"},
     .companions = {"libfftw3f.so.3"},
     .kind = KIND_TRANSFORMS},
    {.name = "nvpl-fftw", .own = {"libnvpl_fftw.so*"}, .kind = KIND_TRANSFORMS},
    {.name = "aocl",
     .own = {"/opt/AMD/aocl/*/*/lib*/libblis*.so*", "/opt/AMD/aocl/*/lib*/libblis*.so*"}},
    {.name = "openblas",
     .own = {"openblas*/libopenblas*.so*", "libopenblas*.so*"},
     .generic = {"openblas*/libblas*.so*", "openblas*/liblapack*.so*"}},
    {.name = "blis",
     .own = {"blis*/libblis*.so*", "libblis*.so*"},
     .generic = {"blis*/libblas*.so*"}},
    {.name = "atlas",
     .own = {"atlas/libblas.so*", "libsatlas.so*", "libtatlas.so*"},
     .generic = {"atlas/liblapack.so*"},
     .companions = {"liblapack.so.3"}},
    {.name = "mkl", .own = {"libmkl_rt.so*"}, .kind = KIND_NUMERICAL},
    {.name = "armpl", .own = {"libarmpl*.so*"}, .kind = KIND_NUMERICAL},
    {.name = "nvpl",
     .own = {"libnvpl_blas_*lp64_*.so*"},
     .generic = {"libnvpl_lapack_*lp64_*.so*"},
     .companions = {"libnvpl_lapack_lp64_seq.so.0", "libnvpl_lapack_lp64_gomp.so.0",
                    "libnvpl_lapack_ilp64_seq.so.0", "libnvpl_lapack_ilp64_gomp.so.0"}},
    {.name = "flexiblas", .own = {"libflexiblas.so*", "libflexiblas64.so*"}},
    {.name = "gslcblas", .own = {"libgslcblas.so*"}},
    /* A libblas.so.3 is netlib's only in directories of the system's packages; elsewhere it may be
     * anybody's. */
    {.name = "netlib",
     .own = {"blas/libblas.so.3*", "blas64/libblas64.so.3*", "/usr/lib*/libblas.so.3*",
             "/usr/lib/*/libblas.so.3*", "/usr/lib*/libblas64.so.3*"},
     .generic = {"lapack/liblapack.so.3*", "lapack64/liblapack64.so.3*", "cblas/libcblas.so.3*",
                 "/usr/lib*/libcblas.so.3*", "/usr/lib*/liblapack.so.3*",
                 "/usr/lib/*/liblapack.so.3*", "/usr/lib*/liblapack64.so.3*"},
     .companions = {"../lapack/liblapack.so.3", "../lapack64/liblapack64.so.3",
                    "../cblas/libcblas.so.3", "libcblas.so.3", "liblapack.so.3"}},
    SET("mutex"),
    SET("rwlock"),
    SET("striped"),
    SET("lazy_list"),
    SET("lockfree_list"),
    SET("lockfree_hash"),
    {.name = "glibc", .own = {"libc.so.6"}, .kind = KIND_ALLOCATORS},
    {.name = "jemalloc", .own = {"libjemalloc.so*"}, .kind = KIND_ALLOCATORS},
    {.name = "mimalloc", .own = {"libmimalloc.so*"}, .kind = KIND_ALLOCATORS},
    {.name = "tcmalloc", .own = {"libtcmalloc.so*"}, .kind = KIND_ALLOCATORS},
    {.name = "tcmalloc_minimal", .own = {"libtcmalloc_minimal.so*"}, .kind = KIND_ALLOCATORS},
    {.name = "scalapack-openmpi",
     .own = {"libscalapack-openmpi.so*"},
     .kind = KIND_PARALLEL_ALGEBRA},
    {.name = "scalapack-mpich", .own = {"libscalapack-mpich.so*"}, .kind = KIND_PARALLEL_ALGEBRA},
    {.name = "openmpi", .own = {"libmpi.so.40*"}, .kind = KIND_MPI},
    {.name = "mpich", .own = {"libmpich.so*"}, .kind = KIND_MPI},
    {.name = "clblast", .own = {"libclblast.so*"}, .kind = KIND_DEVICE},
    {.name = "cublas", .own = {"libcublas.so*"}, .kind = KIND_DEVICE},
    {.name = "rocblas", .own = {"librocblas.so*"}, .kind = KIND_DEVICE},
    {.name = "clfft", .own = {"libclFFT.so*"}, .kind = KIND_DEVICE},
    {.name = "cufft", .own = {"libcufft.so*"}, .kind = KIND_DEVICE},
    {.name = "hipfft", .own = {"libhipfft.so*"}, .kind = KIND_DEVICE},
    {.name = NULL, .own = {"libblas.so*", "libblas64.so*"}, .kind = KIND_ANY},
};
enum { FAMILIES = sizeof families / sizeof *families };

/* What distinguishes the members of a family; the first pattern that matches is taken. */
struct trait {
    const char *pattern, *name;
};
static const struct trait widths[] = {
    {"openblas64*/*", "64"},
    {"blis64*/*", "64"},
    {"blas64/*", "64"},
    {"lapack64/*", "64"},
    {"libopenblas*64_[-.]*", "64_"}, /* its symbols end in 64_ too */
    {"libopenblas*64[-.]*", "64"},
    {"libblis*64[-.]*", "64"},
    {"libblas64.so*", "64"},
    {"liblapack64.so*", "64"},
    {"libflexiblas64.so*", "64"},
    {"lib*_ilp64*", "64"},
    {"lib_ILP64/*", "64"},
    {NULL, ""},
};
static const struct trait threadings[] = {
    {"*-pthread/*", "pthread"},
    {"*-openmp/*", "openmp"},
    {"*-serial/*", "serial"},
    {"libopenblas_*p-r*", "pthread"}, /* OpenBLAS's own names: core, p, revision */
    {"libopenblas_*-r*", "serial"},
    {"libopenblas-r*", "serial"},
    {"libopenblasp*", "pthread"},
    {"libopenblaso*", "openmp"},
    {"libblisp*", "pthread"},
    {"libbliso*", "openmp"},
    {"libblis-mt*", "openmp"},
    {"libsatlas*", "serial"},
    {"libtatlas*", "pthread"},
    {"libarmpl*_mp*", "openmp"},
    {"libnvpl_*_seq*", "serial"},
    {"libnvpl_*_gomp*", "openmp"},
    {NULL, ""},
};

/* --- paths against patterns --- */

static int path_matches(const char *path, const char *pattern) {
    if (*pattern != '/') {
        const char *text = pattern;
        size_t count = 0;
        while ((text = strchr(text, '/'))) {
            text++;
            count++;
        }
        size_t wanted = count + 1;
        const char *tail = path + strlen(path);
        while (tail > path && (tail[-1] != '/' || --wanted))
            tail--;
        path = tail;
    }
    return fnmatch(pattern, path, FNM_PATHNAME) == 0;
}

static int path_matches_any(const char *path, const char *const *patterns, size_t count) {
    for (size_t i = 0; i < count && patterns[i]; i++)
        if (path_matches(path, patterns[i]))
            return 1;
    return 0;
}

#define MATCHES_ANY(path, patterns)                                                                \
    path_matches_any(path, patterns, sizeof(patterns) / sizeof *(patterns))

static const char *path_trait(const char *path, const struct trait *traits) {
    while (traits->pattern && !path_matches(path, traits->pattern))
        traits++;
    return traits->name;
}

static const char *path_file(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* --- the parts of a file's name --- */

static int is_version(const char *text) {
    return isdigit((unsigned char)*text) && text[strspn(text, "0123456789.")] == '\0';
}

/* Returns where the ".so" of a shared object's name begins; NULL: it has none. */
static const char *shared_object_suffix(const char *file) {
    const char *found = NULL;
    for (const char *at = file; (at = strstr(at, ".so")); at += 3)
        if (at[3] == '\0' || (at[3] == '.' && is_version(at + 4)))
            found = at;
    return found;
}

int library_family_is_shared_object(const char *file) {
    return shared_object_suffix(file) != NULL;
}

static void make_name(char name[LIBRARY_NAME_SIZE], const char *text, size_t length) {
    snprintf(name, LIBRARY_NAME_SIZE, "%.*s", (int)(length < 4096 ? length : 4096), text);
    utf8_clean(name, '_');
    for (char *c = name; (c = strchr(c, '='));)
        *c = '_';
}

/* "libopenblasp-r0.3.21.so.0" is "openblasp" of version "0.3.21"; "libfoo.so.1.2" is "foo" of
 * "1.2". */
static void name_file(const char *file, char stem[LIBRARY_NAME_SIZE],
                      char version[LIBRARY_NAME_SIZE]) {
    const char *suffix = shared_object_suffix(file);
    const char *end = suffix ? suffix : file + strlen(file);
    const char *numbers = suffix && suffix[3] ? suffix + 4 : "";
    make_name(version, numbers, strlen(numbers));
    if (strncmp(file, "lib", 3) == 0 && end > file + 3)
        file += 3;
    make_name(stem, file, (size_t)(end - file));
    char *dash = strrchr(stem, '-');
    const char *revision = dash ? dash + 1 + strspn(dash + 1, "rv") : "";
    if (dash != stem && is_version(revision)) {
        strcpy(version, revision);
        *dash = '\0';
    }
    if (!*stem)
        strcpy(stem, "library");
}

/* --- identity --- */

static void join_traits(char flavour[LIBRARY_NAME_SIZE], const char *width, const char *threading) {
    snprintf(flavour, LIBRARY_NAME_SIZE, "%s%s%s", width, *width && *threading ? "-" : "",
             threading);
}

void library_family_identify(const char *path, struct library_identity *identity) {
    *identity = (struct library_identity){.is_generic = 0};
    const char *file = path_file(path), *suffix = shared_object_suffix(file);
    name_file(file, identity->family, identity->version);
    for (const struct family *f = families; f->name; f++) {
        int is_own = MATCHES_ANY(path, f->own);
        if (!is_own && !MATCHES_ANY(path, f->generic))
            continue;
        snprintf(identity->family, sizeof identity->family, "%s", f->name);
        join_traits(identity->flavour, path_trait(path, widths), path_trait(path, threadings));
        identity->is_generic = !is_own;
        if (!is_own && suffix)
            make_name(identity->version, file, (size_t)(suffix - file));
        return;
    }
}

/* --- finding --- */

int library_family_expects(const char *path) {
    const char *file = path_file(path);
    if (strncmp(file, "lib", 3) != 0 || !shared_object_suffix(file))
        return 0;
    for (size_t i = 0; i < FAMILIES; i++)
        if (MATCHES_ANY(path, families[i].own))
            return 1;
    return 0;
}

static int begins_with_directory(const char *pattern, const char *name) {
    const char *slash = strchr(pattern, '/');
    char directory[LIBRARY_NAME_SIZE];
    if (!slash || slash == pattern)
        return 0;
    snprintf(directory, sizeof directory, "%.*s", (int)(slash - pattern), pattern);
    return fnmatch(directory, name, 0) == 0;
}

int library_family_lives_in(const char *name) {
    for (size_t i = 0; i < FAMILIES; i++)
        for (const char *const *own = families[i].own; *own; own++)
            if (begins_with_directory(*own, name))
                return 1;
    return 0;
}

static const struct family *find(const char *name) {
    const struct family *f = families;
    while (f->name && strcmp(f->name, name) != 0)
        f++;
    return f;
}

const char *const *library_family_companions(const char *family) {
    return find(family)->companions;
}

enum library_kind library_family_kind(const char *path) {
    struct library_identity identity;
    library_family_identify(path, &identity);
    enum library_kind kind = find(identity.family)->kind;
    return kind ? kind : KIND_LINEAR_ALGEBRA;
}

enum library_kind library_family_kind_of_routine(const char *routine) {
    static const struct {
        const char *prefix;
        enum library_kind kind;
    } kinds[] = {{"fftw", KIND_TRANSFORMS},     {"set_", KIND_SETS}, {"malloc", KIND_ALLOCATORS},
                 {"p?", KIND_PARALLEL_ALGEBRA}, {"MPI_", KIND_MPI},  {"sort", KIND_SORTING},
                 {"lower_bound", KIND_SORTING}};
    for (size_t i = 0; routine && i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(routine, kinds[i].prefix, strlen(kinds[i].prefix)) == 0)
            return kinds[i].kind;
    return routine ? KIND_LINEAR_ALGEBRA : KIND_NUMERICAL;
}

int library_family_may_have(const char *path, const char *routine) {
    return (library_family_kind(path) & library_family_kind_of_routine(routine)) != 0;
}
