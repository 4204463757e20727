/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are not as they should be, and what real ones have of oddities. */
#include "tests/formats/mat_made.h"

#include <zlib.h>

static const int32_t one[2] = {1, 1};

/* A file with one array: FLAGS, DIMS, the name "a", and DATA as an element. */
static struct bytes file_of(uint32_t flags, const int32_t *dims, size_t rank, uint32_t type,
                            const void *data, size_t n) {
    struct bytes file = {.n = 0}, body = {.n = 0};
    put_head(&body, flags, dims, rank, "a");
    put_element(&body, type, data, n);
    put_file_header(&file);
    put_variable(&file, &body);
    return file;
}

/* Behind the header a compressed element with the N bytes at DATA. */
static struct bytes compressed(const void *data, size_t n) {
    struct bytes file = {.n = 0};
    unsigned char room[2048];
    uLongf made = sizeof room;
    assert_int_equal(compress(room, &made, data, n), Z_OK);
    put_file_header(&file);
    put32(&file, MAT_TYPE_COMPRESSED);
    put32(&file, (uint32_t)made);
    put(&file, room, made);
    return file;
}

static struct bytes tagged(const struct bytes *body, uint32_t length) {
    struct bytes element = {.n = 0};
    put32(&element, MAT_TYPE_MATRIX);
    put32(&element, length);
    put(&element, body->at, body->n);
    return element;
}

static struct bytes array_of_one(void) {
    const double value = 7;
    struct bytes body = {.n = 0};
    put_head(&body, MAT_DOUBLE, one, 2, "a");
    put_element(&body, MAT_TYPE_DOUBLE, &value, sizeof value);
    return body;
}

/* --- oddities --- */

TEST(numbers_may_be_stored_in_any_type) {
    const uint8_t bytes[2] = {1, 200};
    const int16_t shorts[2] = {-3, 300};
    const double reals[2] = {-1.5, 1e300};
    const int32_t row[2] = {1, 2};
    struct bytes file = file_of(MAT_DOUBLE, row, 2, MAT_TYPE_UINT8, bytes, 2);
    assert_reads(file.at, file.n, "variable a\ndouble 1x2: 0x1p+0 0x1.9p+7\n");
    file = file_of(MAT_DOUBLE, row, 2, MAT_TYPE_INT16, shorts, 4);
    assert_reads(file.at, file.n, "variable a\ndouble 1x2: -0x1.8p+1 0x1.2cp+8\n");
    file = file_of(MAT_INT8, row, 2, MAT_TYPE_DOUBLE, reals, 16);
    assert_reads(file.at, file.n, "variable a\nint8 1x2: -0x1p+1 0x1.fcp+6\n");
    file = file_of(MAT_INT64, row, 2, MAT_TYPE_DOUBLE, reals, 16);
    assert_reads(file.at, file.n, "variable a\nint64 1x2: -2 9223372036854775807\n");
    file = file_of(MAT_DOUBLE | 1 << 9, row, 2, MAT_TYPE_UINT8, bytes, 2);
    assert_reads(file.at, file.n, "variable a\nlogical 1x2: 0x1p+0 0x1p+0\n");
}

TEST(whole_numbers_of_64_bits_stay_whole) {
    const int64_t value = INT64_MAX - 1;
    const uint64_t large = UINT64_MAX;
    struct bytes file = file_of(MAT_INT64, one, 2, MAT_TYPE_INT64, &value, 8);
    assert_reads(file.at, file.n, "variable a\nint64 1x1: 9223372036854775806\n");
    file = file_of(MAT_UINT64, one, 2, MAT_TYPE_INT64, &value, 8);
    assert_reads(file.at, file.n, "variable a\nuint64 1x1: 9223372036854775806\n");
    file = file_of(MAT_INT64, one, 2, MAT_TYPE_UINT64, &large, 8);
    assert_reads(file.at, file.n, "variable a\nint64 1x1: 9223372036854775807\n");
}

