/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "collect/design/actions.h"
#include "collect/processes/variables.h"
#include "formats/processes/child.h"
#include "tests/collect/asked.h"
#include "tests/collect/storm.h"
#include "tests/test.h"

/* --- a worker's surroundings --- */

static char *read_file(pid_t pid, const char *name, size_t *length) {
    static char text[1 << 20];
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[*length] = '\0';
    return text;
}

static int has_variable(const char *all, size_t length, const char *variable) {
    for (const char *at = all; at < all + length; at += strlen(at) + 1)
        if (strcmp(at, variable) == 0)
            return 1;
    return 0;
}

EACH_TEST(asked_begin, asked_end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(thread_variables_are_set_and_little_else_is_passed_on) {
    size_t length;
    setenv("BENCHMAT_TEST_SECRET", "1", 1);
    setenv("OMP_NUM_THREADS", "17", 1);
    setenv("OPENBLAS_CORETYPE", "Haswell", 1);
    rig.conditions.threads = 3;
    struct process process = loaded_with(rig.builtin);
    const char *all = read_file(process.pid, "environ", &length);
    assert_true(has_variable(all, length, "OMP_NUM_THREADS=3"));
    assert_true(has_variable(all, length, "OPENBLAS_NUM_THREADS=3"));
    assert_true(has_variable(all, length, "BLIS_NUM_THREADS=3"));
    assert_true(has_variable(all, length, "OPENBLAS_CORETYPE=Haswell"));
    assert_false(has_variable(all, length, "OMP_NUM_THREADS=17"));
    assert_false(has_variable(all, length, "BENCHMAT_TEST_SECRET=1"));
    process_end(&process);
    unsetenv("OPENBLAS_CORETYPE");
}

TEST(what_is_asked_for_is_passed_on_too) {
    size_t length;
    char *const variables[] = {(char[]){"BENCHMAT_TEST_SECRET=2"}, (char[]){"OMP_PLACES=cores"}};
    setenv("BENCHMAT_TEST_SECRET", "1", 1);
    setenv("OMP_PLACES", "threads", 1);
    rig.conditions.variables = variables;
    rig.conditions.variable_count = 2;
    rig.conditions.preload = fake_compile("first", "int first;\n");
    struct process process = loaded_with(rig.builtin);
    const char *all = read_file(process.pid, "environ", &length);
    char preload[PATH_MAX + 16];
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", rig.conditions.preload);
    assert_true(has_variable(all, length, "BENCHMAT_TEST_SECRET=2"));
    assert_true(has_variable(all, length, "OMP_PLACES=cores"));
    assert_false(has_variable(all, length, "OMP_PLACES=threads"));
    assert_true(has_variable(all, length, preload));
    assert_non_null(strstr(read_file(process.pid, "maps", &length), rig.conditions.preload));
    process_end(&process);
    unsetenv("OMP_PLACES");
}

/* With these variables alone. */
static void assert_ignored(char **variables, const char *names, const char *threads) {
    char **before = environ, texts[2][200];
    environ = variables;
    variables_tell_ignored(&rig.conditions, texts[0], sizeof texts[0], texts[1], sizeof texts[1]);
    environ = before;
    assert_string_equal(texts[0], names);
    assert_string_equal(texts[1], threads);
}

TEST(deciding_variables_that_are_ignored_are_named) {
    char *set[] = {(char[]){"SECRET=1"},           (char[]){"OMP_PLACES=cores"},
                   (char[]){"OMP_NUM_THREADS=17"}, (char[]){"BLIS_NUM_THREADS=1"},
                   (char[]){"BLIS_JC_NT=4"},       (char[]){"PYTHONMALLOC=debug"},
                   (char[]){"LD_PRELOAD=no.so"},   NULL};
    char *const variables[] = {(char[]){"BLIS_JC_NT=2"}};
    assert_ignored((char *[]){NULL}, "", "");
    assert_ignored(set, "BLIS_JC_NT, LD_PRELOAD", "OMP_NUM_THREADS");
    rig.conditions.has_programs = 1;
    assert_ignored(set, "BLIS_JC_NT, PYTHONMALLOC, LD_PRELOAD", "OMP_NUM_THREADS");
    rig.conditions.has_programs = 0;
    rig.conditions.threads = 17;
    assert_ignored(set, "BLIS_JC_NT, LD_PRELOAD", "BLIS_NUM_THREADS");
    rig.conditions.preload = "/lib/a.so";
    rig.conditions.variables = variables;
    rig.conditions.variable_count = 1;
    assert_ignored(set, "", "BLIS_NUM_THREADS");
    rig.conditions.launches = 1; /* commands get all */
    rig.conditions.variable_count = 0;
    assert_ignored(set, "", "BLIS_NUM_THREADS");
}

TEST(what_is_passed_on_is_recorded) {
    struct facts facts = {0};
    char *const variables[] = {(char[]){"BLIS_JC_NT=2"}, (char[]){"A=\xff\n"}};
    variables_record(&rig.conditions, &facts);
    assert_int_equal(facts.count, 0);
    struct process_conditions conditions = {
        .variables = variables, .variable_count = 2, .preload = "/lib/a.so:/lib/b.so"};
    variables_record(&conditions, &facts);
    assert_string_equal(facts_text(&facts, "passed_variables", ""), "BLIS_JC_NT=2\nA=??");
    assert_string_equal(facts_text(&facts, "preload", ""), "/lib/a.so:/lib/b.so");
    facts_release(&facts);
}

/* Whether it is stopped, or will be as soon as it runs: Linux, proc_pid_status(5). */
static int is_stopping(pid_t pid) {
    size_t length;
    const char *status = read_file(pid, "status", &length);
    uint64_t pending = strtoull(strstr(status, "ShdPnd:") + 7, NULL, 16);
    return (pending & (uint64_t)1 << (SIGSTOP - 1)) || strstr(status, "State:\tT");
}

TEST(a_worker_of_several_threads_is_stopped_between_requests) {
    rig.conditions.threads = 2;
    struct process several = loaded_with(rig.builtin);
    assert_true(is_stopping(several.pid));
    assert_int_equal(set_up(&several, 10, NULL), 0);
    process_end(&several);
    rig.conditions.threads = 1;
    struct process single = loaded_with(rig.builtin);
    assert_false(is_stopping(single.pid));
    assert_int_equal(set_up(&single, 10, NULL), 0);
    process_end(&single);
}

TEST(arguments_are_the_same_for_every_library) {
    size_t length;
    struct process process = loaded_with(rig.builtin);
    const char *all = read_file(process.pid, "cmdline", &length);
    assert_int_equal(length, sizeof "bench-worker");
    assert_string_equal(all, "bench-worker");
    process_end(&process);
}

TEST(it_is_pinned_before_the_library_is_loaded) {
    cpu_set_t set;
    struct process process = loaded_with(rig.builtin);
    assert_int_equal(sched_getaffinity(process.pid, sizeof set, &set), 0);
    assert_int_equal(CPU_COUNT(&set), 1);
    assert_true(CPU_ISSET(rig.conditions.cpus[0], &set));
    process_end(&process);
}

static int has_fixed_addresses(pid_t pid) {
    size_t length;
    return (strtoul(read_file(pid, "personality", &length), NULL, 16) & ADDR_NO_RANDOMIZE) != 0;
}

/* Whatever is ours: somebody may run us under setarch -R. */
TEST(addresses_are_drawn_only_where_that_is_wanted) {
    int ours = personality(0xffffffff);
    for (int fixed = 0; fixed < 2; fixed++) {
        if (personality(fixed ? ADDR_NO_RANDOMIZE : 0) < 0)
            skip_for("this system does not let a program fix its addresses");
        struct process process = loaded_with(rig.builtin);
        assert_true(has_fixed_addresses(process.pid));
        process_end(&process);
        struct err err = {""};
        static struct wire_loaded reply;
        enum cell_status fate;
        assert_int_equal(
            process_start(&process, &rig.conditions, ADDRESSES_RANDOM, NULL, arena, &err), 0);
        assert_int_equal(load(&process, rig.builtin, "axpy", &reply, &fate, &err, LONG), 0);
        assert_false(has_fixed_addresses(process.pid));
        assert_true(reply.random_addresses);
        process_end(&process);
    }
    personality((unsigned long)ours);
}

static size_t count_descriptors_of(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *directory = opendir(path);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

TEST(it_has_five_descriptors_and_none_of_ours) {
    int ours = open("/dev/null", O_RDONLY), high = fcntl(ours, F_DUPFD, 200);
    struct process process = loaded_with(rig.builtin);
    assert_int_equal(count_descriptors_of(process.pid), 5);
    process_end(&process);
    close(high);
    close(ours);
}

/* Whoever starts us may have closed what everybody has. */
TEST(it_has_its_own_output_whichever_of_ours_is_closed) {
    for (int closed = 0; closed < 3; closed++) {
        int kept = fcntl(closed, F_DUPFD_CLOEXEC, 100);
        close(closed);
        struct process process = loaded_with(rig.builtin);
        char path[64], target[3][64] = {"", "", ""};
        for (int fd = 0; fd < 3; fd++) {
            snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)process.pid, fd);
            if (readlink(path, target[fd], sizeof target[fd] - 1) < 0)
                target[fd][0] = '\0';
        }
        process_end(&process);
        dup2(kept, closed);
        close(kept);
        if (strcmp(target[0], "/dev/null") != 0 || !strstr(target[1], "worker-log") ||
            !strstr(target[2], "worker-log"))
            fail_msg("with descriptor %d closed a worker has \"%s\", \"%s\", \"%s\"", closed,
                     target[0], target[1], target[2]);
    }
}

