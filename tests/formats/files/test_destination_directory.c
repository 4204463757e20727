/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/files/destination.h"
#include "tests/test.h"

static char parent[64], path[128];

static int set_up(void **state) {
    (void)state;
    strcpy(parent, "/tmp/benchmat-directory-XXXXXX");
    if (!mkdtemp(parent))
        return -1;
    snprintf(path, sizeof path, "%s/results", parent);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    rmdir(path);
    return rmdir(parent); /* fails if anything was left behind */
}

static void write_one(struct directory *directory, const char *name) {
    FILE *file = NULL;
    assert_int_equal(directory_begin_file(directory, name, &file, NULL), 0);
    fputs("text", file);
    assert_int_equal(directory_end_file(directory, file, NULL), 0);
}

static int is_there(const char *name) {
    char file[200];
    snprintf(file, sizeof file, "%s/%s", path, name);
    return access(file, F_OK) == 0;
}

EACH_TEST(set_up, tear_down);

TEST(a_new_one_appears_when_it_is_whole) {
    struct directory directory;
    assert_int_equal(directory_open(&directory, path, NULL), 0);
    write_one(&directory, "a/b");
    assert_false(is_there(""));
    assert_int_equal(directory_commit(&directory, NULL), 0);
    assert_true(is_there("a_b"));
    assert_int_equal(directory_open(&directory, path, NULL), -2);
    char file[200];
    snprintf(file, sizeof file, "%s/a_b", path);
    assert_int_equal(unlink(file), 0);
}

TEST(what_is_abandoned_was_never_there) {
    struct directory directory;
    for (int is_there_before = 0; is_there_before < 2; is_there_before++) {
        if (is_there_before)
            assert_int_equal(mkdir(path, 0777), 0);
        assert_int_equal(directory_open(&directory, path, NULL), 0);
        write_one(&directory, "one");
        write_one(&directory, "two");
        directory_abandon(&directory);
        assert_false(is_there("one") || is_there("two"));
        assert_int_equal(is_there(""), is_there_before);
    }
}

TEST(names_that_become_one_are_refused) {
    struct directory directory;
    struct err err = {""};
    FILE *file = NULL;
    assert_int_equal(directory_open(&directory, path, NULL), 0);
    write_one(&directory, "a/b");
    assert_int_equal(directory_begin_file(&directory, "a_b", &file, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "two files would be called a_b"));
    directory_abandon(&directory);
}

/* Neither aside nor, with what is in it, in a directory that was there. */
TEST(a_signal_leaves_no_file) {
    for (int is_there_before = 0; is_there_before < 2; is_there_before++) {
        int status;
        if (is_there_before)
            assert_int_equal(mkdir(path, 0777), 0);
        pid_t child = fork();
        if (child == 0) {
            struct directory directory;
            FILE *file;
            if (directory_open(&directory, path, NULL) == 0) {
                write_one(&directory, "one");
                if (directory_begin_file(&directory, "two", &file, NULL) == 0)
                    raise(SIGTERM);
            }
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
        assert_int_equal(rmdir(is_there_before ? path : parent), 0);
        assert_int_equal(mkdir(parent, 0777) == 0, !is_there_before);
    }
}
