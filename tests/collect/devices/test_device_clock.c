/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/devices/device.h"
#include "collect/devices/device_clock.h"
#include "tests/collect/devices/fake_cuda.h"
#include "tests/test.h"

static int load(void **state) {
    *state = fake_cuda();
    return 0;
}

ALL_TESTS(load, NULL);

TEST(between_two_marks_the_device_says_how_long) {
    int queue;
    double seconds = -1;
    struct err err;
    int64_t *clock = dlsym(*state, "fake_clock");
    assert_non_null(clock);
    *clock = 1;
    assert_int_equal(device_cuda.open("", &err), 0);
    assert_null(device_clock.begin(BENCH_CUDA, &queue));
    *clock += 20000000;
    assert_null(device_clock.end(&seconds));
    assert_float_equal(seconds, 0.02, 1e-8);
    *clock += 5000000; /* is of neither */
    assert_null(device_clock.begin(BENCH_CUDA, &queue));
    *clock += 3000000;
    assert_null(device_clock.end(&seconds));
    assert_float_equal(seconds, 0.003, 1e-9);
    *clock = 0;
}

TEST(an_unknown_kind_is_refused) {
    assert_string_equal(device_clock.begin((enum bench_device)99, NULL),
                        "it times a device of an unknown kind");
}

static int queue;

static void begin(void) {
    device_clock.begin(BENCH_CUDA, &queue);
}

static void end(void) {
    double seconds;
    device_clock.end(&seconds);
}

/* Whether WHAT ends its process as a crash would, with SAID. */
static void end_says(const char *said, void (*what)(void)) {
    char text[256] = "", wanted[256];
    int out[2], status;
    assert_int_equal(pipe(out), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(out[1], STDERR_FILENO);
        what();
        _exit(0);
    }
    close(out[1]);
    assert_true(read(out[0], text, sizeof text - 1) > 0);
    close(out[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 70);
    snprintf(wanted, sizeof wanted, "the device was lost: %s\n", said);
    assert_string_equal(text, wanted);
}

/* Last, for a driver that is lost stays so. */
TEST(a_lost_device_ends_its_process) {
    int *lost = dlsym(*state, "fake_is_lost");
    assert_non_null(lost);
    assert_null(device_clock.begin(BENCH_CUDA, &queue));
    *lost = 1;
    end_says("marking the end: CUDA error 700, CUDA_ERROR_ILLEGAL_ADDRESS", end);
    end_says("marking the beginning: CUDA error 700, CUDA_ERROR_ILLEGAL_ADDRESS", begin);
}
