/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/campaign.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"

/* The name of the last job. */
#define MERGE "merge"

/* --- paths --- */

/* The real path of ARCHIVE, which need not exist, so that a link and its target are one campaign.
 */
static int resolve(char path[PATH_MAX], const char *archive, struct err *err) {
    char directory[PATH_MAX];
    if (realpath(archive, path))
        return 0;
    const char *slash = strrchr(archive, '/'), *name = slash ? slash + 1 : archive;
    if (strlen(archive) >= PATH_MAX)
        return err_set(err, ERR_FAILED, "%s: the path is too long", archive);
    snprintf(directory, sizeof directory, "%.*s", slash ? (int)(slash - archive) + 1 : 1,
             slash ? archive : ".");
    if (!realpath(directory, path))
        return err_set(err, ERR_FAILED, "%s: its directory: %s", archive, strerror(errno));
    size_t used = strlen(path);
    used -= path[used - 1] == '/';
    snprintf(path + used, PATH_MAX - used, "/%s", name);
    return 0;
}

int campaign_find(struct campaign_paths *paths, const char *archive, struct err *err) {
    enum { ENDING = 64 }; /* what is put behind the archive's path */
    int status = resolve(paths->archive, archive, err);
    if (status)
        return status;
    if (strlen(paths->archive) >= PATH_MAX - ENDING)
        return err_set(err, ERR_FAILED, "%s: the path is too long", archive);
    snprintf(paths->spool, PATH_MAX, "%.*s.campaign", PATH_MAX - ENDING, paths->archive);
    return 0;
}

const char *campaign_file(const struct campaign_paths *paths, const char *name) {
    static char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", paths->spool, name);
    return path;
}

/* --- what tasks left behind --- */

/* The files of a task that tell what became of it. */
enum { FILE_ARCHIVE, FILE_MERGED, FILE_LOG, FILE_NODE, FILE_STATUS, TASK_FILES };
static const char *const endings[TASK_FILES] = {
    [FILE_ARCHIVE] = "h5", [FILE_MERGED] = "merged", [FILE_LOG] = "log",
    [FILE_NODE] = "node",  [FILE_STATUS] = "status",
};

struct task_file {
    char name[CAMPAIGN_NAME];
};

static struct task_file task_file(const char *task, int file) {
    struct task_file result;
    snprintf(result.name, sizeof result.name, "%s.%s", task, endings[file]);
    return result;
}

/* Sets TEXT to the last line of the file that is not empty; leaves it if there is none. */
static int last_line(const struct spool *spool, const char *task, int which, char *text,
                     size_t size, struct err *err) {
    char line[1000];
    FILE *file;
    int status = spool_read(spool, task_file(task, which).name, &file, err);
    if (!file)
        return status;
    if (fseek(file, -8192, SEEK_END) != 0)
        rewind(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[strspn(line, " \t\r")])
            snprintf(text, size, "%.*s", (int)size - 1, line);
    }
    fclose(file);
    utf8_clean(text, '?');
    return 0;
}

/* Sets ENDED to the exit status with which a task ended; -1: it has not. */
static int read_status(const struct spool *spool, const char *task, int *ended, struct err *err) {
    FILE *file;
    int status = spool_read(spool, task_file(task, FILE_STATUS).name, &file, err);
    *ended = -1;
    if (file && fscanf(file, "%d", ended) != 1)
        *ended = -1;
    if (file)
        fclose(file);
    return status;
}

/* Exit statuses of bench-collect. */
enum { STATUS_FAULTS = 3, STATUS_INTERRUPTED = 130 };

/* What is not done, and not in the queue. */
static int read_loss(struct task *task, const struct spool *spool, const char *name, int ended,
                     struct err *err) {
    int has_log, status = 0;
    task->state = TASK_LOST;
    if (ended < 0) {
        status = spool_has(spool, task_file(name, FILE_LOG).name, &has_log, err);
        snprintf(task->why, sizeof task->why, "%s",
                 has_log ? "it ended without a word, or its node did" : "it never began");
    } else if (ended == STATUS_INTERRUPTED)
        snprintf(task->why, sizeof task->why, "interrupted");
    else
        status = last_line(spool, name, FILE_LOG, task->why, sizeof task->why, err);
    return status;
}

/* A task with faults has measured something, or else it could measure nothing that was named. */
static int read_end(struct task *task, const struct spool *spool, const char *name, int is_unknown,
                    struct err *err) {
    int is_merge = strcmp(name, MERGE) == 0, ended, status = read_status(spool, name, &ended, err);
    if (status)
        return status;
    if (ended == 0 || (ended == STATUS_FAULTS && (task->has_archive || is_merge))) {
        task->state = TASK_DONE;
        if (ended && is_merge)
            return last_line(spool, name, FILE_LOG, task->why, sizeof task->why, err);
        if (ended)
            snprintf(task->why, sizeof task->why, "not all is measured, or right");
        return 0;
    }
    if (!task->job[0])
        return 0;
    if (!is_unknown)
        return read_loss(task, spool, name, ended, err);
    task->state = TASK_UNKNOWN;
    snprintf(task->why, sizeof task->why, "Slurm does not answer");
    return 0;
}

