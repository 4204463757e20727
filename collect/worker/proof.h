/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.h: that what was bound is the library's own code, and where it lies.
 *
 * A library's own objects are the files that were given and whatever these declare to need (the
 * closure of DT_NEEDED), less what the worker had before: its own executable, libm, libc. */
#ifndef BENCHMAT_COLLECT_WORKER_PROOF_H
#define BENCHMAT_COLLECT_WORKER_PROOF_H

#include "collect/action.h"
#include "collect/worker/bind.h"
#include "formats/text/err.h"
#include "formats/model/run.h"

/* To be called after bind_action. ERR_FAILED, naming the routine and where it lies, when
 *   - a routine of ACTION lies in an object that is not the library's own: a file of the same
 * soname was loaded before, and the loader took that;
 *   - one of several files given calls a routine that another of them has, but was bound to
 *     something else: a LAPACK that asks for libblas.so.3 gets the system's when the BLAS given
 *     beside it has another soname, and no error comes from the loader;
 *   - of a chain, one calls nothing of the one under it, the last has some of BLAS in itself, or
 *     their integers are known to differ in width.
 * Otherwise adds to FACTS
 *     bindings    for each routine of ACTION the file that it lies in
 *     references  how many symbols of which other object each file given uses, in whatever routine;
 *                 none where it uses none by way of the loader */
int proof_bindings(const struct binding *binding, const struct bench_action *action, char type,
                   struct facts *facts, struct err *err);

#endif
