/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/submission.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/campaign/slurm.h"
#include "collect/campaign/spool.h"
#include "formats/processes/child.h"
#include "formats/text/shell_words.h"

/* The script's file in the spool, for people: Slurm gets its text from here. */
#define SCRIPT "campaign.sh"

/* --- the spool --- */

/* Whether FILE has this TEXT. */
static int has_text(FILE *file, const char *text) {
    size_t length = strlen(text);
    char *found = malloc(length + 2);
    size_t got = found ? fread(found, 1, length + 1, file) : 0;
    int same = got == length && memcmp(found, text, length) == 0;
    free(found);
    return same;
}

/* Whether anything was ever submitted from the spool, as far as is known. */
static int is_used(const struct spool *spool) {
    struct err unknown;
    int is_there;
    return spool_has(spool, "jobs", &is_there, &unknown) != 0 || is_there;
}

/* Makes the spool with the script TEXT, or finds it there. */
static int make_spool(struct spool *spool, const char *path, const char *text, struct err *err) {
    FILE *file;
    int same = 0, status = spool_make(spool, path, err);
    if (status == 0)
        status = spool_read(spool, SCRIPT, &file, err);
    if (status)
        return status;
    if (file) {
        same = has_text(file, text);
        fclose(file);
    }
    if (same)
        return 0;
    if (!file || !is_used(spool))
        return spool_write_script(spool, SCRIPT, text, err);
    return err_set(err, ERR_FAILED,
                   "%s is the spool of another campaign; choose another --output, or remove the "
                   "spool when its archives are no longer needed",
                   path);
}

/* Nodes that do not see these could not run a task. As many nodes are asked as there are tasks, at
 * most, or those that were named. */
static int check_nodes(const struct script *script, char *path, struct submission *submission,
                       struct err *err) {
    static struct slurm_blind blind;
    char nodes[64], program[PATH_MAX + 32], *list = NULL, *options[] = {nodes, NULL, NULL};
    char *const paths[] = {path, program, (char *)(uintptr_t)script->directory, NULL};
    size_t size = 0;
    snprintf(program, sizeof program, "%s/bench-collect", script->programs);
    snprintf(nodes, sizeof nodes, script->nodes ? "--nodes=%zu" : "--nodes=1-%zu", script->tasks);
    FILE *out = script->nodes ? open_memstream(&list, &size) : NULL;
    if (out) {
        fputs("--nodelist=", out);
        for (size_t i = 0; i < script->tasks; i++)
            fprintf(out, "%s%s", i ? "," : "", script->nodes[i]);
        fclose(out);
        options[1] = list;
    }
    int sees = slurm_sees(paths, script->options, options, &blind, err);
    free(list);
    if (sees < 0)
        snprintf(submission->unchecked, sizeof submission->unchecked, "%s", err->message);
    if (sees)
        return 0;
    if (strcmp(blind.path, path) == 0)
        return err_set(
            err, ERR_FAILED,
            "%s does not see %s; choose an --output on a file system that all nodes have",
            blind.node, script->paths->spool);
    return err_set(err, ERR_FAILED,
                   "%s does not see %s; it must be on a file system that all nodes have",
                   blind.node, blind.path);
}

/* --- tasks --- */

/* What WRITE writes of SCRIPT, which the caller frees; NULL: no memory. */
static char *script_text(void (*write)(const struct script *, FILE *),
                         const struct script *script) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    write(script, out);
    return fclose(out) == 0 ? text : NULL;
}

static int is_to_be_done(const struct task *task) {
    return task->state == TASK_NEW || task->state == TASK_LOST;
}

/* Jobs that were submitted here, for the last one to wait for. */
struct jobs {
    char *numbers; /* joined by colons */
    size_t size;
    FILE *out;
    char (*each)[CAMPAIGN_NAME];
    size_t count;
};