TEST(arrays_may_be_empty) {
    const int32_t nothing[2] = {0, 0}, thin[3] = {2, 0, 2147483647};
    struct bytes file = file_of(MAT_DOUBLE, nothing, 2, MAT_TYPE_DOUBLE, "", 0);
    assert_reads(file.at, file.n, "variable a\ndouble 0x0:\n");
    file = file_of(MAT_DOUBLE, thin, 3, MAT_TYPE_DOUBLE, "", 0);
    assert_reads(file.at, file.n, "variable a\ndouble 2x0x2147483647:\n");
    file = file_of(MAT_CHAR, nothing, 2, MAT_TYPE_UTF8, "", 0);
    assert_reads(file.at, file.n, "variable a\nchar 0x0:\n");
    struct bytes body = {.n = 0};
    put_head(&body, MAT_CELL, nothing, 2, "c");
    file.n = 0;
    put_file_header(&file);
    put_variable(&file, &body);
    assert_reads(file.at, file.n, "variable c\ncell 0x0:\n");
}

TEST(characters_have_five_encodings) {
    const int32_t two[2] = {1, 2};
    const uint16_t pair[2] = {0xD83D, 0xDE00};
    const uint32_t code = 0x1F600;
    static const char wanted[] = "variable a\nchar 1x2: 0x1.b07ap+15 0x1.bcp+15\n";
    struct bytes file = file_of(MAT_CHAR, two, 2, MAT_TYPE_UTF16, pair, 4);
    assert_reads(file.at, file.n, wanted);
    file = file_of(MAT_CHAR, two, 2, MAT_TYPE_UTF8, "\360\237\230\200", 4);
    assert_reads(file.at, file.n, wanted);
    file = file_of(MAT_CHAR, one, 2, MAT_TYPE_UTF32, &code, 4);
    assert_reads(file.at, file.n, wanted);
    file = file_of(MAT_CHAR, two, 2, MAT_TYPE_UINT8, "a\344", 2);
    assert_reads(file.at, file.n, "variable a\nchar 1x2: 0x1.84p+6 0x1.c8p+7\n");
    file = file_of(MAT_CHAR, two, 2, MAT_TYPE_UTF8, "a\344", 2);
    assert_reads(file.at, file.n, "variable a\nchar 1x2: 0x1.84p+6 0x1.fffap+15\n");
    file = file_of(MAT_CHAR, two, 2, MAT_TYPE_UTF8, "", 0);
    assert_reads(file.at, file.n, "variable a\nchar 1x2: 0x1p+5 0x1p+5\n");
    file = file_of(MAT_CHAR, two, 2, MAT_TYPE_UTF8, "\303\244", 2);
    assert_refused(file.at, file.n, "variable a: 1 characters are not 2");
}

TEST(names_may_be_missing_or_there_twice) {
    struct bytes file = {.n = 0}, body = array_of_one(), nameless = {.n = 0};
    const double value = 7;
    put_head(&nameless, MAT_DOUBLE, one, 2, "");
    put_element(&nameless, MAT_TYPE_DOUBLE, &value, sizeof value);
    put_file_header(&file);
    put_variable(&file, &nameless);
    put_variable(&file, &body);
    put_variable(&file, &body);
    assert_reads(file.at, file.n,
                 "skipped \nvariable a\ndouble 1x1: 0x1.cp+2\nvariable a\ndouble 1x1: 0x1.cp+2\n");
}

/* --- what is refused --- */