/* --- questions --- */

TEST(an_answer_comes_back) {
    enum cell_status fate;
    struct err err = {""};
    if (first_answer(fake_build("right", ""), LONG, &fate, &err))
        fail_msg("%s", err.message);
}

TEST(what_a_worker_cannot_do_it_says_and_lives) {
    struct process process = started();
    static struct wire_loaded reply;
    enum cell_status fate = CELL_OK;
    struct err err = {""};
    assert_int_equal(load(&process, "/nowhere/libx.so", "axpy", &reply, &fate, &err, LONG),
                     ERR_FAILED);
    assert_int_equal(fate, CELL_FAILED);
    assert_non_null(strstr(err.message, "/nowhere/libx.so"));
    assert_true(process.pid > 0);
    process_end(&process);

    process = loaded_with(rig.builtin);
    assert_int_equal(set_up(&process, 100000000, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "axpy at size 100000000"));
    assert_int_equal(set_up(&process, 10, &err), 0);
    process_end(&process);
}

TEST(questions_out_of_order_are_refused) {
    enum cell_status fate;
    struct err err = {""};
    struct process process = loaded_with(rig.builtin);
    assert_int_equal(answer(&process, LONG, &fate, &err), ERR_FAILED); /* nothing is set up */
    assert_int_equal(fate, CELL_FAILED);
    struct question question = {77, NULL, 0, NULL, 0, LONG};
    assert_int_equal(process_ask(&process, &rig.conditions, &question, &fate, &err), ERR_FAILED);
    assert_int_equal(set_up(&process, 10, &err), 0);
    assert_int_equal(answer(&process, LONG, &fate, &err), 0);
    process_end(&process);
}