static int is_interrupted(void) {
    sigset_t ending = ending_signals_set(ENDING_SIGNALS), waiting;
    sigpending(&waiting);
    sigandset(&ending, &ending, &waiting);
    return !sigisemptyset(&ending);
}

/* Of one the program would end before it tells what is left. */
static void forget_interruptions(void) {
    sigset_t ending = ending_signals_set(ENDING_SIGNALS);
    const struct timespec at_once = {0};
    while (sigtimedwait(&ending, NULL, &at_once) > 0)
        continue;
}

static int submit(struct jobs *jobs, const char *text, char *const *options, struct err *err) {
    int status = is_interrupted() ? err_set(err, ERR_FAILED, "interrupted; nothing is submitted")
                                  : slurm_submit(jobs->each[jobs->count], text, "", options, err);
    if (status == 0)
        fprintf(jobs->out, ":%s", jobs->each[jobs->count++]);
    return status;
}

/* Each task has a log of its own. */
#define NO_OUTPUT "--output=/dev/null"

/* One array of all tasks that are to be done. */
static int submit_array(struct jobs *jobs, const struct campaign *campaign, const char *text,
                        struct err *err) {
    char *array = NULL, *options[] = {NO_OUTPUT, NULL, NULL};
    size_t size = 0;
    FILE *out = open_memstream(&array, &size);
    if (!out)
        return err_set(err, ERR_FAILED, "no memory for a list of tasks");
    const char *separator = "--array=";
    for (size_t i = 0; i < campaign->count; i++)
        if (is_to_be_done(&campaign->tasks[i])) {
            fprintf(out, "%s%zu", separator, i);
            separator = ",";
        }
    fclose(out);
    options[1] = array;
    int status = submit(jobs, text, options, err);
    free(array);
    return status;
}

/* One for each node, because an array may not name one for each of its tasks. */
static int submit_each(struct jobs *jobs, const struct campaign *campaign, char *const *nodes,
                       const char *text, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < campaign->count; i++) {
        char array[32], node[CAMPAIGN_NAME + 16];
        char *const options[] = {NO_OUTPUT, array, node, NULL};
        if (!is_to_be_done(&campaign->tasks[i]))
            continue;
        snprintf(array, sizeof array, "--array=%zu", i);
        snprintf(node, sizeof node, "--nodelist=%s", nodes[i]);
        status = submit(jobs, text, options, err);
        if (status)
            err_prefix(err, status, "%s", nodes[i]);
    }
    return status;
}

/* Tasks that are still in the queue from before are waited for, too; so an earlier last job, which
 * would not wait for all, is taken back. */
static int submit_merge(struct jobs *jobs, const struct campaign *campaign,
                        const struct script *script, char job[CAMPAIGN_NAME], struct err *err) {
    char *text = script_text(script_write_merge, script), *dependency = NULL;
    struct err ignored;
    int status = 0;
    for (size_t i = 0; i < campaign->count; i++)
        if (campaign->tasks[i].state == TASK_PENDING || campaign->tasks[i].state == TASK_RUNNING)
            fprintf(jobs->out, ":%s", campaign->tasks[i].job);
    fflush(jobs->out);
    if (!text || asprintf(&dependency, "--dependency=afterany%s", jobs->numbers) < 0)
        status = err_set(err, ERR_FAILED, "no memory for the last job");
    char *const options[] = {
        "--job-name=bench-collect-merge", "--nodes=1", "--ntasks=1", NO_OUTPUT, dependency, NULL};
    if (status == 0)
        status = slurm_submit(job, text, script->options, options, err);
    if (status == 0 && campaign->merge.state == TASK_PENDING)
        slurm_cancel(campaign->merge.job, &ignored);
    free(text);
    free(dependency);
    return status;
}

