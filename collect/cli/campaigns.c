/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/campaigns.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/campaign/campaign.h"
#include "collect/campaign/slurm.h"
#include "collect/campaign/submission.h"
#include "formats/text/shell_words.h"
#include "store/archive/archive_append.h"
#include "store/file/system.h"

/* --- the tasks' command line --- */

/* Whether WORD is one of the options that the tasks must not have; *HAS_VALUE: the next word is its
 * value. Any clear beginning of a long option's name stands for it. */
static int is_of_campaign(const char *word, int *has_value) {
    static const char *const names[] = {"submit", "nodes", "array", "sbatch", "output"};
    *has_value = 1;
    if (strcmp(word, "-o") == 0)
        return 1;
    size_t length = strcspn(word, "=");
    *has_value = word[length] == '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(word, "--", 2) == 0 && length > 2 &&
            strncmp(word + 2, names[i], length - 2) == 0)
            return 1;
    return 0;
}

/* The words of TYPED behind the first that say what to measure. The caller frees the list, not the
 * words. */
static char **words_of_tasks(char *const *typed) {
    size_t count = 0, kept = 0;
    int has_value, is_open = 1;
    while (typed[count])
        count++;
    char **words = calloc(count + 1, sizeof *words);
    for (size_t i = 1; words && i < count; i++) {
        is_open &= strcmp(typed[i], "--") != 0;
        if (is_open && is_of_campaign(typed[i], &has_value))
            i += (size_t)has_value;
        else
            words[kept++] = typed[i];
    }
    return words;
}

/* --- submitting --- */

/* The directory of this program, from which the tasks run theirs. */
static int find_programs(char path[PATH_MAX], struct err *err) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length <= 0)
        return err_set(err, ERR_FAILED, "/proc/self/exe: %s", strerror(errno));
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    return 0;
}

static int has_locks(const char *archive) {
    char path[PATH_MAX];
    uint64_t type;
    snprintf(path, sizeof path, "%s", archive);
    return filesystem_of(dirname(path), &type) == 0 && !filesystem_without_locks(type);
}

/* "bench-collect --campaign FILE" and the like, for a shell. */
static void say_command(const char *before, char *const *words, const char *after) {
    char *text = shell_words_join(words);
    printf("%s%s%s\n", before, text ? text : "", after);
    free(text);
}

static void say_merge(const struct campaign_paths *paths) {
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s", campaign_file(paths, "campaign.sh"));
    say_command("the last job did not merge the archives; do it by ",
                (char *[]){"sh", path, "merge", NULL}, "");
}

static int submit(const struct script *script, const struct options *options, struct err *err) {
    struct submission submission;
    if (options->submit == SUBMIT_PRINT) {
        script_write(script, stdout);
        return 0;
    }
    int status = 0;
    if (script->has_locks)
        status = archive_check_appendable(options->output, &options->access.access, err);
    if (status == 0)
        status = submission_submit(&submission, script, err);
    if (status || options->quiet)
        return status;
    if (submission.unchecked[0])
        fprintf(stderr, "no node answered now, so it is not checked that nodes see %s: %s\n",
                script->paths->spool, submission.unchecked);
    if (submission.tasks) {
        printf("submitted %zu task%s, and job %s, which merges them into %s\n", submission.tasks,
               submission.tasks == 1 ? "" : "s", submission.merge, options->output);
        say_command(
            "`",
            (char *[]){"bench-collect", "--campaign", (char *)(uintptr_t)options->output, NULL},
            "` shows how it goes");
    } else {
        printf("nothing to submit: all tasks are done, pending or running\n");
        if (submission.is_unmerged)
            say_merge(script->paths);
    }
    return 0;
}

