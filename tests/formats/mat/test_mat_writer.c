/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written is read again, by one thread or several. */
#include "tests/formats/mat_made.h"

#include "formats/mat/mat_file.h"

/* Of integers the least and the most. */
static const void *const ends[MAT_CLASSES] = {
    [MAT_DOUBLE] = (const double[]){-0.0},
    [MAT_SINGLE] = (const float[]){0, -0.0f},
    [MAT_INT8] = (const int8_t[]){INT8_MIN, INT8_MAX},
    [MAT_UINT8] = (const uint8_t[]){0, UINT8_MAX},
    [MAT_INT16] = (const int16_t[]){INT16_MIN, INT16_MAX},
    [MAT_UINT16] = (const uint16_t[]){0, UINT16_MAX},
    [MAT_INT32] = (const int32_t[]){INT32_MIN, INT32_MAX},
    [MAT_UINT32] = (const uint32_t[]){0, UINT32_MAX},
    [MAT_INT64] = (const int64_t[]){INT64_MIN, INT64_MAX},
    [MAT_UINT64] = (const uint64_t[]){0, UINT64_MAX},
};

/* Of every class, with dimensions of all kinds. */
static void add_all(struct made *made) {
    static const double reals[24] = {1, -2.5, 3e-9, 0, 5, 6, 7, 8, 9, 10, 11, 12};
    static const uint8_t flags[3] = {1, 0, 1};
    static const size_t cell_dims[2] = {1, 2};
    struct mat_build *b = &made->build;
    for (enum mat_class class = MAT_DOUBLE; class <= MAT_UINT64; class ++)
        made_add(made, mat_class_name(class),
                 mat_build_numbers(b, class, ends[class],
                                   (size_t[]){1, class == MAT_DOUBLE ? 1 : 2}, 2));
    struct mat_array array = mat_build_numbers(b, MAT_DOUBLE, reals, (size_t[]){2, 3, 4}, 3);
    made_add(made, "layers", array);
    array.is_complex = 1;
    array.imaginary = reals;
    made_add(made, "complex", array);
    array = mat_build_numbers(b, MAT_UINT8, flags, (size_t[]){3, 1}, 2);
    array.is_logical = 1;
    made_add(made, "logical", array);
    made_add(made, "empty", mat_build_numbers(b, MAT_INT16, reals, (size_t[]){0, 3}, 2));
    made_add(made, "nothing", mat_build_text(b, ""));
    const struct mat_array cells[2] = {mat_build_text(b, "ASCII"),
                                       mat_build_text(b, "µ \360\237\230\200")};
    made_add(made, "cell",
             (struct mat_array){
                 .class = MAT_CELL, .rank = 2, .dims = cell_dims, .count = 2, .items = cells});
    struct mat_fields inner = {0}, outer = {0};
    mat_fields_add(b, &inner, "x", mat_build_real(b, 4));
    mat_fields_add(b, &inner, "a name with more than thirty-one letters in it",
                   mat_build_integer(b, -5));
    mat_fields_reserve(b, &outer, "nowhere");
    mat_fields_add(b, &outer, "inner", mat_fields_end(b, &inner));
    made_add(made, "struct_", mat_fields_end(b, &outer));
}

