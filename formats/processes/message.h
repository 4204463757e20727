/* SPDX-License-Identifier: GPL-3.0-or-later */
/* message.h: messages of bytes between two processes.
 *
 * The sender fills a message with message_put_..., and the receiver takes it apart, in the same
 * order, with message_take_.... Numbers have the machine's byte order, because both processes run
 * on it. The receiver need not trust the sender: a take that the bytes do not allow sets FAILED. So
 * does running out of memory. The message remembers this, so that the caller can put or take a
 * whole structure without checking each call; takes from a failed message give 0, NULL or nothing.
 */
#ifndef BENCHMAT_FORMATS_PROCESSES_MESSAGE_H
#define BENCHMAT_FORMATS_PROCESSES_MESSAGE_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised: empty. A message that starts with the caller's BYTES and ROOM, and IS_LENT,
 * allocates nothing. */
struct message {
    unsigned char *bytes;
    size_t size, room;
    size_t taken; /* bytes taken so far */
    int failed;   /* memory ran out, or more was taken than there is */
    int is_lent;  /* BYTES are the caller's: they cannot grow and are not freed */
};

/* Clear empties the message and keeps its memory; release frees its memory. */
void message_clear(struct message *message);
void message_release(struct message *message);

void message_put(struct message *message, const void *bytes, size_t size);
void message_put_number(struct message *message, uint64_t number);
/* Distinguishes NULL from "". */
void message_put_text(struct message *message, const char *text);

void message_take(struct message *message, void *bytes, size_t size);
/* Takes SIZE bytes without a copy. Returns where they are, until the message changes, or NULL if
 * fewer are left. */
const unsigned char *message_take_place(struct message *message, size_t size);
uint64_t message_take_number(struct message *message);
/* Returns a text, which the caller must free, or NULL if NULL was put. */
char *message_take_text(struct message *message);

/* Returns the bytes left to take; 0 if the message has failed. */
size_t message_left(const struct message *message);

/* Takes the number of items that follow, each of which has at least LEAST bytes. The message fails
 * if the remaining bytes cannot hold that many, so the caller may safely allocate memory for them.
 */
size_t message_take_count(struct message *message, size_t least);

/* Returns whether everything was taken and nothing failed. */
int message_is_done(const struct message *message);

/* How long one process waits for the other, and for what. */
struct message_wait {
    uint64_t most;  /* most bytes of a message; a longer one gives EMSGSIZE */
    double seconds; /* time limit for a whole message; 0: none. Time during which this process was
                       stopped hardly counts. */
    const volatile sig_atomic_t *stop; /* nonzero ends a wait that has a time limit,
                                          with EINTR; may be NULL */
    const int *life; /* a socket whose other end is closed when nobody answers any more, though the
                        message's own may be open: EPIPE. NULL: none */
};

/* Send or receive one message over a stream SOCKET. message_receive allocates memory only as bytes
 * arrive. Return 0 or an errno value: EPIPE if the other end is closed, ETIMEDOUT, EINTR, EMSGSIZE,
 * ENOMEM, ... */
int message_send(int socket, const struct message *message, const struct message_wait *wait);
int message_receive(int socket, struct message *message, const struct message_wait *wait);

#endif
