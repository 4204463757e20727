/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "formats/processes/message.h"
#include "tests/test.h"

static const struct message_wait briefly = {.most = 1 << 20, .seconds = 0.2};

TEST(what_was_put_is_taken) {
    struct message m = {0};
    const double reals[] = {0.5, -1e300};
    double taken[2];
    message_put_number(&m, UINT64_MAX);
    message_put_text(&m, "naïve");
    message_put_text(&m, NULL);
    message_put_text(&m, "");
    message_put(&m, reals, sizeof reals);
    assert_true(message_take_number(&m) == UINT64_MAX);
    char *text = message_take_text(&m);
    assert_string_equal(text, "naïve");
    free(text);
    assert_null(message_take_text(&m));
    text = message_take_text(&m);
    assert_string_equal(text, "");
    free(text);
    assert_false(message_is_done(&m));
    message_take(&m, taken, sizeof taken);
    assert_memory_equal(taken, reals, sizeof reals);
    assert_true(message_is_done(&m));
    m.taken -= sizeof reals;
    assert_memory_equal(message_take_place(&m, sizeof reals), reals, sizeof reals);
    assert_true(message_is_done(&m));
    message_release(&m);
}

TEST(what_is_not_there_fails_for_good) {
    struct message m = {0};
    uint32_t small = 7;
    message_put(&m, &small, sizeof small);
    assert_int_equal(message_take_number(&m), 0);
    assert_true(m.failed);
    message_take(&m, &small, sizeof small);
    assert_int_equal(small, 0);
    assert_int_equal(message_left(&m), 0);
    assert_false(message_is_done(&m));
    message_clear(&m);
    message_put_number(&m, 5);
    assert_int_equal(message_take_number(&m), 5);
    assert_null(message_take_place(&m, 1));
    assert_true(m.failed);
    message_release(&m);
}

TEST(a_text_is_bounded_and_without_a_hole) {
    struct message m = {0};
    message_put_number(&m, 4);
    message_put(&m, "abc", 3);
    assert_null(message_take_text(&m));
    assert_true(m.failed);
    message_clear(&m);
    message_put_number(&m, UINT64_MAX - 1);
    assert_null(message_take_text(&m));
    assert_true(m.failed);
    message_clear(&m);
    message_put_number(&m, 3);
    message_put(&m, "a\0c", 3);
    assert_null(message_take_text(&m));
    assert_true(m.failed);
    message_release(&m);
}

TEST(a_count_is_one_that_fits) {
    struct message m = {0};
    message_put_number(&m, 3);
    message_put(&m, "123456", 6);
    assert_int_equal(message_take_count(&m, 2), 3);
    message_clear(&m);
    message_put_number(&m, 4);
    message_put(&m, "123456", 6);
    assert_int_equal(message_take_count(&m, 2), 0);
    assert_true(m.failed);
    message_clear(&m);
    message_put_number(&m, UINT64_MAX / 2);
    assert_int_equal(message_take_count(&m, 16), 0);
    assert_true(m.failed);
    message_release(&m);
}