static const char all[] =
    "variable double\ndouble 1x1: -0x0p+0\n"
    "variable single\nsingle 1x2: 0x0p+0 -0x0p+0\n"
    "variable int8\nint8 1x2: -0x1p+7 0x1.fcp+6\n"
    "variable uint8\nuint8 1x2: 0x0p+0 0x1.fep+7\n"
    "variable int16\nint16 1x2: -0x1p+15 0x1.fffcp+14\n"
    "variable uint16\nuint16 1x2: 0x0p+0 0x1.fffep+15\n"
    "variable int32\nint32 1x2: -0x1p+31 0x1.fffffffcp+30\n"
    "variable uint32\nuint32 1x2: 0x0p+0 0x1.fffffffep+31\n"
    "variable int64\nint64 1x2: -9223372036854775808 9223372036854775807\n"
    "variable uint64\nuint64 1x2: 0 18446744073709551615\n"
    "variable layers\ndouble 2x3x4: 0x1p+0 -0x1.4p+1 0x1.9c511dc3a41dfp-29 0x0p+0 0x1.4p+2 "
    "0x1.8p+2 0x1.cp+2 0x1p+3 0x1.2p+3 0x1.4p+3 0x1.6p+3 0x1.8p+3 0x0p+0 0x0p+0 0x0p+0 0x0p+0 "
    "0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0\n"
    "variable complex\ndouble 2x3x4 complex: 0x1p+0 -0x1.4p+1 0x1.9c511dc3a41dfp-29 0x0p+0 "
    "0x1.4p+2 0x1.8p+2 0x1.cp+2 0x1p+3 0x1.2p+3 0x1.4p+3 0x1.6p+3 0x1.8p+3 0x0p+0 0x0p+0 0x0p+0 "
    "0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x1p+0 -0x1.4p+1 "
    "0x1.9c511dc3a41dfp-29 0x0p+0 0x1.4p+2 0x1.8p+2 0x1.cp+2 0x1p+3 0x1.2p+3 0x1.4p+3 0x1.6p+3 "
    "0x1.8p+3 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 0x0p+0 "
    "0x0p+0\n"
    "variable logical\nlogical 3x1: 0x1p+0 0x0p+0 0x1p+0\n"
    "variable empty\nint16 0x3:\n"
    "variable nothing\nchar 0x0:\n"
    "variable cell\ncell 1x2:\nchar 1x5: 0x1.04p+6 0x1.4cp+6 0x1.0cp+6 0x1.24p+6 0x1.24p+6\n"
    "char 1x4: 0x1.6ap+7 0x1p+5 0x1.b07ap+15 0x1.bcp+15\n"
    "variable struct_\nstruct 1x1: inner\n"
    "struct 1x1: x a_name_with_more_than_thirty_one_letters_in_it\ndouble 1x1: 0x1p+2\n"
    "int64 1x1: -5\n";

TEST(all_classes_come_back) {
    for (enum mat_version version = MAT_V6; version <= MAT_V7; version++) {
        struct made made;
        made_begin(&made, version);
        add_all(&made);
        made_end(&made);
        assert_reads(made.bytes, made.n, all);
        free(made.bytes);
    }
}

TEST(headers_say_what_a_variable_is) {
    struct made made;
    struct mat_file file;
    struct mat_header header;
    made_begin(&made, MAT_V7);
    add_all(&made);
    made_end(&made);
    assert_int_equal(mat_open(&file, "x.mat", made.bytes, made.n, 0, NULL), 0);
    assert_string_equal(file.text, "MATLAB 5.0 MAT-file, made");
    size_t count = 0;
    for (; mat_next(&file, &header, NULL) == 1; count++)
        if (strcmp(header.name, "complex") == 0) {
            assert_true(header.is_complex && header.rank == 3 && header.count == 24);
            assert_int_equal(header.class, MAT_DOUBLE);
            assert_true(header.is_compressed && header.bytes > 48 * sizeof(double));
        }
    assert_int_equal(count, 17);
    mat_close(&file);
    free(made.bytes);
}

/* --- several threads --- */

enum { MANY = 200 };

static void make_many(struct made *made) {
    static double numbers[MANY];
    made_begin(made, MAT_V7);
    for (size_t i = 0; i < MANY; i++) {
        char name[16];
        numbers[i] = (double)i;
        snprintf(name, sizeof name, "v%zu", i);
        made_add(made, name,
                 mat_build_numbers(&made->build, MAT_DOUBLE, numbers, (size_t[]){i, 1}, 2));
    }
    made_end(made);
}

TEST(threads_keep_the_order) {
    struct made made;
    make_many(&made);
    for (size_t threads = 1; threads <= 4; threads++) {
        struct mat_file file;
        struct mat_load load;
        struct err err = {""};
        assert_int_equal(mat_open(&file, "x.mat", made.bytes, made.n, 0, &err), 0);
        assert_int_equal(mat_load(&file, threads, &load, &err), 0);
        assert_int_equal(load.count, MANY);
        for (size_t i = 0; i < MANY; i++) {
            assert_int_equal(load.items[i].variable.array.count, i);
            for (size_t k = 0; k < i; k++)
                assert_true(mat_number(&load.items[i].variable.array, k) == (double)k);
        }
        mat_load_release(&load);
        assert_int_equal(atomic_load(&file.budget.used), 0);
        mat_close(&file);
    }
    free(made.bytes);
}

