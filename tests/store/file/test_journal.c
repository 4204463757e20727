/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store/file/journal.h"
#include "store/hdf5/h5.h"
#include "tests/store/disk.h"
#include "tests/test.h"

#define FILE_NAME    "/d/file"
#define JOURNAL_NAME "/d/file-journal"

enum { LENGTH = 10000, RECORD = 16 + BLOCKS_SIZE, HEADER = 128 };

static struct disk *disk;
static unsigned char before[LENGTH];

static const struct system *sys(void) {
    return &disk->system;
}

/* A file of 10000 bytes, each block of another letter. */
static int enter(void **state) {
    (void)state;
    disk = disk_new();
    for (int i = 0; i < LENGTH; i++)
        before[i] = (unsigned char)('a' + i / BLOCKS_SIZE);
    memset(before + JOURNAL_SALT_AT, 'O', JOURNAL_SALT);
    disk_put(disk_create(disk, FILE_NAME), 0, before, LENGTH);
    return 0;
}

static int leave(void **state) {
    (void)state;
    disk_free(disk);
    return 0;
}

static struct journal_start start_of(uint64_t length) {
    struct journal_start start = {.length = length, .device = 7, .inode = 1};
    memset(start.old_salt, 'O', JOURNAL_SALT);
    memset(start.new_salt, 'N', JOURNAL_SALT);
    return start;
}

static int open_file(void) {
    int fd = sys()->open(sys(), FILE_NAME, O_RDWR);
    assert_true(fd >= 0);
    return fd;
}

/* A sealed journal that says START, with the old content of those COUNT blocks. */
static void seal(const struct journal_start *start, const uint64_t *numbers, size_t count) {
    struct journal journal;
    int fd = open_file();
    assert_int_equal(journal_begin(&journal, sys(), JOURNAL_NAME, fd, start), 0);
    for (size_t i = 0; i < count; i++) {
        unsigned char block[BLOCKS_SIZE] = {0};
        uint64_t at = numbers[i] * BLOCKS_SIZE;
        if (at < LENGTH)
            memcpy(block, before + at, LENGTH - at < BLOCKS_SIZE ? LENGTH - at : BLOCKS_SIZE);
        assert_int_equal(journal_add(&journal, numbers[i], block), 0);
    }
    assert_int_equal(journal_seal(&journal, 0), 0);
    journal_end(&journal);
    sys()->close(sys(), fd);
}

static struct journal_finding find(void) {
    struct journal_finding finding;
    int fd = open_file();
    assert_int_equal(journal_examine(sys(), JOURNAL_NAME, fd, &finding), 0);
    sys()->close(sys(), fd);
    return finding;
}

static enum journal_state examine(void) {
    struct journal_finding finding = find();
    assert_null(finding.flaw);
    return finding.state;
}

static int roll_back(void) {
    int fd = open_file();
    int failure = journal_roll_back(sys(), JOURNAL_NAME, fd);
    sys()->close(sys(), fd);
    return failure;
}

static void write_file(const char *name, uint64_t offset, const void *bytes, size_t size) {
    disk_put(disk_find(disk, name), offset, bytes, size);
}

static int is_as_before(void) {
    size_t size;
    unsigned char *bytes = disk_content(disk_find(disk, FILE_NAME), &size);
    int same = size == LENGTH && memcmp(bytes, before, LENGTH) == 0;
    free(bytes);
    return same;
}

static void change_file(void) {
    char garbage[LENGTH];
    memset(garbage, '?', sizeof garbage);
    write_file(FILE_NAME, 200, garbage, 3000);
    write_file(FILE_NAME, 8192, garbage, 5000);
    memset(garbage, 'N', JOURNAL_SALT);
    write_file(FILE_NAME, JOURNAL_SALT_AT, garbage, JOURNAL_SALT);
}

EACH_TEST(enter, leave);

TEST(a_sealed_journal_brings_the_old_content_back) {
    const struct journal_start start = start_of(LENGTH);
    const uint64_t numbers[] = {0, 2};
    assert_int_equal(examine(), JOURNAL_NONE);
    seal(&start, numbers, 2);
    assert_int_equal(examine(), JOURNAL_HOT);
    change_file();
    assert_int_equal(examine(), JOURNAL_HOT);
    assert_int_equal(roll_back(), 0);
    assert_true(is_as_before());
    assert_int_equal(examine(), JOURNAL_NONE);
    assert_int_equal(disk_size(disk_find(disk, JOURNAL_NAME)), HEADER);
    assert_int_equal(roll_back(), 0);
    assert_true(is_as_before());
}

TEST(a_tail_that_was_cut_off_comes_back) {
    const struct journal_start start = start_of(LENGTH);
    const uint64_t numbers[] = {1, 2};
    seal(&start, numbers, 2);
    write_file(FILE_NAME, 5000, NULL, 0);
    assert_int_equal(roll_back(), 0);
    assert_true(is_as_before());
}

