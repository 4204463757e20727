/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge.h: merges runs of several archives into one. */
#ifndef BENCHMAT_STORE_TOOLS_MERGE_H
#define BENCHMAT_STORE_TOOLS_MERGE_H

#include <stddef.h>

#include "formats/text/err.h"
#include "store/file/lock.h"

enum merge_fate {
    MERGE_TAKEN,     /* the run is now in the target */
    MERGE_KNOWN,     /* the run was there already */
    MERGE_RUNNING,   /* the run is still being measured, and was left out */
    MERGE_CONTINUED, /* the run has replaced its own part, which was there */
    MERGE_FATES
};

/* What became of one run of a source. */
struct merge_finding {
    const char *source, *run; /* the archive and the run's name there */
    enum merge_fate fate;
    const char *name; /* its name in the target; NULL if it was left out */
};

typedef void merge_report(void *context, const struct merge_finding *finding);

/* Appends all runs of the archives SOURCES to the archive TARGET, creating it if needed, in one
 * transaction: in the end either all are there, or TARGET is as it was. So reports are true only
 * once 0 is returned.
 *
 * A run is identified by its uuid or, if it has none, by its digest (digest.h). The same run is
 * taken once, however often it comes, so repeating a merge is harmless. Of an interrupted run and
 * what it became when it was resumed (continuation.h) TARGET has the latter in the end, whichever
 * comes first. Other runs with the same uuid that differ are an error that names both; a damaged
 * run is an error too. HOW may be NULL. */
int merge_archives(const char *target, char *const *sources, size_t count, const struct access *how,
                   merge_report *report, void *context, struct err *err);

#endif