TEST(a_crash_is_told_with_its_signal_and_last_words) {
    enum cell_status fate;
    struct err err = {""};
    const char *path = fake_build("crashing", "#define BEFORE_AXPY fputs(\"one\\nout of luck\\n\", "
                                              "stderr), raise(SIGSEGV)\n");
    assert_int_equal(first_answer(path, LONG, &fate, &err), ERR_FAILED);
    assert_int_equal(fate, CELL_CRASHED);
    assert_non_null(strstr(err.message, "signal 11"));
    assert_non_null(strstr(err.message, "out of luck"));
}

/* What is sent to all processes of a job is the collector's to follow. */
TEST(an_end_that_others_ask_for_is_no_crash) {
    struct err err = {""};
    enum cell_status fate;
    struct process process = loaded_with(fake_build("right", ""));
    assert_int_equal(set_up(&process, 10, &err), 0);
    for (size_t i = 0; i < ENDING_SIGNALS; i++)
        kill(process.pid, ending_signals[i]);
    if (answer(&process, LONG, &fate, &err))
        fail_msg("%s", err.message);
    process_end(&process);
}

TEST(an_end_of_its_own_is_a_crash) {
    enum cell_status fate;
    struct err err = {""};
    const char *path = fake_build("terminating", "#define BEFORE_AXPY raise(SIGTERM)\n");
    assert_int_equal(first_answer(path, LONG, &fate, &err), ERR_FAILED);
    assert_int_equal(fate, CELL_CRASHED);
    assert_non_null(strstr(err.message, "signal 15"));
}

