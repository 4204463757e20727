/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device_kernel.h: kernels of our own, for the actions that measure a device's ceilings.
 *
 * peak_flops fills the device: each of its work items iterates some of the action's 192 numbers,
 * and as many copies of them are iterated as the device needs items. All copies are calculated and
 * stored, and the operations of all are counted (bench_count). stream_triad has an item for each
 * vector as wide as the device prefers. */
#ifndef BENCHMAT_COLLECT_DEVICES_DEVICE_KERNEL_H
#define BENCHMAT_COLLECT_DEVICES_DEVICE_KERNEL_H

#include "collect/devices/device.h"

/* Whether there is a kernel for the action of that NAME: those that actions_have_kernel tells. */
int device_kernel_is_of(const char *name);

/* Compiles the kernel of the action NAME for numbers of TYPE on the device of API, which is open.
 * *FUNCTION becomes what the action calls as its implementation. ERR_FAILED: it does not compile,
 * or API has no kernels of ours. */
int device_kernel_open(const struct device_api *api, const char *name, char type,
                       bench_function *function, struct err *err);

/* The kernels in PTX, where "?" stands for f32 or f64, "#" for 2 or 3, and the other marks, whose
 * table ends with 0, for their texts. */
struct device_kernel_mark {
    char mark;
    const char *text;
};
extern const struct device_kernel_mark device_kernel_marks[];
extern const char device_kernel_ptx[];

#endif
