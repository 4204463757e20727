/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>

#include "tests/store/fixture.h"

#include "store/schema/head.h"
#include "store/hdf5/members.h"
#include "store/schema/run_codec.h"

static struct file_view image;
static uint64_t address; /* of the first run's group */

static herr_t take_address(hid_t group, const char *name, const H5L_info_t *info, void *data) {
    (void)group;
    (void)name;
    *(uint64_t *)data = info->u.address;
    return 1;
}

/* As serve.c does; the file stays open for us alone. */
static void look_at_the_first_run(void) {
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), list = H5Fget_create_plist(file);
    hsize_t block;
    struct stat st;
    H5Pget_userblock(list, &block);
    assert_true(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, NULL, take_address, &address) > 0);
    H5Pclose(list);
    H5Fclose(file);
    int fd = open(path, O_RDWR);
    assert_int_equal(fstat(fd, &st), 0);
    image = (struct file_view){.fd = fd, .size = (uint64_t)st.st_size, .base = block};
}

static void look_away(void) {
    file_view_release(&image);
    close(image.fd);
}

static int read_at(struct head *head, uint64_t place, const char *action,
                   enum reader_extent extent) {
    *head = (struct head){0};
    int code = native_header_read(head, &image, place, action, extent);
    if (code)
        head_release(head);
    return code;
}

static int read_plain(struct head *head, const char *action, enum reader_extent extent) {
    return read_at(head, address, action, extent);
}

/* All that a head and its samples say, as bytes. */
static int pack(struct message *message, const char *action, enum reader_extent extent) {
    struct head head;
    if (read_plain(&head, action, extent))
        return -1;
    const struct measurement *m = &head.run->measurements[0];
    size_t count = measurement_elements(m, PER_SAMPLE);
    double *values = malloc(count * sizeof *values);
    int code = run_codec_put_run(message, head.run, extent | READER_HEAD, NULL);
    for (size_t i = 0; i < head.samples.count && !code; i++) {
        code = samples_read(&head.samples, &image, i, 0, count, values, NULL);
        message_put(message, values, count * sizeof *values);
    }
    free(values);
    head_release(&head);
    return code;
}

static void append_sample(void) {
    struct run *run = sample_run();
    sample_parameters(run);
    sample_team(run);
    facts_set_text(&run->measurements[0].series[0].facts, FACT_CONTROL_OF, "blis");
    append(path, run);
    run_free(run);
}

EACH_TEST(enter, leave);

/* Otherwise everything would be as right, but many times slower. */
TEST(what_we_write_is_understood_without_hdf5) {
    struct head head;
    append_sample();
    look_at_the_first_run();
    assert_int_equal(read_plain(&head, "axpy", READER_SECONDS), 0);
    head_release(&head);
    assert_int_equal(read_plain(&head, "sweep", READER_TIMES), 0);
    head_release(&head);
    assert_int_equal(read_plain(&head, "set", READER_TIMES), 0);
    assert_int_equal(head.run->measurements[0].team, 4);
    assert_int_equal(head.run->measurements[0].series_count, 3);
    assert_string_equal(head.run->measurements[0].series[1].name, "thread");
    head_release(&head);
    look_away();
}

TEST(what_is_written_bit_by_bit_is_too) {
    struct head head;
    struct archive_run *writer;
    struct run *run = sample_run();
    assert_int_equal(archive_run_begin(&writer, path, run, NULL, NULL), 0);
    look_at_the_first_run();
    assert_int_equal(read_plain(&head, "axpy", READER_TIMES), 0);
    head_release(&head);
    look_away();
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    run_free(run);
}

TEST(long_texts_of_a_run_are_passed_over) {
    struct head head;
    struct run *run = sample_run();
    char *text = calloc(1, 9001);
    memset(text, 'x', 9000);
    facts_set_text(&run->facts, FACT_TOPOLOGY, text);
    facts_set_text(&run->measurements[0].facts, "story", text);
    append(path, run);
    look_at_the_first_run();
    assert_int_equal(read_plain(&head, "axpy", READER_TIMES), 0);
    assert_null(facts_find(&head.run->facts, FACT_TOPOLOGY));
    assert_string_equal(facts_text(&head.run->facts, FACT_HOST, ""), "here");
    head_release(&head);
    look_away();
    run_free(run);
    free(text);
}

