/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device_library.h: libraries that calculate on a device, behind the interface of the BLAS or FFTW.
 *
 * A library such as CLBlast, cuBLAS or rocBLAS takes the place of a BLAS, one such as clFFT, cuFFT
 * or hipFFT that of FFTW (device_transform.h): its routines get the addresses of a workspace and
 * calculate at the same places on the device (device_memory.h). They return when their work has its
 * place in the queue. */
#ifndef BENCHMAT_COLLECT_DEVICES_DEVICE_LIBRARY_H
#define BENCHMAT_COLLECT_DEVICES_DEVICE_LIBRARY_H

#include "collect/devices/device.h"

/* A routine: its name in the BLAS, and the library's name for it; "?" stands for the letter of the
 * type, in the library's name a capital if LETTERS are. ROUTINES are those for s, d, c and z; NULL:
 * there is none. */
struct device_routine {
    const char *blas, *library;
    bench_function routines[4];
};

struct device_library {
    const char *symbol; /* which tells the library */
    const struct device_api *api;
    const struct device_errors *errors; /* NULL: its numbers are those of API */
    int has_capitals;
    const struct device_routine *routines;      /* of a BLAS; end with a row of NULLs */
    const struct device_transforms *transforms; /* NULL: it is a BLAS */

    /* Prepares the library, whose handle is LIBRARY, to work in the device's queue. */
    int (*open)(void *library, struct err *err);
    /* Sets what routine number I of a BLAS calls, for numbers of ELEMENT bytes. */
    void (*set)(size_t i, bench_function function, size_t element);
};

extern const struct device_library device_clblast, device_cublas, device_rocblas, device_clfft,
    device_cufft, device_hipfft;

/* Which of them the shared object LIBRARY, a handle of dlopen, is; NULL: none. */
const struct device_library *device_library_of(void *library);

/* Opens LIBRARY, which is of KIND, on the device that WANTED means. */
int device_library_open(const struct device_library *kind, void *library, const char *wanted,
                        struct err *err);

/* The routine with that NAME, as the BLAS (daxpy_), its C interface (cblas_zdotc_sub) or FFTW
 * (fftwf_execute) have it; NULL: the library that was opened has none. */
void *device_library_routine(const char *name);

/* Whether 64-bit N fits the 32 bits that a library has; if not, that is kept as a failure. */
int device_library_fits(int64_t n);

#endif
