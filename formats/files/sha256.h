/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sha256.h: SHA-256 (FIPS 180-4) as text. */
#ifndef BENCHMAT_FORMATS_FILES_SHA256_H
#define BENCHMAT_FORMATS_FILES_SHA256_H

#include <nettle/sha2.h>

#include "formats/text/err.h"

#define SHA256_TEXT 65 /* 64 hexadecimal digits in lower case, and the terminator */

/* Writes the digest of what HASH has got, and begins it anew. */
void sha256_write(struct sha256_ctx *hash, char text[SHA256_TEXT]);

/* Computes the digest of a file's bytes. ERR_FAILED if the file cannot be read. */
int sha256_of_file(const char *path, char text[SHA256_TEXT], struct err *err);

#endif
