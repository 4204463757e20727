/* SPDX-License-Identifier: GPL-3.0-or-later */
/* campaign.h: one measurement on many nodes: tasks of a batch system, each with an archive of its
 * own, which are merged into one at the end.
 *
 * Everything about a campaign lies in its spool (spool.h), a directory beside the archive that all
 * nodes see, as files that its owner can read:
 *
 *     campaign.sh        the batch script (script.h)
 *     jobs               a line "TASK JOB NODE" for each task submitted, the last one counts; the
 *                        last job's TASK is "merge"; NODE is "-" unless a task is bound to one
 *     3.h5, 3.log        what task 3 has measured so far, and what it said
 *     3.node, 3.job      where it began last, and as which job; and what tells this from others
 *     3.status           the exit status with which it ended
 *     3.merged           3.h5 is in the archive
 *     merge.log, merge.status */
#ifndef BENCHMAT_COLLECT_CAMPAIGN_CAMPAIGN_H
#define BENCHMAT_COLLECT_CAMPAIGN_CAMPAIGN_H

#include <limits.h>
#include <stddef.h>

#include "collect/campaign/spool.h"
#include "formats/text/err.h"

enum { CAMPAIGN_MOST_TASKS = 10000, CAMPAIGN_NAME = 64, CAMPAIGN_WHY = 400 };

struct campaign_paths {
    char archive[PATH_MAX]; /* absolute */
    char spool[PATH_MAX];
};

/* What became of a task. Only of a queue that is known can it be said that a task is lost. */
enum task_state {
    TASK_NEW,
    TASK_PENDING,
    TASK_RUNNING,
    TASK_DONE,
    TASK_LOST,
    TASK_UNKNOWN,
    TASK_STATES
};

struct task {
    enum task_state state;
    char job[CAMPAIGN_NAME];  /* as the batch system calls it; "": never submitted */
    char node[CAMPAIGN_NAME]; /* where it runs or ran, or must run; "": unknown */
    int has_archive;          /* something has been measured */
    int is_merged;            /* and is in the archive */
    char why[CAMPAIGN_WHY];   /* why it waits or is lost, or what is wrong with it; "": nothing */
};

struct campaign {
    struct task *tasks;
    size_t count;
    struct task merge; /* the last job */
};

/* The state of a job that waits or runs, as the batch system tells it. */
struct job_state {
    char job[CAMPAIGN_NAME], node[CAMPAIGN_NAME], why[CAMPAIGN_WHY];
    int is_running;
};

struct queue {
    struct job_state *items;
    size_t count;
    int is_unknown; /* the batch system has not answered */
};

/* Finds the paths of the campaign whose archive is, or will be, at ARCHIVE. ERR_FAILED: its
 * directory cannot be found, or the path is too long. */
int campaign_find(struct campaign_paths *paths, const char *archive, struct err *err);

/* The path of the file NAME in the spool; static. */
const char *campaign_file(const struct campaign_paths *paths, const char *name);

/* Reads from SPOOL what became of COUNT tasks; 0: as many as were submitted. What the spool does
 * not tell QUEUE does. ERR_ABSENT: nothing was submitted. After success the caller gives CAMPAIGN
 * to campaign_release. */
int campaign_read(struct campaign *campaign, const struct spool *spool, size_t count,
                  const struct queue *queue, struct err *err);
void campaign_release(struct campaign *campaign);

/* Adds that TASK (-1: the last job) was submitted as JOB, bound to NODE ("": to none). */
int campaign_note_job(const struct spool *spool, long task, const char *job, const char *node,
                      struct err *err);

/* "new", "pending", "running", "done", "lost", "unknown" */
const char *task_state_name(enum task_state state);

#endif
