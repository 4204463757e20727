/* SPDX-License-Identifier: GPL-3.0-or-later */
/* payload.h: what the actions over MPI itself share: bytes whose arrival can be verified.
 *
 * Each rank has a text of its own, random and long enough for all of its messages, of which any
 * rank can make any part. Sizes are in bytes, as MPI's own benchmarks have them. */
#ifndef BENCHMAT_COLLECT_ACTIONS_PAYLOAD_H
#define BENCHMAT_COLLECT_ACTIONS_PAYLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"

/* The first member of each of these actions' state. */
struct payload {
    double *words;  /* room for one message and a word */
    int64_t *wrong; /* the output: how many bytes arrived wrong, on all ranks */
};

/* For setup: asks for the memory above, and declares the output. */
void payload_setup(struct bench *bench);

/* Asks for the memory of COUNT messages, one behind the other. */
char *payload_memory(struct bench *bench, size_t count);

/* For initialize: puts message number NUMBER, from 0, of RANK's text to ADDRESS. */
void payload_make(struct bench *bench, int rank, int number, char *address);

/* Returns how many bytes of the messages at GOT and WANTED differ. */
int64_t payload_differ(const struct bench *bench, const char *got, const char *wanted);

/* For residual, on all ranks, of which this one has found WRONG bytes: tells the output. Returns 0,
 * or infinity if a byte is wrong on any rank. */
double payload_residual(const struct bench *bench, int64_t wrong);

/* n */
double payload_bytes(const struct bench *bench);

#endif
