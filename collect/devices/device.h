/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device.h: the device of this process: a queue on it, memory there, and its own clock.
 *
 * What OpenCL, CUDA and HIP have in common is one table of functions, struct device_api. Their
 * libraries are opened by dlopen(3) when a device is asked for, so that none is needed to build or
 * to run anything else. */
#ifndef BENCHMAT_COLLECT_DEVICES_DEVICE_H
#define BENCHMAT_COLLECT_DEVICES_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* A place in a device's memory: OFFSET bytes into a buffer. Only where memory has addresses may
 * they be added. */
struct device_place {
    uintptr_t buffer;
    size_t offset;
};

/* What fills a device with work. */
struct device_shape {
    size_t units; /* compute units, or multiprocessors */
    size_t width; /* numbers of a type in the vector that it likes best: 1, 2, 4, 8 or 16 */
    size_t items; /* work items that keep one unit busy, in groups of GROUP */
    size_t group;
    int is_cpu;
};

/* An argument of a kernel: the BYTES bytes at VALUE, or those of a buffer's handle. */
struct device_argument {
    const void *value;
    size_t bytes;
};

/* Functions that return an int return 0 or the driver's own error number. Whatever moves data or
 * marks a moment takes its turn in the queue; nothing but `finish` and `elapsed` need wait. */
struct device_api {
    const char *name; /* "OpenCL" */

    /* Opens the driver's library, once. ERR_FAILED: there is none. */
    int (*load)(struct err *err);

    /* Makes a queue on the device that WANTED means (device_choose). ERR_FAILED: there is none. */
    int (*open)(const char *wanted, struct err *err);
    void *(*queue)(void);

    int (*allocate)(size_t bytes, uintptr_t *buffer);
    void (*release)(uintptr_t buffer);
    int (*upload)(struct device_place to, const void *from, size_t bytes);
    int (*download)(void *to, struct device_place from, size_t bytes);
    int (*copy)(struct device_place to, struct device_place from, size_t bytes);
    int (*finish)(void);

    /* Marks a moment in QUEUE: the beginning, or, if IS_END, the end of what is timed. */
    int (*mark)(void *queue, int is_end);
    /* Waits for the end; *SECONDS passed between the two by the device's clock. */
    int (*elapsed)(double *seconds);

    /* Kernels of our own (device_kernel.h); all three are NULL where an API compiles none.
     * `compile` makes *KERNEL the function NAME of SOURCE. ERR_FAILED: with the first lines of the
     * log. */
    int takes_ptx;
    int (*compile)(const char *source, const char *name, void **kernel, struct err *err);
    void (*shape)(char type, struct device_shape *shape);
    int (*launch)(void *kernel, size_t groups, size_t group,
                  const struct device_argument *arguments, size_t count);

    const char *(*error)(int number); /* its name; NULL: unknown */
    int (*is_out_of_memory)(int number);
    int (*is_fatal)(int number); /* nothing on this device works any more in this process */

    void (*describe)(struct facts *facts); /* adds what the device is */
};

extern const struct device_api device_opencl, device_cuda, device_hip;

/* The table for KIND; NULL: there is no such kind. */
const struct device_api *device_api_of(enum bench_device kind);

/* Finds which of COUNT devices WANTED means: "" the one numbered USUAL, a number from 0, or a part
 * of a name in any case. NAME_OF writes the name of one. ERR_FAILED: none; the message lists them.
 */
int device_choose(const char *wanted, size_t count, size_t usual,
                  void (*name_of)(size_t i, char *name, size_t size), const char *api,
                  size_t *chosen, struct err *err);

/* Opens the shared object that is first found of NAMES, which end with NULL, and finds its COUNT
 * functions NEEDED there. ERR_FAILED, with what WHOSE library is missing. */
int device_load(const char *const *names, const char *const *needed, bench_function *functions,
                size_t count, const char *whose, struct err *err);

/* The function NAME of the shared object LIBRARY, a handle of dlopen; NULL: it has none. */
bench_function device_function(void *library, const char *name);

/* Whether this process has loaded a driver, be it for somebody else. Does not use the heap. */
int device_has_driver(void);

/* Adds a number, as text: so workers send facts. */
void device_add_number(struct facts *facts, const char *name, double number);

/* --- failures --- */

/* Nothing that runs on a device can return an error to an action: the first one is kept. Returns
 * NUMBER, an error number of API, or 0. */
int device_check(const struct device_api *api, int number, const char *doing);

/* What the numbers of a library mean that has its own; they end with number 0. */
struct device_error {
    int number;
    const char *name;
    int is_out_of_memory;
};
struct device_errors {
    const char *library; /* "cuBLAS" */
    const struct device_error *numbers;
};

/* The same for a NUMBER that a library returned: of ERRORS, or, if that is NULL or the number
 * negative, as OpenCL's are, of API. Whether the device was lost, the driver knows. */
int device_check_library(const struct device_api *api, const struct device_errors *errors,
                         int number, const char *doing);

/* Keeps WHY, unless there is a failure already. */
void device_fail(const char *why);

/* What failed since the last device_forget; NULL: nothing. */
const char *device_failure(void);
void device_forget(void);

/* Whether the device was lost, for this process. */
int device_is_lost(void);

/* Nothing more can be done on a lost device in this process: it ends, as if the library had
 * crashed, after SAID on standard error, and the next request gets another. Does nothing if no
 * device was lost. */
void device_end_if_lost(const char *said);

#endif
