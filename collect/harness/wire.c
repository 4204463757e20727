/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/wire.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

struct header {
    uint32_t kind, length;
};

/* The socket is one of packets: a frame arrives whole or not at all. */
int wire_send(int fd, uint32_t kind, const void *payload, size_t length) {
    struct header header = {kind, (uint32_t)length};
    struct iovec parts[] = {{&header, sizeof header}, {(void *)(uintptr_t)payload, length}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t sent;
    do
        sent = sendmsg(fd, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -1 : 0;
}

int wire_receive(int fd, uint32_t *kind, void *payload, size_t capacity, size_t *length) {
    struct header header = {0};
    struct iovec parts[] = {{&header, sizeof header}, {payload, capacity}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t received;
    do
        received = recvmsg(fd, &message, 0);
    while (received < 0 && errno == EINTR);
    if (received <= 0)
        return received < 0 && errno != ECONNRESET ? -1 : 1;
    if ((size_t)received < sizeof header || header.length != (size_t)received - sizeof header ||
        message.msg_flags & MSG_TRUNC) {
        errno = EPROTO;
        return -1;
    }
    *kind = header.kind;
    *length = header.length;
    return 0;
}
