/* SPDX-License-Identifier: GPL-3.0-or-later */
/* salvage.h: what is whole in a damaged archive, saved to a new one. */
#ifndef BENCHMAT_STORE_TOOLS_SALVAGE_H
#define BENCHMAT_STORE_TOOLS_SALVAGE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/lock.h"

/* What became of one run. */
struct salvage_finding {
    const char *run;    /* its name in the damaged archive; NULL where that could not be read */
    uint64_t position;  /* where it has no name: the byte of the file at which it begins */
    const char *saved;  /* its name in the new archive; NULL: it is lost */
    const char *damage; /* of a lost one: names what is damaged */
    const char *twin;   /* the run saved before it that has its uuid; NULL: none has. If both are
                           equal, it is not saved again; if they differ, it got another uuid */
};

typedef void salvage_report(void *context, const struct salvage_finding *finding);

/* Saves every run of the archive PATH that can be read whole, every checksum right, to the new
 * archive TARGET, in one transaction; PATH is not changed. Runs keep their names. Of
 * several that are equal, uuid and all, the first is taken; one that differs from an earlier run of
 * its uuid gets another, made from what it holds. Where the list of
 * runs cannot be read any more, they are searched for in the bytes of the file (object_scan.h) and
 * numbered anew in the order in which they are found; of several that have the same uuid (an
 * earlier state of one may still lie in the file) the fullest is taken; and runs that were deleted
 * may turn up again.
 *
 * ERR_USAGE when TARGET exists, ERR_DAMAGED when not a single run can be saved; then TARGET is not
 * made. HOW may be NULL. */
int salvage_archive(const char *path, const char *target, const struct access *how,
                    salvage_report *report, void *context, struct err *err);

#endif
