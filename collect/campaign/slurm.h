/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slurm.h: what Slurm is asked and told, by its own programs. Each function returns ERR_FAILED with
 * what the program said if it is not there or fails. */
#ifndef BENCHMAT_COLLECT_CAMPAIGN_SLURM_H
#define BENCHMAT_COLLECT_CAMPAIGN_SLURM_H

#include <sys/types.h>

#include "collect/campaign/campaign.h"
#include "formats/text/shell_words.h"

/* The names of the nodes in LIST, such as "node[1-3],gpu1". Without Slurm, only commas are
 * understood. ERR_USAGE also if one is there twice. The caller gives NODES to
 * shell_words_release. */
int slurm_nodes(struct shell_words *nodes, const char *list, struct err *err);

/* Submits SCRIPT, a script's text: Slurm gets it from this process, not from a file that others
 * could replace meanwhile. MORE are the user's options for sbatch, as one text; OPTIONS, which end
 * with NULL, come after them, and so win. JOB gets the job's number. */
int slurm_submit(char job[CAMPAIGN_NAME], const char *script, const char *more,
                 char *const *options, struct err *err);

/* Takes a job back. */
int slurm_cancel(const char *job, struct err *err);
/* The same after a failure, of which ERR tells: adds to it if JOB stays in the queue. */
void slurm_take_back(const char *job, struct err *err);

/* Sets QUEUE to the jobs of OWNER and of this user that wait or run, one item for each task of an
 * array. The caller frees its items. If squeue fails, or says something else than what is in the
 * queue, QUEUE is unknown: no answer does not mean that there is no job. */
int slurm_queue(struct queue *queue, uid_t owner, struct err *err);

/* A node that does not see a file. */
struct slurm_blind {
    char node[CAMPAIGN_NAME], path[PATH_MAX];
};

/* Asks nodes that are free within seconds whether they see the files at PATHS: nodes that OPTIONS
 * for srun allow, and what MORE, the user's options for sbatch, say of nodes. Both lists end with
 * NULL. Returns 1 if all do, 0 if one does not, which BLIND gets, and -1 if no node could be asked
 * now; ERR says why. */
int slurm_sees(char *const *paths, const char *more, char *const *options,
               struct slurm_blind *blind, struct err *err);

#endif
