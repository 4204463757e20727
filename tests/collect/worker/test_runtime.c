/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime.c with programs that keep to the protocol, and with those that do not. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/worker/runtime.h"
#include "collect/worker/runtime_process.h"
#include "formats/text/shell_words.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

/* --- an action with three outputs of two numbers --- */

static void *arrays[3];

static int setup(struct bench *bench) {
    static const char types[] = "dsl";
    for (size_t i = 0; i < 3; i++) {
        arrays[i] = bench_memory(bench, 2, 8);
        bench_output_of(bench, (const char *[]){"x", "y", "z"}[i], arrays[i], 2, types[i]);
    }
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    (void)bench, (void)calls;
}

static const struct bench_action action = {
    BENCH_ACTION_HEAD,
    .name = "three",
    .size_means = "nothing",
    .parameters = (const struct bench_parameter[]){{"half", "", 0.5}, {"one", "", 1}, {0}},
    .setup = setup,
    .calculate = calculate,
};

/* --- a session with a program, in a process of its own --- */

/* What became of it: what the function that failed says, and what the program printed. */
static struct {
    char message[512], printed[512];
    int status;
} result;

/* Goes through all that a worker does. The script follows "hello" and "describe". */
static int converse(char *script, struct err *err) {
    static char arena[1 << 16] __attribute__((aligned(4096)));
    static struct workspace workspace;
    const struct design_point point = {.size = 7, .parameters = {0.5, 1}};
    const struct bench_action *remote;
    struct facts facts = {0};
    char *words[] = {"sh", "-c", script, "--worker", NULL};
    int status =
        runtime_start(shell_words_join(words), "/bin/sh", &action, 'd', &remote, &facts, err);
    if (status)
        return status;
    assert_string_equal(facts_text(&facts, "runtime", ""), "Fake 2.0");
    assert_non_null(facts_find(&facts, "file"));
    status = workspace_setup(&workspace, remote, 'd', &point, NULL, 0, arena, sizeof arena, 0, err);
    if (status == 0) {
        workspace_initialize(&workspace, 18);
        status = report_status(&workspace.report, err);
    }
    if (status == 0) {
        report_begin_interval(&workspace.report, NULL);
        remote->calculate(&workspace.bench, 3);
        status = report_status(&workspace.report, err);
    }
    if (status == 0)
        status = runtime_take_outputs(&workspace, err);
    if (status)
        return status;
    const double *x = arrays[0];
    const float *y = arrays[1];
    const int64_t *z = arrays[2];
    return err_set(err, ERR_FAILED, "%g s; %g %g; %g %g; %lld %lld", workspace.report.seconds, x[0],
                   x[1], (double)y[0], (double)y[1], (long long)z[0], (long long)z[1]);
}

static const char beginning[] = "answer() { read -r request <&3 && echo \"$1\" >&4; }; "
                                "answer 'hello 1 Fake 2.0'; answer 'describe sd'; ";

static void read_all(int file, char *text, size_t size) {
    ssize_t count = pread(file, text, size - 1, 0);
    text[count > 0 ? count : 0] = '\0';
}

/* Has a worker talk with SCRIPT behind PREFIX. No child of it may be left. */
static void talk(const char *prefix, const char *script) {
    int said = memfd_create("said", 0), printed = memfd_create("printed", 0);
    char *all;
    assert_true(asprintf(&all, "%s%s", prefix, script) > 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct err err = {""};
        dup2(printed, STDERR_FILENO);
        converse(all, &err);
        dprintf(said, "%s", err.message);
        runtime_process_end();
        _exit(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD ? 0 : 99);
    }
    assert_int_equal(waitpid(pid, &result.status, 0), pid);
    read_all(said, result.message, sizeof result.message);
    read_all(printed, result.printed, sizeof result.printed);
    close(said);
    close(printed);
    free(all);
}

/* --- keeping to the protocol --- */

EACH_TEST(stop_clocks, let_clocks_go);

TEST(outputs_and_seconds_come_back) {
    talk(beginning, "answer ready; echo \"$request\"; answer 'seconds 2.5e-07'; echo \"$request\"; "
                    "answer 'output 2 -1.5 NaN'; answer 'output 2 0.1 Infinity'; "
                    "answer 'output 2 9007199254740993 -3'; echo \"$request\"; answer '';"
                    "echo \"$request\"");
    assert_string_equal(result.message, "2.5e-07 s; -1.5 nan; 0.1 inf; 9007199254740993 -3");
    assert_string_equal(result.printed, "setup 7 18 d half=0.5 one=1\nrun 3\noutput 3\nend\n");
    assert_int_equal(result.status, 0);
}

TEST(what_it_says_is_wrong_is_told) {
    talk(beginning, "answer 'error no memory for  it'; read -r request <&3");
    assert_string_equal(result.message, "no memory for  it");
    talk(beginning, "answer ready; answer 'error'; read -r request <&3");
    assert_string_equal(result.message, "without a reason");
    talk(beginning, "answer ready; answer 'seconds 0'; answer 'error so be it'; read x <&3");
    assert_string_equal(result.message, "so be it");
}

TEST_WITH(a_program_that_does_not_end_is_ended, NULL, NULL) {
    double begin = wall_clock_now();
    talk(beginning, "answer 'error stays'; exec sleep 1000");
    assert_string_equal(result.message, "stays");
    assert_int_equal(result.status, 0);
    assert_true(wall_clock_now() - begin < 60);
}

