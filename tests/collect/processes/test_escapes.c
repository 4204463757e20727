/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever a library leaves running is ended. */
#include <signal.h>
#include <sys/prctl.h>

#include "tests/collect/asked.h"
#include "tests/collect/escapes.h"
#include "tests/collect/limits.h"
#include "tests/test.h"

/* Whatever guardians lost would become ours. */
static int adopt(void **state) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return asked_begin(state);
}

static struct process escaping(const struct escapes_kind *kind) {
    char lines[256], name[64];
    snprintf(name, sizeof name, "escaping_%s", kind->name);
    snprintf(lines, sizeof lines,
             "#include \"tests/collect/escapes.h\"\n"
             "#define BEFORE_AXPY static int calls; if (calls++ == 0) escapes_make(\"%s\")\n",
             kind->name);
    return loaded_with(fake_build(name, lines));
}

/* Lives through a call of a library that leaves processes of KIND, and its end. */
static void live(const struct escapes_kind *kind) {
    struct process process = escaping(kind);
    enum cell_status fate = CELL_OK;
    struct err err = {""};
    assert_int_equal(set_up(&process, 10, &err), 0);
    int status = answer(&process, LONG, &fate, &err);
    int at_turn = process.left.count;
    if (kind->is_fatal ? fate != CELL_CRASHED : status != 0)
        fail_msg("%s: %d, fate %d, %s", kind->name, status, fate, err.message);
    process_end(&process);
    int is_right = at_turn >= (kind->is_daemon ? kind->count : 0) &&
                   process.left.count >= kind->count && process.left.name[0];
    if (strcmp(kind->name, "comet") != 0)
        is_right &= process.left.count == kind->count &&
                    (kind->is_fatal || at_turn == (kind->is_daemon ? kind->count : 0));
    if (!is_right || !rig_is_childless())
        fail_msg("%s: %d ended after the turn, %d in all, the last %s%s", kind->name, at_turn,
                 process.left.count, process.left.name,
                 rig_is_childless() ? "" : "; some are left");
}

