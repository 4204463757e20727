/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thread.h: a thread with the stack that it needs. The system's own choice is the limit on the
 * stack of the program's first thread, which may be 64 KiB (ulimit -s 64): too few for FreeType. */
#ifndef BENCHMAT_FORMATS_PROCESSES_THREAD_H
#define BENCHMAT_FORMATS_PROCESSES_THREAD_H

#include <pthread.h>

/* As pthread_create: 0, or an error number. */
int thread_begin(pthread_t *thread, void *(*function)(void *context), void *context);

#endif