TEST(a_message_passes_through_a_socket) {
    int ends[2];
    struct message sent = {0}, got = {0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    message_put_text(&sent, "text");
    for (int i = 0; i < 2; i++)
        assert_int_equal(message_send(ends[0], &sent, &briefly), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(message_receive(ends[1], &got, &briefly), 0);
        char *text = message_take_text(&got);
        assert_string_equal(text, "text");
        free(text);
    }
    assert_int_equal(message_receive(ends[1], &got, &briefly), ETIMEDOUT);
    const struct message_wait narrow = {.most = 11, .seconds = 0.2};
    assert_int_equal(message_send(ends[0], &sent, &briefly), 0);
    assert_int_equal(message_receive(ends[1], &got, &narrow), EMSGSIZE);
    close(ends[0]);
    message_release(&sent);
    message_release(&got);
    close(ends[1]);
}

TEST(a_message_that_breaks_off_is_none) {
    int ends[2];
    struct message got = {0};
    const uint64_t size = 100;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(write(ends[0], &size, sizeof size), sizeof size);
    assert_int_equal(write(ends[0], "abc", 3), 3);
    assert_int_equal(message_receive(ends[1], &got, &briefly), ETIMEDOUT);
    close(ends[0]);
    assert_int_equal(message_receive(ends[1], &got, &briefly), EPIPE);
    assert_true(got.room < 100000);
    close(ends[1]);
    message_release(&got);
}

TEST(a_receiver_that_does_not_listen_is_not_waited_for) {
    int ends[2];
    struct message sent = {0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    for (int i = 0; i < 1 << 20; i++)
        message_put_number(&sent, 0);
    assert_int_equal(message_send(ends[0], &sent, &briefly), ETIMEDOUT);
    close(ends[1]);
    assert_int_equal(message_send(ends[0], &sent, &briefly), EPIPE);
    close(ends[0]);
    message_release(&sent);
}

TEST(an_empty_message_is_one) {
    int ends[2];
    struct message m = {0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(message_send(ends[0], &m, &briefly), 0);
    message_put_number(&m, 1);
    assert_int_equal(message_send(ends[0], &m, &briefly), 0);
    assert_int_equal(message_receive(ends[1], &m, &briefly), 0);
    assert_true(message_is_done(&m));
    assert_int_equal(message_receive(ends[1], &m, &briefly), 0);
    assert_int_equal(message_take_number(&m), 1);
    close(ends[0]);
    close(ends[1]);
    message_release(&m);
}

TEST(what_is_lent_does_not_grow) {
    int ends[2];
    unsigned char room[16];
    struct message sent = {0}, lent = {.bytes = room, .room = sizeof room, .is_lent = 1};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    message_put_text(&sent, "8 bytes.");
    assert_int_equal(message_send(ends[0], &sent, &briefly), 0);
    assert_int_equal(message_receive(ends[1], &lent, &briefly), 0);
    assert_ptr_equal(lent.bytes, room);
    message_put(&lent, "!", 1);
    assert_true(lent.failed);
    message_clear(&sent);
    message_put_text(&sent, "and 9 too");
    assert_int_equal(message_send(ends[0], &sent, &briefly), 0);
    assert_int_equal(message_receive(ends[1], &lent, &briefly), ENOMEM);
    close(ends[0]);
    close(ends[1]);
    message_release(&sent);
    message_release(&lent);
}

/* What is there already is received all the same. */
TEST(who_is_asked_to_stop_does_not_wait) {
    int ends[2];
    const volatile sig_atomic_t stop = 1;
    struct message m = {0};
    const struct message_wait wait = {.most = 100, .seconds = 3600, .stop = &stop};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(message_send(ends[0], &m, &wait), 0);
    assert_int_equal(message_receive(ends[1], &m, &wait), 0);
    assert_int_equal(message_receive(ends[1], &m, &wait), EINTR);
    close(ends[0]);
    close(ends[1]);
    message_release(&m);
}

/* What it did not read makes its end a reset connection. */
TEST(who_leaves_without_reading_has_ended) {
    int ends[2];
    struct message m = {0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(message_send(ends[0], &m, &briefly), 0);
    close(ends[1]);
    assert_int_equal(message_receive(ends[0], &m, &briefly), EPIPE);
    close(ends[0]);
    message_release(&m);
}

/* Others may have its end of the socket still. */
TEST(who_waits_for_a_life_that_ends_has_waited_enough) {
    int ends[2], lives[2];
    struct message m = {0};
    const struct message_wait wait = {.most = 100, .seconds = 3600, .life = &lives[0]};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, lives), 0);
    close(lives[1]);
    assert_int_equal(message_send(ends[0], &m, &wait), 0);
    assert_int_equal(message_receive(ends[1], &m, &wait), 0);
    assert_int_equal(message_receive(ends[1], &m, &wait), EPIPE);
    close(lives[0]);
    close(ends[0]);
    close(ends[1]);
    message_release(&m);
}
