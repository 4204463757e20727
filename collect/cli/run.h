/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h: one invocation that measures, and bench-collect --resume. */
#ifndef BENCHMAT_COLLECT_CLI_RUN_H
#define BENCHMAT_COLLECT_CLI_RUN_H

#include "analyze/statistics/interval.h"
#include "collect/cli/arguments.h"
#include "collect/cli/options.h"
#include "collect/job/job.h"
#include "collect/libraries/library_record.h"
#include "formats/model/run.h"
#include "store/schema/digest.h"

/* --- precision --- */

/* What analyze/ knows of intervals, for a session that has a precision to reach.
 */

struct precision_check {
    struct precision precision; /* first */
    struct student student;
};

/* Ratios and intervals as bench-analyze takes them by default: analyze/inference/ratio.h, at 95 %.
 */
void precision_begin(struct precision_check *precision_check);

/* --- run --- */

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

/* --- run --- */

/* The main job of bench-collect: prepare, measure, keep. */

/* Collects ARGUMENTS as OPTIONS say and appends it to their archive; ARGUMENTS, as typed, are
 * recorded. What was measured is kept, also when the measuring ended early. Returns 0, a negative
 * code, or 3 when some cells are not ok, or an action was lost. The session's observer is a
 * console.
 *
 * RESUMED: go on with that run; nothing is changed where that cannot be. NULL: a new one. */
int run_collect(const struct session *session, const struct options *options,
                struct arguments *arguments, char **typed, struct resumed *resumed,
                struct err *err);

#endif
