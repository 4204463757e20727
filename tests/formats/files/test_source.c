/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include <unistd.h>

TEST(a_file_is_read_whole_or_its_beginning) {
    char path[] = "/tmp/benchmat-source-XXXXXX";
    struct source source;
    char text[200000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * i);
    FILE *file = fdopen(mkstemp(path), "w");
    fwrite(text, 1, sizeof text, file);
    fclose(file);
    assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, NULL), 0);
    assert_int_equal(source.length, sizeof text);
    assert_memory_equal(source.text, text, sizeof text);
    source_release(&source);
    assert_int_equal(source_read(&source, path, 100000, NULL), 0);
    assert_int_equal(source.length, 100000);
    source_release(&source);
    assert_null(source.text);
    unlink(path);
}

TEST(what_cannot_be_read_says_why) {
    struct source source;
    struct err err = {""};
    assert_int_equal(source_read(&source, "/no/such", 10, &err), ERR_FAILED);
    assert_string_equal(err.message, "/no/such: no such file");
    source_release(&source);
    assert_int_equal(source_read(&source, "/tmp", 10, &err), ERR_FAILED);
    assert_string_equal(err.message, "/tmp: Is a directory");
    source_release(&source);
}

TEST(lines_are_counted_from_one) {
    struct source source = {.path = "x", .text = "a\nb\n\nc", .length = 6};
    assert_int_equal(source_line(&source, 0), 1);
    assert_int_equal(source_line(&source, 1), 1);
    assert_int_equal(source_line(&source, 2), 2);
    assert_int_equal(source_line(&source, 5), 4);
    assert_int_equal(source_line(&source, 99), 4);
}

TEST(a_stem_is_the_name_alone) {
    char buffer[16];
    assert_string_equal(source_stem(buffer, sizeof buffer, "runs/before.json"), "before");
    assert_string_equal(source_stem(buffer, sizeof buffer, "a.b/c"), "c");
    assert_string_equal(source_stem(buffer, sizeof buffer, "a-1.7.1.json"), "a-1.7.1");
    assert_string_equal(source_stem(buffer, sizeof buffer, ".hidden"), ".hidden");
    assert_string_equal(source_stem(buffer, sizeof buffer, "a/results.d//"), "results");
    assert_string_equal(source_stem(buffer, sizeof buffer, "/"), "/");
    assert_string_equal(source_stem(buffer, sizeof buffer, ""), "");
    assert_string_equal(source_stem(buffer, 4, "abcdef.x"), "abc");
}

TEST(carriage_returns_alone_end_lines) {
    static const char *const texts[][2] = {
        {"a,b\r1,2\r", "a,b\n1,2\n"}, {"a\r\nb\r\n", "a\r\nb\r\n"}, {"\357\273\277a\rb", "a\nb"}};
    char path[] = "/tmp/benchmat-returns-XXXXXX";
    int file = mkstemp(path);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct source source;
        const size_t n = strlen(texts[i][0]), length = strlen(texts[i][1]);
        assert_int_equal(ftruncate(file, 0), 0);
        assert_int_equal(pwrite(file, texts[i][0], n, 0), n);
        assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, NULL), 0);
        assert_int_equal(source.length, length);
        assert_memory_equal(source.text, texts[i][1], length);
        source_release(&source);
    }
    close(file);
    unlink(path);
}

TEST(utf16_becomes_utf8) {
    char path[] = "/tmp/benchmat-utf16-XXXXXX";
    static const char little[] = "\377\376a\0\265\0\75\330\0\336\n",
                      big[] = "\376\377\0a\0\n\330\75";
    struct source source;
    int file = mkstemp(path);
    assert_int_equal(write(file, little, sizeof little), sizeof little);
    assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, NULL), 0);
    assert_int_equal(source.length, 8);
    assert_memory_equal(source.text, "a\302\265\360\237\230\200\n", 8);
    source_release(&source);
    assert_int_equal(ftruncate(file, 0), 0);
    assert_int_equal(pwrite(file, big, sizeof big - 1, 0), sizeof big - 1);
    assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, NULL), 0);
    assert_int_equal(source.length, 5);
    assert_memory_equal(source.text, "a\n\357\277\275", 5); /* half a pair */
    source_release(&source);
    close(file);
    remove(path);
}