TEST(dimensions_are_held_against_the_data) {
    const double value = 1;
    static const struct {
        int32_t dims[4];
        size_t rank;
        const char *message;
    } cases[] = {
        {{1, -1}, 2, "x.mat: variable number 1: dimension 2 is negative"},
        {{1}, 1, "it has 1 dimensions; 2 to 32 are read"},
        {{INT32_MAX, INT32_MAX, INT32_MAX, 2}, 4, "the product of its dimensions is not a size"},
        {{INT32_MAX, INT32_MAX}, 2, "x.mat: variable a: 8 bytes are not 4611686014132420609"},
        {{1, 2}, 2, "x.mat: variable a: 8 bytes are not 2 numbers of 8 bytes"},
        {{1, 0}, 2, "8 bytes are not 0 numbers"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes file =
            file_of(MAT_DOUBLE, cases[i].dims, cases[i].rank, MAT_TYPE_DOUBLE, &value, 8);
        assert_refused(file.at, file.n, cases[i].message);
    }
    int32_t many[33] = {0};
    struct bytes file = file_of(MAT_DOUBLE, many, 33, MAT_TYPE_DOUBLE, "", 0);
    assert_refused(file.at, file.n, "it has 33 dimensions");
}

/* Each cell says that it has the largest number of others. */
TEST(counts_are_held_against_the_bytes) {
    const int32_t many[2] = {INT32_MAX, INT32_MAX}, length = 8;
    struct bytes file = {.n = 0}, body = {.n = 0};
    put_head(&body, MAT_CELL, many, 2, "c");
    put_file_header(&file);
    put_variable(&file, &body);
    assert_refused(file.at, file.n, "variable c: 4611686014132420609 arrays in 0 bytes");
    file.n = body.n = 0;
    put_head(&body, MAT_STRUCT, many, 2, "s");
    put_element(&body, MAT_TYPE_INT32, &length, 4);
    put_element(&body, MAT_TYPE_INT8, "a\0\0\0\0\0\0\0b\0\0\0\0\0\0\0c\0\0\0\0\0\0\0", 24);
    put_file_header(&file);
    put_variable(&file, &body);
    assert_refused(file.at, file.n, "variable s: ");
}

TEST(lengths_are_held_against_the_file) {
    struct bytes body = array_of_one();
    static const uint32_t lengths[] = {UINT32_MAX, INT32_MAX, 4096};
    for (size_t i = 0; i < 3; i++) {
        struct bytes file = {.n = 0}, element = tagged(&body, lengths[i]);
        put_file_header(&file);
        put(&file, element.at, element.n);
        assert_refused(file.at, file.n, "variable number 1: it is cut short: an element of ");
    }
    for (size_t at = 0; at < body.n; at += 8) {
        struct bytes damaged = body, file = {.n = 0};
        memset(damaged.at + at + 4, 0xff, 4);
        put_file_header(&file);
        put_variable(&file, &damaged);
        char message[1024];
        free(read_bytes(file.at, file.n, 0, message));
    }
}

TEST(small_elements_hold_four_bytes) {
    struct bytes file = {.n = 0};
    put_file_header(&file);
    put32(&file, 5 << 16 | MAT_TYPE_INT8);
    put32(&file, 0);
    assert_refused(file.at, file.n, "a small element of 5 bytes, more than 4");
}

/* So deep that whoever follows them all has no stack left. */
TEST(nesting_ends) {
    enum { LEVELS = 100000, EACH = 48 };
    unsigned char *bytes = malloc(128 + (size_t)LEVELS * (EACH + 8));
    struct bytes header = {.n = 0};
    put_file_header(&header);
    memcpy(bytes, header.at, header.n);
    size_t n = header.n;
    for (size_t level = 0; level < LEVELS; level++) {
        struct bytes cell = {.n = 0};
        put32(&cell, MAT_TYPE_MATRIX);
        put32(&cell, (uint32_t)((LEVELS - level) * (EACH + 8) - 8));
        put_head(&cell, MAT_CELL, one, 2, "c");
        memcpy(bytes + n, cell.at, cell.n);
        n += cell.n;
    }
    assert_refused(bytes, n, "variable c: arrays within arrays, more than 32 deep");
    free(bytes);
}

TEST(sparse_arrays_are_checked) {
    static const struct {
        int32_t rows[2], starts[3];
        const char *message;
    } cases[] = {
        {{0, 1}, {0, 1, 2}, NULL},
        {{0, 2}, {0, 1, 2}, "variable s: a number in row 3 of 2"},
        {{0, -1}, {0, 1, 2}, "a number in row"},
        {{0, 1}, {0, 2, 1}, "column 2 ends before it begins"},
        {{0, 1}, {1, 1, 2}, "its columns do not begin anywhere"},
        {{0, 1}, {0, 1, 3}, "3 numbers in 2 rows"},
        {{0, 1}, {0, 1, INT32_MAX}, "2147483647 numbers in 2 rows"},
    };
    const int32_t dims[2] = {2, 2};
    const double values[2] = {5, 6};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes file = {.n = 0}, body = {.n = 0};
        put_head(&body, MAT_SPARSE, dims, 2, "s");
        put_element(&body, MAT_TYPE_INT32, cases[i].rows, 8);
        put_element(&body, MAT_TYPE_INT32, cases[i].starts, 12);
        put_element(&body, MAT_TYPE_DOUBLE, values, 16);
        put_file_header(&file);
        put_variable(&file, &body);
        if (cases[i].message)
            assert_refused(file.at, file.n, cases[i].message);
        else
            assert_reads(file.at, file.n, "variable s\nsparse 2x2: 0,0 1,1 0x1.4p+2 0x1.8p+2\n");
    }
}