EACH_TEST(adopt, asked_end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(nothing_is_left_of_any_kind) {
    for (size_t i = 0; i < ESCAPES_KINDS; i++)
        live(&escapes_kinds[i]);
}

/* A guardian ends with its worker, whatever it was ordered meanwhile. */
TEST(what_a_guardian_says_last_is_heard) {
    enum cell_status fate;
    struct err err = {""};
    struct process process = escaping(&escapes_kinds[0]);
    assert_int_equal(set_up(&process, 10, &err), 0);
    assert_int_equal(answer(&process, LONG, &fate, &err), 0);
    kill(process.pid, SIGKILL);
    while (kill(process.pid, 0) == 0) /* now it reads no more orders */
        sched_yield();
    process.is_busy = 1; /* it gets two orders at once */
    limits_end_late(process.guardian);
    process_end(&process);
    limits_end_late(0);
    assert_int_equal(process.left.count, 1);
}

/* Ours, in the session that workers begin in. */
TEST(nobody_else_is_touched) {
    int status;
    pid_t bystander = fork();
    if (bystander == 0)
        for (;;)
            pause();
    enum cell_status fate;
    struct err err = {""};
    struct process process = escaping(&escapes_kinds[0]);
    assert_int_equal(set_up(&process, 10, &err), 0);
    assert_int_equal(answer(&process, LONG, &fate, &err), 0);
    process_end(&process);
    assert_int_equal(process.left.count, 1);
    assert_int_equal(waitpid(bystander, &status, WNOHANG | WUNTRACED), 0);
    kill(bystander, SIGKILL);
    assert_int_equal(waitpid(bystander, &status, 0), bystander);
}

/* The guardians see that we have gone, and are then the test's. */
SOAK_TEST(nothing_is_left_of_a_collector_that_is_killed) {
    for (size_t i = 0; i < ESCAPES_KINDS; i++) {
        pid_t collector = fork();
        if (collector == 0) {
            prctl(PR_SET_CHILD_SUBREAPER, 1); /* as bench-collect is */
            enum cell_status fate;
            struct err err = {""};
            struct process process = escaping(&escapes_kinds[i]);
            if (set_up(&process, 10, &err) == 0)
                answer(&process, LONG, &fate, &err);
            raise(SIGKILL);
        }
        alarm(10 * LONG);
        while (wait(NULL) > 0)
            continue;
        alarm(0);
    }
}

/* --- helpers --- */

/* The library's first call begins a helper, which has half of a pipe, and each call asks it. It
 * says which process it is. */
static const char helped[] =
    "#include <stdint.h>\n#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
    "static void ask(double *answer) {\n"
    "    static int asked[2], answered[2];\n"
    "    pid_t pid;\n"
    "    if (!asked[0] && (pipe(asked) || pipe(answered))) abort();\n"
    "    static pid_t helper;\n"
    "    if (!helper && !(helper = fork())) {\n"
    "        BEGIN;\n"
    "        close(asked[1]);\n"
    "        while (read(asked[0], &pid, 1) == 1) {\n"
    "            pid = getpid();\n"
    "            if (write(answered[1], &pid, sizeof pid) < 0) abort();\n"
    "        }\n"
    "        _exit(0);\n"
    "    }\n"
    "    if (write(asked[1], \"\", 1) != 1 || read(answered[0], &pid, sizeof pid) < 0) abort();\n"
    "    *answer = pid;\n"
    "}\n"
    "#define BEFORE_AXPY double pid; ask(&pid); "
    "if (write(open(\"%s/helper\", O_WRONLY | O_CREAT | O_TRUNC, 0600), &pid, sizeof pid) < 0) "
    "abort()\n#include <fcntl.h>\n";

static pid_t helper_now(void) {
    char path[300];
    double pid = 0;
    snprintf(path, sizeof path, "%s/helper", fake_folder);
    int file = open(path, O_RDONLY);
    assert_int_equal(read(file, &pid, sizeof pid), sizeof pid);
    close(file);
    return (pid_t)pid;
}

/* Whether it is stopped, or will be as soon as it runs: Linux, proc_pid_status(5). */
static int is_stopping(pid_t pid) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    int file = open(path, O_RDONLY);
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    assert_true(count > 0);
    text[count] = '\0';
    uint64_t pending = strtoull(strstr(text, "ShdPnd:") + 7, NULL, 16);
    return (pending & (uint64_t)1 << (SIGSTOP - 1)) || strstr(text, "State:\tT");
}

/* One that ends when its worker does; in the worker's group, in its own, or an orphan. */
TEST(a_helper_serves_as_long_as_its_worker) {
    static const char *const begins[] = {"", "setsid()", "if (fork()) _exit(0)"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        char lines[3500], source[3000], name[32];
        enum cell_status fate;
        struct err err = {""};
        snprintf(source, sizeof source, helped, fake_folder);
        snprintf(lines, sizeof lines, "#define BEGIN %s\n%s", begins[i], source);
        snprintf(name, sizeof name, "helped_%zu", i);
        struct process process = loaded_with(fake_build(name, lines));
        assert_int_equal(set_up(&process, 10, &err), 0);
        pid_t helper = 0;
        for (int turn = 0; turn < 3; turn++) {
            if (answer(&process, LONG, &fate, &err))
                fail_msg("%s: %s", begins[i], err.message);
            assert_true(turn == 0 || helper_now() == helper);
            helper = helper_now();
            assert_true(is_stopping(helper));
        }
        process_end(&process);
        assert_true(rig_is_childless());
    }
}

/* A command may stop what has begun it. */
TEST(a_worker_that_is_stopped_goes_on) {
    enum cell_status fate;
    struct err err = {""};
    if (first_answer(fake_build("sleepy", "#define BEFORE_AXPY raise(SIGSTOP)\n"), LONG, &fate,
                     &err))
        fail_msg("%s", err.message);
}
