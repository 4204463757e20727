/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.h: checks whether an archive is intact, to its last byte. */
#ifndef BENCHMAT_STORE_TOOLS_VERIFY_H
#define BENCHMAT_STORE_TOOLS_VERIFY_H

#include <stddef.h>

#include "store/file/lock.h"
#include "store/schema/digest.h"

/* The result for one run, or for the file itself. */
struct verify_finding {
    const char *run;    /* "run_000001"; NULL: the file */
    const char *digest; /* of its content (digest.h); NULL if it has a fault, and for the file */
    int code;           /* 0, or one that err_file_state knows */
    const char *fault;  /* names what is damaged, or what reading it failed with; NULL: neither */
};

/* Receives one finding after the other, each valid until it returns. */
typedef void verify_report(void *context, const struct verify_finding *finding);

/* Reads every byte of the archive PATH and checks that the file is what it claims to be, that every
 * run is intact (archive_survey.h), and that no two runs have the same uuid. First undoes an
 * interrupted change, as everything that opens an archive does, and tells HOW (may be NULL). REPORT
 * gets a finding for the file, then one for each run. Returns 0 even if some have faults; returns a
 * negative code if the check itself failed. */
int verify_archive(const char *path, const struct access *how, verify_report *report, void *context,
                   struct err *err);

#endif