/* --- compressed --- */

TEST(compressed_elements_are_not_padded) {
    struct bytes body = array_of_one(), element = tagged(&body, (uint32_t)body.n);
    struct bytes file = compressed(element.at, element.n);
    size_t first = file.n;
    put(&file, file.at + 128, first - 128);
    assert_true((first - 128) % 8 != 0);
    assert_reads(file.at, file.n,
                 "variable a\ndouble 1x1: 0x1.cp+2\nvariable a\ndouble 1x1: 0x1.cp+2\n");
}

TEST(wrong_checksums_are_refused) {
    struct bytes body = array_of_one(), element = tagged(&body, (uint32_t)body.n);
    struct bytes file = compressed(element.at, element.n);
    file.at[file.n - 1] ^= 1;
    assert_refused(file.at, file.n,
                   "variable a: its compressed data are damaged, or their checksum is wrong");
}

TEST(inflated_data_are_as_long_as_they_say) {
    struct bytes body = array_of_one();
    struct bytes longer = tagged(&body, (uint32_t)body.n + 8);
    struct bytes shorter = tagged(&body, (uint32_t)body.n - 8);
    struct bytes file = compressed(longer.at, longer.n);
    assert_refused(file.at, file.n, "variable a: its compressed data are less than it says");
    file = compressed(shorter.at, shorter.n);
    assert_refused(file.at, file.n, "variable a: its compressed data are more than it says");
    struct bytes huge = tagged(&body, UINT32_MAX);
    file = compressed(huge.at, huge.n);
    assert_refused(file.at, file.n, "bytes cannot become the 4294967295 that it says");
    file = compressed("\0", 1);
    assert_refused(file.at, file.n, "its compressed data are damaged");
    struct bytes within = {.n = 0};
    put32(&within, MAT_TYPE_COMPRESSED);
    put32(&within, 0);
    file = compressed(within.at, within.n);
    assert_refused(file.at, file.n, "type 15 is compressed, which is not an array");
}

