/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/files/source.h"
#include "formats/files/stream.h"
#include "tests/test.h"

/* Sets PATH to a pipe that has the bytes of TEXT, and its end. Returns what to close. */
static int open_pipe(char path[32], const char *text) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, strlen(text)), (long)strlen(text));
    close(ends[1]);
    snprintf(path, 32, "/dev/fd/%d", ends[0]);
    return ends[0];
}

TEST(what_can_be_read_once_is_a_stream) {
    char path[32], file[] = "/tmp/benchmat-stream-XXXXXX";
    int end = open_pipe(path, ""), descriptor = mkstemp(file);
    assert_true(stream_is(path));
    assert_true(stream_is("/dev/null"));
    assert_false(stream_is(file));
    assert_false(stream_is("/tmp"));
    assert_false(stream_is("/no/such"));
    close(descriptor);
    unlink(file);
    close(end);
}

TEST(a_dash_is_standard_input) {
    assert_string_equal(stream_path("-"), "/dev/stdin");
    assert_string_equal(stream_path("./-"), "./-");
    assert_string_equal(stream_path("a.h5"), "a.h5");
}

TEST(a_pipe_is_read_once_and_given_often) {
    char path[32], line[32];
    struct source source;
    int end = open_pipe(path, "\357\273\277first\nsecond\n");
    assert_int_equal(source_read(&source, path, 6, NULL), 0);
    assert_int_equal(source.length, 3);
    assert_memory_equal(source.text, "fir", 3);
    source_release(&source);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, NULL), 0);
        assert_int_equal(source.length, 13);
        assert_memory_equal(source.text, "first\nsecond\n", 13);
        source_release(&source);
    }
    FILE *file = stream_open(path, SOURCE_MOST_BYTES, NULL);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "\357\273\277first\n");
    fclose(file);
    close(end);
}

TEST(an_empty_pipe_is_empty_each_time) {
    char path[32];
    struct source source;
    int end = open_pipe(path, "");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, NULL), 0);
        assert_int_equal(source.length, 0);
        source_release(&source);
        FILE *file = stream_open(path, SOURCE_MOST_BYTES, NULL);
        assert_int_equal(getc(file), EOF);
        fclose(file);
    }
    close(end);
}

TEST(a_pipe_that_is_too_long_is_refused_each_time) {
    char path[32];
    int end = open_pipe(path, "twelve bytes");
    for (int i = 0; i < 2; i++) {
        struct err err = {""};
        const char *text;
        size_t length;
        assert_int_equal(stream_read(path, 11, &text, &length, &err), ERR_DAMAGED);
        assert_non_null(strstr(err.message, path));
        assert_non_null(strstr(err.message, "longer than 0 MiB; save it to a file first"));
        assert_null(stream_open(path, 11, &err));
    }
    close(end);
    end = open_pipe(path, "twelve bytes");
    const char *text;
    size_t length;
    assert_int_equal(stream_read(path, 12, &text, &length, NULL), 0);
    assert_int_equal(length, 12);
    close(end);
}

TEST(pipes_are_told_apart) {
    char one[32], other[32];
    const char *text;
    size_t length;
    int ends[] = {open_pipe(one, "one"), open_pipe(other, "other")};
    assert_int_equal(stream_read(one, 100, &text, &length, NULL), 0);
    assert_int_equal(length, 3);
    assert_int_equal(stream_read(other, 100, &text, &length, NULL), 0);
    assert_memory_equal(text, "other", 5);
    assert_int_equal(stream_read(one, 100, &text, &length, NULL), 0);
    assert_memory_equal(text, "one", 3);
    close(ends[0]);
    close(ends[1]);
}

TEST(what_is_not_there_is_named) {
    struct err err = {""};
    assert_null(stream_open("/no/such", 100, &err));
    assert_string_equal(err.message, "/no/such: no such file");
}
