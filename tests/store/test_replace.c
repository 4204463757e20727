/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/store/fixture.h"

static void links_and_permissions_are_kept(void **state) {
    (void)state;
    char link[150];
    struct stat st;
    snprintf(link, sizeof link, "%s/link.h5", directory);
    struct run *run = sample_run();
    append(path, run);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("results.h5", link), 0);
    append(link, run);
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    assert_int_equal(runs_in(path), 2);
    run_free(run);
}

/* --- failing disks --- */

static size_t files_in(const char *where) {
    char command[200], text[32] = "";
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", where);
    FILE *pipe = popen(command, "r");
    assert_non_null(fgets(text, sizeof text, pipe));
    pclose(pipe);
    return strtoul(text, NULL, 10);
}

static void *contents(const char *file, size_t *size) {
    FILE *f = fopen(file, "rb");
    assert_non_null(f);
    char *bytes = malloc(1 << 22);
    *size = fread(bytes, 1, 1 << 22, f);
    fclose(f);
    return bytes;
}

/* A run that does not compress to nothing. */
static struct run *big_run(void) {
    static const char *const libraries[] = {"a", "b", "c", "d", "e"};
    struct run *run = run_new();
    sample_measurement(run, "axpy", 20, 5, 20, libraries, 5);
    return run;
}

/* Appends until it fails: every failure must leave the file as it was, and nothing beside it. */
static void assert_failing_append_harms_nothing(const char *where, const char *file) {
    struct run *run = big_run();
    struct err err = {""};
    int code = 0;
    size_t size = 0;
    for (int i = 0; i < 100 && !code; i++) {
        size_t before = 0;
        void *bytes = i ? contents(file, &before) : NULL;
        code = archive_append(file, run, &err);
        if (code && i) {
            void *after = contents(file, &size);
            assert_int_equal(size, before);
            assert_memory_equal(after, bytes, size);
            free(after);
        }
        free(bytes);
    }
    assert_int_equal(code, ERR_FAILED);
    assert_non_null(strstr(err.message, file));
    assert_non_null(strstr(err.message, "make room"));
    assert_int_equal(files_in(where), size ? 1 : 0);
    if (size)
        assert_true(runs_in(file) > 0);
    run_free(run);
}

static void a_file_size_limit_harms_nothing(void **state) {
    (void)state;
    struct rlimit old, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    const rlim_t sizes[] = {1, 4096, 100000, 700000, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unlink(path);
        limit = (struct rlimit){sizes[i], old.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        assert_failing_append_harms_nothing(directory, path);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    }
    signal(SIGXFSZ, handler);
}

/* Where the test may not mount, the file size limit above has to do. */
static void a_full_disk_harms_nothing(void **state) {
    (void)state;
    const char *const options[] = {"size=64k", "size=1m", "size=2m"};
    for (size_t i = 0; i < 3; i++) {
        if (mount("none", directory, "tmpfs", 0, options[i]))
            skip();
        unlink(path);
        assert_failing_append_harms_nothing(directory, path);
        assert_int_equal(umount(directory), 0);
    }
}

/* --- two at once --- */

static void append_ten(void) {
    struct run *run = sample_run();
    for (int i = 0; i < 10; i++) {
        struct err err;
        facts_set_integer(&run->facts, "process", getpid());
        if (archive_append(path, run, &err)) {
            fprintf(stderr, "%s\n", err.message);
            _exit(1);
        }
    }
    run_free(run);
    _exit(0);
}

static void two_processes_lose_nothing(void **state) {
    (void)state;
    pid_t children[2];
    for (int i = 0; i < 2; i++)
        if ((children[i] = fork()) == 0)
            append_ten();
    for (int i = 0; i < 2; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_run_count(archive), 20);
    int of_first = 0;
    for (size_t i = 0; i < 20; i++) {
        struct run *read = read_run(archive, i, NULL);
        of_first += facts_find(&read->facts, "process")->integer == children[0];
        run_free(read);
    }
    assert_int_equal(of_first, 10);
    assert_int_equal(files_in(directory), 1);
    archive_close(archive);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(links_and_permissions_are_kept),
        TEST(a_file_size_limit_harms_nothing),
        TEST(a_full_disk_harms_nothing),
        TEST(two_processes_lose_nothing),
    };
    return cmocka_run_group_tests_name("store/replace", tests, NULL, NULL);
}