/* 64 MiB of zeros in 64 KiB: read where that is allowed, and one line where it is not. */
TEST(bombs_meet_the_limit) {
    enum { MIB = 1 << 20, COUNT = 8 * MIB };
    double *zeros = calloc(COUNT, sizeof *zeros);
    struct made made;
    char message[1024];
    made_begin(&made, MAT_V7);
    made_add(&made, "bomb",
             mat_build_numbers(&made.build, MAT_DOUBLE, zeros, (size_t[]){COUNT, 1}, 2));
    made_end(&made);
    free(zeros);
    assert_true(made.n < 128 * 1024);
    assert_null(read_bytes(made.bytes, made.n, 16 * MIB, message));
    assert_string_equal(message, "x.mat: variable bomb: reading it takes more than the 16 MiB "
                                 "allowed; allow more by bench-store import --memory");
    struct mat_file file;
    struct mat_header header;
    struct mat_variable variable;
    assert_int_equal(mat_open(&file, "x.mat", made.bytes, made.n, 65 * (size_t)MIB, NULL), 0);
    assert_int_equal(mat_next(&file, &header, NULL), 1);
    assert_int_equal(header.bytes / MIB, 64);
    assert_int_equal(mat_read(&file, &header, &variable, NULL), 0);
    assert_int_equal(variable.array.count, COUNT);
    mat_variable_release(&variable);
    mat_close(&file);
    free(made.bytes);
}

/* --- whole files --- */

TEST(files_may_be_cut_anywhere) {
    struct made made;
    static const double reals[3] = {1, -2.5, 3e-9};
    for (enum mat_version version = MAT_V6; version <= MAT_V7; version++) {
        struct mat_fields fields = {0};
        made_begin(&made, version);
        mat_fields_add(&made.build, &fields, "numbers",
                       mat_build_numbers(&made.build, MAT_DOUBLE, reals, (size_t[]){3, 1}, 2));
        mat_fields_add(&made.build, &fields, "text", mat_build_text(&made.build, "µs"));
        made_add(&made, "s", mat_fields_end(&made.build, &fields));
        made_end(&made);
        char message[1024];
        for (size_t n = 0; n < made.n; n++) {
            char *text = read_bytes(made.bytes, n, 0, message);
            assert_true(n == 128 ? text && !*text : !text);
            free(text);
        }
        for (size_t at = 0; at < made.n; at++)
            for (int bit = 0; bit < 8; bit++) {
                made.bytes[at] ^= (char)(1 << bit);
                free(read_bytes(made.bytes, made.n, 0, message));
                made.bytes[at] ^= (char)(1 << bit);
            }
        free(made.bytes);
    }
}

TEST(others_are_refused) {
    struct bytes file = {.n = 0};
    assert_refused("", 0, "x.mat: no MAT-file: it begins with no header of one");
    put_file_header(&file);
    memcpy(file.at + 124, &(uint16_t){0x0200}, 2);
    assert_refused(
        file.at, file.n,
        "MATLAB's header of version 7.3, and behind it no HDF5 file that is read here; a "
        "pipe is to be saved to a file first, and bench-store merge takes the runs of an "
        "archive");
    memcpy(file.at + 124, &(uint16_t){0x0900}, 2);
    assert_refused(file.at, file.n, "a MAT-file of version 0x0900, which is not known");
    file.at[126] = 'X';
    assert_refused(file.at, file.n, "no MAT-file");
}

/* The same array as machines of either byte order write it. */
TEST(byte_orders_are_both_read) {
    static const struct {
        const char *mark, *bytes;
    } orders[] = {
        {"\1\0MI", "\0\0\0\16\0\0\0\70"
                   "\0\0\0\6\0\0\0\10\0\0\0\6\0\0\0\0"
                   "\0\0\0\5\0\0\0\10\0\0\0\1\0\0\0\1"
                   "\0\1\0\1a\0\0\0"
                   "\0\0\0\11\0\0\0\10\300\4\0\0\0\0\0\0"},
        {"\0\1IM", "\16\0\0\0\70\0\0\0"
                   "\6\0\0\0\10\0\0\0\6\0\0\0\0\0\0\0"
                   "\5\0\0\0\10\0\0\0\1\0\0\0\1\0\0\0"
                   "\1\0\1\0a\0\0\0"
                   "\11\0\0\0\10\0\0\0\0\0\0\0\0\0\4\300"},
    };
    for (size_t i = 0; i < 2; i++) {
        struct bytes file = {.n = 0};
        put_file_header(&file);
        memcpy(file.at + 124, orders[i].mark, 4);
        put(&file, orders[i].bytes, 64);
        assert_reads(file.at, file.n, "variable a\ndouble 1x1: -0x1.4p+1\n");
    }
}

