/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/processes/thread.h"

enum { STACK_BYTES = 2 << 20 };

int thread_begin(pthread_t *thread, void *(*function)(void *context), void *context) {
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (failure)
        return failure;
    failure = pthread_attr_setstacksize(&attributes, STACK_BYTES);
    if (!failure)
        failure = pthread_create(thread, &attributes, function, context);
    pthread_attr_destroy(&attributes);
    return failure;
}
