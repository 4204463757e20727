/* SPDX-License-Identifier: GPL-3.0-or-later */
/* identify.h: what a loaded library says about itself. */
#ifndef BENCHMAT_COLLECT_WORKER_IDENTIFY_H
#define BENCHMAT_COLLECT_WORKER_IDENTIFY_H

#include "collect/worker/bind.h"
#include "formats/model/run.h"

/* Adds what it can find: version, kernel (the processor that the library chose its code for),
 * build, threading, build_id (the linker's note), file (its bytes, and when it was last changed),
 * soname, for a chain all of the BLAS; lapack_version, and for a LAPACK in a second file
 * lapack_build_id, lapack_file, lapack_soname; objects (all shared objects that came with it).
 * Calls only the library's own query functions. */
void identify_library(const struct binding *binding, struct facts *facts);

/* Sets FACT to what distinguishes two files with the same PATH: the bytes, and when it was last
 * changed. */
void identify_file(const char *path, const char *fact, struct facts *facts);

/* The width of the library's integers, in a chain of the BLAS's, 32 or 64 bits. It calls asum of 3
 * ones with n = 0xFFFFFFFF00000003, which is 3 in the low half and negative as a whole. 0 if the
 * library has no dasum. */
int identify_integer_bits(const struct binding *binding);

/* The same for its LAPACK: lacpy of 0xFFFFFFFF00000001 by as many numbers copies one or none. 0 if
 * it has no dlacpy. */
int identify_lapack_integer_bits(const struct binding *binding);

#endif
