/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/worker/launch.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

static int nothing;

static int begin(void **state) {
    (void)state;
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    launch_prepare();
    return nothing < 0;
}

static struct launch shell(char *script, double limit) {
    static char *arguments[4] = {"sh", "-c", NULL, NULL};
    arguments[2] = script;
    return (struct launch){.path = "/bin/sh",
                           .arguments = arguments,
                           .descriptors = {nothing, nothing, nothing},
                           .limit = limit,
                           .socket = -1,
                           .readers = {{.fd = -1}, {.fd = -1}}};
}

static struct launched run(const struct launch *launch) {
    struct launched launched;
    struct err err = {""};
    if (launch_run(launch, &launched, &err))
        fail_msg("%s", err.message);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nothing is left */
    return launched;
}

static double processor_seconds(const struct launched *launched) {
    const struct timeval *user = &launched->usage.ru_utime, *system = &launched->usage.ru_stime;
    return (double)(user->tv_sec + system->tv_sec) +
           1e-6 * (double)(user->tv_usec + system->tv_usec);
}

/* CONTEXT: a descriptor of what the program waits for, so that it ends only then. */
static void let_time_pass(void *context, const char *bytes, size_t count) {
    (void)bytes, (void)count;
    clocks_pass(2000);
    if (context)
        assert_int_equal(write(*(int *)context, "\n", 1), 1);
}

ALL_TESTS(begin, NULL);

TEST_WITH(time_and_status_are_those_of_the_program, stop_clocks, let_clocks_go) {
    int ends[2], words[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(pipe2(words, O_CLOEXEC), 0);
    struct launch launch = shell("echo begun; read -r word; exit 7", 0);
    launch.descriptors[0] = words[0];
    launch.descriptors[1] = ends[1];
    launch.readers[0] = (struct launch_reader){ends[0], let_time_pass, &words[1]};
    struct launched launched = run(&launch);
    assert_int_equal(launched.end, LAUNCH_EXITED);
    assert_true(WIFEXITED(launched.status) && WEXITSTATUS(launched.status) == 7);
    assert_float_equal(launched.seconds, 2000, 1e-6);
    assert_true(processor_seconds(&launched) < 1000);
    assert_true(launched.usage.ru_maxrss > 0);
    assert_int_equal(launched.printed[0], strlen("begun\n"));
    for (int i = 0; i < 2; i++) {
        close(ends[i]);
        close(words[i]);
    }
}

/* The child runs until the system says that it has used so much. */
TEST(processor_time_of_children_counts) {
    struct launch launch = shell("/usr/bin/python3 -c 'import time\n"
                                 "while time.process_time() < 0.05: pass'; exit 0",
                                 0);
    struct launched launched = run(&launch);
    assert_int_equal(launched.status, 0);
    assert_true(processor_seconds(&launched) > 0.04);
}

TEST(a_signal_is_told) {
    struct launch launch = shell("kill -SEGV $$", 0);
    struct launched launched = run(&launch);
    assert_true(WIFSIGNALED(launched.status) && WTERMSIG(launched.status) == SIGSEGV);
}

/* The limit is passed once all of its processes have begun. */
TEST_WITH(a_limit_ends_all_of_it, stop_clocks, let_clocks_go) {
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    struct launch launch = shell("trap '' TERM; sleep 1000 & "
                                 "setsid sh -c 'echo begun; exec sleep 1001' & sleep 1002",
                                 1000);
    launch.descriptors[1] = ends[1];
    launch.readers[0] = (struct launch_reader){ends[0], let_time_pass, NULL};
    struct launched launched = run(&launch);
    assert_int_equal(launched.end, LAUNCH_TIMED_OUT);
    assert_float_equal(launched.seconds, 2000, 1e-6);
    close(ends[0]);
    close(ends[1]);
}

/* It ends when it has read what the other prints, who then waits for room to print more. */
TEST(what_it_leaves_running_is_ended_and_told) {
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    struct launch launch = shell("setsid yes & read -r line", 0);
    launch.descriptors[0] = ends[0];
    launch.descriptors[1] = ends[1];
    struct launched launched = run(&launch);
    assert_int_equal(launched.end, LAUNCH_LEFT_OVER);
    assert_string_equal(launched.left.name, "yes");
    close(ends[0]);
    close(ends[1]);
}

static int straggler[2]; /* it goes on while nobody writes there */
static int is_let, printed[2];

static void let_it_end(void) {
    siginfo_t ended;
    assert_int_equal(write(straggler[1], "\n", 1), 1);
    assert_int_equal(waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT), 0);
    clocks_call(NULL, NULL);
    is_let = 1;
}

/* The other ends in the first of the milliseconds that it has. */
TEST_WITH(what_ends_soon_after_it_is_not_left_running, stop_clocks, let_clocks_go) {
    assert_int_equal(pipe2(straggler, O_CLOEXEC), 0);
    struct launch launch = shell("exec 3<&0; sh -c 'read -r line' <&3 & exit 0", 0);
    launch.descriptors[0] = straggler[0];
    clocks_call(NULL, let_it_end);
    assert_int_equal(run(&launch).end, LAUNCH_EXITED);
    assert_true(is_let);
    close(straggler[0]);
    close(straggler[1]);
}

/* Waits for the end of the other, or until there is something to read again. */
static void let_it_print(void) {
    siginfo_t ended = {0};
    int count = 0;
    if (!is_let)
        assert_int_equal(write(straggler[1], "\n", 1), 1);
    is_let = 1;
    while (waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT | WNOHANG) == 0 && !ended.si_pid &&
           count < fcntl(printed[0], F_GETPIPE_SZ) / 2)
        ioctl(printed[0], FIONREAD, &count);
}

