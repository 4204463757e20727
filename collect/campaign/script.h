/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script.h: the batch script of a campaign, for people and for sbatch. */
#ifndef BENCHMAT_COLLECT_CAMPAIGN_SCRIPT_H
#define BENCHMAT_COLLECT_CAMPAIGN_SCRIPT_H

#include <stddef.h>
#include <stdio.h>

#include "collect/campaign/campaign.h"

/* All texts are borrowed. */
struct script {
    const struct campaign_paths *paths;
    const char *programs;   /* the directory of bench-collect */
    const char *directory;  /* where it is to run */
    char *const *arguments; /* of bench-collect, without --output; end with NULL */
    const char *options;    /* more options for sbatch; "": none */
    size_t tasks;
    char *const *nodes; /* one for each task; NULL: any */
    int ranks;          /* the most of any launch */
    int has_locks;      /* the archive lies where locks can be trusted */
};

/* Writes it. The same campaign has the same script. It measures task $SLURM_ARRAY_TASK_ID into a
 * file on the node's own disk, because only there locks can be trusted, and copies it to the spool
 * twice a minute and at the end, also when Slurm asks it to end (SIGTERM). A copy is complete
 * before it replaces the last one, and nothing that was measured is deleted from the spool. A task
 * that is begun again goes on with that copy, or, on another machine, measures a new run beside it.
 * With the argument "merge" it puts the copies of all tasks that have ended into the archive,
 * however often that happens: a run that went on replaces its part. If squeue does not answer,
 * nobody knows which have ended, and only those that are complete are merged. The spool is used as
 * spool.h says.
 */
void script_write(const struct script *script, FILE *out);

/* Writes the same as the last job runs it: it merges, and has no options for sbatch. */
void script_write_merge(const struct script *script, FILE *out);

#endif
