/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spin_barrier.h: a barrier at which threads wait without sleeping: the centralized,
 * sense-reversing one (J. M. Mellor-Crummey, M. L. Scott: Algorithms for scalable synchronization
 * on shared-memory multiprocessors, ACM Trans. Comput. Syst. 9 (1991) 1, algorithm 7). The sense is
 * the number of the phase. Where there are more threads than CPUs, a waiting one soon lets others
 * run. */
#ifndef BENCHMAT_COLLECT_ACTIONS_SPIN_BARRIER_H
#define BENCHMAT_COLLECT_ACTIONS_SPIN_BARRIER_H

#include <sched.h>
#include <stdatomic.h>

enum { SPIN_BARRIER_PATIENCE = 200 };

struct spin_barrier {
    _Alignas(128) _Atomic(int) arrived;
    _Alignas(128) _Atomic(unsigned) phase;
};

/* On AArch64 YIELD does nothing on most processors, while ISB takes about as long as PAUSE does. */
static inline void spin_pause(void) {
#if defined __x86_64__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("isb" ::: "memory");
#endif
}

/* Waits until COUNT threads have come. */
static inline void spin_barrier_wait(struct spin_barrier *barrier, int count) {
    unsigned phase = atomic_load_explicit(&barrier->phase, memory_order_relaxed);
    if (atomic_fetch_add_explicit(&barrier->arrived, 1, memory_order_acq_rel) + 1 == count) {
        atomic_store_explicit(&barrier->arrived, 0, memory_order_relaxed);
        atomic_store_explicit(&barrier->phase, phase + 1, memory_order_release);
        return;
    }
    for (int tries = 0; atomic_load_explicit(&barrier->phase, memory_order_acquire) == phase;
         tries++) {
        spin_pause();
        if (tries >= SPIN_BARRIER_PATIENCE)
            sched_yield();
    }
}

#endif