/* The other needs all the milliseconds, if nobody reads what it prints. */
TEST_WITH(what_is_printed_soon_after_it_counts, stop_clocks, let_clocks_go) {
    char script[120];
    is_let = 0;
    assert_int_equal(pipe2(straggler, O_CLOEXEC), 0);
    assert_int_equal(launch_pipe(printed), 0);
    int bytes = 3 * fcntl(printed[0], F_GETPIPE_SZ);
    snprintf(script, sizeof script,
             "exec 3<&0; sh -c 'read -r line; exec head -c %d /dev/zero' <&3 & exit 0", bytes);
    struct launch launch = shell(script, 0);
    launch.descriptors[0] = straggler[0];
    launch.descriptors[1] = printed[1];
    launch.readers[0].fd = printed[0];
    clocks_call(NULL, let_it_print);
    struct launched launched = run(&launch);
    clocks_call(NULL, NULL);
    assert_int_equal(launched.end, LAUNCH_EXITED);
    assert_int_equal(launched.printed[0], bytes);
    for (int i = 0; i < 2; i++) {
        close(straggler[i]);
        close(printed[i]);
    }
}

/* A server that a hook starts, in a session of its own or not, goes on while others run. */
TEST(what_may_go_on_does) {
    static char *const servers[] = {
        "echo ready; sleep 1000 & exit 0", "echo ready; setsid sleep 1000 & exit 0",
        "echo ready; setsid sh -c '(trap \"\" TERM; sleep 1000; :) & exit' & wait",
        "echo ready; yes & exit 0"};
    int ends[2];
    assert_int_equal(launch_pipe(ends), 0);
    for (size_t i = 0; i < sizeof servers / sizeof *servers; i++) {
        struct launched launched;
        struct err err = {""};
        struct launch launch = shell(servers[i], 0);
        launch.keeps = 1;
        launch.descriptors[1] = ends[1];
        launch.readers[0] = (struct launch_reader){.fd = ends[0]};
        assert_int_equal(launch_run(&launch, &launched, &err), 0);
        assert_int_equal(launched.end, LAUNCH_EXITED);
        assert_true(launched.printed[0] >= strlen("ready\n"));
        launch = shell("true", 0);
        assert_int_equal(launch_run(&launch, &launched, &err), 0);
        assert_int_equal(launched.end, LAUNCH_EXITED);
        launch = shell("setsid sleep 1001 & exit 0", 0);
        assert_int_equal(launch_run(&launch, &launched, &err), 0);
        assert_int_equal(launched.end, LAUNCH_LEFT_OVER);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), 0); /* the server runs */
        launch_end_kept();
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    }
    close(ends[0]);
    close(ends[1]);
}

TEST(it_ends_when_the_other_side_is_gone) {
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    struct launch launch = shell("exec sleep 1000", 0);
    launch.socket = ends[0];
    assert_int_equal(shutdown(ends[1], SHUT_WR), 0);
    assert_int_equal(run(&launch).end, LAUNCH_ABANDONED);
    close(ends[0]);
    close(ends[1]);
}

static void add(void *context, const char *bytes, size_t count) {
    (void)bytes;
    *(size_t *)context += count;
}

TEST(all_that_it_prints_is_read) {
    int ends[2];
    size_t count = 0;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    struct launch launch = shell("head -c 1000000 /dev/zero", 0);
    launch.descriptors[1] = ends[1];
    launch.readers[0] = (struct launch_reader){ends[0], add, &count};
    assert_int_equal(run(&launch).end, LAUNCH_EXITED);
    assert_int_equal(count, 1000000);
    close(ends[0]);
    close(ends[1]);
}

/* More than any pipe holds, at once and in drops, and after the program has ended. */
TEST(what_nobody_looks_at_is_counted) {
    static const struct {
        char *script;
        size_t bytes;
    } rows[] = {{"head -c 50000000 /dev/zero", 50000000},
                {"for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.002; done", 16},
                {"(sleep 0.01; head -c 3000000 /dev/zero) & wait", 3000000},
                {":", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int ends[2];
        assert_int_equal(launch_pipe(ends), 0);
        struct launch launch = shell(rows[i].script, 0);
        launch.descriptors[1] = ends[1];
        launch.readers[0] = (struct launch_reader){.fd = ends[0]};
        struct launched launched = run(&launch);
        assert_int_equal(launched.end, LAUNCH_EXITED);
        assert_int_equal(launched.printed[0], rows[i].bytes);
        close(ends[0]);
        close(ends[1]);
    }
}

TEST(a_limit_ends_what_never_stops_printing) {
    size_t count = 0;
    for (int is_read = 0; is_read < 2; is_read++) {
        int ends[2];
        assert_int_equal(launch_pipe(ends), 0);
        struct launch launch = shell("exec yes", 0.01);
        launch.descriptors[1] = ends[1];
        launch.readers[0] = (struct launch_reader){ends[0], is_read ? add : NULL, &count};
        assert_int_equal(run(&launch).end, LAUNCH_TIMED_OUT);
        close(ends[0]);
        close(ends[1]);
    }
}

TEST(it_has_no_terminal_and_no_descriptor_of_ours) {
    struct launch launch = shell("! (: </dev/tty) 2>/dev/null && ! ls /proc/self/fd/5", 0);
    assert_int_equal(WEXITSTATUS(run(&launch).status), 0);
}

TEST(a_program_that_cannot_be_run_is_named) {
    struct launched launched;
    struct err err = {""};
    struct launch launch = shell("true", 0);
    launch.path = "/dev/null";
    assert_int_equal(launch_run(&launch, &launched, &err), ERR_FAILED);
    assert_string_equal(err.message, "cannot run /dev/null: Permission denied");
}
