/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/campaign.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/benchmat-campaign-XXXXXX";
static struct campaign_paths paths;
static struct spool spool;

static int begin(void **state) {
    char archive[100];
    struct err err;
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    snprintf(archive, sizeof archive, "%s/r.h5", directory);
    return campaign_find(&paths, archive, &err);
}

static int end(void **state) {
    char line[100];
    (void)state;
    snprintf(line, sizeof line, "rm -r %s", directory);
    return system(line);
}

static void put(const char *name, const char *text) {
    FILE *file = fopen(campaign_file(&paths, name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int begin_spool(void **state) {
    (void)state;
    return spool_make(&spool, paths.spool, NULL);
}

static int end_spool(void **state) {
    char line[PATH_MAX + 20];
    (void)state;
    spool_close(&spool);
    snprintf(line, sizeof line, "rm -r %s", paths.spool);
    return system(line);
}

EACH_TEST(begin_spool, end_spool);
ALL_TESTS(begin, end);

TEST_WITH(the_spool_lies_beside_the_archive, NULL, NULL) {
    struct campaign_paths found;
    struct err err;
    char link[100], expected[PATH_MAX + 16];
    snprintf(expected, sizeof expected, "%s.campaign", paths.archive);
    assert_string_equal(paths.spool, expected);
    assert_int_equal(campaign_find(&found, "/r.h5", &err), 0);
    assert_string_equal(found.spool, "/r.h5.campaign");
    snprintf(link, sizeof link, "%s/no/r.h5", directory);
    assert_int_equal(campaign_find(&found, link, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "No such file"));
}

TEST(nothing_is_a_campaign_before_it_is_submitted) {
    struct campaign campaign;
    struct err err;
    assert_int_equal(campaign_read(&campaign, &spool, 0, &(struct queue){0}, &err), ERR_ABSENT);
}

/* Task 5 was submitted twice, task 6 never began, and task 7 is to be submitted. */
TEST(files_and_queue_tell_what_became_of_tasks) {
    struct campaign campaign;
    struct err err = {""};
    struct job_state jobs[] = {{"12_1", "n1", "", 1}, {"12_2", "", "Resources", 0}};
    for (long i = 0; i < 6; i++) {
        char job[20];
        snprintf(job, sizeof job, "12_%ld", i);
        assert_int_equal(campaign_note_job(&spool, i, job, i == 3 ? "n3" : "", &err), 0);
    }
    assert_int_equal(campaign_note_job(&spool, -1, "13", "", &err), 0);
    assert_int_equal(campaign_note_job(&spool, 6, "12_6", "", &err), 0);
    assert_int_equal(campaign_note_job(&spool, 5, "14_5", "", &err), 0);
    put("0.h5", "");
    put("0.status", "3\n");
    put("0.merged", "");
    put("0.node", "n0\n");
    put("1.status", "130\n"); /* of an earlier try */
    put("3.status", "3\n");   /* it could measure nothing */
    put("3.log", "first\nbench-collect: no library\n\n");
    put("4.status", "130\n");
    put("4.h5", "");
    put("5.log", "2026-11-25 12:00:00 job 12 on n5\n");
    assert_int_equal(campaign_read(&campaign, &spool, 8, &(struct queue){jobs, 2, 0}, &err), 0);
    static const struct task expected[] = {
        {TASK_DONE, "12_0", "n0", 1, 1, "not all is measured, or right"},
        {TASK_RUNNING, "12_1", "n1", 0, 0, ""},
        {TASK_PENDING, "12_2", "", 0, 0, "Resources"},
        {TASK_LOST, "12_3", "n3", 0, 0, "bench-collect: no library"},
        {TASK_LOST, "12_4", "", 1, 0, "interrupted"},
        {TASK_LOST, "14_5", "", 0, 0, "it ended without a word, or its node did"},
        {TASK_LOST, "12_6", "", 0, 0, "it never began"},
        {TASK_NEW, "", "", 0, 0, ""}};
    assert_int_equal(campaign.count, 8);
    for (size_t i = 0; i < 8; i++) {
        const struct task *task = &campaign.tasks[i];
        assert_string_equal(task_state_name(task->state), task_state_name(expected[i].state));
        assert_string_equal(task->job, expected[i].job);
        assert_string_equal(task->node, expected[i].node);
        assert_string_equal(task->why, expected[i].why);
        assert_int_equal(task->has_archive, expected[i].has_archive);
        assert_int_equal(task->is_merged, expected[i].is_merged);
    }
    assert_string_equal(campaign.merge.job, "13");
    campaign_release(&campaign);
    assert_int_equal(campaign_read(&campaign, &spool, 0, &(struct queue){0}, &err), 0);
    assert_int_equal(campaign.count, 7);
    campaign_release(&campaign);
}

/* What ended by itself has; of what did not nobody knows more. */
TEST(without_an_answer_nothing_is_lost) {
    static const struct {
        const char *ended;
        enum task_state state;
    } tasks[] = {{"0\n", TASK_DONE},
                 {"3\n", TASK_DONE},
                 {"130\n", TASK_UNKNOWN},
                 {"1\n", TASK_UNKNOWN},
                 {"", TASK_UNKNOWN}};
    enum { TASKS = sizeof tasks / sizeof *tasks };
    struct campaign campaign;
    struct err err = {""};
    for (long i = 0; i < TASKS; i++) {
        char job[20], name[20];
        snprintf(job, sizeof job, "12_%ld", i);
        assert_int_equal(campaign_note_job(&spool, i, job, "", &err), 0);
        snprintf(name, sizeof name, "%ld.status", i);
        put(name, tasks[i].ended);
        snprintf(name, sizeof name, "%ld.h5", i);
        put(name, "");
    }
    const struct queue unknown = {.is_unknown = 1};
    assert_int_equal(campaign_read(&campaign, &spool, TASKS + 1, &unknown, &err), 0);
    for (size_t i = 0; i < TASKS; i++)
        assert_int_equal(campaign.tasks[i].state, tasks[i].state);
    assert_int_equal(campaign.tasks[TASKS].state, TASK_NEW);
    campaign_release(&campaign);
}

TEST(damaged_lists_of_jobs_are_told) {
    static const char *const lists[] = {"0 12_0\n", "x 12_0 -\n", "99999999 1 -\n", "-1 1 -\n"};
    struct campaign campaign;
    struct err err;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        put("jobs", lists[i]);
        assert_int_equal(campaign_read(&campaign, &spool, 0, &(struct queue){0}, &err),
                         ERR_DAMAGED);
        assert_non_null(strstr(err.message, ".campaign: its file `jobs` has a "));
    }
}
