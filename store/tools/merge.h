/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge.h: runs of several archives brought together in one. */
#ifndef BENCHMAT_STORE_TOOLS_MERGE_H
#define BENCHMAT_STORE_TOOLS_MERGE_H

#include <stddef.h>

#include "formats/text/err.h"
#include "store/file/lock.h"

enum merge_fate {
    MERGE_TAKEN,   /* it is now in the target */
    MERGE_KNOWN,   /* it already was */
    MERGE_RUNNING, /* it is still being measured, and was left out */
    MERGE_FATES
};

/* What became of one run of a source. */
struct merge_finding {
    const char *source, *run; /* the archive and the run's name there */
    enum merge_fate fate;
    const char *name; /* in the target; NULL for a run left out */
};

typedef void merge_report(void *context, const struct merge_finding *finding);

/* Appends all runs of the archives SOURCES to the archive TARGET, creating it where there is none.
 * In one transaction: either all are there in the end, or TARGET is as it was. So what is reported
 * is true once 0 is returned.
 *
 * A run is known by its uuid, or, where it has none, by its digest (digest.h): the same run is
 * taken once, however often it comes, so that repeating a merge does no harm. Two runs that differ
 * and have one uuid are an error that names both, and so is a run that is damaged. HOW may be NULL.
 */
int merge_archives(const char *target, char *const *sources, size_t count, const struct access *how,
                   merge_report *report, void *context, struct err *err);

#endif
