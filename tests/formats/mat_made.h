/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_made.h: MAT-files made in memory for the tests: sound ones by our writer, and others byte by
 * byte. */
#ifndef BENCHMAT_TESTS_FORMATS_MAT_MADE_H
#define BENCHMAT_TESTS_FORMATS_MAT_MADE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_writer.h"
#include "tests/formats/mat_dump.h"
#include "tests/test.h"

/* --- sound files --- */

struct made {
    char *bytes;
    size_t n;
    FILE *file;
    struct mat_writer writer;
    struct mat_build build;
};

static inline void made_begin(struct made *made, enum mat_version version) {
    made->file = open_memstream(&made->bytes, &made->n);
    assert_non_null(made->file);
    mat_build_begin(&made->build);
    assert_int_equal(mat_writer_begin(&made->writer, made->file, version, "made", NULL), 0);
}

static inline void made_add(struct made *made, const char *name, struct mat_array array) {
    struct err err = {""};
    assert_false(made->build.has_failed);
    if (mat_writer_add(&made->writer, name, &array, &err))
        fail_msg("%s", err.message);
}

/* Ends the writing; made->bytes are to be freed. */
static inline void made_end(struct made *made) {
    mat_writer_end(&made->writer);
    mat_build_release(&made->build);
    assert_int_equal(fclose(made->file), 0);
}

/* --- any bytes --- */

struct bytes {
    unsigned char at[4096];
    size_t n;
};

static inline void put(struct bytes *b, const void *data, size_t n) {
    assert_true(b->n + n <= sizeof b->at);
    memcpy(b->at + b->n, data, n);
    b->n += n;
}

static inline void put32(struct bytes *b, uint32_t value) {
    put(b, &value, sizeof value);
}

/* A whole element, padded. */
static inline void put_element(struct bytes *b, uint32_t type, const void *data, size_t n) {
    put32(b, type);
    put32(b, (uint32_t)n);
    put(b, data, n);
    put(b, "\0\0\0\0\0\0\0", (8 - n % 8) % 8);
}

/* In this machine's byte order, as all that is put here. */
static inline void put_file_header(struct bytes *b) {
    static const uint16_t version_and_mark[2] = {0x0100, 'M' << 8 | 'I'};
    char text[124];
    memset(text, ' ', sizeof text);
    memcpy(text, "MATLAB 5.0 MAT-file, by hand", 28);
    memset(text + 116, 0, 8);
    put(b, text, sizeof text);
    put(b, version_and_mark, sizeof version_and_mark);
}

/* Flags, dimensions and name of an array. */
static inline void put_head(struct bytes *b, uint32_t flags, const int32_t *dims, size_t rank,
                            const char *name) {
    const uint32_t words[2] = {flags, 0};
    put_element(b, MAT_TYPE_UINT32, words, sizeof words);
    put_element(b, MAT_TYPE_INT32, dims, 4 * rank);
    put_element(b, MAT_TYPE_INT8, name, strlen(name));
}

/* The element of which BODY is the data, at the end of FILE. */
static inline void put_variable(struct bytes *file, const struct bytes *body) {
    put_element(file, MAT_TYPE_MATRIX, body->at, body->n);
}

/* --- reading --- */

/* The N bytes at TEXT as mat_dump.h writes them, to be freed, out of memory that ends with them;
 * NULL where they are refused, with one line that names the file in MESSAGE. */
static inline char *read_bytes(const void *bytes, size_t n, size_t memory, char *message) {
    struct err err = {""};
    struct mat_file file;
    char *text = NULL, *exact = malloc(n ? n : 1);
    size_t length;
    FILE *to = open_memstream(&text, &length);
    assert_true(exact && to);
    memcpy(exact, bytes, n);
    int rc = mat_open(&file, "x.mat", exact, n, memory, &err);
    if (rc == 0)
        while ((rc = dump_next(to, &file, &err)) > 0)
            ;
    assert_int_equal(atomic_load(&file.budget.used), 0);
    mat_close(&file);
    fclose(to);
    free(exact);
    strcpy(message, err.message);
    if (rc == 0)
        return text;
    assert_true(strncmp(err.message, "x.mat: ", 7) == 0 && !strchr(err.message, '\n'));
    free(text);
    return NULL;
}

static inline void assert_reads(const void *bytes, size_t n, const char *wanted) {
    char message[1024];
    char *text = read_bytes(bytes, n, 0, message);
    if (!text)
        fail_msg("%s", message);
    assert_string_equal(text, wanted);
    free(text);
}

/* It is refused, and the message has PART. */
static inline void assert_refused(const void *bytes, size_t n, const char *part) {
    char message[1024];
    char *text = read_bytes(bytes, n, 0, message);
    if (text)
        fail_msg("read: %s", text);
    if (!strstr(message, part))
        fail_msg("\"%s\" lacks \"%s\"", message, part);
}

#endif
