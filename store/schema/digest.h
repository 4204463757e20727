/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digest.h: identifies what a run holds by the SHA-256 (FIPS 180-4) of its content.
 *
 * Two runs have the same digest if they hold the same facts, sizes, seeds, seconds and details. The
 * digest depends neither on the run's number, nor on the order of actions, libraries and facts, nor
 * on their place and compression in a file. docs/archive-format.md, "The digest of a run", says
 * which bytes are hashed, so that any language can compute it. */
#ifndef BENCHMAT_STORE_SCHEMA_DIGEST_H
#define BENCHMAT_STORE_SCHEMA_DIGEST_H

#include "formats/model/run.h"

#define DIGEST_TEXT 65 /* 64 hexadecimal digits in lower case, and the terminator */

/* Returns 0, or ERR_FAILED if there is no memory for sorting. */
int digest_run(const struct run *run, char text[DIGEST_TEXT], struct err *err);

#endif