TEST(a_cleared_journal_does_nothing) {
    const struct journal_start start = start_of(LENGTH);
    struct journal journal;
    int fd = open_file();
    assert_int_equal(journal_begin(&journal, sys(), JOURNAL_NAME, fd, &start), 0);
    assert_false(journal.is_lasting);
    assert_int_equal(journal_add(&journal, 0, before), 0);
    assert_int_equal(journal_seal(&journal, 0), 0);
    assert_int_equal(journal_clear(&journal, start.length), 0);
    journal_end(&journal);
    assert_int_equal(examine(), JOURNAL_NONE);
    long syncs = disk->syncs;
    assert_int_equal(journal_begin(&journal, sys(), JOURNAL_NAME, fd, &start), 0);
    assert_true(journal.is_lasting);
    assert_int_equal(journal_seal(&journal, 0), 0);
    assert_int_equal(disk->syncs - syncs, 1);
    journal_end(&journal);
    sys()->close(sys(), fd);
}

TEST(a_journal_of_another_file_is_known) {
    struct journal_start start = start_of(LENGTH);
    const uint64_t number = 0;
    seal(&start, &number, 1);
    write_file(FILE_NAME, JOURNAL_SALT_AT, "OOOONNNNOOOONNNO", JOURNAL_SALT);
    assert_int_equal(examine(), JOURNAL_HOT);
    write_file(FILE_NAME, JOURNAL_SALT_AT, "OOOONNNNOOOOXNNO", JOURNAL_SALT);
    assert_int_equal(examine(), JOURNAL_FOREIGN);
    assert_int_equal(roll_back(), 0);
    assert_int_equal(examine(), JOURNAL_FOREIGN);
    memset(start.old_salt, 0, JOURNAL_SALT);
    write_file(FILE_NAME, JOURNAL_SALT_AT, start.old_salt, JOURNAL_SALT);
    seal(&start, &number, 1);
    assert_int_equal(examine(), JOURNAL_HOT);
    start.inode = 2;
    seal(&start, &number, 1);
    assert_int_equal(examine(), JOURNAL_FOREIGN);
}

/* Whatever a journal of a right checksum says, it can only put back blocks of the file it
 * describes, and make it no longer than its content fills. */
TEST(a_lying_journal_does_no_harm) {
    const uint64_t beyond[] = {3}, backward[] = {2, 0}, twice[] = {0, 0}, all[] = {0, 1, 2};
    const struct {
        uint64_t length;
        const uint64_t *numbers;
        size_t count;
    } lies[] = {
        {LENGTH, beyond, 1},
        {LENGTH, backward, 2},
        {LENGTH, twice, 2},
        {(uint64_t)1 << 59, all, 3},
        {UINT64_MAX, all, 3},
        {LENGTH + BLOCKS_SIZE, all, 3},
        {(uint64_t)1 << 63, all, 3},
        {BLOCKS_SIZE, all, 3},
        {0, all, 1},
        {UINT64_MAX - 4095, beyond, 1},
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        const struct journal_start start = start_of(lies[i].length);
        seal(&start, lies[i].numbers, lies[i].count);
        assert_int_equal(examine(), JOURNAL_NONE);
        assert_int_equal(roll_back(), 0);
        assert_true(is_as_before());
    }
}

TEST(any_flipped_byte_and_any_cut_makes_it_no_journal) {
    const struct journal_start start = start_of(LENGTH);
    const uint64_t numbers[] = {0, 2};
    seal(&start, numbers, 2);
    change_file();
    struct disk_file *journal = disk_find(disk, JOURNAL_NAME);
    size_t size;
    unsigned char *bytes = disk_content(journal, &size);
    assert_int_equal(size, HEADER + 2 * RECORD);
    for (size_t i = 0; i < size; i += i < HEADER + 40 ? 1 : 97) {
        unsigned char flipped = bytes[i] ^ (unsigned char)(1 << i % 8);
        disk_put(journal, i, &flipped, 1);
        assert_int_equal(find().state, JOURNAL_NONE);
        disk_put(journal, i, &bytes[i], 1);
    }
    for (size_t cut = size; cut > 0; cut -= cut > 200 ? 61 : 1) {
        disk_put(journal, cut - 1, NULL, 0);
        assert_int_equal(examine(), JOURNAL_NONE);
    }
    disk_put(journal, 0, bytes, size);
    assert_int_equal(examine(), JOURNAL_HOT);
    assert_int_equal(roll_back(), 0);
    assert_true(is_as_before());
    free(bytes);
}

/* As a crash leaves it: as much of the magic as was written, and then zeros. */
TEST(what_does_not_begin_as_a_journal_is_left_alone) {
    static const char magic[] = "\x89"
                                "BMJ\r\n\x1a\n";
    struct disk_file *file = disk_create(disk, JOURNAL_NAME);
    const struct journal_start start = start_of(LENGTH);
    struct journal journal;
    int fd = open_file();
    for (size_t written = 0; written < sizeof magic; written++) {
        char bytes[HEADER + 100] = "";
        memcpy(bytes, magic, written);
        bytes[HEADER] = 'x';
        disk_put(file, 0, bytes, sizeof bytes);
        assert_null(find().flaw);
        disk_put(file, HEADER - 1, "x", 1);
        int is_whole = written == sizeof magic - 1;
        assert_int_equal(find().flaw == NULL, is_whole);
        assert_int_equal(journal_begin(&journal, sys(), JOURNAL_NAME, fd, &start),
                         is_whole ? 0 : -EPERM);
        journal_end(&journal);
        assert_int_equal(roll_back(), is_whole ? 0 : -EPERM);
        assert_int_equal(disk_size(file), sizeof bytes);
    }
    sys()->close(sys(), fd);
}
