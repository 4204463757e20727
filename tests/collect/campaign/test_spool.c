/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A spool where others can write, and files in it that are not what they should be. */
#include "collect/campaign/spool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/campaign/campaign.h"
#include "tests/collect/campaign/planted.h"
#include "tests/test.h"

static char directory[64], path[80];

static int begin(void **state) {
    (void)state;
    snprintf(directory, sizeof directory, "/tmp/benchmat-spool-XXXXXX");
    if (!mkdtemp(directory) || chmod(directory, 01777) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/r.h5.campaign", directory);
    return planted_victim_make(directory);
}

static int end(void **state) {
    char line[100];
    (void)state;
    snprintf(line, sizeof line, "rm -r %s", directory);
    return system(line);
}

EACH_TEST(begin, end);

TEST(a_spool_is_its_makers_alone) {
    struct spool spool;
    struct stat found;
    struct err err = {""};
    mode_t before = umask(0);
    assert_int_equal(spool_open(&spool, path, &err), ERR_ABSENT);
    assert_int_equal(spool_make(&spool, path, &err), 0);
    umask(before);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0700);
    assert_int_equal(spool.owner, geteuid());
    spool_close(&spool);
    assert_int_equal(spool_make(&spool, path, &err), 0); /* finds it */
    spool_close(&spool);
}

static void expect_no_spool(const char *why) {
    struct spool spool;
    struct err err = {""};
    assert_int_equal(spool_make(&spool, path, &err), ERR_FAILED);
    if (!strstr(err.message, why))
        fail_msg("no \"%s\" in \"%s\"", why, err.message);
    planted_victim_check(directory);
}

TEST(what_is_no_spool_is_refused) {
    char other[100];
    snprintf(other, sizeof other, "%s/other", directory);
    assert_int_equal(mkdir(other, 0700), 0);
    assert_int_equal(symlink(other, path), 0);
    expect_no_spool("is a link, which is not followed");
    assert_int_equal(unlink(path), 0);
    for (int kind = 0; kind < PLANTED_KINDS; kind++) {
        if (kind == PLANTED_DIRECTORY || !planted_can(kind))
            continue;
        planted_put(kind, directory, path);
        expect_no_spool("r.h5.campaign");
        assert_int_equal(remove(path), 0);
    }
    static const mode_t modes[] = {0720, 0702, 0777, 02770};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(mkdir(path, 0700), 0);
        assert_int_equal(chmod(path, modes[i]), 0);
        expect_no_spool("can be written by others");
        assert_int_equal(rmdir(path), 0);
    }
}

TEST(anothers_spool_is_looked_at_only) {
    struct spool spool;
    struct err err = {""};
    if (geteuid() != 0)
        skip_for("two users need root");
    assert_int_equal(mkdir(path, 0755), 0);
    assert_int_equal(chown(path, PLANTED_USER, PLANTED_USER), 0);
    expect_no_spool("is user 65534's, not yours; choose another --output");
    assert_int_equal(spool_open(&spool, path, &err), 0);
    assert_int_equal(spool.owner, PLANTED_USER);
    spool_close(&spool);
}

/* Whoever may write beside the spool can rename it, but not become it. */
TEST(a_spool_that_is_exchanged_stays_the_same) {
    struct spool spool;
    struct err err = {""};
    char away[100], name[120];
    FILE *file;
    assert_int_equal(spool_make(&spool, path, &err), 0);
    snprintf(away, sizeof away, "%s/away", directory);
    assert_int_equal(rename(path, away), 0);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(spool_append(&spool, "jobs", &file, &err), 0);
    assert_int_equal(fclose(file), 0);
    snprintf(name, sizeof name, "%s/jobs", path);
    assert_int_equal(access(name, F_OK), -1);
    snprintf(name, sizeof name, "%s/jobs", away);
    assert_int_equal(access(name, F_OK), 0);
    spool_close(&spool);
}

/* Each way to a file of a spool. */
static int read_it(const struct spool *spool, const char *name, struct err *err) {
    FILE *file;
    int status = spool_read(spool, name, &file, err);
    assert_true(status == 0 || !file);
    if (file)
        fclose(file);
    return status;
}

static int append_to_it(const struct spool *spool, const char *name, struct err *err) {
    FILE *file;
    int status = spool_append(spool, name, &file, err);
    assert_true(status == 0 || !file);
    if (file)
        fclose(file);
    return status;
}

static int has_it(const struct spool *spool, const char *name, struct err *err) {
    int is_there;
    return spool_has(spool, name, &is_there, err);
}

static int read_campaign(const struct spool *spool, const char *name, struct err *err) {
    struct campaign campaign;
    (void)name;
    int status = campaign_read(&campaign, spool, 1, &(struct queue){0}, err);
    if (status == 0)
        campaign_release(&campaign);
    return status;
}

TEST(no_other_file_of_a_spool_is_opened) {
    static int (*const ways[])(const struct spool *, const char *,
                               struct err *) = {read_it, append_to_it, has_it, read_campaign};
    static const char *const names[] = {"jobs",   "0.h5",     "0.merged",    "0.log",
                                        "0.node", "0.status", "merge.status"};
    for (int kind = 0; kind < PLANTED_KINDS; kind++)
        for (size_t n = 0; planted_can(kind) && n < sizeof names / sizeof *names; n++) {
            struct spool spool;
            struct err err = {""};
            char file[PATH_MAX];
            assert_int_equal(spool_make(&spool, path, &err), 0);
            assert_int_equal(campaign_note_job(&spool, 0, "1", "", &err), 0);
            snprintf(file, sizeof file, "%s/%s", path, "0.status");
            planted_write(file, "1\n"); /* so that the log is looked at */
            snprintf(file, sizeof file, "%s/%s", path, names[n]);
            unlink(file);
            planted_put(kind, directory, file);
            for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
                err.message[0] = '\0';
                if (ways[way](&spool, names[n], &err) != ERR_FAILED ||
                    !strstr(err.message, names[n]) || !strstr(err.message, "so it is left alone"))
                    fail_msg("%s as kind %d, way %zu: %s", names[n], kind, way, err.message);
            }
            planted_victim_check(directory);
            /* The script is written anew: what was there is taken away, not followed. */
            if (kind != PLANTED_DIRECTORY) {
                assert_int_equal(spool_write_script(&spool, names[n], "text", &err), 0);
                planted_victim_check(directory);
            }
            spool_close(&spool);
            snprintf(file, sizeof file, "rm -r %s", path);
            assert_int_equal(system(file), 0);
        }
}
