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
 * Such a thing is the culprit if it is large enough to explain the sample. Where none is, nothing
 * is said of why: a collector of garbage in the library, its rare slow calls, and caches and memory
 * that others fill look the same from here. */
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

/* Writes "a CPU quota was used up in 37 of 120 periods, and all stood still for 1.9 s" to TEXT if
 * the FACTS of a measurement say that it was in more than 1 % of them. Returns what to do about it;
 * otherwise NULL, and TEXT is "". */
const char *culprits_tell_quota(const struct facts *facts, char *text, size_t size);

#endif
