/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elf.h: what a loaded shared object says of itself in its dynamic section (System V ABI, chapter
 * 5, "Dynamic Section"; 64-bit objects with Elf64_Rela relocations, as on x86-64 and AArch64). */
#ifndef BENCHMAT_COLLECT_WORKER_ELF_H
#define BENCHMAT_COLLECT_WORKER_ELF_H

#include <link.h>

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
