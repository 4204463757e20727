/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/files/destination.h"
#include "tests/test.h"

static char directory[64], path[128];

static int set_up(void **state) {
    (void)state;
    strcpy(directory, "/tmp/benchmat-destination-XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    snprintf(path, sizeof path, "%s/result.csv", directory);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    unlink(path);
    return rmdir(directory); /* fails if anything was left behind */
}

static void write_file(const char *text) {
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void assert_content(const char *wanted) {
    char text[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text - 1, file), strlen(wanted));
    fclose(file);
    assert_string_equal(text, wanted);
}

EACH_TEST(set_up, tear_down);

TEST(the_result_appears_when_it_is_whole) {
    struct destination destination;
    write_file("old");
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(destination_open(&destination, path, NULL), 0);
    fputs("new", destination.file);
    fflush(destination.file);
    assert_content("old");
    assert_int_equal(destination_commit(&destination, NULL), 0);
    assert_content("new");
    struct stat there;
    assert_int_equal(stat(path, &there), 0);
    assert_int_equal(there.st_mode & 0777, 0640);
}

TEST(another_users_file_makes_ours_no_more_open) {
    struct destination destination;
    struct stat there;
    if (getuid() != 0)
        skip_for("only root can make files of others");
    write_file("old");
    assert_int_equal(chown(path, 65534, 65534), 0);
    assert_int_equal(chmod(path, 0626), 0);
    mode_t mask = umask(022);
    assert_int_equal(destination_open(&destination, path, NULL), 0);
    umask(mask);
    assert_int_equal(destination_commit(&destination, NULL), 0);
    assert_int_equal(stat(path, &there), 0);
    assert_int_equal(there.st_uid, 0);
    assert_int_equal(there.st_mode & 0777, 0604);
}

TEST(what_is_abandoned_leaves_no_trace) {
    struct destination destination;
    write_file("old");
    assert_int_equal(destination_open(&destination, path, NULL), 0);
    fputs("new", destination.file);
    destination_abandon(&destination);
    assert_content("old");
}

TEST(a_missing_directory_is_named) {
    struct destination destination;
    struct err err;
    char missing[160];
    snprintf(missing, sizeof missing, "%s/missing/result.csv", directory);
    assert_int_equal(destination_open(&destination, missing, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, missing));
    assert_non_null(strstr(err.message, "directory"));
    assert_int_equal(destination_open(&destination, directory, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, directory));
}

TEST(a_full_disk_is_an_error) {
    struct destination destination;
    struct err err;
    assert_int_equal(destination_open(&destination, "/dev/full", &err), 0);
    fputs("new", destination.file);
    assert_int_equal(destination_commit(&destination, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "/dev/full"));
    assert_non_null(strstr(err.message, "No space"));
}

TEST(an_archive_is_never_replaced) {
    struct destination destination;
    struct err err;
    static const long places[] = {0, 512};
    for (size_t i = 0; i < 2; i++) {
        FILE *file = fopen(path, "w");
        for (long b = 0; b < places[i]; b++)
            putc('M', file);
        fputs("\211HDF\r\n\032\n", file);
        fclose(file);
        assert_int_equal(destination_open(&destination, path, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, path));
        unlink(path);
    }
}

TEST(a_symbolic_link_is_followed) {
    char link[160];
    snprintf(link, sizeof link, "%s/link", directory);
    write_file("old");
    assert_int_equal(symlink("result.csv", link), 0);
    struct destination destination;
    assert_int_equal(destination_open(&destination, link, NULL), 0);
    fputs("new", destination.file);
    assert_int_equal(destination_commit(&destination, NULL), 0);
    struct stat there;
    assert_int_equal(lstat(link, &there), 0);
    assert_true(S_ISLNK(there.st_mode));
    unlink(link);
    assert_content("new");
}

/* One that is ignored, as under nohup, does nothing. SIGINT is, where a shell runs the test behind.
 */
TEST(a_signal_leaves_no_trace) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    write_file("old");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            struct destination destination;
            signal(numbers[i], SIG_DFL);
            signal(SIGHUP, i == 0 ? SIG_IGN : SIG_DFL);
            if (destination_open(&destination, path, NULL) == 0 && raise(i == 0 ? SIGHUP : 0) == 0)
                raise(numbers[i]);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == numbers[i]);
        assert_content("old");
    }
}

TEST(an_end_in_between_leaves_no_trace) {
    int status;
    fflush(NULL); /* what is there would be written by both */
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct destination destination;
        exit(destination_open(&destination, path, NULL) == 0 ? 7 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 7);
}

TEST(what_is_whole_outlives_a_signal) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct destination whole, other;
        if (destination_open(&whole, path, NULL) == 0 && fputs("new", whole.file) >= 0 &&
            destination_commit(&whole, NULL) == 0 && destination_open(&other, path, NULL) == 0)
            raise(SIGTERM);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_content("new");
}
