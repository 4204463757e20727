/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.h: that what was bound is the library's own code, and where it lies.
 *
 * A library's own objects are the files that were given and whatever these declare to need (the
 * closure of DT_NEEDED), less what the worker had before: its own executable, libm, libc. */
#ifndef BENCHMAT_COLLECT_WORKER_PROOF_H
#define BENCHMAT_COLLECT_WORKER_PROOF_H

#include <link.h>

#include "collect/action.h"
#include "collect/worker/bind.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

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

/* --- elf --- */

/* What a loaded shared object says of itself in its dynamic section (System V ABI, chapter
 * 5, "Dynamic Section"; 64-bit objects with Elf64_Rela relocations, as on x86-64 and AArch64). */

/* Its name for others that need it; NULL without one. */
const char *elf_soname(const struct link_map *object);

/* Calls VISIT with the name of each object that it declares to need. */
void elf_each_needed(const struct link_map *object, void (*visit)(void *context, const char *name),
                     void *context);

/* Calls VISIT with the name and the present address of each symbol that is no thread-local one and
 * that the loader bound for OBJECT, in its own code or another's; once for each place where the
 * address stands. After RTLD_NOW these are all; what an object calls of its own without asking the
 * loader is not among them. */
void elf_each_reference(const struct link_map *object,
                        void (*visit)(void *context, const char *symbol, const void *address),
                        void *context);

#endif
