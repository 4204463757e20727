/* SPDX-License-Identifier: GPL-3.0-or-later */
/* message.h: what two processes tell each other, as bytes.
 *
 * A message is filled by message_put_... and taken apart, in the same order, by message_take_....
 * Numbers travel in the machine's own order, as both ends run on it. Whoever takes one apart need
 * not trust whoever filled it: what is taken is there, or the message has FAILED. Like memory that
 * ran out, that is remembered, so that a whole structure can be put or taken without a check on
 * every line; what is taken from a failed message is 0, NULL or nothing. */
#ifndef BENCHMAT_FORMATS_PROCESSES_MESSAGE_H
#define BENCHMAT_FORMATS_PROCESSES_MESSAGE_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised is empty. One that begins with BYTES and ROOM of the caller's, and IS_LENT,
 * allocates nothing. */
struct message {
    unsigned char *bytes;
    size_t size, room;
    size_t taken; /* how many bytes have been taken */
    int failed;   /* memory ran out, or more was taken than there is */
    int is_lent;  /* it cannot grow, nor is it freed */
};

/* Empties it and keeps its memory; frees its memory. */
void message_clear(struct message *message);
void message_release(struct message *message);

void message_put(struct message *message, const void *bytes, size_t size);
void message_put_number(struct message *message, uint64_t number);
/* NULL is kept apart from "". */
void message_put_text(struct message *message, const char *text);

void message_take(struct message *message, void *bytes, size_t size);
/* The same without a copy: where they stand, until the message is changed. NULL when they are not
 * there. */
const unsigned char *message_take_place(struct message *message, size_t size);
uint64_t message_take_number(struct message *message);
/* To be freed; NULL when NULL was put. */
char *message_take_text(struct message *message);

/* How many bytes are left to be taken; 0 when it has failed. */
size_t message_left(const struct message *message);

/* Takes the number of things that follow, each of which has at least LEAST bytes: a number that
 * what is left cannot hold fails, so that memory for as many may be allocated. */
size_t message_take_count(struct message *message, size_t least);

/* Whether all of it has been taken, and nothing failed. */
int message_is_done(const struct message *message);

/* How long one end waits for the other, and what for. */
struct message_wait {
    uint64_t most;  /* bytes in a message; a longer one is EMSGSIZE */
    double seconds; /* for a whole message; 0: for ever. Time in which this process was stopped
                       hardly counts. */
    const volatile sig_atomic_t *stop; /* where SECONDS are limited: not 0 ends the waiting, by
                                          EINTR; may be NULL */
};

/* Sends or receives one message over a stream SOCKET. Memory is allocated only as bytes arrive.
 * Returns 0 or an errno value: EPIPE at the other's end, ETIMEDOUT, EINTR, EMSGSIZE, ENOMEM, ... */
int message_send(int socket, const struct message *message, const struct message_wait *wait);
int message_receive(int socket, struct message *message, const struct message_wait *wait);

#endif
