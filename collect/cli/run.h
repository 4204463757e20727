/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h: one measuring invocation of bench-collect, and bench-collect --resume. */
#ifndef BENCHMAT_COLLECT_CLI_RUN_H
#define BENCHMAT_COLLECT_CLI_RUN_H

#include "collect/cli/arguments.h"
#include "collect/cli/options.h"
#include "collect/job/job.h"
#include "formats/model/run.h"
#include "formats/text/shell_words.h"
#include "store/schema/digest.h"

/* --- resume --- */

/* An interrupted run, as read from its archive. Zero-initialised: none. */
struct resumed {
    struct run *run;
    char digest[DIGEST_TEXT];
    struct shell_words words; /* its command line */
    char *path;               /* of the archive, from the root */
};

/* Reads the run that OPTIONS name, or the latest interrupted one, and restores the OPTIONS with
 * which it began; but the verbosity and the lock timeout stay as given now. ERR_USAGE: there is no
 * such run, or it is complete or still being measured. Goes to the directory where its commands and
 * programs ran; ERR_FAILED: there is none. OPTIONS borrow from RESUMED; the caller
 * gives RESUMED to resume_release in any case. */
int resume_recall(struct resumed *resumed, struct options *options, struct err *err);
void resume_release(struct resumed *resumed);

/* --- run --- */

/* Prepares and measures ARGUMENTS as OPTIONS say and appends the run to their archive. TYPED is the
 * command line as typed, which is recorded. What was measured is kept even if the measuring ended
 * early. Returns 0, a negative code, or 3 if some cells are not ok, or something that was named is
 * not measured. The session's observer must be a console.
 *
 * RESUMED: the run to resume; if it cannot be resumed, nothing is changed. NULL: a new run. */
int run_collect(const struct session *session, const struct options *options,
                struct arguments *arguments, char **typed, struct resumed *resumed,
                struct err *err);

#endif