int campaigns_submit(const struct options *options, char *const *typed, struct err *err) {
    static struct campaign_paths paths;
    static char programs[PATH_MAX], directory[PATH_MAX];
    struct shell_words nodes = {0};
    struct script script = {.paths = &paths,
                            .programs = programs,
                            .directory = directory,
                            .options = options->sbatch ? options->sbatch : "",
                            .tasks = options->array ? options->array : 1,
                            .ranks = settings_most_ranks(&options->settings)};
    if (!getcwd(directory, sizeof directory))
        return err_set(err, ERR_FAILED, "the working directory: %s", strerror(errno));
    int status = find_programs(programs, err);
    if (status == 0)
        status = campaign_find(&paths, options->output, err);
    if (status == 0 && options->nodes) {
        status = slurm_nodes(&nodes, options->nodes, err);
        script.nodes = nodes.items;
        script.tasks = nodes.count;
        if (status)
            err_prefix(err, status, "--nodes %s", options->nodes);
    }
    char **arguments = words_of_tasks(typed);
    if (status == 0 && !arguments)
        status = err_set(err, ERR_FAILED, "no memory for a command line");
    script.arguments = arguments;
    script.has_locks = has_locks(paths.archive);
    if (status == 0)
        status = submit(&script, options, err);
    free(arguments);
    shell_words_release(&nodes);
    return status;
}

/* --- showing --- */

static void print_task(const char *name, const struct task *task, int width) {
    const char *kept = task->is_merged ? "merged" : task->has_archive ? "measured" : "";
    printf("%5s  %-7s  %-*s  %s", name, task_state_name(task->state), width,
           task->node[0] ? task->node : "-", task->job[0] ? task->job : "-");
    printf("%s%s%s%s\n", *kept ? "  " : "", kept, task->why[0] ? "  " : "", task->why);
}

static void print_sums(const struct campaign *campaign) {
    const char *separator = ": ";
    printf("%zu task%s", campaign->count, campaign->count == 1 ? "" : "s");
    for (int state = 0; state < TASK_STATES; state++) {
        size_t count = 0;
        for (size_t i = 0; i < campaign->count; i++)
            count += campaign->tasks[i].state == (enum task_state)state;
        if (count) {
            printf("%s%zu %s", separator, count, task_state_name((enum task_state)state));
            separator = ", ";
        }
    }
    printf("\n");
}

/* Only the owner of a campaign goes on with it. */
static void print(const struct campaign *campaign, const struct campaign_paths *paths,
                  int is_owner) {
    char name[32];
    int width = 4, lost = 0;
    for (size_t i = 0; i < campaign->count; i++) {
        int length = (int)strlen(campaign->tasks[i].node);
        width = length > width ? length : width;
        lost |= campaign->tasks[i].state == TASK_LOST;
    }
    print_sums(campaign);
    printf("%5s  %-7s  %-*s  job\n", "task", "state", width, "node");
    for (size_t i = 0; i < campaign->count; i++) {
        snprintf(name, sizeof name, "%zu", i);
        print_task(name, &campaign->tasks[i], width);
    }
    print_task("merge", &campaign->merge, width);
    if (lost && is_owner)
        printf("the same --submit again submits the lost ones; their logs are in %s\n",
               paths->spool);
    if (campaign->merge.state == TASK_LOST && is_owner)
        say_merge(paths);
}

int campaigns_show(const char *path, struct err *err) {
    static struct campaign_paths paths;
    struct campaign campaign;
    struct spool spool = {0};
    struct queue queue = {0};
    struct err unknown;
    int status = campaign_find(&paths, path, err);
    if (status == 0)
        status = spool_open(&spool, paths.spool, err);
    if (status == 0) {
        slurm_queue(&queue, spool.owner, &unknown);
        status = campaign_read(&campaign, &spool, 0, &queue, err);
    }
    int is_owner = status == 0 && spool.owner == geteuid();
    if (status == ERR_ABSENT)
        err_set(err, status, "%s: no campaign was submitted for it", paths.archive);
    if (status == 0) {
        if (queue.is_unknown)
            fprintf(stderr, "what waits or runs is not known, because Slurm does not answer: %s\n",
                    unknown.message);
        printf("%s: ", path);
        if (!is_owner)
            printf("user %u's campaign: ", (unsigned)spool.owner);
        print(&campaign, &paths, is_owner);
        campaign_release(&campaign);
    }
    free(queue.items);
    spool_close(&spool);
    return status;
}
