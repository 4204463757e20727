/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digest.h: a name for what a run holds: the SHA-256 (FIPS 180-4) of its content.
 *
 * Two runs have the same digest when they hold the same facts, sizes, seeds, seconds and details.
 * It depends neither on the run's number, nor on the order of actions, libraries and facts, nor on
 * where and how compressed they stand in a file. docs/archive-format.md, "The digest of a run",
 * says which bytes are hashed, so that any language can do the same. */
#ifndef BENCHMAT_STORE_SCHEMA_DIGEST_H
#define BENCHMAT_STORE_SCHEMA_DIGEST_H

#include "formats/model/run.h"

#define DIGEST_TEXT 65 /* 64 hexadecimal digits in lower case, and the terminator */

/* Returns 0, or ERR_FAILED when there is no memory to sort by. */
int digest_run(const struct run *run, char text[DIGEST_TEXT], struct err *err);

/* The SHA-256 of the bytes of a file. ERR_FAILED where it cannot be read. */
int digest_file(const char *path, char text[DIGEST_TEXT], struct err *err);

#endif
