/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "collect/actions/fftw.h"
#include "collect/devices/device_memory.h"
#include "collect/devices/device_transform.h"
#include "tests/collect/devices/made_up_device.h"
#include "tests/test.h"

/* --- a library that notes what it is asked --- */

static struct {
    struct device_transform planned;
    int plans, executed, refuses;
} asked;

static int plan(const struct device_transform *transform, uintptr_t *handle) {
    asked.planned = *transform;
    *handle = 42;
    asked.plans += !asked.refuses;
    return asked.refuses;
}

static int execute(const struct device_transform *transform, uintptr_t handle,
                   struct device_place in, struct device_place out) {
    (void)transform, (void)in, (void)out;
    asked.executed += handle == 42;
    return 0;
}

static void destroy(uintptr_t handle) {
    asked.plans -= handle == 42;
}

static const struct device_transforms library = {plan, execute, destroy};

static int begin(void **state) {
    (void)state;
    memset(&asked, 0, sizeof asked);
    device_forget();
    device_memory_on(&made_up_device, &made_up_errors, 0);
    device_transform_by(&library);
    return 0;
}

static bench_function routine(const char *name) {
    void *found = device_transform_routine(name);
    bench_function function;
    assert_non_null(found);
    memcpy(&function, &found, sizeof function);
    return function;
}

typedef void *plan_3d(int n, int n1, int n2, void *in, void *out, int sign, unsigned flags);
typedef void *plan_real_2d(int n, int n1, void *in, void *out, unsigned flags);
typedef void *plan_1d(int n, void *in, void *out, int sign, unsigned flags);
typedef void takes_plan(void *plan);

EACH_TEST(begin, NULL);

TEST(a_plan_has_what_its_name_says) {
    double x[4];
    void *cube = ((plan_3d *)routine("fftwf_plan_dft_3d"))(5, 5, 5, x, x, FFTW_FORWARD, 0);
    assert_int_equal(asked.planned.dimensions, 3);
    assert_int_equal(asked.planned.n, 5);
    assert_true(asked.planned.is_single && !asked.planned.is_real);
    void *square = ((plan_real_2d *)routine("fftw_plan_dft_r2c_2d"))(6, 6, x, x, 0);
    assert_int_equal(asked.planned.dimensions, 2);
    assert_int_equal(asked.planned.n, 6);
    assert_true(!asked.planned.is_single && asked.planned.is_real);
    assert_int_equal(asked.plans, 2);
    ((takes_plan *)routine("fftwf_destroy_plan"))(cube);
    ((takes_plan *)routine("fftw_destroy_plan"))(square);
    assert_int_equal(asked.plans, 0);
    assert_null(device_failure());
}

TEST(devices_transform_forward_only) {
    double x[4];
    void *made = ((plan_1d *)routine("fftw_plan_dft_1d"))(2, x, x, -FFTW_FORWARD, 0);
    assert_non_null(made);
    assert_string_equal(device_failure(), "devices transform forward only");
    assert_int_equal(asked.plans, 0);
    ((takes_plan *)routine("fftw_destroy_plan"))(made);
    assert_int_equal(asked.plans, 0); /* none was made, so none is destroyed */
}

TEST(a_plan_that_cannot_be_made_is_a_failure) {
    double x[4];
    asked.refuses = 3;
    void *made = ((plan_1d *)routine("fftw_plan_dft_1d"))(2, x, x, FFTW_FORWARD, 0);
    assert_non_null(made);
    assert_string_equal(device_failure(),
                        "out of device memory: planning: libmadeup error 3, no room");
    ((takes_plan *)routine("fftw_destroy_plan"))(made);
    assert_int_equal(asked.plans, 0);
}

TEST(a_transform_of_what_is_not_on_the_device_is_not_executed) {
    double x[4];
    static const struct bench_action nothing = {.name = "nothing"};
    static struct workspace empty = {.action = &nothing};
    made_up.most = 64;
    device_memory_allocate(&empty);
    void *made = ((plan_1d *)routine("fftw_plan_dft_1d"))(2, x, x, FFTW_FORWARD, 0);
    ((takes_plan *)routine("fftw_execute"))(made);
    assert_string_equal(device_failure(), "a routine was given memory that is not on the device");
    assert_int_equal(asked.executed, 0);
    ((takes_plan *)routine("fftw_destroy_plan"))(made);
    device_memory_release();
}
