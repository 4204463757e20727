/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table behind one mutex: what everybody writes first, and others are compared with. */
#include <pthread.h>

#define LOCK          pthread_mutex_t
#define LOCK_BEGIN    pthread_mutex_init
#define LOCK_END      pthread_mutex_destroy
#define LOCK_TO_READ  pthread_mutex_lock
#define LOCK_TO_WRITE pthread_mutex_lock
#define UNLOCK        pthread_mutex_unlock
#include "collect/sets/locked.h"
