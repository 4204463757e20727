/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table behind one readers-writer lock. */
#include <pthread.h>

#define LOCK          pthread_rwlock_t
#define LOCK_BEGIN    pthread_rwlock_init
#define LOCK_END      pthread_rwlock_destroy
#define LOCK_TO_READ  pthread_rwlock_rdlock
#define LOCK_TO_WRITE pthread_rwlock_wrlock
#define UNLOCK        pthread_rwlock_unlock
#include "collect/sets/locked.h"
