/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For how long a worker is waited for, and what ends the waiting. */
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>

#include "collect/harness/clock.h"
#include "tests/collect/asked.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

static void let_some_time_pass(int signal) {
    (void)signal;
    clocks_pass(0.03);
}

/* A library with LINES, to which we, the collector, are COLLECTOR. */
static const char *build_about_us(const char *name, const char *lines) {
    char all[256];
    snprintf(all, sizeof all, "#define COLLECTOR %d\n%s", (int)getpid(), lines);
    return fake_build(name, all);
}

EACH_TEST(asked_begin, asked_end);
ALL_TESTS(fake_set_up, fake_tear_down);

/* The library lets the collector's clock tick. */
TEST(no_answer_in_time_is_a_hang_and_is_killed) {
    struct sigaction ticking = {.sa_handler = let_some_time_pass}, before;
    enum cell_status fate;
    struct err err = {""};
    const char *path = build_about_us(
        "ticking", "#include <sched.h>\n"
                   "#define BEFORE_AXPY for (;;) kill(COLLECTOR, SIGALRM), sched_yield()\n");
    sigaction(SIGALRM, &ticking, &before);
    clocks_stop();
    clocks_stop_waits();
    double began = wall_clock_now();
    int status = first_answer(path, 0.2, &fate, &err);
    double passed = wall_clock_now() - began;
    clocks_go();
    sigaction(SIGALRM, &before, NULL);
    assert_int_equal(status, ERR_FAILED);
    assert_int_equal(fate, CELL_HUNG);
    assert_true(passed > 0.199);
}

TEST(a_constructor_that_never_returns_is_a_hang) {
    static struct wire_loaded reply;
    enum cell_status fate;
    struct err err = {""};
    const char *path = fake_build(
        "stuck", "#include <unistd.h>\n"
                 "__attribute__((constructor)) static void stuck(void) { for (;;) pause(); }\n");
    struct process process = started();
    assert_int_equal(load(&process, path, "axpy", &reply, &fate, &err, 0.3), ERR_FAILED);
    assert_int_equal(fate, CELL_HUNG);
    assert_int_equal(process.pid, 0);
}

static void wake_up_late(int signal) {
    (void)signal;
    clocks_pass(2 * LONG);
}

/* Ctrl-Z and fg: the answer was there all the time. */
TEST(an_answer_that_waits_for_us_is_not_a_hang) {
    pid_t collector = fork();
    if (collector == 0) {
        const char *path =
            build_about_us("pausing", "#define BEFORE_AXPY kill(COLLECTOR, SIGSTOP)\n");
        struct sigaction late = {.sa_handler = wake_up_late};
        enum cell_status fate = CELL_OK;
        struct err err = {""};
        sigaction(SIGCONT, &late, NULL);
        clocks_stop();
        clocks_stop_waits();
        _exit(first_answer(path, LONG, &fate, &err) ? 1 + (int)fate : 0);
    }
    int status = -1;
    assert_int_equal(waitpid(collector, &status, WUNTRACED), collector);
    assert_true(WIFSTOPPED(status));
    kill(collector, SIGCONT);
    assert_int_equal(waitpid(collector, &status, 0), collector);
    assert_int_equal(status, 0);
}

/* --- stopping --- */

/* When the collector takes a nap, waiting whether it is to stop itself, it is. */
static int stops_at_nap;

__typeof__(nanosleep) __real_nanosleep, __wrap_nanosleep;

int __wrap_nanosleep(const struct timespec *wanted, struct timespec *rest) {
    if (stops_at_nap)
        rig.stop = 1;
    return __real_nanosleep(wanted, rest);
}

TEST(one_shortly_before_the_collector_stops_is_none) {
    enum cell_status fate;
    struct err err = {""};
    const char *path = fake_build("terminating", "#define BEFORE_AXPY raise(SIGTERM)\n");
    struct process process = loaded_with(path);
    assert_int_equal(set_up(&process, 10, &err), 0);
    stops_at_nap = 1;
    int status = answer(&process, LONG, &fate, &err);
    stops_at_nap = 0;
    process_end(&process);
    assert_int_equal(status, ERR_INTERRUPTED);
    rig.stop = 0;
}

static void stop(int signal) {
    (void)signal;
    rig.stop = 1;
}

TEST(a_wish_to_stop_ends_the_waiting) {
    struct sigaction stopping = {.sa_handler = stop}, before;
    enum cell_status fate;
    struct err err = {""};
    const char *path = build_about_us(
        "hanging", "#include <unistd.h>\n"
                   "#define BEFORE_AXPY kill(COLLECTOR, SIGALRM); for (;;) pause()\n");
    struct process process = loaded_with(path);
    assert_int_equal(set_up(&process, 10, &err), 0);
    sigaction(SIGALRM, &stopping, &before);
    int status = answer(&process, LONG, &fate, &err);
    sigaction(SIGALRM, &before, NULL);
    assert_int_equal(status, ERR_INTERRUPTED);
    assert_int_equal(process.pid, 0);
    rig.stop = 0;
}

/* Whoever sends something goes on when the answer is there. */
static int sends_slowly;

__typeof__(send) __real_send, __wrap_send;

ssize_t __wrap_send(int socket, const void *bytes, size_t size, int flags) {
    ssize_t sent = __real_send(socket, bytes, size, flags);
    struct pollfd answer = {.fd = socket, .events = POLLIN};
    if (sends_slowly)
        poll(&answer, 1, (int)(LONG * 1e3));
    return sent;
}

TEST(after_a_wish_to_stop_nothing_is_asked_however_quick) {
    enum cell_status fate;
    struct err err = {""};
    struct process process = loaded_with(fake_build("right", ""));
    assert_int_equal(set_up(&process, 10, &err), 0);
    rig.stop = sends_slowly = 1;
    int status = answer(&process, LONG, &fate, &err);
    rig.stop = sends_slowly = 0;
    assert_int_equal(status, ERR_INTERRUPTED);
    assert_int_equal(process.pid, 0);
}
