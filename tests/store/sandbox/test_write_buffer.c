/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store/sandbox/write_buffer.h"
#include "tests/store/disk.h"
#include "tests/test.h"

enum { OLD = 10000 };

/* The file, and the two sides' drafts of it: OURS writes, THEIRS is the one that HDF5 is over. */
static struct disk *disk;
static struct dirty_pages ours, theirs;
static struct write_buffer scratch;
static struct message message;

static struct disk_file *file(void) {
    return disk_find(disk, "/d/file");
}

static int enter(void **state) {
    (void)state;
    char old[OLD];
    disk = disk_new();
    memset(old, 'o', OLD);
    disk_put(disk_create(disk, "/d/file"), 0, old, OLD);
    int fd = disk->system.open(&disk->system, "/d/file", O_RDWR);
    dirty_pages_start(&ours, &disk->system, fd, OLD);
    dirty_pages_start(&theirs, &disk->system, fd, OLD);
    assert_int_equal(write_buffer_init(&scratch, &theirs, "file"), 0);
    message_clear(&message);
    return 0;
}

static int leave(void **state) {
    (void)state;
    write_buffer_release(&scratch);
    disk->system.close(&disk->system, ours.fd);
    dirty_pages_release(&ours);
    dirty_pages_release(&theirs);
    message_release(&message);
    disk_free(disk);
    return 0;
}

/* As the driver does for HDF5. */
static void write_text(uint64_t offset, const char *text) {
    size_t size = strlen(text);
    scratch.file.write(&scratch.file, offset, text, size);
    if (offset + size > scratch.file.length)
        scratch.file.length = offset + size;
}

static void assert_reads(uint64_t offset, const char *text) {
    char found[64] = "";
    assert_int_equal(scratch.file.read(&scratch.file, offset, found, strlen(text)), 0);
    assert_string_equal(found, text);
}

static void assert_comes_out(uint64_t offset, const char *text) {
    char found[64] = "";
    assert_int_equal(dirty_pages_read(&ours, offset, found, strlen(text)), 0);
    assert_string_equal(found, text);
}

static void hand_over(void) {
    struct err err = {""};
    message_clear(&message);
    assert_int_equal(write_buffer_put(&scratch, &message, &err), 0);
    assert_int_equal(write_buffer_take(&ours, &message), 0);
    assert_true(message_is_done(&message));
    assert_int_equal(ours.length, scratch.file.length);
}

EACH_TEST(enter, leave);

TEST(what_is_written_comes_out_on_the_other_side) {
    write_text(4090, "across two blocks");
    write_text(OLD - 2, "over the end");
    write_text(30000, "far beyond");
    assert_reads(4088, "ooacross two blocksoo");
    assert_int_equal(disk_size(file()), OLD);
    hand_over();
    assert_comes_out(4088, "ooacross two blocksoo");
    assert_comes_out(OLD - 4, "ooover the end");
    assert_comes_out(30000, "far beyond");
    assert_int_equal(disk_size(file()), 30010);
    assert_int_equal(ours.length, 30010);
}

TEST(it_can_be_written_on_after_it_was_handed_over) {
    write_text(100, "below");
    write_text(30000, "beyond");
    hand_over();
    assert_int_equal(scratch.written.count, 0);
    assert_reads(98, "oobelowoo");
    assert_reads(30000, "beyond");
    write_text(102, "LOW");
    write_text(30003, "OND");
    assert_reads(98, "oobeLOWoo");
    hand_over();
    assert_comes_out(98, "oobeLOWoo");
    assert_comes_out(30000, "beyOND");
}

TEST(a_file_can_become_shorter) {
    write_text(30000, "given up again");
    scratch.file.length = 9000;
    hand_over();
    assert_int_equal(ours.length, 9000);
    assert_int_equal(disk_size(file()), OLD);
}

TEST(what_cannot_be_read_cannot_be_handed_over) {
    struct err err = {""};
    char byte;
    disk->dead = 1;
    assert_int_not_equal(scratch.file.read(&scratch.file, 0, &byte, 1), 0);
    assert_int_equal(write_buffer_put(&scratch, &message, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "file cannot be read"));
}

TEST(what_the_disk_does_not_take_is_a_failure) {
    struct err err = {""};
    write_text(30000, "beyond");
    assert_int_equal(write_buffer_put(&scratch, &message, &err), 0);
    disk->dead = 1;
    assert_int_equal(write_buffer_take(&ours, &message), ERR_FAILED);
    assert_int_equal(ours.failure, -EIO);
}

/* LENGTH, one stretch of COUNT blocks from FIRST on, of which SIZE bytes are there. */
static int take_lie(uint64_t length, uint64_t first, uint64_t count, size_t size) {
    static const unsigned char nothing[2 * BLOCKS_SIZE];
    message_clear(&message);
    message_put_number(&message, length);
    message_put_number(&message, 1);
    message_put_number(&message, first);
    message_put_number(&message, count);
    message_put(&message, nothing, size);
    return write_buffer_take(&ours, &message);
}

TEST(lies_are_found_out) {
    assert_int_equal(take_lie(OLD, 1, 1, BLOCKS_SIZE - 1), ERR_DAMAGED);
    assert_int_equal(take_lie(OLD, 1, 2, BLOCKS_SIZE), ERR_DAMAGED);
    assert_int_equal(take_lie(OLD, 1, 0, BLOCKS_SIZE), ERR_DAMAGED);
    assert_int_equal(take_lie(OLD, 1, UINT64_MAX / BLOCKS_SIZE + 2, BLOCKS_SIZE), ERR_DAMAGED);
    assert_int_equal(take_lie(OLD, UINT64_MAX / 2, 1, BLOCKS_SIZE), ERR_DAMAGED);
    assert_int_equal(take_lie((uint64_t)1 << 40, 3, 1, BLOCKS_SIZE), ERR_DAMAGED);
    assert_int_equal(take_lie(UINT64_MAX, 3, 1, BLOCKS_SIZE), ERR_DAMAGED);
    assert_int_equal(ours.blocks.count, 0);
    assert_int_equal(disk_size(file()), OLD);
    message_clear(&message);
    assert_int_equal(write_buffer_take(&ours, &message), ERR_DAMAGED);
}

TEST(no_block_comes_twice) {
    static const unsigned char nothing[2 * BLOCKS_SIZE];
    static const uint64_t stretches[][2] = {{0, 2}, {1, 1}};
    message_clear(&message);
    message_put_number(&message, OLD);
    message_put_number(&message, 2);
    for (size_t i = 0; i < 2; i++) {
        message_put_number(&message, stretches[i][0]);
        message_put_number(&message, stretches[i][1]);
        message_put(&message, nothing, stretches[i][1] * BLOCKS_SIZE);
    }
    assert_int_equal(write_buffer_take(&ours, &message), ERR_DAMAGED);
}
