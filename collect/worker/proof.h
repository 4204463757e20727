/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.h: proves that the bound code is the library's own, and records where it is.
 *
 * A library's own objects are the given files and everything that these declare to need (the
 * closure of DT_NEEDED), except what the worker had before: its own executable, libm, libc. */
#ifndef BENCHMAT_COLLECT_WORKER_PROOF_H
#define BENCHMAT_COLLECT_WORKER_PROOF_H

#include <link.h>

#include "collect/action.h"
#include "collect/worker/bind.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* Call this after bind_action. ERR_FAILED, naming the routine and its file, if
 *   - a routine of ACTION is in an object that is not the library's own: a file with the same
 *     soname was loaded before, and the loader took that;
 *   - one of several given files calls a routine that another of them has, but was bound to
 *     something else: a LAPACK that asks for libblas.so.3 gets the system's if the given BLAS has
 *     another soname, and the loader reports no error;
 *   - in a chain, an object calls nothing of the one below it, or the last one contains some of
 *     BLAS itself.
 * Calls nothing of the library. Otherwise adds to FACTS
 *     bindings    for each routine of ACTION the file that contains it
 *     references  how many symbols of which other object each given file uses, in any routine;
 *                 absent if none uses any through the loader */
int proof_bindings(const struct binding *binding, const struct bench_action *action, char type,
                   struct facts *facts, struct err *err);

/* ERR_FAILED: the integers of the CHAIN's objects are known to differ in width. Calls both. */
int proof_integers(const struct binding *chain, struct err *err);

/* For an action whose libraries are preloaded, in place of proof_bindings: the whole process must
 * have the routines of the given file, not only ACTION. Sets the fact "bindings". */
int proof_preloaded(const struct binding *binding, const struct bench_action *action, char type,
                    struct facts *facts, struct err *err);

/* --- elf --- */

/* What a loaded shared object declares in its dynamic section (System V ABI, chapter 5, "Dynamic
 * Section"; 64-bit objects with Elf64_Rela relocations, as on x86-64 and AArch64). */

/* The name by which others need it; NULL: none. */
const char *elf_soname(const struct link_map *object);

/* Calls VISIT with the name of each object that it declares to need. */
void elf_each_needed(const struct link_map *object, void (*visit)(void *context, const char *name),
                     void *context);

/* Calls VISIT with the name and the present address of each symbol that the loader bound for
 * OBJECT, in its own code or another's, except thread-local ones; once for each place that holds
 * the address. After RTLD_NOW these are all of them, except what an object calls of its own without
 * asking the loader. */
void elf_each_reference(const struct link_map *object,
                        void (*visit)(void *context, const char *symbol, const void *address),
                        void *context);

#endif
