/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bytes.h: a file being made, in memory until it is whole. */
#ifndef BENCHMAT_PLOT_OUTPUT_BYTES_H
#define BENCHMAT_PLOT_OUTPUT_BYTES_H

#include <stddef.h>

/* Zero-initialised is empty. */
struct bytes {
    unsigned char *data;
    size_t size, capacity;
};

/* Appends; -1 when there is no memory, with BYTES as they were. */
int bytes_append(struct bytes *bytes, const void *data, size_t size);
void bytes_release(struct bytes *bytes);

#endif
