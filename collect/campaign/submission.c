/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/submission.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/campaign/slurm.h"
#include "formats/processes/child.h"
#include "formats/text/shell_words.h"

/* --- the spool --- */

static int write_error(const char *path, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: %s%s", path, strerror(errno), err_room_question(errno));
}

/* Whether the file at PATH has this TEXT. */
static int has_text(FILE *file, const char *text) {
    size_t length = strlen(text);
    char *found = malloc(length + 2);
    size_t got = found ? fread(found, 1, length + 1, file) : 0;
    int same = got == length && memcmp(found, text, length) == 0;
    free(found);
    return same;
}

static int write_script(const char *path, const char *text, struct err *err) {
    FILE *file = fopen(path, "w");
    if (!file)
        return write_error(path, err);
    int failed = fputs(text, file) < 0;
    failed = fclose(file) != 0 || failed;
    if (!failed && chmod(path, 0755) == 0)
        return 0;
    write_error(path, err);
    unlink(path);
    return ERR_FAILED;
}

/* Whether anything was ever submitted from the spool. */
static int is_used(const struct campaign_paths *paths) {
    return access(campaign_file(paths, "jobs"), F_OK) == 0;
}

/* Makes the spool with the script TEXT, or finds it there. */
static int make_spool(const struct campaign_paths *paths, const char *path, const char *text,
                      struct err *err) {
    if (mkdir(paths->spool, 0777) != 0 && errno != EEXIST)
        return write_error(paths->spool, err);
    FILE *file = fopen(path, "r");
    if (!file)
        return write_script(path, text, err);
    int same = has_text(file, text);
    fclose(file);
    if (same)
        return 0;
    if (!is_used(paths))
        return write_script(path, text, err);
    return err_set(err, ERR_FAILED,
                   "%s is the spool of another campaign; choose another --output, or remove the "
                   "spool when its archives are no longer needed",
                   paths->spool);
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

static int submit(struct jobs *jobs, const char *path, char *const *options, struct err *err) {
    int status = is_interrupted() ? err_set(err, ERR_FAILED, "interrupted; nothing is submitted")
                                  : slurm_submit(jobs->each[jobs->count], path, "", options, err);
    if (status == 0)
        fprintf(jobs->out, ":%s", jobs->each[jobs->count++]);
    return status;
}

/* Each task has a log of its own. */
#define NO_OUTPUT "--output=/dev/null"

/* One array of all tasks that are to be done. */
static int submit_array(struct jobs *jobs, const struct campaign *campaign, const char *path,
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
    int status = submit(jobs, path, options, err);
    free(array);
    return status;
}

/* One for each node, because an array may not name one for each of its tasks. */
static int submit_each(struct jobs *jobs, const struct campaign *campaign, char *const *nodes,
                       const char *path, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < campaign->count; i++) {
        char array[32], node[CAMPAIGN_NAME + 16];
        char *const options[] = {NO_OUTPUT, array, node, NULL};
        if (!is_to_be_done(&campaign->tasks[i]))
            continue;
        snprintf(array, sizeof array, "--array=%zu", i);
        snprintf(node, sizeof node, "--nodelist=%s", nodes[i]);
        status = submit(jobs, path, options, err);
        if (status)
            err_prefix(err, status, "%s", nodes[i]);
    }
    return status;
}

/* Tasks that are still in the queue from before are waited for, too; so an earlier last job, which
 * would not wait for all, is taken back. */
static int submit_merge(struct jobs *jobs, const struct campaign *campaign,
                        const struct script *script, const char *path, char job[CAMPAIGN_NAME],
                        struct err *err) {
    char *const run[] = {"sh", (char *)(uintptr_t)path, "merge", NULL};
    char *line = shell_words_join(run), *wrap = NULL, *dependency = NULL;
    int status = 0;
    for (size_t i = 0; i < campaign->count; i++)
        if (campaign->tasks[i].state == TASK_PENDING || campaign->tasks[i].state == TASK_RUNNING)
            fprintf(jobs->out, ":%s", campaign->tasks[i].job);
    fflush(jobs->out);
    if (!line || asprintf(&wrap, "--wrap=%s", line) < 0 ||
        asprintf(&dependency, "--dependency=afterany%s", jobs->numbers) < 0)
        status = err_set(err, ERR_FAILED, "no memory for the last job");
    char *const options[] = {
        "--job-name=bench-collect-merge", "--nodes=1", "--ntasks=1", NO_OUTPUT, dependency, NULL};
    if (status == 0)
        status = slurm_submit(job, wrap, script->options, options, err);
    if (status == 0 && campaign->merge.state == TASK_PENDING)
        slurm_cancel(campaign->merge.job);
    free(line);
    free(wrap);
    free(dependency);
    return status;
}

