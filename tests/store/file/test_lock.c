/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/file/lock.h"
#include "tests/test.h"

static char path[64];
static char told[1500];
static int told_count;
static int holder_hears = -1; /* a pipe to who holds the lock */
static pid_t holder;

/* Its holder lets go of the lock. */
static void tell(void *context, const char *line) {
    int status;
    assert_ptr_equal(context, path);
    snprintf(told, sizeof told, "%s", line);
    told_count++;
    assert_int_equal(write(holder_hears, "", 1), 1);
    assert_int_equal(waitpid(holder, &status, 0), holder);
    assert_int_equal(status, 0);
}

/* The machine, on which time passes only while one sleeps. */
static double slept;

static double now_of_sleep(const struct system *system) {
    (void)system;
    return slept;
}

static void sleep_at_once(const struct system *system, double seconds) {
    (void)system;
    slept += seconds;
}

static struct system sleeping_system(void) {
    struct system system = system_host;
    system.now = now_of_sleep;
    system.sleep = sleep_at_once;
    slept = 0;
    return system;
}

static const struct access at_once = {.lock_timeout = -1};

static int enter(void **state) {
    (void)state;
    strcpy(path, "/tmp/benchmat-lock-XXXXXX");
    told_count = 0;
    return close(mkstemp(path));
}

static int leave(void **state) {
    (void)state;
    return unlink(path);
}

static struct lock opened(const struct access *how) {
    struct lock lock;
    lock_init(&lock, open(path, O_RDWR | O_CLOEXEC), path, how);
    assert_true(lock.fd >= 0);
    return lock;
}

static void closed(struct lock *lock) {
    lock_release(lock);
    close(lock->fd);
}

EACH_TEST(enter, leave);

TEST(readers_go_on_while_a_writer_prepares) {
    struct lock one = opened(&at_once), two = opened(&at_once), writer = opened(&at_once);
    struct err err;
    assert_int_equal(lock_to_read(&one, &err), 0);
    assert_int_equal(lock_to_prepare(&writer, &err), 0);
    assert_int_equal(lock_to_read(&two, &err), 0);
    assert_int_equal(lock_to_change(&writer, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, path));
    assert_non_null(strstr(err.message, "a program that reads it"));
    assert_non_null(strstr(err.message, "--lock-timeout"));
    lock_release(&one);
    lock_release(&two);
    assert_int_equal(lock_to_change(&writer, &err), 0);
    assert_int_equal(lock_to_read(&one, &err), ERR_FAILED);
    lock_changed(&writer);
    assert_int_equal(lock_to_read(&one, &err), 0);
    closed(&one);
    closed(&two);
    closed(&writer);
}

TEST(there_is_one_writer) {
    struct lock one = opened(&at_once), two = opened(&at_once);
    struct err err;
    assert_int_equal(lock_to_prepare(&one, &err), 0);
    assert_int_equal(lock_to_prepare(&two, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "another program that writes to it"));
    closed(&one);
    assert_int_equal(lock_to_prepare(&two, &err), 0);
    closed(&two);
}

/* Readers that come one after the other without end must not keep a writer waiting for ever. */
TEST(who_is_about_to_change_lets_no_new_reader_in) {
    struct lock old = opened(&at_once), new = opened(&at_once), writer = opened(&at_once);
    assert_int_equal(lock_to_read(&old, NULL), 0);
    assert_int_equal(lock_to_prepare(&writer, NULL), 0);
    assert_int_equal(system_host.lock(&system_host, writer.fd, F_WRLCK, LOCK_PENDING, 1), 0);
    assert_int_equal(lock_to_read(&new, NULL), ERR_FAILED);
    closed(&old);
    assert_int_equal(lock_to_change(&writer, NULL), 0);
    closed(&writer);
    assert_int_equal(lock_to_read(&new, NULL), 0);
    closed(&new);
}