static const struct job_state *find_job(const struct queue *queue, const char *job) {
    for (size_t i = 0; i < queue->count && job[0]; i++)
        if (strcmp(queue->items[i].job, job) == 0)
            return &queue->items[i];
    return NULL;
}

static int read_task(struct task *task, const struct spool *spool, const char *name,
                     const struct queue *queue, struct err *err) {
    const struct job_state *queued = find_job(queue, task->job);
    int status = spool_has(spool, task_file(name, FILE_ARCHIVE).name, &task->has_archive, err);
    if (status == 0)
        status = spool_has(spool, task_file(name, FILE_MERGED).name, &task->is_merged, err);
    if (status == 0)
        status = last_line(spool, name, FILE_NODE, task->node, sizeof task->node, err);
    if (status || !queued)
        return status ? status : read_end(task, spool, name, queue->is_unknown, err);
    task->state = queued->is_running ? TASK_RUNNING : TASK_PENDING;
    snprintf(task->node, sizeof task->node, "%s", queued->node);
    snprintf(task->why, sizeof task->why, "%s", queued->is_running ? "" : queued->why);
    return 0;
}

/* --- jobs --- */

static int make_room(struct campaign *campaign, size_t count, struct err *err) {
    struct task *tasks = realloc(campaign->tasks, count * sizeof *tasks);
    if (!tasks)
        return err_set(err, ERR_FAILED, "no memory for %zu tasks", count);
    memset(tasks + campaign->count, 0, (count - campaign->count) * sizeof *tasks);
    campaign->tasks = tasks;
    campaign->count = count;
    return 0;
}

/* Takes one line of `jobs`. */
static int take_job(struct campaign *campaign, const char *line, int is_open, struct err *err) {
    char name[CAMPAIGN_NAME], job[CAMPAIGN_NAME], node[CAMPAIGN_NAME], *end;
    if (sscanf(line, "%63s %63s %63s", name, job, node) != 3)
        return err_set(err, ERR_DAMAGED, "its file `jobs` has a line \"%.100s\"", line);
    unsigned long number = strtoul(name, &end, 10);
    struct task *task = &campaign->merge;
    if (strcmp(name, MERGE) != 0) {
        if (*end || number >= (is_open ? CAMPAIGN_MOST_TASKS : campaign->count))
            return err_set(err, ERR_DAMAGED, "its file `jobs` has a task \"%s\"", name);
        if (number >= campaign->count && make_room(campaign, number + 1, err))
            return ERR_FAILED;
        task = &campaign->tasks[number];
    }
    snprintf(task->job, sizeof task->job, "%s", job);
    snprintf(task->node, sizeof task->node, "%s", strcmp(node, "-") ? node : "");
    return 0;
}

static int read_jobs(struct campaign *campaign, const struct spool *spool, FILE *file, int is_open,
                     struct err *err) {
    char line[1000];
    int status = 0;
    while (status == 0 && fgets(line, sizeof line, file))
        status = take_job(campaign, line, is_open, err);
    return status ? err_prefix(err, status, "%s", spool->path) : 0;
}

static int read_tasks(struct campaign *campaign, const struct spool *spool,
                      const struct queue *queue, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < campaign->count; i++) {
        char name[CAMPAIGN_NAME];
        snprintf(name, sizeof name, "%zu", i);
        status = read_task(&campaign->tasks[i], spool, name, queue, err);
    }
    return status ? status : read_task(&campaign->merge, spool, MERGE, queue, err);
}

int campaign_read(struct campaign *campaign, const struct spool *spool, size_t count,
                  const struct queue *queue, struct err *err) {
    FILE *jobs;
    *campaign = (struct campaign){0};
    int status = spool_read(spool, "jobs", &jobs, err);
    if (status == 0 && !count && !jobs)
        status = err_set(err, ERR_ABSENT, "%s: nothing was submitted from it", spool->path);
    if (status == 0 && count)
        status = make_room(campaign, count, err);
    if (status == 0 && jobs)
        status = read_jobs(campaign, spool, jobs, count == 0, err);
    if (jobs)
        fclose(jobs);
    if (status == 0)
        status = read_tasks(campaign, spool, queue, err);
    if (status)
        campaign_release(campaign);
    return status;
}

void campaign_release(struct campaign *campaign) {
    free(campaign->tasks);
    *campaign = (struct campaign){0};
}

int campaign_note_job(const struct spool *spool, long task, const char *job, const char *node,
                      struct err *err) {
    FILE *file;
    int status = spool_append(spool, "jobs", &file, err);
    if (status)
        return status;
    int failed = (task < 0 ? fprintf(file, MERGE) : fprintf(file, "%ld", task)) < 0 ||
                 fprintf(file, " %s %s\n", job, *node ? node : "-") < 0;
    failed = fclose(file) != 0 || failed;
    return failed ? err_set(err, ERR_FAILED, "%s/jobs: %s%s", spool->path, strerror(errno),
                            err_room_question(errno))
                  : 0;
}

const char *task_state_name(enum task_state state) {
    static const char *const names[TASK_STATES] = {
        [TASK_NEW] = "new",   [TASK_PENDING] = "pending", [TASK_RUNNING] = "running",
        [TASK_DONE] = "done", [TASK_LOST] = "lost",       [TASK_UNKNOWN] = "unknown"};
    return names[state];
}
