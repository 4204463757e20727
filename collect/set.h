/* SPDX-License-Identifier: MIT
 *
 * Copyright (c) 2026 the benchmat authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
 * associated documentation files (the "Software"), to deal in the Software without restriction,
 * including without limitation the rights to use, copy, modify, merge, publish, distribute,
 * sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or
 * substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
 * NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
 * DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */

/* set.h: a set of integers that many threads use at once, as the action concurrent_set measures it.
 * Any shared object that exports these six functions can be compared. Like collect/action.h, this
 * header is under the MIT licence.
 *
 * Keys are the integers from 0 to KEYS - 1, and no others are ever passed; an implementation may
 * rely on that, or take KEYS as a hint for the size of its tables.
 *
 * Any number of threads may call set_insert, set_remove and set_contains at the same time, on the
 * same set, which then act as if each call happened at one instant between its beginning and its
 * end. Threads are not announced: an implementation that keeps something for each thread begins it
 * at the thread's first call, and must expect that a thread ends without a word. set_create,
 * set_size and set_free are called by one thread while no other uses the set.
 *
 * How memory of removed keys is reclaimed is up to the implementation. It must not be used after it
 * is freed, and must all be freed by set_free. A set that only grows is slower and slower, which is
 * part of what is measured.
 *
 * A thread that waits for another must let it run (sched_yield, or a lock that sleeps): there may
 * be more threads than CPUs. */
#ifndef BENCHMAT_COLLECT_SET_H
#define BENCHMAT_COLLECT_SET_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#    define SET_EXPORTED __attribute__((visibility("default")))
#else
#    define SET_EXPORTED
#endif

/* Whatever the implementation takes it for. */
struct set;

/* Returns an empty set of keys from 0 to KEYS - 1, KEYS being 1 or more; NULL: no memory. */
SET_EXPORTED struct set *set_create(int64_t keys);

/* Adds KEY. Returns 1 if the set lacked it, 0 if it had it, -1 if memory ran out. */
SET_EXPORTED int set_insert(struct set *set, int64_t key);

/* Removes KEY. Returns 1 if the set had it, 0 if it lacked it. */
SET_EXPORTED int set_remove(struct set *set, int64_t key);

/* Returns 1 if the set has KEY, else 0. */
SET_EXPORTED int set_contains(struct set *set, int64_t key);

/* Returns the number of keys. It is exact, because no other thread uses the set. */
SET_EXPORTED int64_t set_size(struct set *set);

/* Frees the set. */
SET_EXPORTED void set_free(struct set *set);

#ifdef __cplusplus
}
#endif

#endif
