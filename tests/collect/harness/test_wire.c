/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect/harness/wire.h"

static int ends[2];

static int connect_ends(void **state) {
    (void)state;
    return socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends);
}

static int close_ends(void **state) {
    (void)state;
    close(ends[0]);
    if (ends[1] >= 0)
        close(ends[1]);
    return 0;
}

static void a_frame_arrives_as_it_was_sent(void **state) {
    (void)state;
    static struct wire_load load = {.action = "axpy", .type = 'd', .path_count = 1}, got;
    uint32_t kind;
    size_t length;
    strcpy(load.paths[0], "/lib/x.so");
    assert_int_equal(wire_send(ends[0], WIRE_LOAD, &load, sizeof load), 0);
    assert_int_equal(wire_receive(ends[1], &kind, &got, sizeof got, &length), 0);
    assert_int_equal(kind, WIRE_LOAD);
    assert_int_equal(length, sizeof load);
    assert_memory_equal(&got, &load, sizeof load);
}

static void frames_keep_apart_and_may_be_empty(void **state) {
    (void)state;
    uint32_t kind;
    size_t length;
    char text[8] = "";
    assert_int_equal(wire_send(ends[0], 1, "one", 3), 0);
    assert_int_equal(wire_send(ends[0], 2, NULL, 0), 0);
    assert_int_equal(wire_receive(ends[1], &kind, text, sizeof text, &length), 0);
    assert_true(kind == 1 && length == 3 && memcmp(text, "one", 3) == 0);
    assert_int_equal(wire_receive(ends[1], &kind, text, sizeof text, &length), 0);
    assert_true(kind == 2 && length == 0);
}

static void the_end_of_the_stream_is_told(void **state) {
    (void)state;
    uint32_t kind;
    size_t length;
    char text[8];
    close(ends[1]);
    ends[1] = -1;
    assert_int_equal(wire_receive(ends[0], &kind, text, sizeof text, &length), 1);
    assert_int_equal(wire_send(ends[0], 1, "x", 1), -1); /* and no SIGPIPE */
}

static void a_frame_that_is_too_long_is_refused(void **state) {
    (void)state;
    uint32_t kind;
    size_t length;
    char text[8] = "1234567";
    assert_int_equal(wire_send(ends[0], 1, "a longer text", 14), 0);
    assert_int_equal(wire_receive(ends[1], &kind, text, 4, &length), -1);
    assert_int_equal(errno, EPROTO);
    assert_memory_equal(text + 4, "567", 4);
}

static void a_frame_that_lies_about_its_length_is_refused(void **state) {
    (void)state;
    uint32_t kind, lie[3] = {1, 400, 7};
    size_t length;
    char text[512];
    assert_int_equal(write(ends[0], lie, sizeof lie), sizeof lie);
    assert_int_equal(wire_receive(ends[1], &kind, text, sizeof text, &length), -1);
    assert_int_equal(errno, EPROTO);
    assert_int_equal(write(ends[0], lie, 3), 3); /* not even a header */
    assert_int_equal(wire_receive(ends[1], &kind, text, sizeof text, &length), -1);
    assert_int_equal(errno, EPROTO);
}

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, connect_ends, close_ends)
    const struct CMUnitTest tests[] = {
        TEST(a_frame_arrives_as_it_was_sent),
        TEST(frames_keep_apart_and_may_be_empty),
        TEST(the_end_of_the_stream_is_told),
        TEST(a_frame_that_is_too_long_is_refused),
        TEST(a_frame_that_lies_about_its_length_is_refused),
    };
    return cmocka_run_group_tests_name("collect/harness/wire", tests, NULL, NULL);
}
