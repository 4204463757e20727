/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device_transform.h: libraries of Fourier transforms on a device, behind the interface of FFTW.
 *
 * Plans are for cubes, of complex numbers or from real ones to half of the complex ones, not
 * scaled, in the order of FFTW (row-major), and leave their input as it is. They are made for
 * arrays of a workspace, and executed at the same places on the device (device_memory.h). */
#ifndef BENCHMAT_COLLECT_DEVICES_DEVICE_TRANSFORM_H
#define BENCHMAT_COLLECT_DEVICES_DEVICE_TRANSFORM_H

#include "collect/devices/device.h"

struct device_transform {
    int dimensions, n; /* numbers in each dimension */
    int is_real, is_single;
};

/* One library. Functions that return an int return 0 or the library's own error number. */
struct device_transforms {
    /* Makes a plan, which is *HANDLE then, and compiles what it needs. */
    int (*plan)(const struct device_transform *transform, uintptr_t *handle);
    /* Puts one transform into the device's queue. */
    int (*execute)(const struct device_transform *transform, uintptr_t handle,
                   struct device_place in, struct device_place out);
    void (*destroy)(uintptr_t handle);
};

/* The routines below are by LIBRARY from now on. */
void device_transform_by(const struct device_transforms *library);

/* The routine that FFTW calls NAME ("fftwf_plan_dft_r2c_2d"); NULL: there is none. A plan that
 * cannot be made is a failure (device_fail), but never NULL. */
void *device_transform_routine(const char *name);

#endif