TEST(who_waits_says_so_once_and_gets_in) {
    const struct system system = sleeping_system();
    const struct access patient = {
        .lock_timeout = 20, .tell = tell, .context = path, .system = &system};
    struct lock lock = opened(&patient);
    int ready[2], heard[2], code;
    assert_int_equal(pipe(ready) || pipe(heard), 0);
    holder = fork();
    if (holder == 0) {
        char byte;
        struct lock other = opened(&at_once);
        code = lock_to_prepare(&other, NULL);
        if (write(ready[1], &code, sizeof code) != (ssize_t)sizeof code)
            _exit(1);
        close(heard[1]);
        if (read(heard[0], &byte, 1) != 1)
            _exit(1);
        _exit(code); /* which lets go of its locks */
    }
    assert_int_equal(read(ready[0], &code, sizeof code), sizeof code);
    assert_int_equal(code, 0);
    holder_hears = heard[1];
    assert_int_equal(lock_to_prepare(&lock, NULL), 0);
    assert_int_equal(told_count, 1);
    assert_non_null(strstr(told, "waiting up to 20 s"));
    assert_true(slept >= ACCESS_PATIENCE && slept < 20);
    closed(&lock);
    for (int i = 0; i < 2; i++) {
        close(ready[i]);
        close(heard[i]);
    }
}

TEST(waiting_has_its_limit) {
    const struct system system = sleeping_system();
    const struct access short_of_time = {.lock_timeout = 0.15, .system = &system};
    struct lock one = opened(&at_once), two = opened(&short_of_time);
    struct err err;
    assert_int_equal(lock_to_prepare(&one, NULL), 0);
    assert_int_equal(lock_to_prepare(&two, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "still after 0.15 s"));
    assert_true(slept > 0.149 && slept < 0.151);
    closed(&one);
    closed(&two);
}

/* HDF5's own driver takes flock when it opens: shared to read, exclusive to write. */
TEST(programs_that_only_know_flock_see_no_change_under_way) {
    struct lock writer = opened(&at_once), reader = opened(&at_once);
    int stock = open(path, O_RDWR | O_CLOEXEC);
    struct err err;
    assert_int_equal(lock_to_prepare(&writer, NULL), 0);
    assert_int_equal(flock(stock, LOCK_SH | LOCK_NB), 0);
    assert_int_equal(lock_to_change(&writer, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "h5py"));
    assert_int_equal(flock(stock, LOCK_UN), 0);
    assert_int_equal(lock_to_change(&writer, NULL), 0);
    assert_int_equal(flock(stock, LOCK_SH | LOCK_NB), -1);
    lock_changed(&writer);
    assert_int_equal(flock(stock, LOCK_EX | LOCK_NB), -1);
    lock_release(&writer);
    assert_int_equal(lock_to_read(&reader, NULL), 0);
    assert_int_equal(flock(stock, LOCK_EX | LOCK_NB), -1);
    lock_release(&reader);
    assert_int_equal(flock(stock, LOCK_EX | LOCK_NB), 0);
    assert_int_equal(lock_to_prepare(&writer, NULL), ERR_FAILED);
    assert_int_equal(lock_to_read(&reader, NULL), ERR_FAILED);
    close(stock);
    closed(&writer);
    closed(&reader);
}

TEST(a_run_is_held_by_one_until_its_file_is_closed) {
    const struct system *s = &system_host;
    int one = open(path, O_RDWR | O_CLOEXEC), two = open(path, O_RDWR | O_CLOEXEC);
    assert_int_equal(lock_hold_run(s, one, 7), 0);
    assert_int_equal(lock_hold_run(s, two, 7), -EAGAIN);
    assert_int_equal(lock_hold_run(s, two, LOCK_MOST_RUN), 0);
    assert_true(lock_run_is_held(s, two, 7));
    assert_false(lock_run_is_held(s, two, 8));
    assert_true(lock_any_run_is_held(s, two));
    close(one);
    assert_false(lock_run_is_held(s, two, 7));
    assert_false(lock_any_run_is_held(s, two));
    close(two);
}
