/* SPDX-License-Identifier: GPL-3.0-or-later */
/* submission.h: hands a campaign to Slurm. */
#ifndef BENCHMAT_COLLECT_CAMPAIGN_SUBMISSION_H
#define BENCHMAT_COLLECT_CAMPAIGN_SUBMISSION_H

#include "collect/campaign/campaign.h"
#include "collect/campaign/script.h"

/* What was submitted. */
struct submission {
    size_t tasks;              /* those that were neither done nor in the queue */
    char merge[CAMPAIGN_NAME]; /* the last job; "": there was nothing to submit */
    int is_unmerged;           /* the last job has ended without merging */
    char unchecked[1024];      /* why no node could be asked for the spool; "": one was */
};

/* Makes the spool, writes the script, and submits each task that is not done, pending or running,
 * and the job that merges. So the same submission again is for what was lost. ERR_INTERRUPTED: by
 * the user. ERR_FAILED: another campaign, or another user, has the spool; it cannot be written; a
 * node does not see it; Slurm is not there, refuses, or does not tell what is in the queue. After a
 * failure, or if the user interrupts it, nothing of it is left in the queue, or ERR says which jobs
 * are. */
int submission_submit(struct submission *submission, const struct script *script, struct err *err);

#endif
