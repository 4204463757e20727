/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slurm.h: what Slurm is asked and told, by its own programs. Each function returns ERR_FAILED with
 * what the program said if it is not there or fails. */
#ifndef BENCHMAT_COLLECT_CAMPAIGN_SLURM_H
#define BENCHMAT_COLLECT_CAMPAIGN_SLURM_H

#include "collect/campaign/campaign.h"
#include "formats/text/shell_words.h"

/* The names of the nodes in LIST, such as "node[1-3],gpu1". Without Slurm, only commas are
 * understood. The caller gives NODES to shell_words_release. */
int slurm_nodes(struct shell_words *nodes, const char *list, struct err *err);

/* Submits SCRIPT, the path of one or "--wrap=COMMAND", with the OPTIONS for sbatch, which end with
 * NULL. JOB gets the job's number. */
int slurm_submit(char job[CAMPAIGN_NAME], const char *script, char *const *options,
                 struct err *err);

/* Takes a job back. */
void slurm_cancel(const char *job);

/* Sets QUEUE to the user's jobs that wait or run, one item for each task of an array. The caller
 * frees its items. */
int slurm_queue(struct queue *queue, struct err *err);

/* Asks nodes that are free within seconds whether they see the file at PATH: those that OPTIONS for
 * srun allow. Returns 1 if all do, 0 if one does not, whose name BLIND gets, and -1 if no node
 * could be asked now; ERR says why. */
int slurm_sees(const char *path, char *const *options, char blind[CAMPAIGN_NAME], struct err *err);

#endif
