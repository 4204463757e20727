/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/campaign.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

uid_t campaign_owner(const struct campaign_paths *paths) {
    struct stat spool;
    return stat(paths->spool, &spool) == 0 ? spool.st_uid : getuid();
}

static const char *task_file(const struct campaign_paths *paths, const char *task,
                             const char *ending) {
    char name[CAMPAIGN_NAME];
    snprintf(name, sizeof name, "%s.%s", task, ending);
    return campaign_file(paths, name);
}

/* --- what tasks left behind --- */

/* The last line of FILE that is not empty. */
static void last_line(const char *path, char *text, size_t size) {
    char line[1000];
    FILE *file = fopen(path, "r");
    if (file && fseek(file, -8192, SEEK_END) != 0)
        rewind(file);
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[strspn(line, " \t\r")])
            snprintf(text, size, "%.*s", (int)size - 1, line);
    }
    if (file)
        fclose(file);
    utf8_clean(text, '?');
}

static int exists(const char *path) {
    return access(path, F_OK) == 0;
}

/* The exit status with which a task ended; -1: it has not. */
static int read_status(const struct campaign_paths *paths, const char *name) {
    int status = -1;
    FILE *file = fopen(task_file(paths, name, "status"), "r");
    if (file && fscanf(file, "%d", &status) != 1)
        status = -1;
    if (file)
        fclose(file);
    return status;
}

/* Exit statuses of bench-collect. */
enum { STATUS_FAULTS = 3, STATUS_INTERRUPTED = 130 };

/* A task with faults has measured something, or else it could measure nothing that was named. */
static void read_end(struct task *task, const struct campaign_paths *paths, const char *name) {
    int status = read_status(paths, name), is_merge = strcmp(name, MERGE) == 0;
    if (status == 0 || (status == STATUS_FAULTS && (task->has_archive || is_merge))) {
        task->state = TASK_DONE;
        if (status && is_merge)
            last_line(task_file(paths, name, "log"), task->why, sizeof task->why);
        else if (status)
            snprintf(task->why, sizeof task->why, "not all is measured, or right");
        return;
    }
    if (!task->job[0])
        return;
    task->state = TASK_LOST;
    if (status < 0)
        snprintf(task->why, sizeof task->why, "%s",
                 exists(task_file(paths, name, "log")) ? "it ended without a word, or its node did"
                                                       : "it never began");
    else if (status == STATUS_INTERRUPTED)
        snprintf(task->why, sizeof task->why, "interrupted");
    else
        last_line(task_file(paths, name, "log"), task->why, sizeof task->why);
}

static const struct job_state *find_job(const struct queue *queue, const char *job) {
    for (size_t i = 0; i < queue->count && job[0]; i++)
        if (strcmp(queue->items[i].job, job) == 0)
            return &queue->items[i];
    return NULL;
}

static void read_task(struct task *task, const struct campaign_paths *paths, const char *name,
                      const struct queue *queue) {
    const struct job_state *queued = find_job(queue, task->job);
    task->has_archive = exists(task_file(paths, name, "h5"));
    task->is_merged = exists(task_file(paths, name, "merged"));
    last_line(task_file(paths, name, "node"), task->node, sizeof task->node);
    if (!queued) {
        read_end(task, paths, name);
        return;
    }
    task->state = queued->is_running ? TASK_RUNNING : TASK_PENDING;
    snprintf(task->node, sizeof task->node, "%s", queued->node);
    snprintf(task->why, sizeof task->why, "%s", queued->is_running ? "" : queued->why);
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

static int read_jobs(struct campaign *campaign, const struct campaign_paths *paths, int is_open,
                     struct err *err) {
    char line[1000];
    int status = 0;
    FILE *file = fopen(campaign_file(paths, "jobs"), "r");
    if (!file)
        return errno == ENOENT ? 0 : err_set(err, ERR_FAILED, "jobs: %s", strerror(errno));
    while (status == 0 && fgets(line, sizeof line, file))
        status = take_job(campaign, line, is_open, err);
    fclose(file);
    return status;
}

int campaign_read(struct campaign *campaign, const struct campaign_paths *paths, size_t count,
                  const struct queue *queue, struct err *err) {
    *campaign = (struct campaign){0};
    if (!count && !exists(campaign_file(paths, "jobs")))
        return err_set(err, ERR_ABSENT, "%s: no campaign was submitted for it", paths->archive);
    int status = count ? make_room(campaign, count, err) : 0;
    if (status == 0)
        status = read_jobs(campaign, paths, count == 0, err);
    for (size_t i = 0; status == 0 && i < campaign->count; i++) {
        char name[CAMPAIGN_NAME];
        snprintf(name, sizeof name, "%zu", i);
        read_task(&campaign->tasks[i], paths, name, queue);
    }
    if (status == 0)
        read_task(&campaign->merge, paths, MERGE, queue);
    if (status == 0)
        return 0;
    campaign_release(campaign);
    return err_prefix(err, status, "%s", paths->spool);
}

void campaign_release(struct campaign *campaign) {
    free(campaign->tasks);
    *campaign = (struct campaign){0};
}

int campaign_note_job(const struct campaign_paths *paths, long task, const char *job,
                      const char *node, struct err *err) {
    const char *path = campaign_file(paths, "jobs");
    FILE *file = fopen(path, "a");
    int failed = !file;
    if (file) {
        failed = (task < 0 ? fprintf(file, MERGE) : fprintf(file, "%ld", task)) < 0 ||
                 fprintf(file, " %s %s\n", job, *node ? node : "-") < 0;
        failed = fclose(file) != 0 || failed;
    }
    return failed ? err_set(err, ERR_FAILED, "%s: %s%s", path, strerror(errno),
                            err_room_question(errno))
                  : 0;
}

const char *task_state_name(enum task_state state) {
    static const char *const names[TASK_STATES] = {[TASK_NEW] = "new",
                                                   [TASK_PENDING] = "pending",
                                                   [TASK_RUNNING] = "running",
                                                   [TASK_DONE] = "done",
                                                   [TASK_LOST] = "lost"};
    return names[state];
}