static int note_jobs(const struct spool *spool, const struct script *script,
                     const struct campaign *campaign, const struct jobs *jobs, const char *merge,
                     struct err *err) {
    int status = 0;
    size_t at = 0;
    for (size_t i = 0; status == 0 && i < campaign->count; i++) {
        char job[2 * CAMPAIGN_NAME];
        if (!is_to_be_done(&campaign->tasks[i]))
            continue;
        snprintf(job, sizeof job, "%s_%zu", jobs->each[script->nodes ? at++ : 0], i);
        status = campaign_note_job(spool, (long)i, job, script->nodes ? script->nodes[i] : "", err);
    }
    return status ? status : campaign_note_job(spool, -1, merge, "", err);
}

static int submit_all(struct submission *submission, const struct spool *spool,
                      const struct script *script, const struct campaign *campaign,
                      const char *text, struct err *err) {
    struct jobs jobs = {0};
    jobs.each = calloc(script->tasks, sizeof *jobs.each);
    jobs.out = open_memstream(&jobs.numbers, &jobs.size);
    int status = jobs.each && jobs.out
                     ? 0
                     : err_set(err, ERR_FAILED, "no memory for %zu tasks", script->tasks);
    if (status == 0)
        status = script->nodes ? submit_each(&jobs, campaign, script->nodes, text, err)
                               : submit_array(&jobs, campaign, text, err);
    if (status == 0)
        status = submit_merge(&jobs, campaign, script, submission->merge, err);
    if (status == 0) {
        status = note_jobs(spool, script, campaign, &jobs, submission->merge, err);
        if (status)
            slurm_take_back(submission->merge, err);
    }
    for (size_t i = 0; status && i < jobs.count; i++)
        slurm_take_back(jobs.each[i], err);
    if (jobs.out)
        fclose(jobs.out);
    free(jobs.numbers);
    free(jobs.each);
    return status;
}

/* The queue is asked first, so that nothing is left without Slurm. */
static int read_campaign(struct campaign *campaign, struct spool *spool,
                         const struct script *script, const char *text, struct err *err) {
    struct queue queue;
    struct err why;
    if (slurm_queue(&queue, geteuid(), &why) != 0)
        return err_set(err, ERR_FAILED,
                       "%.800s; nothing is submitted while it is unknown what is in the queue",
                       why.message);
    int status = make_spool(spool, script->paths->spool, text, err);
    if (status == 0)
        status = campaign_read(campaign, spool, script->tasks, &queue, err);
    free(queue.items);
    return status;
}

static int submit_campaign(struct submission *submission, const struct script *script,
                           const char *text, struct err *err) {
    struct campaign campaign;
    struct spool spool = {0};
    sigset_t ending = ending_signals_set(ENDING_SIGNALS), before;
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s", campaign_file(script->paths, SCRIPT));
    int status = read_campaign(&campaign, &spool, script, text, err);
    if (status) {
        spool_close(&spool);
        return status;
    }
    submission->is_unmerged = campaign.merge.state == TASK_LOST;
    for (size_t i = 0; i < campaign.count; i++)
        submission->tasks += is_to_be_done(&campaign.tasks[i]);
    if (submission->tasks)
        status = check_nodes(script, path, submission, err);
    /* Whoever interrupts this finds nothing submitted, and no spool. */
    sigprocmask(SIG_BLOCK, &ending, &before);
    if (status == 0 && submission->tasks)
        status = submit_all(submission, &spool, script, &campaign, text, err);
    campaign_release(&campaign);
    if (status && !is_used(&spool)) {
        spool_remove(&spool, SCRIPT);
        rmdir(script->paths->spool);
    }
    spool_close(&spool);
    if (status && is_interrupted()) {
        forget_interruptions();
        status = ERR_INTERRUPTED;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

int submission_submit(struct submission *submission, const struct script *script, struct err *err) {
    char *text = script_text(script_write, script);
    *submission = (struct submission){0};
    int status = text ? submit_campaign(submission, script, text, err)
                      : err_set(err, ERR_FAILED, "no memory for a script");
    free(text);
    return status;
}
