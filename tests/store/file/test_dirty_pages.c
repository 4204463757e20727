/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store/file/dirty_pages.h"
#include "tests/store/disk.h"
#include "tests/test.h"

enum { OLD = 10000 };

static struct disk *disk;
static struct dirty_pages draft;
static unsigned char old[OLD];

static struct disk_file *file(void) {
    return disk_find(disk, "/d/file");
}

static int enter(void **state) {
    (void)state;
    disk = disk_new();
    memset(old, 'o', OLD);
    disk_put(disk_create(disk, "/d/file"), 0, old, OLD);
    dirty_pages_start(&draft, &disk->system, disk->system.open(&disk->system, "/d/file", O_RDWR),
                      OLD);
    return 0;
}

static int leave(void **state) {
    (void)state;
    disk->system.close(&disk->system, draft.fd);
    dirty_pages_release(&draft);
    disk_free(disk);
    return 0;
}

static void assert_reads(uint64_t offset, const char *text) {
    char found[64] = "";
    assert_int_equal(dirty_pages_read(&draft, offset, found, strlen(text)), 0);
    assert_string_equal(found, text);
}

static int is_untouched(void) {
    size_t size;
    unsigned char *bytes = disk_content(file(), &size);
    int same = size >= OLD && memcmp(bytes, old, OLD) == 0;
    free(bytes);
    return same;
}

static int apply(void) {
    uint64_t *numbers = blocks_numbers(&draft.blocks);
    int failure = dirty_pages_take_room(&draft);
    failure = failure ? failure : dirty_pages_apply(&draft, numbers);
    free(numbers);
    return failure;
}

EACH_TEST(enter, leave);

TEST(what_the_file_had_changes_in_memory_only) {
    dirty_pages_write(&draft, 4090, "across two blocks", 17);
    dirty_pages_write(&draft, OLD - 2, "over the end", 12);
    assert_reads(4088, "ooacross two blocksoo");
    assert_reads(OLD - 4, "ooover the end");
    assert_int_equal(draft.length, OLD + 10);
    assert_true(is_untouched());
    assert_int_equal(disk_size(file()), OLD);
    assert_int_equal(apply(), 0);
    size_t size;
    unsigned char *bytes = disk_content(file(), &size);
    assert_int_equal(size, OLD + 10);
    assert_memory_equal(bytes + 4088, "ooacross two blocksoo", 21);
    assert_memory_equal(bytes + OLD - 4, "ooover the end", 14);
    free(bytes);
}

TEST(what_is_beyond_goes_to_the_file_and_can_be_cut_back) {
    dirty_pages_write(&draft, 20000, "beyond", 6);
    assert_int_equal(draft.blocks.count, 0);
    assert_int_equal(disk_size(file()), 20006);
    assert_reads(20000, "beyond");
    assert_true(is_untouched());
    assert_int_equal(dirty_pages_cut_back(&draft), 0);
    assert_int_equal(disk_size(file()), OLD);
}

TEST(only_what_is_different_counts_as_changed) {
    unsigned char block[BLOCKS_SIZE];
    dirty_pages_write(&draft, 100, "oo", 2);
    assert_int_equal(dirty_pages_read_old(&draft, 0, block), 0);
    assert_false(dirty_pages_has_changed(&draft, 0, block));
    dirty_pages_write(&draft, 100, "ox", 2);
    assert_true(dirty_pages_has_changed(&draft, 0, block));
    assert_int_equal(dirty_pages_read_old(&draft, 2, block), 0);
    assert_int_equal(block[OLD - 8192], 0);
    assert_false(dirty_pages_has_changed(&draft, 2, block));
    draft.length = 9000;
    assert_true(dirty_pages_has_changed(&draft, 2, block));
    assert_int_equal(apply(), 0);
    assert_int_equal(disk_size(file()), 9000);
}

TEST(what_the_disk_does_not_take_is_remembered) {
    disk->fault = DISK_FAILS_ONCE;
    disk->fault_at = disk->operations + 1;
    disk->failure = ENOSPC;
    dirty_pages_write(&draft, 20000, "first", 5);
    assert_int_equal(draft.failure, -ENOSPC);
    dirty_pages_write(&draft, 30000, "second", 6);
    assert_int_equal(draft.failure, -ENOSPC);
    assert_int_equal(disk_size(file()), OLD);
}
