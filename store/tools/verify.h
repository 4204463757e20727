/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.h: whether an archive is in order, to its last byte. */
#ifndef BENCHMAT_STORE_TOOLS_VERIFY_H
#define BENCHMAT_STORE_TOOLS_VERIFY_H

#include <stddef.h>

#include "store/file/lock.h"
#include "store/schema/digest.h"

/* What became of one run, or of the file itself. */
struct verify_finding {
    const char *run;    /* "run_000001"; NULL: of what belongs to no run */
    const char *digest; /* of its content (digest.h); NULL where it is damaged, and for the file */
    const char *damage; /* names what is damaged; NULL when nothing is */
};

/* Is given one finding after the other, valid until it returns. */
typedef void verify_report(void *context, const struct verify_finding *finding);

/* Reads every byte of the archive PATH: the file is what it claims to be, every run is in order
 * (archive_survey.h), and no two runs have the same uuid. An interrupted change is undone first, as
 * by everything that opens an archive, and HOW (may be NULL) is told. REPORT is given a finding for
 * the file, then one for each run. Returns 0 also when something is damaged, and sets DAMAGED to
 * how many findings say so; a negative code when it could not be found out. */
int verify_archive(const char *path, const struct access *how, verify_report *report, void *context,
                   size_t *damaged, struct err *err);

#endif