/* Two variables are damaged: whichever thread comes first, it is the first that is named. */
TEST(the_first_failure_is_named) {
    struct made made;
    make_many(&made);
    unsigned char *element = (unsigned char *)made.bytes + 128;
    for (size_t i = 0; i < MANY; i++) {
        uint32_t length;
        memcpy(&length, element + 4, sizeof length);
        if (i == 77 || i == 78 || i == 150)
            element[8 + length - 1] ^= 1;
        element += 8 + length;
    }
    for (int i = 0; i < 50; i++) {
        struct mat_file file;
        struct mat_load load;
        struct err err = {""};
        assert_int_equal(mat_open(&file, "x.mat", made.bytes, made.n, 0, &err), 0);
        assert_int_equal(mat_load(&file, 4, &load, &err), ERR_DAMAGED);
        assert_string_equal(err.message, "x.mat: variable v77: its compressed data are damaged, or "
                                         "their checksum is wrong");
        mat_load_release(&load);
        assert_int_equal(atomic_load(&file.budget.used), 0);
        mat_close(&file);
    }
    free(made.bytes);
}

TEST(memory_is_bounded_for_all_together) {
    enum { COUNT = 1 << 17, VARIABLES = 8, MIB = 1 << 20 };
    double *zeros = calloc(COUNT, sizeof *zeros);
    struct made made;
    made_begin(&made, MAT_V7);
    for (size_t i = 0; i < VARIABLES; i++)
        made_add(&made, (char[]){(char)('a' + i), '\0'},
                 mat_build_numbers(&made.build, MAT_DOUBLE, zeros, (size_t[]){COUNT, 1}, 2));
    made_end(&made);
    for (size_t limit = 1; limit <= 9; limit += 2) {
        struct mat_file file;
        struct mat_load load;
        struct err err = {""};
        assert_int_equal(mat_open(&file, "x.mat", made.bytes, made.n, limit * MIB, &err), 0);
        int rc = mat_load(&file, 2, &load, &err);
        assert_int_equal(rc, limit == 9 ? 0 : ERR_DAMAGED);
        assert_true(rc == 0 || strstr(err.message, "allow more by bench-store import --memory"));
        assert_true(rc == 0 || strncmp(err.message + 7, "variable ", 9) == 0);
        assert_true(atomic_load(&file.budget.used) <= limit * MIB);
        mat_load_release(&load);
        mat_close(&file);
    }
    free(zeros);
    free(made.bytes);
}

/* Empty ones of level 4. It is told before memory is short, which more of would not help. */
TEST(the_number_of_variables_is_bounded) {
    static const unsigned char header[20] = {[16] = 2}; /* little-endian; the name's length */
    enum { BYTES = sizeof header + 2 };
    for (size_t more = 0; more < 2; more++) {
        size_t count = MAT_MOST_VARIABLES + more;
        char *bytes = calloc(count, BYTES);
        struct mat_file file;
        struct mat_load load;
        struct err err = {""};
        for (size_t i = 0; i < count; i++) {
            memcpy(bytes + i * BYTES, header, sizeof header);
            bytes[i * BYTES + sizeof header] = 'v';
        }
        assert_int_equal(mat_open(&file, "x.mat", bytes, count * BYTES, 0, &err), 0);
        assert_int_equal(mat_load(&file, 1, &load, &err), more ? ERR_DAMAGED : 0);
        assert_string_equal(err.message,
                            more ? "x.mat: more than 20000 variables, which is the most" : "");
        mat_load_release(&load);
        mat_close(&file);
        free(bytes);
    }
}

/* --- limits --- */

TEST(two_gigabytes_are_refused) {
    struct made made;
    struct err err = {""};
    made_begin(&made, MAT_V6);
    struct mat_array array =
        mat_build_numbers(&made.build, MAT_DOUBLE, &(double){0}, (size_t[]){1 << 28, 1}, 2);
    assert_int_equal(mat_writer_add(&made.writer, "large", &array, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "variable large takes 2 GiB or more"));
    made_end(&made);
    assert_int_equal(made.n, 128);
    free(made.bytes);
}
