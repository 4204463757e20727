/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compressed.h: files that gzip (RFC 1952) or zstd (RFC 8878) have compressed, told by their first
 * bytes. zstd's are read if libzstd was there when the program was built. */
#ifndef BENCHMAT_FORMATS_FILES_COMPRESSED_H
#define BENCHMAT_FORMATS_FILES_COMPRESSED_H

#include <stddef.h>

#include "formats/text/err.h"

enum {
    /* What expands to more than this is refused unless it is like data: a few bytes can stand for
     * any number of equal ones. */
    COMPRESSED_FREE_BYTES = 1 << 26,
    COMPRESSED_MOST_RATIO = 200,
    COMPRESSED_HEAD = 4, /* bytes that tell */
};

/* Whether a file that begins with the N bytes at HEAD is compressed. */
int compressed_is(const char *head, size_t n);

/* Returns the length of the name PATH without the extension of a compressed file: that of "x.csv"
 * for "x.csv.gz". */
size_t compressed_name_length(const char *path);

/* Expands the N bytes at FROM, of the file at PATH, up to LIMIT bytes. TEXT and LENGTH get what is
 * at most LIMIT + 1 bytes long; one more than LIMIT says that there is more. The caller must free
 * TEXT. If IS_HEAD, the data may end early. ERR_DAMAGED, with one line: they are damaged, end
 * early, expand to too much, or this program knows no zstd; ERR_FAILED: no memory. */
int compressed_expand(const char *path, const char *from, size_t n, size_t limit, int is_head,
                      char **text, size_t *length, struct err *err);

#endif
