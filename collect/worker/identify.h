/* SPDX-License-Identifier: GPL-3.0-or-later */
/* identify.h: what a loaded library says about itself. */
#ifndef BENCHMAT_COLLECT_WORKER_IDENTIFY_H
#define BENCHMAT_COLLECT_WORKER_IDENTIFY_H

#include "collect/worker/bind.h"
#include "formats/model/run.h"

/* Adds what can be found: version, kernel (the processor it chose its code for), build,
 * threading, build_id (the linker's note), file (its bytes, and when it was changed last), soname,
 * all of a chain's BLAS; lapack_version, and of a LAPACK that is a second file lapack_build_id,
 * lapack_file, lapack_soname; objects (all shared objects that came with it). Calls the library's
 * own query functions, and nothing else of it. */
void identify_library(const struct binding *binding, struct facts *facts);

/* The width of the library's integers, of a chain's BLAS, 32 or 64 bits: asum of 3 ones with n =
 * 0xFFFFFFFF00000003, which is 3 in the low half and negative as a whole. 0 when it has no ?asum.
 */
int identify_integer_bits(const struct binding *binding);

/* The same of its LAPACK: lacpy of 0xFFFFFFFF00000001 by as many numbers copies one or none. 0 when
 * it has no dlacpy. */
int identify_lapack_integer_bits(const struct binding *binding);

#endif
