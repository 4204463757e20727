/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thread.h: starts threads with a sufficient stack. The system's default is the limit on the stack
 * of the program's first thread, which may be only 64 KiB (ulimit -s 64): too little for FreeType.
 */
#ifndef BENCHMAT_FORMATS_PROCESSES_THREAD_H
#define BENCHMAT_FORMATS_PROCESSES_THREAD_H

#include <pthread.h>

/* Like pthread_create, returns 0 or an error number. */
int thread_begin(pthread_t *thread, void *(*function)(void *context), void *context);

#endif