/* Neither what it forks nor what it executes inherits anything odd. */
TEST(children_of_a_library_can_be_ended) {
    enum cell_status fate;
    struct err err = {""};
    const char *path = fake_build(
        "parent",
        /* The pipe is closed as soon as the child is what it is to be. */
        "#define BEFORE_AXPY {                                                     \\\n"
        "    for (int k = 0; k < 2; k++) {                                         \\\n"
        "        int ends[2];                                                      \\\n"
        "        if (pipe2(ends, O_CLOEXEC)) abort();                              \\\n"
        "        pid_t child = fork();                                             \\\n"
        "        if (!child && k) execlp(\"sleep\", \"sleep\", \"1000\", (char *)0);  \\\n"
        "        close(ends[1]);                                                   \\\n"
        "        while (!child) pause();                                           \\\n"
        "        if (read(ends[0], &(char){0}, 1)) abort();                        \\\n"
        "        close(ends[0]);                                                   \\\n"
        "        kill(child, SIGTERM);                                             \\\n"
        "        waitpid(child, 0, 0);                                             \\\n"
        "    } }\n#include <fcntl.h>\n#include <sys/wait.h>\n");
    if (first_answer(path, LONG, &fate, &err))
        fail_msg("%s", err.message);
}

TEST(an_exit_with_status_zero_is_no_answer) {
    enum cell_status fate;
    struct err err = {""};
    const char *path = fake_build("exiting", "#define BEFORE_AXPY exit(0)\n");
    assert_int_equal(first_answer(path, LONG, &fate, &err), ERR_FAILED);
    assert_int_equal(fate, CELL_EXITED);
    assert_non_null(strstr(err.message, "status 0"));
}

TEST(the_fortran_error_handler_is_ours) {
    enum cell_status fate;
    struct err err = {""};
    const char *path = fake_build(
        "xerbla",
        "void xerbla_(const char *, const int *, unsigned long);\n"
        "__attribute__((weak)) void xerbla_(const char *r, const int *i, unsigned long l)\n"
        "{ (void)r, (void)i, (void)l; __builtin_trap(); }\n"
        "#define BEFORE_AXPY int bad = 5; xerbla_(\"DAXPY \", &bad, 6)\n");
    assert_int_equal(first_answer(path, LONG, &fate, &err), ERR_FAILED);
    assert_int_equal(fate, CELL_EXITED);
    assert_non_null(strstr(err.message, "argument 5"));
}

TEST(output_of_a_library_disturbs_nobody) {
    enum cell_status fate;
    struct err err = {""};
    const char *path = fake_build(
        "chatty", "#define BEFORE_AXPY for (int k = 0; k < 1000; k++) puts(\"nonsense\"), "
                  "fprintf(stderr, \"%c\\xff\\n\", k & 127)\n");
    if (first_answer(path, LONG, &fate, &err))
        fail_msg("%s", err.message);
}

TEST(closing_every_descriptor_ends_the_worker_alone) {
    enum cell_status fate;
    struct err err = {""};
    const char *path =
        fake_build("closing", "#define BEFORE_AXPY for (int fd = 0; fd < 100; fd++) close(fd)\n");
    assert_int_equal(first_answer(path, LONG, &fate, &err), ERR_FAILED);
    assert_true(fate == CELL_EXITED || fate == CELL_CRASHED);
}

/* What a library starts does not outlive its worker: the child alone has the other end of a pipe,
 * after the worker. */
