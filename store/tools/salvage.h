/* SPDX-License-Identifier: GPL-3.0-or-later */
/* salvage.h: saves the intact runs of an archive that is damaged, or cannot be read to its end, to
 * a new one. */
#ifndef BENCHMAT_STORE_TOOLS_SALVAGE_H
#define BENCHMAT_STORE_TOOLS_SALVAGE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/lock.h"

/* What became of one run. */
struct salvage_finding {
    const char *run;   /* its name in the archive; NULL if that cannot be read */
    uint64_t position; /* if it has no name: the offset in the file at which it begins */
    const char *saved; /* its name in the new archive; NULL: not saved */
    const char *fault; /* names what is damaged in a lost run, or what reading it failed with */
    const char *twin;  /* the run saved before it that has the same uuid; NULL: none. If both are
                          equal, this one is not saved again; if they differ, it got another
                          uuid */
};

typedef void salvage_report(void *context, const struct salvage_finding *finding);

/* Saves every run of the archive PATH that can be read completely, with every checksum correct, to
 * the new archive TARGET, in one transaction; PATH is not changed. Runs keep their names. Of
 * several equal runs with the same uuid, the first is taken; a run that differs from an earlier run
 * of the same uuid gets another uuid, derived from its content.
 *
 * If the list of runs cannot be read any more, the runs are searched for in the bytes of the file
 * (object_scan.h) and numbered anew in the order in which they are found. Of several with the same
 * uuid (an earlier state of a run may still be in the file) the fullest is taken; and deleted runs
 * may turn up again.
 *
 * ERR_USAGE: TARGET exists. ERR_DAMAGED: no run can be saved; then TARGET is not created.
 * ERR_UNREADABLE: the same, because a reader failed. HOW may be NULL. */
int salvage_archive(const char *path, const char *target, const struct access *how,
                    salvage_report *report, void *context, struct err *err);

#endif
