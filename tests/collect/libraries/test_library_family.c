/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "collect/libraries/library.h"
#include "collect/libraries/library_family.h"
#include "tests/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

TEST(a_library_is_called_what_people_call_it) {
    static const struct {
        const char *path, *name, *flavour;
    } cases[] = {
        {"/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblasp-r0.3.21.so", "openblas",
         "pthread"},
        {"/usr/lib/x86_64-linux-gnu/openblas-serial/libopenblas-r0.3.21.so", "openblas", "serial"},
        {"/usr/lib/x86_64-linux-gnu/openblas-pthread/libblas.so.3", "openblas", "pthread"},
        {"/usr/lib/aarch64-linux-gnu/openblas64-openmp/libopenblas64o-r0.3.21.so", "openblas",
         "64-openmp"},
        {"/usr/lib64/libopenblaso-r0.3.26.so", "openblas", "openmp"},
        {"/usr/lib64/libopenblas64_-r0.3.26.so", "openblas", "64_"},
        {"/opt/OpenBLAS/lib/libopenblas_haswellp-r0.3.28.so", "openblas", "pthread"},
        {"/opt/OpenBLAS/lib/libopenblas_zen-r0.3.28.so", "openblas", "serial"},
        {"/home/me/lib/libopenblas.so.0.3", "openblas", "0.3"},
        {"/usr/lib/x86_64-linux-gnu/blis-pthread/libblis.so.4", "blis", "pthread"},
        {"/usr/lib/x86_64-linux-gnu/blis64-serial/libblis64.so.4", "blis", "64-serial"},
        {"/usr/local/lib/libblis.so.4.0.0", "blis", "4.0.0"},
        {"/opt/AMD/aocl/aocl-linux-gcc-4.2.0/gcc/lib_ILP64/libblis-mt.so.5", "aocl", "64-openmp"},
        {"/usr/lib/x86_64-linux-gnu/atlas/libblas.so.3.10.3", "atlas", "3.10.3"},
        {"/usr/lib64/atlas/libtatlas.so.3.10", "atlas", "pthread"},
        {"/usr/lib/x86_64-linux-gnu/blas/libblas.so.3.11.0", "netlib", "3.11.0"},
        {"/usr/lib/x86_64-linux-gnu/blas64/libblas64.so.3.11.0", "netlib", "64"},
        {"/usr/lib/x86_64-linux-gnu/lapack/liblapack.so.3.11.0", "netlib", "liblapack"},
        {"/usr/lib64/libblas.so.3.11.0", "netlib", "3.11.0"},
        {"/home/me/libblas.so.3", "blas", "3"},
        {"/usr/lib/x86_64-linux-gnu/libgslcblas.so.0.0.0", "gslcblas", "0.0.0"},
        {"/opt/intel/oneapi/mkl/2024.1/lib/libmkl_rt.so.2", "mkl", "2"},
        {"/opt/arm/armpl/lib/libarmpl_ilp64_mp.so", "armpl", "64-openmp"},
        {"/opt/arm/armpl/lib/libarmpl_lp64.so", "armpl", ""},
        {"/usr/lib/libnvpl_blas_lp64_gomp.so.0.2", "nvpl", "openmp"},
        {"/usr/lib/x86_64-linux-gnu/libfftw3.so.3.6.10", "fftw", "3.6.10"},
        {"/usr/lib/x86_64-linux-gnu/libfftw3f.so.3.6.10", "fftw", "3.6.10"},
        {"/opt/AMD/aocl/aocl-linux-gcc-4.2.0/gcc/lib/libfftw3.so.3", "aocl-fftw", "3"},
        {"/usr/lib/libnvpl_fftw.so.0", "nvpl-fftw", "0"},
        {"/usr/lib64/libflexiblas64.so.3.4", "flexiblas", "64"},
        {"/usr/lib/x86_64-linux-gnu/libscalapack-openmpi.so.2.2.1", "scalapack-openmpi", "2.2.1"},
        {"/usr/lib/x86_64-linux-gnu/libscalapack-mpich.so.2.2.1", "scalapack-mpich", "2.2.1"},
        {"/home/me/libfoo.so.1.2.3", "foo", "1.2.3"},
        {"/home/me/libfoo-2.1.so", "foo", "2.1"},
        {"/home/me/libfoo-fast.so", "foo-fast", ""},
        {"/home/me/foo.so", "foo", ""},
        {"/home/me/libfoo.software.so", "foo.software", ""},
        {"/home/me/plugin", "plugin", ""},
        {"/home/me/lib.so", "lib", ""},
        {"/home/me/.so", "library", ""},
        {"/home/me/liba=b\tc\xff.so", "a_b_c_", ""},
        {"/home/me/libgrün.so", "grün", ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char name[64], flavour[64];
        library_name(cases[i].path, name, sizeof name, flavour, sizeof flavour);
        if (strcmp(name, cases[i].name) != 0 || strcmp(flavour, cases[i].flavour) != 0)
            fail_msg("%s is called %s, %s", cases[i].path, name, flavour);
    }
}

TEST(only_shared_objects_of_known_vendors_are_looked_at) {
    static const struct {
        const char *path;
        int expected;
    } cases[] = {
        {"/lib/libopenblas.so.0", 1},   {"/lib/libblas.so", 1},
        {"/lib/atlas/libblas.so.3", 1}, {"/lib/libopenblas.so.0.debug", 0},
        {"/lib/libopenblas.a", 0},      {"/lib/libflexiblas_netlib.so", 0},
        {"/lib/libm.so.6", 0},          {"/lib/openblas-pthread/liblapack.so.3", 0},
        {"/lib/openblas.so", 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (library_family_expects(cases[i].path) != cases[i].expected)
            fail_msg("%s", cases[i].path);
}

TEST(vendors_have_directories_of_their_own) {
    static const char *const houses[] = {
        "openblas-pthread", "openblas64-serial", "blis-openmp", "atlas", "blas", "blas64"};
    static const char *const others[] = {"lapack", "blas-tests", "gconv", "atlas2", ".", ".."};
    for (size_t i = 0; i < COUNT(houses); i++)
        assert_true(library_family_lives_in(houses[i]));
    for (size_t i = 0; i < COUNT(others); i++)
        assert_false(library_family_lives_in(others[i]));
}

TEST(a_library_is_asked_only_for_routines_of_its_kind) {
    static const struct {
        const char *path;
        int blas, transforms;
    } cases[] = {
        {"/usr/lib/x86_64-linux-gnu/libfftw3.so.3.6.10", 0, 1},
        {"/usr/lib/x86_64-linux-gnu/libfftw3f.so.3.6.10", 0, 1},
        {"/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblasp-r0.3.21.so", 1, 0},
        {"/usr/lib/x86_64-linux-gnu/lapack/liblapack.so.3.11.0", 1, 0},
        {"/opt/intel/oneapi/mkl/2024.1/lib/libmkl_rt.so.2", 1, 1},
        {"/home/me/libmine.so", 1, 1},
        {"/home/me/libblas.so", 1, 1},
        {"/usr/lib/x86_64-linux-gnu/libc.so.6", 0, 0},
        {"/usr/lib/x86_64-linux-gnu/libscalapack-mpich.so.2.2.1", 0, 0},
        {"/usr/libexec/benchmat/sets/libmutex.so", 0, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (library_family_may_have(cases[i].path, "?axpy_") != cases[i].blas ||
            library_family_may_have(cases[i].path, "fftw{f}_execute") != cases[i].transforms)
            fail_msg("%s", cases[i].path);
}

TEST(allocators_and_sets_are_asked_for_nothing_else) {
    static const struct {
        const char *path;
        enum library_kind kind;
    } cases[] = {
        {"/usr/lib/x86_64-linux-gnu/libc.so.6", KIND_ALLOCATORS},
        {"/usr/lib/x86_64-linux-gnu/libjemalloc.so.2", KIND_ALLOCATORS},
        {"/usr/lib/x86_64-linux-gnu/libmimalloc.so.2.0", KIND_ALLOCATORS},
        {"/usr/lib/x86_64-linux-gnu/libtcmalloc_minimal.so.4.5.10", KIND_ALLOCATORS},
        {"/usr/libexec/benchmat/sets/libstriped.so", KIND_SETS},
        {"/home/me/build/libexec/benchmat/sets/liblazy_list.so", KIND_SETS},
        {"/usr/lib/x86_64-linux-gnu/libmpi.so.40.30.4", KIND_MPI},
        {"/usr/lib/x86_64-linux-gnu/libmpich.so.12.2.2", KIND_MPI},
        {"/home/me/libmine.so", KIND_ANY},
        {"/usr/lib/x86_64-linux-gnu/blas/libblas.so.3.11.0", KIND_LINEAR_ALGEBRA},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (library_family_kind(cases[i].path) != cases[i].kind)
            fail_msg("%s", cases[i].path);
    assert_int_equal(library_family_kind_of_routine("set_create"), KIND_SETS);
    assert_int_equal(library_family_kind_of_routine("malloc"), KIND_ALLOCATORS);
    assert_int_equal(library_family_kind_of_routine("?axpy_"), KIND_LINEAR_ALGEBRA);
    assert_int_equal(library_family_kind_of_routine("p?gemm_"), KIND_PARALLEL_ALGEBRA);
    assert_int_equal(library_family_kind_of_routine("MPI_Bcast"), KIND_MPI);
    assert_int_equal(library_family_kind("/usr/lib/libscalapack-openmpi.so.2.2"),
                     KIND_PARALLEL_ALGEBRA);
    assert_int_equal(library_family_kind_of_routine(NULL), KIND_NUMERICAL);
}
