/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/files/destination.h"
#include "formats/files/link.h"
#include "tests/test.h"

enum { STRANGER = 65534, OWNER = 65533 };

static char directory[64], victim[128], name[128];

static int set_up(void **state) {
    (void)state;
    strcpy(directory, "/tmp/benchmat-link-XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    snprintf(victim, sizeof victim, "%s/victim", directory);
    snprintf(name, sizeof name, "%s/result.csv", directory);
    FILE *file = fopen(victim, "w");
    return !file || fputs("old", file) < 0 || fclose(file) || symlink(victim, name);
}

static int tear_down(void **state) {
    (void)state;
    unlink(name);
    unlink(victim);
    return rmdir(directory);
}

EACH_TEST(set_up, tear_down);

TEST(links_are_told_apart_by_who_made_them_where) {
    static const struct {
        mode_t mode;
        uid_t directory, link;
        int is_strange;
    } cases[] = {
        {01777, 0, STRANGER, 1},     {0777, 0, STRANGER, 1}, {0775, 0, STRANGER, 0},
        {01777, OWNER, STRANGER, 1}, {01777, 0, 0, 0},       {01777, STRANGER, STRANGER, 0},
    };
    assert_false(link_is_strange(name));
    assert_false(link_is_strange(victim));
    assert_false(link_is_strange("/nowhere"));
    if (getuid() != 0)
        skip_for("only root can make links of others");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(chown(directory, cases[i].directory, 0), 0);
        assert_int_equal(chmod(directory, cases[i].mode), 0);
        assert_int_equal(lchown(name, cases[i].link, 0), 0);
        assert_int_equal(link_is_strange(name), cases[i].is_strange);
    }
}

TEST(nothing_is_written_where_a_strangers_link_leads) {
    struct destination destination;
    struct err err = {""};
    char text[4] = "";
    if (getuid() != 0)
        skip_for("only root can make links of others");
    assert_int_equal(chmod(directory, 01777), 0);
    assert_int_equal(lchown(name, STRANGER, STRANGER), 0);
    assert_int_equal(destination_open(&destination, name, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, name));
    assert_non_null(strstr(err.message, "name another"));
    FILE *file = fopen(victim, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "old");
}

TEST(links_before_the_end_are_looked_at_too) {
    char own[128], path[300];
    snprintf(own, sizeof own, "%s/own", directory);
    snprintf(path, sizeof path, "%s/./own/", directory);
    assert_int_equal(symlink("result.csv", own), 0);
    assert_false(link_is_strange(own));
    if (getuid() == 0) {
        assert_int_equal(chmod(directory, 01777), 0);
        assert_int_equal(lchown(name, STRANGER, STRANGER), 0);
        assert_true(link_is_strange(own));
        assert_true(link_is_strange(path));
        assert_int_equal(unlink(name), 0);
        assert_int_equal(symlink("/", name), 0);
        snprintf(path, sizeof path, "%s/tmp/a", name);
        assert_false(link_is_strange(path));
        assert_int_equal(lchown(name, STRANGER, STRANGER), 0);
        assert_true(link_is_strange(path));
        assert_int_equal(unlink(name), 0);
        assert_int_equal(symlink("own", name), 0);
        assert_false(link_is_strange(name)); /* in a circle */
    }
    assert_int_equal(unlink(own), 0);
}

/* It would wait for a reader, who would get what is written. */
TEST(nothing_is_written_into_a_strangers_pipe) {
    struct destination destination;
    struct err err = {""};
    if (getuid() != 0)
        skip_for("only root can make pipes of others");
    assert_int_equal(unlink(name), 0);
    assert_int_equal(mkfifo(name, 0666), 0);
    assert_int_equal(chown(name, STRANGER, STRANGER), 0);
    assert_int_equal(chmod(directory, 01777), 0);
    assert_int_equal(destination_open(&destination, name, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "of another user"));
}
