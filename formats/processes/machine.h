/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine.h: what each system has in its own way. Where a system lacks something, that is left out:
 * nothing here changes a result, and much is only a matter of speed. */
#ifndef BENCHMAT_FORMATS_PROCESSES_MACHINE_H
#define BENCHMAT_FORMATS_PROCESSES_MACHINE_H

#include <stddef.h>

/* Returns how many CPUs this process may use: at least 1. */
size_t machine_cpus(void);

/* Keeps blocks of up to BYTES that are freed for those that are asked for next, in place of giving
 * them back to the system at once. */
void machine_keep_memory(int bytes);

/* Asks for large pages behind MEMORY, which begins at one. */
void machine_use_large_pages(void *memory, size_t bytes);

/* Gives the system back what whole pages of shared memory hold; they may be empty afterwards. */
void machine_drop_pages(void *memory, size_t bytes);

#endif
