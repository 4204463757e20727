/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/devices/device_transform.h"

#include <stdlib.h>
#include <string.h>

#include "collect/actions/fftw.h"
#include "collect/devices/device_memory.h"

struct plan {
    struct device_transform transform;
    const void *in;
    void *out;
    size_t in_bytes, out_bytes;
    uintptr_t handle;
    int is_made;
};

static const struct device_transforms *library;

void device_transform_by(const struct device_transforms *wanted) {
    library = wanted;
}

static void *make_plan(struct device_transform transform, const void *in, void *out, int sign) {
    struct plan *plan = calloc(1, sizeof *plan);
    size_t n = (size_t)transform.n, rows = 1, number = transform.is_single ? 4 : 8;
    if (!plan)
        return NULL;
    for (int d = 1; d < transform.dimensions; d++)
        rows *= n;
    plan->transform = transform;
    plan->in = in;
    plan->out = out;
    plan->in_bytes = rows * n * number * (transform.is_real ? 1 : 2);
    plan->out_bytes = rows * (transform.is_real ? n / 2 + 1 : n) * number * 2;
    if (sign != FFTW_FORWARD)
        device_fail("devices transform forward only");
    else
        plan->is_made =
            device_memory_check(library->plan(&transform, &plan->handle), "planning") == 0;
    return plan;
}

static void execute(const void *made) {
    const struct plan *plan = made;
    struct device_place in = device_memory_use(plan->in, plan->in_bytes, DEVICE_READS);
    struct device_place out = device_memory_use(plan->out, plan->out_bytes, DEVICE_WRITES);
    if (!device_failure())
        device_memory_done(library->execute(&plan->transform, plan->handle, in, out), "fft");
}

static void destroy(void *made) {
    struct plan *plan = made;
    if (plan->is_made)
        library->destroy(plan->handle);
    free(plan);
}

/* --- FFTW's names --- */

/* All dimensions are as long as the first: so the actions have it. */
#define PLANS(of, single)                                                                          \
    static void *of##_dft_1d(int n, void *in, void *out, int sign, unsigned flags) {               \
        (void)flags;                                                                               \
        return make_plan((struct device_transform){1, n, 0, single}, in, out, sign);               \
    }                                                                                              \
    static void *of##_dft_2d(int n, int n1, void *in, void *out, int sign, unsigned flags) {       \
        (void)n1, (void)flags;                                                                     \
        return make_plan((struct device_transform){2, n, 0, single}, in, out, sign);               \
    }                                                                                              \
    static void *of##_dft_3d(int n, int n1, int n2, void *in, void *out, int sign,                 \
                             unsigned flags) {                                                     \
        (void)n1, (void)n2, (void)flags;                                                           \
        return make_plan((struct device_transform){3, n, 0, single}, in, out, sign);               \
    }                                                                                              \
    static void *of##_r2c_1d(int n, void *in, void *out, unsigned flags) {                         \
        (void)flags;                                                                               \
        return make_plan((struct device_transform){1, n, 1, single}, in, out, FFTW_FORWARD);       \
    }                                                                                              \
    static void *of##_r2c_2d(int n, int n1, void *in, void *out, unsigned flags) {                 \
        (void)n1, (void)flags;                                                                     \
        return make_plan((struct device_transform){2, n, 1, single}, in, out, FFTW_FORWARD);       \
    }                                                                                              \
    static void *of##_r2c_3d(int n, int n1, int n2, void *in, void *out, unsigned flags) {         \
        (void)n1, (void)n2, (void)flags;                                                           \
        return make_plan((struct device_transform){3, n, 1, single}, in, out, FFTW_FORWARD);       \
    }                                                                                              \
    _Static_assert(single == 0 || single == 1, "it chooses a precision")

PLANS(double, 0);
PLANS(single, 1);

#define F(routine) (bench_function)(routine)

void *device_transform_routine(const char *name) {
    static const struct {
        const char *name; /* behind "fftw_" or "fftwf_" */
        bench_function routines[2];
    } routines[] = {
        {"plan_dft_1d", {F(double_dft_1d), F(single_dft_1d)}},
        {"plan_dft_2d", {F(double_dft_2d), F(single_dft_2d)}},
        {"plan_dft_3d", {F(double_dft_3d), F(single_dft_3d)}},
        {"plan_dft_r2c_1d", {F(double_r2c_1d), F(single_r2c_1d)}},
        {"plan_dft_r2c_2d", {F(double_r2c_2d), F(single_r2c_2d)}},
        {"plan_dft_r2c_3d", {F(double_r2c_3d), F(single_r2c_3d)}},
        {"execute", {F(execute), F(execute)}},
        {"destroy_plan", {F(destroy), F(destroy)}},
    };
    int is_single = strncmp(name, "fftwf_", 6) == 0;
    if (!is_single && strncmp(name, "fftw_", 5) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
        if (strcmp(name + 5 + is_single, routines[i].name) == 0) {
            void *routine;
            memcpy(&routine, &routines[i].routines[is_single], sizeof routine);
            return routine;
        }
    return NULL;
}
