/* SPDX-License-Identifier: GPL-3.0-or-later */
/* serve_samples.h: what the sandboxed child answers about samples (serve.h). Private.
 *
 * Numbers of samples do not go through the message, but through memory that both processes share:
 * mapped without a file before the child was made, so that neither can take it from the other. What
 * is in it may change at any time, as far as the parent knows; but it is nothing but numbers. */
#ifndef BENCHMAT_STORE_UPDATE_SERVE_SAMPLES_H
#define BENCHMAT_STORE_UPDATE_SERVE_SAMPLES_H

#include "store/update/serve.h"

/* The first bytes of the shared memory are for all samples of small measurements; then come
 * SERVE_WINDOWS windows for parts of large ones. */
#define SERVE_SMALL        ((size_t)2 << 20)
#define SERVE_WINDOW       ((size_t)8 << 20)
#define SERVE_WINDOWS      2
#define SERVE_SHARED       (SERVE_SMALL + SERVE_WINDOWS * SERVE_WINDOW)
#define SERVE_MOST_HEADS   ((size_t)1024)
#define SERVE_NOT_INCLUDED UINT64_MAX

int serve_heads(struct serve *serve, struct message *request, struct message *reply,
                struct err *err);
int serve_samples(struct serve *serve, struct message *request, struct message *reply,
                  struct err *err);

#endif