static int note_jobs(const struct script *script, const struct campaign *campaign,
                     const struct jobs *jobs, const char *merge, struct err *err) {
    int status = 0;
    size_t at = 0;
    for (size_t i = 0; status == 0 && i < campaign->count; i++) {
        char job[2 * CAMPAIGN_NAME];
        if (!is_to_be_done(&campaign->tasks[i]))
            continue;
        snprintf(job, sizeof job, "%s_%zu", jobs->each[script->nodes ? at++ : 0], i);
        status = campaign_note_job(script->paths, (long)i, job,
                                   script->nodes ? script->nodes[i] : "", err);
    }
    return status ? status : campaign_note_job(script->paths, -1, merge, "", err);
}

static int submit_all(struct submission *submission, const struct script *script,
                      const struct campaign *campaign, const char *path, struct err *err) {
    struct jobs jobs = {0};
    jobs.each = calloc(script->tasks, sizeof *jobs.each);
    jobs.out = open_memstream(&jobs.numbers, &jobs.size);
    int status = jobs.each && jobs.out
                     ? 0
                     : err_set(err, ERR_FAILED, "no memory for %zu tasks", script->tasks);
    if (status == 0)
        status = script->nodes ? submit_each(&jobs, campaign, script->nodes, path, err)
                               : submit_array(&jobs, campaign, path, err);
    if (status == 0)
        status = submit_merge(&jobs, campaign, script, path, submission->merge, err);
    if (status == 0) {
        status = note_jobs(script, campaign, &jobs, submission->merge, err);
        if (status)
            slurm_cancel(submission->merge);
    }
    for (size_t i = 0; status && i < jobs.count; i++)
        slurm_cancel(jobs.each[i]);
    if (jobs.out)
        fclose(jobs.out);
    free(jobs.numbers);
    free(jobs.each);
    return status;
}

int submission_submit(struct submission *submission, const struct script *script, struct err *err) {
    struct campaign campaign;
    struct queue queue = {0};
    sigset_t ending = ending_signals_set(ENDING_SIGNALS), before;
    char *text = NULL, path[PATH_MAX + 64];
    size_t size = 0;
    *submission = (struct submission){0};
    snprintf(path, sizeof path, "%s", campaign_file(script->paths, "campaign.sh"));
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return err_set(err, ERR_FAILED, "no memory for a script");
    script_write(script, out);
    fclose(out);
    uid_t owner = campaign_owner(script->paths);
    int status = slurm_queue(&queue, owner, err); /* first, so that nothing is left without Slurm */
    if (status == 0)
        status = make_spool(script->paths, path, text, err);
    free(text);
    if (status == 0)
        status = campaign_read(&campaign, script->paths, script->tasks, &queue, err);
    free(queue.items);
    if (status)
        return status;
    submission->is_unmerged = campaign.merge.state == TASK_LOST;
    for (size_t i = 0; i < campaign.count; i++)
        submission->tasks += is_to_be_done(&campaign.tasks[i]);
    if (submission->tasks)
        status = check_nodes(script, path, submission, err);
    /* Whoever interrupts this finds nothing submitted, and no spool. */
    sigprocmask(SIG_BLOCK, &ending, &before);
    if (status == 0 && submission->tasks)
        status = submit_all(submission, script, &campaign, path, err);
    campaign_release(&campaign);
    if (status && !is_used(script->paths)) {
        unlink(path);
        rmdir(script->paths->spool);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}