TEST(what_is_not_there_is_left_to_hdf5) {
    struct head head;
    append_sample();
    look_at_the_first_run();
    assert_int_equal(read_plain(&head, "dot", READER_TIMES), -1);
    assert_int_equal(read_plain(&head, "axpy", READER_ALL), -1);
    assert_int_equal(read_at(&head, address + 1, "axpy", READER_TIMES), -1);
    assert_int_equal(read_at(&head, UINT64_MAX, "axpy", READER_TIMES), -1);
    look_away();
}

TEST(numbers_that_nobody_knows_are_left_to_hdf5) {
    struct head head;
    append_sample();
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Ocopy(file, "/run_000001/axpy/sizes", file, "/run_000001/axpy/more", H5P_DEFAULT,
                        H5P_DEFAULT) >= 0);
    H5Fclose(file);
    look_at_the_first_run();
    assert_int_equal(read_plain(&head, "axpy", READER_TIMES), -1);
    look_away();
}

/* Whether our own code reads the samples of all series, or of none, after h5repack with OPTIONS. */
static int is_read_by_us(const char *options) {
    struct head head;
    struct err err = {""};
    unlink(path);
    append_sample();
    h5repack(options);
    look_at_the_first_run();
    assert_int_equal(read_plain(&head, "sweep", READER_TIMES), -1);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    struct reader_common common = {0};
    const struct head_place place = {&image, address, file, "run_000001", &common};
    if (head_read(&head, &place, "sweep", READER_TIMES, &err))
        fail_msg("%s", err.message);
    size_t ours = 0, count = head.samples.count;
    for (size_t i = 0; i < count; i++)
        ours += head.samples.arrays[i].array < 0;
    assert_true(count > 1 && (ours == 0 || ours == count));
    head_release(&head);
    reader_common_release(&common);
    H5Fclose(file);
    look_away();
    return ours > 0;
}

/* Otherwise thin chunks would take twice as long. */
TEST(samples_that_others_have_put_into_chunks_are_read_without_hdf5) {
    assert_true(is_read_by_us(""));
    assert_true(is_read_by_us("-f NONE"));
    assert_false(is_read_by_us("-f NONE -l CONTI"));
    assert_false(is_read_by_us("-f GZIP=1"));
    assert_false(is_read_by_us("--latest -f NONE"));
}

TEST(actions_are_listed_by_name) {
    char **actions;
    size_t count;
    append_sample();
    look_at_the_first_run();
    assert_int_equal(native_header_actions(&image, address, &actions, &count), 0);
    assert_int_equal(count, 3);
    assert_string_equal(actions[0], "axpy");
    assert_string_equal(actions[1], "set");
    assert_string_equal(actions[2], "sweep");
    members_free(actions, count);
    look_away();
}

/* Many of the bits; more in test_head_flipped.c. */
#ifdef SOAKED
enum { FLIPPED_EVERY = 5 };
#else
enum { FLIPPED_EVERY = 37 };
#endif

/* Nothing that is found wrong is believed; the index of the chunks has no checksum, but is checked
 * entry by entry. */
TEST(a_flipped_bit_changes_nothing_silently) {
    struct message right = {0}, got = {0};
    size_t found = 0;
    append_sample();
    look_at_the_first_run();
    assert_int_equal(pack(&right, "sweep", READER_TIMES), 0);
    for (uint64_t at = 0, step = 0; at < image.size; at += FLIPPED_EVERY, step++) {
        unsigned char byte, flipped;
        assert_int_equal(pread(image.fd, &byte, 1, (off_t)at), 1);
        flipped = byte ^ (unsigned char)(1 << step % 8);
        assert_int_equal(pwrite(image.fd, &flipped, 1, (off_t)at), 1);
        file_view_release(&image);
        message_clear(&got);
        if (pack(&got, "sweep", READER_TIMES) == 0) {
            assert_int_equal(got.size, right.size);
            assert_memory_equal(got.bytes, right.bytes, got.size);
        } else {
            found++;
        }
        assert_int_equal(pwrite(image.fd, &byte, 1, (off_t)at), 1);
    }
    assert_true(found > 2500 / FLIPPED_EVERY);
    message_release(&right);
    message_release(&got);
    look_away();
}
