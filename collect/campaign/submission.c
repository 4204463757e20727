/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/submission.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/campaign/slurm.h"
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

/* Nodes see the script, or they could not run a task. */
static int check_spool(const struct script *script, const char *path, const char *options,
                       char *const *own, struct submission *submission, struct err *err) {
    struct shell_words words = {0};
    char blind[CAMPAIGN_NAME] = "", *all[64];
    size_t count = 0;
    int status = shell_words_split(&words, options, err);
    for (size_t i = 0; status == 0 && i < words.count && count < 60; i++)
        all[count++] = words.items[i];
    for (; own && *own && count < 60; own++)
        all[count++] = *own;
    all[count] = NULL;
    int sees = status == 0 ? slurm_sees(path, all, blind, err) : -1;
    shell_words_release(&words);
    if (sees < 0)
        snprintf(submission->unchecked, sizeof submission->unchecked, "%s", err->message);
    if (sees)
        return 0;
    return err_set(err, ERR_FAILED,
                   "%s does not see %s; choose an --output on a file system that all nodes have",
                   blind, script->paths->spool);
}

/* As many nodes as there are tasks, at most, or those that were named. */
static int check_nodes(const struct script *script, const char *path, struct submission *submission,
                       struct err *err) {
    char nodes[64], *list = NULL;
    size_t size = 0;
    char *own[] = {nodes, NULL, NULL};
    snprintf(nodes, sizeof nodes, script->nodes ? "--nodes=%zu" : "--nodes=1-%zu", script->tasks);
    FILE *out = script->nodes ? open_memstream(&list, &size) : NULL;
    if (out) {
        fputs("--nodelist=", out);
        for (size_t i = 0; i < script->tasks; i++)
            fprintf(out, "%s%s", i ? "," : "", script->nodes[i]);
        fclose(out);
        own[1] = list;
    }
    int status = check_spool(script, path, script->options, own, submission, err);
    free(list);
    return status;
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

static int submit(struct jobs *jobs, const char *path, char *const *options, struct err *err) {
    int status = slurm_submit(jobs->each[jobs->count], path, options, err);
    if (status == 0)
        fprintf(jobs->out, ":%s", jobs->each[jobs->count++]);
    return status;
}

/* One array of all tasks that are to be done. */
static int submit_array(struct jobs *jobs, const struct campaign *campaign, const char *path,
                        struct err *err) {
    char *array = NULL, *options[2] = {NULL};
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
    options[0] = array;
    int status = submit(jobs, path, options, err);
    free(array);
    return status;
}

/* One for each node, because an array may not name one for each of its tasks. */
static int submit_each(struct jobs *jobs, const struct campaign *campaign, char *const *nodes,
                       const char *path, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < campaign->count; i++) {
        char array[32], node[CAMPAIGN_NAME + 16], *const options[] = {array, node, NULL};
        if (!is_to_be_done(&campaign->tasks[i]))
            continue;
        snprintf(array, sizeof array, "--array=%zu", i);
        snprintf(node, sizeof node, "--nodelist=%s", nodes[i]);
        status = submit(jobs, path, options, err);
    }
    return status;
}

/* Tasks that are still in the queue from before are waited for, too. */
static int submit_merge(struct jobs *jobs, const struct campaign *campaign,
                        const struct script *script, const char *path, char job[CAMPAIGN_NAME],
                        struct err *err) {
    char *const run[] = {"sh", (char *)(uintptr_t)path, "merge", NULL};
    struct shell_words options = {0};
    char *line = shell_words_join(run), *wrap = NULL, *dependency = NULL, *all[64];
    size_t count = 0;
    int status = shell_words_split(&options, script->options, err);
    for (size_t i = 0; i < campaign->count; i++)
        if (campaign->tasks[i].state == TASK_PENDING || campaign->tasks[i].state == TASK_RUNNING)
            fprintf(jobs->out, ":%s", campaign->tasks[i].job);
    fflush(jobs->out);
    if (!line || asprintf(&wrap, "--wrap=%s", line) < 0 ||
        asprintf(&dependency, "--dependency=afterany%s", jobs->numbers) < 0)
        status = err_set(err, ERR_FAILED, "no memory for the last job");
    for (size_t i = 0; status == 0 && i < options.count && count < 56; i++)
        all[count++] = options.items[i];
    all[count++] = "--job-name=bench-collect-merge";
    all[count++] = "--nodes=1";
    all[count++] = "--ntasks=1";
    all[count++] = "--output=/dev/null";
    all[count++] = dependency;
    all[count] = NULL;
    if (status == 0)
        status = slurm_submit(job, wrap, all, err);
    shell_words_release(&options);
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
    char *text = NULL, path[PATH_MAX + 64];
    size_t size = 0;
    *submission = (struct submission){0};
    snprintf(path, sizeof path, "%s", campaign_file(script->paths, "campaign.sh"));
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return err_set(err, ERR_FAILED, "no memory for a script");
    script_write(script, out);
    fclose(out);
    int status = slurm_queue(&queue, err); /* first, so that nothing is left without Slurm */
    if (status == 0)
        status = make_spool(script->paths, path, text, err);
    free(text);
    if (status == 0)
        status = campaign_read(&campaign, script->paths, script->tasks, &queue, err);
    free(queue.items);
    if (status)
        return status;
    for (size_t i = 0; i < campaign.count; i++)
        submission->tasks += is_to_be_done(&campaign.tasks[i]);
    if (submission->tasks)
        status = check_nodes(script, path, submission, err);
    if (status == 0 && submission->tasks)
        status = submit_all(submission, script, &campaign, path, err);
    campaign_release(&campaign);
    if (status && !is_used(script->paths)) {
        unlink(path);
        rmdir(script->paths->spool);
    }
    return status;
}
