/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/fixture.h"

#include "store/hdf5/array.h"
#include "store/native/chunk.h"

static struct array_shape shape_of(enum array_storage storage, size_t count) {
    return (struct array_shape){1, {count}, storage};
}

/* An array of our own in a file of its own. */
static hid_t write_array(enum array_storage storage, const double *values, size_t count) {
    struct array_shape shape = shape_of(storage, count);
    struct err err = {""};
    h5_prepare();
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t array = array_write(file, "x", ARRAY_REAL, &shape, values, &err);
    if (array < 0)
        fail_msg("%s", err.message);
    H5Fclose(file);
    return array;
}

static double *sample_values(size_t count) {
    double *values = calloc(count, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = i % 17 == 3 ? NAN : i % 11 == 5 ? -0.0 : sample_real(i, 1);
    return values;
}

/* The bytes of the chunk that begins at FIRST, to be freed. */
static unsigned char *take_chunk(hid_t array, hsize_t first, size_t *size) {
    hsize_t stored = 0;
    uint32_t skipped = 1;
    assert_true(H5Dget_chunk_storage_size(array, &first, &stored) >= 0);
    unsigned char *bytes = malloc(stored);
    assert_true(H5Dread_chunk(array, H5P_DEFAULT, &first, &skipped, bytes) >= 0);
    assert_int_equal(skipped, 0);
    *size = stored;
    return bytes;
}

static size_t chunk_elements(hid_t array) {
    hsize_t chunk;
    hid_t list = H5Dget_create_plist(array);
    assert_int_equal(H5Pget_chunk(list, 1, &chunk), 1);
    h5_close(list);
    return chunk;
}

/* Every chunk of COUNT numbers, decoded by us, and what HDF5 reads. */
static void assert_like_hdf5(enum array_storage storage, enum chunk_pipeline pipeline,
                             size_t count) {
    double *written = sample_values(count), *theirs = malloc(count * sizeof *theirs);
    hid_t array = write_array(storage, written, count);
    size_t per_chunk = chunk_elements(array);
    double *ours = malloc((count + per_chunk) * sizeof *ours);
    struct chunk_room room = {0};
    for (size_t first = 0; first < count; first += per_chunk) {
        size_t size;
        unsigned char *bytes = take_chunk(array, first, &size);
        assert_null(chunk_decode(&room, pipeline, bytes, size, ours + first, per_chunk));
        free(bytes);
    }
    assert_int_equal(array_read(array, "x", ARRAY_REAL, theirs, NULL), 0);
    assert_memory_equal(ours, theirs, count * sizeof *ours);
    assert_memory_equal(ours, written, count * sizeof *ours);
    chunk_room_release(&room);
    h5_close(array);
    free(ours);
    free(theirs);
    free(written);
}

EACH_TEST(enter, leave);

TEST(deflated_chunks_are_what_hdf5_reads) {
    static const size_t counts[] = {1, 2, 7, 100, 4097, 128 * 1024, 300 * 1000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_like_hdf5(ARRAY_COMPACT, CHUNK_DEFLATED, counts[i]);
}

TEST(checked_chunks_are_what_hdf5_reads) {
    static const size_t counts[] = {1, 511, 512, 513, 5000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_like_hdf5(ARRAY_IN_PLACE, CHUNK_CHECKED, counts[i]);
}

static void assert_every_flip_is_found(enum array_storage storage, enum chunk_pipeline pipeline) {
    enum { COUNT = 60 };
    double *written = sample_values(COUNT), *values = malloc(512 * sizeof *values);
    hid_t array = write_array(storage, written, COUNT);
    size_t size, per_chunk = chunk_elements(array);
    struct chunk_room room = {0};
    unsigned char *bytes = take_chunk(array, 0, &size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_non_null(chunk_decode(&room, pipeline, bytes, size, values, per_chunk));
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    for (size_t shorter = 0; shorter < size; shorter++)
        assert_non_null(chunk_decode(&room, pipeline, bytes, shorter, values, per_chunk));
    assert_null(chunk_decode(&room, pipeline, bytes, size, values, per_chunk));
    chunk_room_release(&room);
    h5_close(array);
    free(bytes);
    free(values);
    free(written);
}

TEST(a_flipped_bit_anywhere_is_found) {
    assert_every_flip_is_found(ARRAY_COMPACT, CHUNK_DEFLATED);
    assert_every_flip_is_found(ARRAY_IN_PLACE, CHUNK_CHECKED);
}

TEST(a_chunk_of_another_length_is_refused) {
    double *written = sample_values(64), values[65];
    hid_t array = write_array(ARRAY_COMPACT, written, 64);
    struct chunk_room room = {0};
    size_t size;
    unsigned char *bytes = take_chunk(array, 0, &size);
    assert_non_null(chunk_decode(&room, CHUNK_DEFLATED, bytes, size, values, 63));
    assert_non_null(chunk_decode(&room, CHUNK_DEFLATED, bytes, size, values, 65));
    assert_non_null(chunk_decode(&room, CHUNK_CHECKED, bytes, size, values, 64));
    assert_non_null(chunk_decode(&room, CHUNK_PLAIN, (unsigned char *)written, 511, values, 64));
    assert_non_null(chunk_decode(&room, CHUNK_PLAIN, (unsigned char *)written, 512, values, 65));
    chunk_room_release(&room);
    h5_close(array);
    free(bytes);
    free(written);
}

/* Whatever machine reads them. */
TEST_WITH(numbers_are_little_endian, NULL, NULL) {
    static const unsigned char plain[] = "\0\0\0\0\0\0\4\300\xfe\xdc\xba\x98\x76\x54\x32\x10";
    struct chunk_room room = {0};
    unsigned char checked[sizeof plain - 1 + CHUNK_CHECKSUM_BYTES];
    struct {
        double real;
        int64_t integer;
    } values;
    assert_null(chunk_decode(&room, CHUNK_PLAIN, plain, 16, &values, 2));
    assert_float_equal(values.real, -2.5, 0);
    assert_int_equal(values.integer, INT64_C(0x1032547698badcfe));

    uint32_t sum = chunk_checksum(plain, 16);
    memcpy(checked, plain, 16);
    for (int i = 0; i < 4; i++)
        checked[16 + i] = (unsigned char)(sum >> 8 * i);
    values.real = 0, values.integer = 0;
    assert_null(chunk_decode(&room, CHUNK_CHECKED, checked, sizeof checked, &values, 2));
    assert_float_equal(values.real, -2.5, 0);
    assert_int_equal(values.integer, INT64_C(0x1032547698badcfe));
    chunk_room_release(&room);
}

/* Fletcher-32 of "abcde" and the like over little-endian words is published; HDF5's words are
 * big-endian, so these are its sums with the bytes of each word swapped beforehand. */
TEST_WITH(the_checksum_is_that_of_published_examples, NULL, NULL) {
    assert_int_equal(chunk_checksum((const unsigned char *)"badcfe", 6), 0x56502D2A);
    assert_int_equal(chunk_checksum((const unsigned char *)"badcfehg", 8), 0xEBE19591);
}

/* By the definition, with the sums reduced after every word. */
static uint32_t plain_checksum(const unsigned char *bytes, size_t size) {
    uint32_t first = 0, second = 0;
    for (size_t i = 0; i < size; i += 2) {
        first += (uint32_t)bytes[i] << 8 | (i + 1 < size ? bytes[i + 1] : 0);
        first = (first & 65535) + (first >> 16);
        second += first;
        second = (second & 65535) + (second >> 16);
    }
    return second << 16 | first;
}

TEST_WITH(the_checksum_is_that_of_its_definition_at_every_length, NULL, NULL) {
    enum { MOST = 30000 };
    unsigned char *bytes = malloc(MOST);
    for (size_t i = 0; i < MOST; i++)
        bytes[i] = (unsigned char)(i * i * 31 + i / 7);
    for (size_t size = 0; size < MOST; size = size < 200 ? size + 1 : size + 997)
        assert_int_equal(chunk_checksum(bytes, size), plain_checksum(bytes, size));
    memset(bytes, 0xff, MOST);
    assert_int_equal(chunk_checksum(bytes, MOST), plain_checksum(bytes, MOST));
    memset(bytes, 0, MOST);
    assert_int_equal(chunk_checksum(bytes, MOST), 0);
    free(bytes);
}
