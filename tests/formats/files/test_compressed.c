/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include <unistd.h>
#include <zlib.h>

#include "formats/files/compressed.h"

/* What gzip makes of N bytes. */
static size_t compress_by_gzip(const char *text, size_t n, char *room, size_t size) {
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)text;
    z.avail_in = (unsigned)n;
    z.next_out = (unsigned char *)room;
    z.avail_out = (unsigned)size;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return size - z.avail_out;
}

/* A frame of zstd with N bytes, fewer than 256, as they are. */
static size_t frame_by_zstd(const char *text, size_t n, char *room) {
    const char head[] = {0x28,    (char)0xb5,         0x2f,           (char)0xfd, 0x20,
                         (char)n, (char)(n << 3 | 1), (char)(n >> 5), 0};
    memcpy(room, head, sizeof head);
    memcpy(room + sizeof head, text, n);
    return sizeof head + n;
}

/* Whether libzstd was there when this was built. */
static int knows_zstd(void) {
    char frame[32], *text;
    size_t length, n = frame_by_zstd("x", 1, frame);
    struct err err = {""};
    int rc = compressed_expand("x", frame, n, 10, 0, &text, &length, &err);
    free(text);
    if (rc)
        assert_string_equal(err.message, "x: compressed by zstd, without which this program was "
                                         "built; decompress it first: zstd -d");
    return rc == 0;
}

static void assert_expands(const char *from, size_t n, const char *to, size_t length) {
    struct err err = {""};
    char *text;
    size_t got;
    if (compressed_expand("x", from, n, 1 << 20, 0, &text, &got, &err))
        fail_msg("%s", err.message);
    assert_int_equal(got, length);
    assert_memory_equal(text, to, length);
    free(text);
}

static void assert_refused(const char *from, size_t n, size_t limit, const char *message) {
    struct err err = {""};
    char *text;
    size_t length;
    assert_int_equal(compressed_expand("x", from, n, limit, 0, &text, &length, &err), ERR_DAMAGED);
    assert_string_equal(err.message, message);
}

TEST(data_are_expanded) {
    char text[100000], room[100000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * i >> 3);
    size_t n = compress_by_gzip(text, sizeof text, room, sizeof room);
    assert_true(compressed_is(room, n) && !compressed_is(text, sizeof text));
    assert_false(compressed_is(room, 2));
    assert_expands(room, n, text, sizeof text);
    /* Two members, and zeros behind them, as on a tape. */
    n = compress_by_gzip(text, 50000, room, sizeof room);
    n += compress_by_gzip(text + 50000, 50000, room + n, sizeof room - n);
    memset(room + n, 0, 5);
    assert_expands(room, n + 5, text, sizeof text);
    n = compress_by_gzip("", 0, room, sizeof room);
    assert_expands(room, n, "", 0);
}

TEST(frames_of_zstd_are_expanded) {
    char room[600];
    if (!knows_zstd())
        return;
    size_t n = frame_by_zstd("hello, ", 7, room);
    n += frame_by_zstd("world", 5, room + n);
    assert_true(compressed_is(room, n));
    assert_expands(room, n, "hello, world", 12);
    assert_refused(room, n - 1, 1 << 20, "x: its zstd data end early");
    room[6] = 7; /* a kind of block that there is not */
    assert_refused(room, n, 1 << 20, "x: its zstd data are damaged");
}

TEST(damaged_data_are_refused) {
    char room[1000];
    size_t n = compress_by_gzip("a text that is long enough", 26, room, sizeof room);
    assert_refused(room, n - 1, 1 << 20, "x: its gzip data end early");
    assert_refused(room, 3, 1 << 20, "x: its gzip data end early");
    room[n - 5] ^= 1;
    assert_refused(room, n, 1 << 20, "x: its gzip data are damaged");
    room[n - 5] ^= 1;
    room[12] ^= 0x55;
    assert_refused(room, n, 1 << 20, "x: its gzip data are damaged");
}

TEST(the_beginning_may_end_early) {
    char text[5000], room[6000], *begin;
    size_t length;
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof text; i += 7)
        text[i] = (char)(i * 31);
    size_t n = compress_by_gzip(text, sizeof text, room, sizeof room);
    assert_int_equal(compressed_expand("x", room, n / 2, 100000, 1, &begin, &length, NULL), 0);
    assert_true(length > 0 && length < sizeof text);
    assert_memory_equal(begin, text, length);
    free(begin);
    assert_int_equal(compressed_expand("x", room, n, 100, 0, &begin, &length, NULL), 0);
    assert_int_equal(length, 101);
    free(begin);
}

/* Few bytes that stand for many: refused long before they fill the memory. */
TEST(bombs_are_refused) {
    size_t many = (size_t)COMPRESSED_FREE_BYTES * 2, room = 1 << 20;
    char *zeros = calloc(many, 1), *bomb = malloc(room);
    size_t n = compress_by_gzip(zeros, many, bomb, room);
    assert_refused(bomb, n, (size_t)1 << 30,
                   "x: its gzip data expand to more than 200 times their length; if it is right, "
                   "decompress it first");
    if (knows_zstd()) {
        /* Blocks of 128 KiB equal bytes. */
        static const char head[] = {0x28, (char)0xb5, 0x2f, (char)0xfd, 0, 0x58},
                          block[] = {0x02, 0, 0x10, 'x'};
        memcpy(bomb, head, sizeof head);
        for (n = sizeof head; n < 8000; n += sizeof block)
            memcpy(bomb + n, block, sizeof block);
        assert_refused(bomb, n, (size_t)1 << 30,
                       "x: its zstd data expand to more than 200 times their length; if it is "
                       "right, decompress it first");
    }
    free(bomb);
    free(zeros);
}

TEST(names_lose_only_such_an_extension) {
    char buffer[32];
    assert_int_equal(compressed_name_length("a/x.csv.gz"), 7);
    assert_int_equal(compressed_name_length("x.csv.zst"), 5);
    assert_int_equal(compressed_name_length("x.csv"), 5);
    assert_int_equal(compressed_name_length(".gz"), 3);
    assert_string_equal(source_stem(buffer, sizeof buffer, "runs/before.json.gz"), "before");
    assert_string_equal(source_stem(buffer, sizeof buffer, "runs/before.zst"), "before");
}
