/* SPDX-License-Identifier: GPL-3.0-or-later */
/* culprits.h: what disturbed the samples of a measurement, as far as it was watched.
 *
 * A sample is told to be disturbed because it read slow, or because its process did not have its
 * CPU. Why is another question, which its details answer:
 *
 *     run delay   the threads of its process waited for a CPU. While they did, their process used
 *                 all the CPUs that it may have (then they waited for one another), or it did not:
 *                 others had them, or a CPU quota (quota.h) stopped all
 *     steal       the host took the CPU
 *     spin        a fixed calculation beside the batch took longer than usual
 *
 * Such a thing is the culprit if it is large enough to explain the sample. Where none is, a
 * collector of garbage in the library, its rare slow calls, and caches and memory that others fill
 * look the same in one sample. Those of all rounds and libraries together may tell them apart. */
#ifndef BENCHMAT_FORMATS_MODEL_CULPRITS_H
#define BENCHMAT_FORMATS_MODEL_CULPRITS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/run.h"

enum culprit {
    CULPRIT_QUOTA,
    CULPRIT_HOST,
    CULPRIT_OTHERS,
    CULPRIT_OWN_THREADS,
    CULPRIT_WAITING, /* for a CPU, but the processor time is not known */
    CULPRIT_SLOW_CPU,
    CULPRIT_UNSEEN,
    CULPRIT_OWN_CALLS, /* SLOW_CALLS_OWN */
    CULPRITS
};

/* The number of disturbed samples by culprit; of a batch that keeps its calls, that of batches. */
struct culprits {
    int64_t counts[CULPRITS];
};

/* Looks at the details of all samples of M. */
struct culprits culprits_find(const struct measurement *m);

/* Sets facts of a measurement, one for each culprit that there is; and reads them. All are 0 where
 * nothing is recorded. */
void culprits_record(const struct culprits *culprits, struct facts *facts);
struct culprits culprits_recall(const struct facts *facts);

void culprits_add(struct culprits *sum, const struct culprits *culprits);

/* Writes "other work had the CPU of 30, a CPU quota stopped 4", the most frequent first, to TEXT.
 * Returns what to do about the first, a static string; NULL, and TEXT is "", if there are none. */
const char *culprits_tell(const struct culprits *culprits, char *text, size_t size);

/* --- slow calls --- */

/* Why the batches of a library take longer, on average, than is typical of them. A sample is the
 * typical time of its batch: slow intervals are left out, whatever made them slow. The detail
 * batch_mean is elapsed time over calls, slow ones included. */
enum slow_calls {
    SLOW_CALLS_FEW,   /* by less than SLOW_CALLS_LEAST, besides the interruptions that all batches
                         of the machine meet; or unknown */
    SLOW_CALLS_OWN,   /* some calls are slow by themselves, as where garbage is collected in them */
    SLOW_CALLS_TAKEN, /* others, or the host, had its CPU */
    SLOW_CALLS_UNSEEN /* nothing had its CPU, as far as that was watched */
};

/* As a part of the typical time. Less is what any machine does now and then. */
#define SLOW_CALLS_LEAST 0.05

/* Looks at all batches of SERIES, of M, at POINT. What is taken must be half of what they take
 * longer. Slow calls are the library's own if every round, of three or more, has a quarter of the
 * average at least, and no other library, measured in between, has as much as that: what others do
 * to caches and memory meets all. */
enum slow_calls slow_calls_of(const struct measurement *m, const struct series *series,
                              size_t point);

/* Writes "a CPU quota was used up in 37 of 120 periods, and all stood still for 1.9 s" to TEXT if
 * the FACTS of a measurement say that it was in more than 1 % of them. Returns what to do about it;
 * otherwise NULL, and TEXT is "". */
const char *culprits_tell_quota(const struct facts *facts, char *text, size_t size);

#endif