/* --- level 4 --- */

/* MOPT says that its byte order is this machine's. */
static struct bytes level4(uint32_t mopt, uint32_t rows, uint32_t columns, uint32_t is_complex,
                           const void *data, size_t n) {
    struct bytes file = {.n = 0};
    mopt += BYTE_ORDER == BIG_ENDIAN ? 1000 : 0;
    const uint32_t words[5] = {mopt, rows, columns, is_complex, 2};
    put(&file, words, sizeof words);
    put(&file, "v", 2);
    put(&file, data, n);
    return file;
}

TEST(byte_orders_of_level_4_are_both_read) {
    assert_reads("\0\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\2\0\0\0v\0\0\0\0\0\0\0\4\300", 30,
                 "variable v\ndouble 1x1: -0x1.4p+1\n");
    assert_reads("\0\0\3\350\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\2v\0\300\4\0\0\0\0\0\0", 30,
                 "variable v\ndouble 1x1: -0x1.4p+1\n");
    assert_reads("\36\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\2\0\0\0v\0\376\377", 24,
                 "variable v\ndouble 1x1: -0x1p+1\n");
    assert_reads("\0\0\4\6\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\2v\0\377\376", 24,
                 "variable v\ndouble 1x1: -0x1p+1\n");
}

TEST(level_4_is_read) {
    const double reals[4] = {1, 2, 3, 4};
    const int16_t shorts[2] = {-1, 72};
    const double sparse[9] = {1, 2, 3, 2, 1, 4, 5.5, 6.5, 0};
    struct bytes file = level4(0, 2, 1, 1, reals, 32);
    assert_reads(file.at, file.n,
                 "variable v\ndouble 2x1 complex: 0x1p+0 0x1p+1 0x1.8p+1 0x1p+2\n");
    file = level4(30, 1, 2, 0, shorts, 4);
    assert_reads(file.at, file.n, "variable v\ndouble 1x2: -0x1p+0 0x1.2p+6\n");
    file = level4(51, 1, 2, 0, "Hi", 2);
    assert_reads(file.at, file.n, "variable v\nchar 1x2: 0x1.2p+6 0x1.a4p+6\n");
    file = level4(2, 3, 3, 0, sparse, 72);
    assert_reads(file.at, file.n, "variable v\nsparse 3x4: 0,1 1,0 0x1.6p+2 0x1.ap+2\n");
}

TEST(level_4_is_checked) {
    const double sparse[9] = {1, 9, 3, 2, 1, 4, 5.5, 6.5, 0};
    struct bytes file = level4(0, 2, 1, 0, sparse, 8);
    assert_refused(file.at, file.n, "variable v: it is cut short: 2 x 1 numbers, of which 1 are");
    file = level4(0, INT32_MAX, INT32_MAX, 1, sparse, 8);
    assert_refused(file.at, file.n, "it is cut short");
    file = level4(2, 3, 3, 0, sparse, 72);
    assert_refused(file.at, file.n, "variable v: number 2 is outside of it");
    file = level4(2, 9, 1, 0, sparse, 72);
    assert_refused(file.at, file.n, "9 x 1 numbers are no sparse array");
    file = level4(2000, 1, 1, 0, sparse, 8);
    assert_refused(file.at, file.n, "no MAT-file");
    file = level4(0, 1, 1, 0, sparse, 8);
    put(&file, "\377\377\377\377", 4);
    assert_refused(file.at, file.n, "variable number 2: it is cut short");
    put(&file, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    assert_refused(file.at, file.n, "variable number 2: no header of a variable of MATLAB 4");
}