TEST(children_of_a_library_end_with_it) {
    enum cell_status fate;
    struct err err = {""};
    char line[512], path[300];
    pid_t child = 0;
    snprintf(path, sizeof path, "%s/pipe", fake_folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(line, sizeof line,
             "#include <fcntl.h>\n#define BEFORE_AXPY int end = open(\"%s\", O_WRONLY); "
             "pid_t child = fork(); if (child == 0) for (;;) pause(); "
             "if (write(end, &child, sizeof child) < 0) abort(); close(end)\n",
             path);
    struct pollfd end = {.fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), .events = POLLIN};
    if (first_answer(fake_build("forking", line), LONG, &fate, &err))
        fail_msg("%s", err.message);
    assert_int_equal(read(end.fd, &child, sizeof child), sizeof child);
    int has_ended = poll(&end, 1, 1000 * LONG) == 1 && end.revents == POLLHUP;
    if (!has_ended)
        kill(child, SIGKILL);
    close(end.fd);
    assert_true(has_ended);
}

/* Signals that interrupt every system call leave no zombies and change no fate. */
TEST(a_storm_of_signals_does_no_harm) {
    const char *right = fake_build("right", ""), *exiting = fake_build("exiting", "");
    int failures = 0, left = 0;
    for (int i = 0; i < 10; i++) {
        enum cell_status fate;
        struct err err;
        storm_begin();
        failures += first_answer(right, LONG, &fate, &err) != 0;
        failures += first_answer(exiting, LONG, &fate, &err) == 0 || fate != CELL_EXITED;
        left += !rig_is_childless();
        storm_end();
    }
    while (waitpid(-1, NULL, WNOHANG) > 0)
        continue;
    assert_int_equal(failures, 0);
    assert_int_equal(left, 0);
}

TEST(descriptors_are_given_back) {
    enum cell_status fate;
    struct err err = {""};
    size_t before = rig_count_descriptors();
    first_answer(fake_build("right", ""), LONG, &fate, &err);
    first_answer(fake_build("exiting", ""), LONG, &fate, &err);
    first_answer(fake_build("crashing", ""), LONG, &fate, &err);
    first_answer(fake_build("hanging", HANGING), 0.1, &fate, &err);
    assert_int_equal(rig_count_descriptors(), before);
}

TEST(without_descriptors_nothing_is_started_and_nothing_lost) {
    struct rlimit few, all;
    getrlimit(RLIMIT_NOFILE, &all);
    size_t before = rig_count_descriptors();
    for (rlim_t more = 0; more < 4; more++) {
        struct process process;
        struct err err = {""};
        few = (struct rlimit){(rlim_t)arena + 1 + more, all.rlim_max};
        setrlimit(RLIMIT_NOFILE, &few);
        int status = process_start(&process, &rig.conditions, ADDRESSES_FIXED, NULL, arena, &err);
        setrlimit(RLIMIT_NOFILE, &all);
        process_end(&process);
        if (more < 2)
            assert_int_equal(status, ERR_FAILED);
    }
    assert_int_equal(rig_count_descriptors(), before);
}

TEST(a_worker_that_is_not_there_is_named) {
    struct process process;
    struct err err = {""};
    rig.conditions.worker_path = "/nowhere/bench-worker";
    assert_int_equal(process_start(&process, &rig.conditions, ADDRESSES_FIXED, NULL, arena, &err),
                     ERR_FAILED);
    assert_non_null(strstr(err.message, "/nowhere/bench-worker"));
    process_end(&process);
}

TEST(a_worker_that_cannot_be_executed_is_a_fault) {
    static struct wire_loaded reply;
    enum cell_status fate;
    struct err err = {""};
    rig.conditions.worker_path = "/etc/passwd";
    if (access("/etc/passwd", X_OK) == 0)
        skip_for("/etc/passwd is executable here");
    struct process process;
    if (process_start(&process, &rig.conditions, ADDRESSES_FIXED, NULL, arena, &err) == 0)
        assert_int_equal(load(&process, rig.builtin, "axpy", &reply, &fate, &err, LONG),
                         ERR_FAILED);
    process_end(&process);
}
