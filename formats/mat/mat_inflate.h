/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_inflate.h: zlib streams (RFC 1950), first a little of them and then the whole.
 *
 * zlib gives the beginning, by which it is known how long the whole is; libdeflate gives the whole,
 * into memory of just that size, two to three times as fast. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_INFLATE_H
#define BENCHMAT_FORMATS_MAT_MAT_INFLATE_H

#include <stddef.h>

struct mat_inflater;

/* For one thread at a time. NULL when there is no memory; mat_inflater_free takes NULL. */
struct mat_inflater *mat_inflater_new(void);
void mat_inflater_free(struct mat_inflater *inflater);

/* The most bytes that COMPRESSED ones can become: deflate makes at most 1032 of one. */
size_t mat_inflate_most(size_t compressed);

/* Inflates up to ROOM bytes to TO; returns how many, until the end or what is damaged. */
size_t mat_inflate_head(struct mat_inflater *inflater, const unsigned char *from, size_t n,
                        unsigned char *to, size_t room);

/* Inflates COUNT bytes to TO; up to seven fewer are padding, which Octave counts but does not
 * write. NULL, or what is wrong, static: less or more of them, data that are no zlib stream, or a
 * wrong checksum. */
const char *mat_inflate_whole(struct mat_inflater *inflater, const unsigned char *from, size_t n,
                              unsigned char *to, size_t count);

#endif
