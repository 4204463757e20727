/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <limits.h>
#include <string.h>

#include "collect/devices/device_library.h"
#include "collect/devices/device_transform.h"
#include "tests/collect/devices/fake_cuda.h"
#include "tests/test.h"

static const struct device_library *const all[] = {&device_clblast, &device_cublas, &device_rocblas,
                                                   &device_clfft,   &device_cufft,  &device_hipfft};

enum { ALL = sizeof all / sizeof *all };

TEST(a_library_is_a_blas_or_one_of_transforms) {
    for (size_t i = 0; i < ALL; i++) {
        assert_true(all[i]->symbol && all[i]->api && all[i]->open);
        assert_int_equal(all[i]->routines != NULL, all[i]->transforms == NULL);
        assert_int_equal(all[i]->set != NULL, all[i]->routines != NULL);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(all[i]->symbol, all[k]->symbol);
    }
}

/* Complex numbers have a dot product of their own, and no other. */
TEST(each_blas_has_the_same_routines_for_the_same_types) {
    const struct device_routine *first = device_clblast.routines;
    for (size_t i = 0; i < 3; i++) {
        const struct device_routine *routines = all[i]->routines;
        size_t r = 0;
        for (; routines[r].blas; r++) {
            assert_string_equal(routines[r].blas, first[r].blas);
            assert_non_null(strchr(routines[r].blas, '?'));
            assert_non_null(strchr(routines[r].library, '?'));
            for (size_t t = 0; t < 4; t++)
                assert_int_equal(routines[r].routines[t] != NULL, first[r].routines[t] != NULL);
        }
        assert_null(first[r].blas);
    }
}

TEST(a_library_is_told_by_a_symbol) {
    void *cublas = fake_cuda(), *cufft = fake_library("fake_cufft", "libcufft.so.12"),
         *libm = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    assert_ptr_equal(device_library_of(cublas), &device_cublas);
    assert_ptr_equal(device_library_of(cufft), &device_cufft);
    assert_null(device_library_of(libm));
}

TEST(a_blas_has_the_routines_that_its_library_has) {
    static const char *const there[] = {"saxpy_", "daxpy_", "ddot_", "sgemm_", "dtrsm_"};
    /* Of complex numbers the made-up library has none; the rest no device has, or no BLAS. */
    static const char *const lacking[] = {"zaxpy_", "cblas_zdotc_sub", "zdot_",      "dger_",
                                          "daxpy",  "axpy_",           "iaxpy_",     "",
                                          "d",      "daxpy_64_",       "cblas_daxpy"};
    struct err err = {""};
    assert_null(device_library_routine("daxpy_")); /* none is open */
    assert_int_equal(device_library_open(&device_cublas, fake_cuda(), "", &err), 0);
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        assert_non_null(device_library_routine(there[i]));
    assert_true(device_library_routine("saxpy_") != device_library_routine("sgemm_"));
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        assert_null(device_library_routine(lacking[i]));
}

TEST(transforms_have_the_names_of_fftw) {
    static const char *const there[] = {"fftw_plan_dft_1d", "fftwf_plan_dft_r2c_3d", "fftw_execute",
                                        "fftwf_destroy_plan"};
    static const char *const lacking[] = {
        "fftw_plan_many_dft", "fftwl_execute", "execute", "daxpy_", "fftwf_", ""};
    struct err err = {""};
    fake_cuda();
    assert_int_equal(
        device_library_open(&device_cufft, fake_library("fake_cufft", "libcufft.so.12"), "", &err),
        0);
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        assert_non_null(device_library_routine(there[i]));
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        assert_null(device_library_routine(lacking[i]));
}

TEST(a_library_that_cannot_be_opened_has_no_routines) {
    struct err err = {""};
    void *cublas = fake_cuda();
    assert_int_equal(device_library_open(&device_cublas, cublas, "no such", &err), ERR_FAILED);
    assert_string_equal(err.message, "no CUDA device is \"no such\"; there is 0 First Fake");
    assert_null(device_library_routine("daxpy_"));
    assert_int_equal(device_library_open(&device_cufft, cublas, "", &err), ERR_FAILED);
    assert_string_equal(err.message, "the library lacks cufftPlan1d");
    assert_null(device_library_routine("fftw_execute"));
}

TEST(sizes_beyond_the_librarys_integers_are_failures) {
    device_forget();
    assert_true(device_library_fits(INT_MAX));
    assert_null(device_failure());
    assert_false(device_library_fits((int64_t)INT_MAX + 1));
    assert_string_equal(device_failure(),
                        "the library's integers have 32 bits, too few for this size");
    device_forget();
}
