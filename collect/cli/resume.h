/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume.h: bench-collect --resume: what an interrupted run was to be, out of the archive. */
#ifndef BENCHMAT_COLLECT_CLI_RESUME_H
#define BENCHMAT_COLLECT_CLI_RESUME_H

#include "collect/cli/options.h"
#include "collect/libraries/shell_words.h"
#include "formats/model/run.h"
#include "store/schema/digest.h"

/* An interrupted run, as it was read. Zero-initialised is none. */
struct resumed {
    struct run *run;
    char digest[DIGEST_TEXT];
    struct shell_words words; /* its command line */
};

/* Reads the run that OPTIONS mean, the latest that was interrupted where they name none, and makes
 * OPTIONS what they were when it began; but how much is said, and for how long the archive is
 * waited for, stays as given. That there is no such run, or that it is complete or still being
 * measured, is an ERR_USAGE that says so. In any case RESUMED, of which OPTIONS borrow, is to be
 * given to resume_release. */
int resume_recall(struct resumed *resumed, struct options *options, struct err *err);
void resume_release(struct resumed *resumed);

#endif
