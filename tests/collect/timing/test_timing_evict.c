/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/timing/timing.h"
#include "tests/test.h"

enum { OFFSET = 65536, ROOM = 1 << 22 };

static struct sweep eviction;

static int make_file(void **state) {
    (void)state;
    eviction = (struct sweep){.file = memfd_create("arena", MFD_CLOEXEC), .offset = OFFSET};
    return ftruncate(eviction.file, OFFSET + ROOM);
}

static int close_file(void **state) {
    (void)state;
    if (eviction.memory)
        munmap(eviction.memory, eviction.bytes);
    return close(eviction.file);
}

EACH_TEST(make_file, close_file);

TEST(every_line_is_read_and_written) {
    size_t wrong = 0;
    assert_int_equal(evict_prepare(&eviction, 100000, NULL), 0);
    evict_sweep(&eviction, SIZE_MAX);
    evict_sweep(&eviction, SIZE_MAX);
    for (size_t i = 0; i < eviction.bytes; i++)
        wrong += eviction.memory[i] != (i % 64 ? 0 : 2);
    assert_int_equal(wrong, 0);
}

TEST(what_stands_before_it_in_the_file_is_left_alone) {
    char before[OFFSET], after[OFFSET];
    memset(before, 0x5a, OFFSET);
    assert_int_equal(pwrite(eviction.file, before, OFFSET, 0), OFFSET);
    assert_int_equal(evict_prepare(&eviction, 100000, NULL), 0);
    evict_sweep(&eviction, SIZE_MAX);
    assert_int_equal(pread(eviction.file, after, OFFSET, 0), OFFSET);
    assert_memory_equal(before, after, OFFSET);
}

TEST(memory_is_got_once_and_more_when_needed) {
    assert_int_equal(evict_prepare(&eviction, 0, NULL), 0);
    assert_null(eviction.memory);
    evict_sweep(&eviction, SIZE_MAX);
    assert_int_equal(evict_prepare(&eviction, 1 << 20, NULL), 0);
    char *memory = eviction.memory;
    assert_int_equal(evict_prepare(&eviction, 1 << 19, NULL), 0);
    assert_ptr_equal(eviction.memory, memory);
    assert_int_equal(eviction.bytes, 1 << 20);
    assert_int_equal(evict_prepare(&eviction, 1 << 21, NULL), 0);
    assert_int_equal(eviction.bytes, 1 << 21);
}

TEST(more_than_the_file_has_is_an_error) {
    static const size_t too_much[] = {ROOM + 1, (size_t)1 << 60, SIZE_MAX};
    for (size_t i = 0; i < sizeof too_much / sizeof *too_much; i++) {
        struct err err = {""};
        assert_int_equal(evict_prepare(&eviction, too_much[i], &err), ERR_FAILED);
        assert_non_null(strstr(err.message, "sweep"));
        assert_null(eviction.memory);
    }
    assert_int_equal(evict_prepare(&eviction, ROOM, NULL), 0);
}