/* --- breaking the protocol --- */

TEST(nonsense_is_refused) {
    static const struct {
        const char *prefix, *script, *message;
    } cases[] = {
        {"", "read r <&3; echo 'hello 2 Fake' >&4",
         "speaks version 2 of the protocol, and this is version 1"},
        {"", "read r <&3; echo hello >&4", "without a version of the protocol"},
        {"", "read r <&3; echo HTTP/1.1 400 Bad Request >&4",
         "answers \"HTTP/1.1 400 Bad Request\" to \"hello 1\", where \"hello\" is due"},
        {"", "for i in 1 2; do read r <&3; echo hello 1 >&4; done",
         "answers \"hello 1\" to \"describe three\", where \"describe\" is due"},
        {"", "read r <&3; echo hello 1 >&4; read r <&3; echo describe >&4; read r <&3",
         "it does not know three"},
        {"", "read r <&3; echo hello 1 >&4; read r <&3; echo describe sc >&4; read r <&3",
         "it does three only for sc, not for d"},
        {beginning, "answer 'Ready.'", "answers \"Ready.\" to \"setup 7 18 d half=0.5 one=1\""},
        {beginning, "answer ready; answer 'seconds'", "took \"\", which is not a time"},
        {beginning, "answer ready; answer 'seconds nan'", "took \"nan\", which is not a time"},
        {beginning, "answer ready; answer 'seconds inf'", "took \"inf\", which is not a time"},
        {beginning, "answer ready; answer 'seconds 1 2'", "took \"1 2\", which is not a time"},
        {beginning, "answer ready; answer 'seconds -1e-3'", "-0.001 s, which is negative"},
        {beginning, "answer ready; answer 'seconds 9e9'",
         "says that 3 calls took 9e+09 s, but only "},
        {beginning, "read r <&3; printf 'ready\\nseconds 0\\n' >&4; read r <&3",
         "answers before it is asked: \"seconds 0"},
        {beginning, "answer \"$(printf '\\033[2J')\"", "answers \"?[2J\" to"},
        {beginning, "read r <&3; yes | tr -d '\\n' >&4",
         "answers with a line of more than 4096 bytes: \"yyyy"},
        {beginning, "exec 4>&-; exec sleep 1000", "has closed its answers, descriptor 4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        talk(cases[i].prefix, cases[i].script);
        if (!strstr(result.message, cases[i].message))
            fail_msg("%s\nled to \"%s\"", cases[i].script, result.message);
        assert_int_equal(result.status, 0);
    }
}

TEST(outputs_that_are_none_are_refused) {
    static const struct {
        const char *answer, *message;
    } cases[] = {
        {"output 3 1 2 3", "x has 3 numbers where 2 are due"},
        {"output 2", "x has fewer numbers than it says, 2"},
        {"output 2 1", "x has fewer numbers than it says, 2"},
        {"output 2 1 2 3", "x has more numbers than it says, 2"},
        {"output 2 1 two", "x has \"two\" for a number"},
        {"output 2 1 0x2", "x has \"0x2\" for a number"},
        {"output two 1 2", "x has two numbers where 2 are due"},
        {"1 2", "answers \"1\" where \"output\" is due"},
        {"output 2 "
         "1111111111111111111111111111111111111111111111111111111111111111111111111111111 2",
         "a number of more than 64 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char script[512];
        snprintf(script, sizeof script, "answer ready; answer 'seconds 0'; answer '%s'",
                 cases[i].answer);
        talk(beginning, script);
        if (!strstr(result.message, cases[i].message))
            fail_msg("%s\nled to \"%s\"", cases[i].answer, result.message);
    }
    talk(beginning, "answer ready; answer 'seconds 0'; answer 'output 2 1 2'; "
                    "answer 'output 2 1 2'; answer 'output 2 1 9223372036854775808'");
    assert_string_equal(result.message, "z has \"9223372036854775808\" for a number");
}

/* --- dying --- */

TEST(the_worker_dies_as_the_program_did) {
    talk(beginning, "answer ready; echo out of luck; exit 5");
    assert_true(WIFEXITED(result.status) && WEXITSTATUS(result.status) == 5);
    assert_string_equal(result.printed, "out of luck\n");
    talk(beginning, "answer ready; echo so far >&2; kill -SEGV $$");
    assert_true(WIFSIGNALED(result.status) && WTERMSIG(result.status) == SIGSEGV);
    assert_string_equal(result.printed, "so far\n");
    talk("", "exit 0");
    assert_true(WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0);
    assert_string_equal(result.message, "");
}

TEST_WITH(a_program_that_is_not_there_is_told, NULL, NULL) {
    const struct bench_action *remote;
    struct facts facts = {0};
    struct err err;
    assert_int_equal(runtime_start("no-such-runtime x.py --worker", "/bin/sh", &action, 'd',
                                   &remote, &facts, &err),
                     ERR_FAILED);
    assert_string_equal(err.message, "cannot start no-such-runtime: No such file or directory; is "
                                     "it installed, and in PATH?");
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    facts_release(&facts);
}

TEST_WITH(it_finds_helpers_and_prints_without_limit, NULL, NULL) {
    talk(beginning, "answer \"error $(echo $PYTHONPATH | cut -d: -f1) ${BENCHMAT:+is there}\"; "
                    "head -c 40000000 /dev/zero");
    assert_true(strncmp(result.message, "/bin ", 5) == 0);
    assert_int_equal(result.status, 0);
}
