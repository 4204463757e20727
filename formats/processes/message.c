/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/processes/message.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define FIRST_ROOM ((size_t)4096)
#define NO_TEXT    UINT64_MAX
#define SLICE      0.1 /* seconds */

/* --- putting --- */

void message_clear(struct message *m) {
    m->size = m->taken = 0;
    m->failed = 0;
}

void message_release(struct message *m) {
    if (!m->is_lent)
        free(m->bytes);
    *m = (struct message){0};
}

static int make_room(struct message *m, size_t more) {
    if (more <= m->room - m->size)
        return 0;
    if (m->is_lent)
        return ENOMEM;
    size_t room = m->room ? m->room : FIRST_ROOM;
    while (room - m->size < more) {
        if (room > SIZE_MAX / 4)
            return ENOMEM;
        room *= 2;
    }
    unsigned char *bytes = realloc(m->bytes, room);
    if (!bytes)
        return ENOMEM;
    m->bytes = bytes;
    m->room = room;
    return 0;
}

void message_put(struct message *m, const void *bytes, size_t size) {
    if (!m->failed && make_room(m, size))
        m->failed = 1;
    if (m->failed || size == 0)
        return;
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
}

void message_put_number(struct message *m, uint64_t number) {
    message_put(m, &number, sizeof number);
}

void message_put_text(struct message *m, const char *text) {
    size_t length = text ? strlen(text) : 0;
    message_put_number(m, text ? length : NO_TEXT);
    message_put(m, text, length);
}

/* --- taking --- */

size_t message_left(const struct message *m) {
    return m->failed ? 0 : m->size - m->taken;
}

void message_take(struct message *m, void *bytes, size_t size) {
    if (size > message_left(m))
        m->failed = 1;
    if (m->failed)
        memset(bytes, 0, size);
    else if (size)
        memcpy(bytes, m->bytes + m->taken, size);
    m->taken += m->failed ? 0 : size;
}

const unsigned char *message_take_place(struct message *m, size_t size) {
    if (size > message_left(m))
        m->failed = 1;
    if (m->failed)
        return NULL;
    m->taken += size;
    return m->bytes + m->taken - size;
}

uint64_t message_take_number(struct message *m) {
    uint64_t number;
    message_take(m, &number, sizeof number);
    return number;
}

size_t message_take_count(struct message *m, size_t least) {
    uint64_t count = message_take_number(m);
    if (count <= message_left(m) / (least ? least : 1))
        return count;
    m->failed = 1;
    return 0;
}

char *message_take_text(struct message *m) {
    uint64_t length = message_take_number(m);
    if (length == NO_TEXT || m->failed)
        return NULL;
    char *text = length <= message_left(m) ? malloc(length + 1) : NULL;
    if (!text || memchr(m->bytes + m->taken, '\0', length)) {
        free(text);
        m->failed = 1;
        return NULL;
    }
    message_take(m, text, length);
    text[length] = '\0';
    return text;
}

int message_is_done(const struct message *m) {
    return !m->failed && m->taken == m->size;
}

/* --- sending and receiving --- */

struct patience {
    double left; /* seconds */
    int is_endless;
    const volatile sig_atomic_t *stop;
    int life; /* -1: none */
};

static struct patience patience_of(const struct message_wait *wait) {
    return (struct patience){wait->seconds, wait->seconds <= 0, wait->stop,
                             wait->life ? *wait->life : -1};
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits until SOCKET is ready. It waits in slices and counts each for at most its nominal length,
 * so that a process that was stopped meanwhile still has time left. It measures by the clock, so
 * that bytes that trickle in do not prolong the limit. A signal just before a poll is noticed one
 * slice later. */
static int await(int socket, short event, struct patience *patience) {
    struct pollfd ready[] = {{.fd = socket, .events = event}, {.fd = patience->life}};
    while (patience->left > 0) {
        if (patience->stop && *patience->stop)
            return EINTR;
        double slice = patience->left < SLICE ? patience->left : SLICE, begin = now();
        int n = poll(ready, 2, (int)(slice * 1e3) + 1);
        double spent = now() - begin;
        patience->left -= spent < slice ? spent : slice;
        if (n > 0)
            return ready[0].revents ? 0 : EPIPE;
        if (n < 0 && errno != EINTR)
            return errno;
    }
    return ETIMEDOUT;
}

/* Returns why a call that moved N <= 0 bytes failed: an errno value, or 0 to go on waiting. */
static int stopped(ssize_t n) {
    if (n == 0 || errno == ECONNRESET)
        return EPIPE;
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? 0 : errno;
}

/* Sends or receives SIZE bytes. Without a time limit it does not poll, because a sandboxed child
 * process may do little more than read. */
static int move(int socket, int is_sending, unsigned char *bytes, size_t size,
                struct patience *patience) {
    int flags = MSG_NOSIGNAL | (patience->is_endless ? 0 : MSG_DONTWAIT);
    while (size) {
        ssize_t n =
            is_sending ? send(socket, bytes, size, flags) : recv(socket, bytes, size, flags);
        int failure = n > 0 ? 0 : stopped(n);
        if (n <= 0 && !failure && !patience->is_endless)
            failure = await(socket, is_sending ? POLLOUT : POLLIN, patience);
        if (failure)
            return failure;
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return 0;
}

int message_send(int socket, const struct message *m, const struct message_wait *wait) {
    uint64_t size = m->size;
    struct patience patience = patience_of(wait);
    int failure =
        m->failed ? ENOMEM : move(socket, 1, (unsigned char *)&size, sizeof size, &patience);
    return failure ? failure : move(socket, 1, m->bytes, m->size, &patience);
}

int message_receive(int socket, struct message *m, const struct message_wait *wait) {
    uint64_t size = 0;
    struct patience patience = patience_of(wait);
    message_clear(m);
    int failure = move(socket, 0, (unsigned char *)&size, sizeof size, &patience);
    if (!failure && size > wait->most)
        failure = EMSGSIZE;
    while (!failure && m->size < size) {
        /* Grow to at most twice what has arrived so far. */
        uint64_t left = size - m->size;
        size_t most = m->size > FIRST_ROOM ? m->size : FIRST_ROOM;
        size_t part = left < most ? (size_t)left : most;
        failure = make_room(m, part);
        if (!failure)
            failure = move(socket, 0, m->bytes + m->size, part, &patience);
        m->size += failure ? 0 : part;
    }
    return failure;
}
