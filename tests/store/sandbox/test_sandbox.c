/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/store/fixture.h"
#include "tests/test.h"

#include "store/hdf5/h5.h"
#include "store/sandbox/sandbox.h"

#ifdef ADDRESS_SANITIZER
#    define HAS_ASAN 1
#else
#    define HAS_ASAN 0
#endif

/* Of memory; and of time, of which a busy machine needs much where nothing is wrong. */
static const struct sandbox_limits small = {64 << 20, 600, 600.0, 32 << 20};
static const struct sandbox_limits brief = {64 << 20, 600, 0.5, 32 << 20};

/* --- what must not stay behind --- */

static int open_descriptors(void) {
    int count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static int descriptors_before;

static int count_before(void **state) {
    descriptors_before = open_descriptors();
    return enter(state);
}

static int nothing_is_left(void **state) {
    if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD)
        return -1;
    if (open_descriptors() != descriptors_before)
        return -1;
    return leave(state);
}

/* --- running --- */

/* A child for a single answer to an empty request; REPLY may be NULL when there is none. */
static int run(const struct sandbox_terms *terms, sandbox_work *work, void *context,
               struct message *reply, struct err *err) {
    struct message nothing = {0}, unwanted = {0};
    struct sandbox s;
    int code = sandbox_start(&s, terms, work, context, err);
    if (code)
        return code;
    code = sandbox_ask(&s, &nothing, reply ? reply : &unwanted, err);
    message_release(&unwanted);
    sandbox_end(&s);
    return code;
}

static int run_with(const struct sandbox_limits *limits, const int *descriptors, size_t count,
                    sandbox_work *work, struct message *reply, struct err *err) {
    const struct sandbox_terms terms = {.path = "results.h5",
                                        .descriptors = descriptors,
                                        .descriptor_count = count,
                                        .limits = *limits};
    *err = (struct err){""};
    return run(&terms, work, NULL, reply, err);
}

/* WORK is the end of its child: ERR_UNREADABLE, one line that says WHAT and whose fault it is. */
static void assert_fatal_with(const struct sandbox_limits *limits, sandbox_work *work,
                              const char *what) {
    struct err err;
    unsigned major, minor, release;
    char reader[100];
    H5get_libversion(&major, &minor, &release);
    snprintf(reader, sizeof reader, "results.h5 cannot be read: its reader, with HDF5 %u.%u.%u, ",
             major, minor, release);
    assert_int_equal(run_with(limits, NULL, 0, work, NULL, &err), ERR_UNREADABLE);
    if (!strstr(err.message, reader) || !strstr(err.message, what) ||
        !strstr(err.message, "bench-store repair") || strchr(err.message, '\n'))
        fail_msg("\"%s\" does not say \"%s\"", err.message, what);
}

static void assert_fatal(sandbox_work *work, const char *what) {
    assert_fatal_with(&small, work, what);
}

static void assert_impossible(sandbox_work *work) {
    struct err err;
    assert_int_equal(run_with(&small, NULL, 0, work, NULL, &err), ERR_DAMAGED);
    assert_string_equal(err.message, "results.h5 is damaged: reading it gave an impossible answer; "
                                     "bench-store repair saves what is whole in it");
}

static int is_filtered(void) {
    const struct sandbox_terms terms = {.path = "results.h5", .limits = small};
    struct sandbox s;
    assert_int_equal(sandbox_start(&s, &terms, NULL, NULL, NULL), 0);
    sandbox_end(&s);
    return s.strength == CONFINE_FILTER;
}

/* An emulator of another machine's programs may know no limit. */
static void skip_where_memory_has_no_limit(void) {
    struct rlimit old, limit;
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    limit = (struct rlimit){1, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    void *more = mmap(NULL, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_int_equal(setrlimit(RLIMIT_AS, &old), 0);
    if (HAS_ASAN)
        skip_for("memory has no limit under AddressSanitizer");
    if (more != MAP_FAILED)
        skip_for("memory has no limit on this system");
}

#define WORK(name)                                                                                 \
    static int name(void *context, struct message *request, struct message *reply, struct err *err)
#define UNUSED (void)context, (void)request, (void)reply, (void)err

/* --- what goes well --- */

WORK(count_calls) {
    int *calls = context;
    char *text = message_take_text(request);
    if (!text)
        return err_set(err, ERR_USAGE, "no \033text\n");
    message_put_number(reply, (uint64_t)++ * calls);
    message_put_text(reply, text);
    free(text);
    return 0;
}

static int meanwhile_calls;

static void count_meanwhile(void) {
    meanwhile_calls++;
}

WORK(tell_meanwhile_calls) {
    UNUSED;
    message_put_number(reply, (uint64_t)meanwhile_calls);
    return 0;
}

EACH_TEST(count_before, nothing_is_left);

TEST(other_work_begins_once_the_child_is_forked) {
    const struct sandbox_terms terms = {
        .path = "results.h5", .limits = small, .meanwhile = count_meanwhile};
    struct message reply = {0};
    meanwhile_calls = 0;
    assert_int_equal(run(&terms, tell_meanwhile_calls, NULL, &reply, NULL), 0);
    assert_int_equal(meanwhile_calls, 1);
    assert_int_equal(message_take_number(&reply), 0);
    message_release(&reply);
}

TEST(requests_are_answered_one_after_the_other) {
    int calls = 0;
    const struct sandbox_terms terms = {.path = "results.h5", .limits = small};
    struct sandbox s;
    struct message request = {0}, reply = {0};
    struct err err = {""};
    assert_int_equal(sandbox_start(&s, &terms, count_calls, &calls, &err), 0);
    for (uint64_t i = 1; i <= 3; i++) {
        message_clear(&request);
        message_put_text(&request, "é");
        assert_int_equal(sandbox_ask(&s, &request, &reply, &err), 0);
        assert_int_equal(message_take_number(&reply), i);
        char *text = message_take_text(&reply);
        assert_string_equal(text, "é");
        assert_true(message_is_done(&reply));
        free(text);
    }
    assert_int_equal(calls, 0);
    message_clear(&request);
    message_put_text(&request, NULL);
    assert_int_equal(sandbox_ask(&s, &request, &reply, &err), ERR_USAGE);
    assert_string_equal(err.message, "no ?text?");
    sandbox_end(&s);
    message_release(&request);
    message_release(&reply);
}

enum { MANY = 3 << 20 };

WORK(say_much) {
    UNUSED;
    for (uint64_t i = 0; i < MANY; i++)
        message_put_number(reply, i * i);
    return 0;
}

TEST(a_long_answer_arrives_whole) {
    struct message reply = {0};
    struct err err;
    assert_int_equal(run_with(&small, NULL, 0, say_much, &reply, &err), 0);
    for (uint64_t i = 0; i < MANY; i++)
        if (message_take_number(&reply) != i * i)
            fail_msg("number %d is another", (int)i);
    assert_true(message_is_done(&reply));
    message_release(&reply);
}

/* --- what is not to be asked again --- */

WORK(meet_damage) {
    UNUSED;
    return err_set(err, ERR_DAMAGED, "run_000002 is damaged");
}

WORK(answer_in_part) {
    UNUSED;
    message_put_number(reply, 1);
    err_set(err, ERR_DAMAGED, "run_000002 is damaged");
    return 0;
}

WORK(overlook_a_failure) {
    UNUSED;
    message_put_number(reply, H5Gopen2(-1, "nowhere", H5P_DEFAULT) < 0);
    return 0;
}

/* Returns CODE, after which there is no child. */
static void assert_last(sandbox_work *work, int code) {
    const struct sandbox_terms terms = {.path = "results.h5", .limits = small};
    struct sandbox s;
    struct message request = {0}, reply = {0};
    struct err err = {""};
    assert_int_equal(sandbox_start(&s, &terms, work, NULL, &err), 0);
    assert_int_equal(sandbox_ask(&s, &request, &reply, &err), code);
    assert_int_equal(code ? 1 : message_take_number(&reply), 1);
    assert_int_equal(s.pid, 0);
    assert_int_equal(sandbox_ask(&s, &request, &reply, &err), ERR_UNREADABLE);
    assert_non_null(strstr(err.message, "failed before"));
    sandbox_end(&s);
    message_release(&reply);
}

/* Requests may be sent before the answers to earlier ones are taken. */
TEST(damage_is_told_also_if_more_was_asked_meanwhile) {
    const struct sandbox_terms terms = {.path = "results.h5", .limits = small};
    struct sandbox s;
    struct message request = {0}, reply = {0};
    struct err err = {""};
    siginfo_t ended;
    assert_int_equal(sandbox_start(&s, &terms, meet_damage, NULL, &err), 0);
    assert_int_equal(sandbox_send(&s, &request, &err), 0);
    assert_int_equal(waitid(P_PID, (id_t)s.pid, &ended, WEXITED | WNOWAIT), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(sandbox_send(&s, &request, &err), 0);
    assert_int_equal(sandbox_receive(&s, &reply, &err), ERR_DAMAGED);
    assert_string_equal(err.message, "run_000002 is damaged");
    assert_int_equal(s.pid, 0);
    sandbox_end(&s);
    message_release(&reply);
}

TEST(damage_is_the_last_answer) {
    assert_last(meet_damage, ERR_DAMAGED);
    assert_last(answer_in_part, 0);
    assert_last(overlook_a_failure, 0);
}

/* --- crashes, loops, bombs --- */

WORK(crash) {
    UNUSED;
    volatile uintptr_t nowhere = 16;
    return *(volatile int *)nowhere;
}

WORK(give_up) {
    UNUSED;
    abort();
}

/* As musl's abort does. */
WORK(give_up_by_tkill) {
    UNUSED;
    return (int)syscall(SYS_tkill, getpid(), SIGABRT);
}

WORK(leave_early) {
    UNUSED;
    _exit(0);
}

WORK(compute_for_ever) {
    UNUSED;
    volatile int is_endless = 1;
    while (is_endless)
        continue;
    return 0;
}

TEST(a_crash_is_an_unreadable_file) {
    assert_fatal(crash, "crashed (SIGSEGV)");
    assert_fatal(give_up, "crashed (SIGABRT)");
    assert_fatal(give_up_by_tkill, "crashed (SIGABRT)");
    assert_fatal(leave_early, "ended too early");
}

TEST(an_endless_loop_ends_at_its_limit) {
    struct sandbox_limits limits = small;
    limits.processing = 1;
    assert_fatal_with(&limits, compute_for_ever, "1 seconds of computing");
    assert_fatal_with(&brief, compute_for_ever, "did not end within 0.5 seconds");
}

WORK(wait_for_ever) {
    UNUSED;
    char byte;
    for (int fd = 0; fd < 64; fd++)
        if (lseek(fd, 0, SEEK_CUR) < 0 && errno == ESPIPE && read(fd, &byte, 1) == 1)
            break;
    return 0;
}

TEST(idleness_ends_at_its_limit) {
    assert_fatal_with(&brief, wait_for_ever, "did not end within 0.5 seconds");
}

WORK(allocate_for_ever) {
    UNUSED;
    for (int i = 0; i < 4096; i++) {
        static char *volatile block;
        block = malloc(1 << 20);
        if (!block)
            abort();
        memset(block, 1, 1 << 20);
    }
    return 0;
}

WORK(answer_for_ever) {
    UNUSED;
    while (!reply->failed)
        message_put(reply, "more and more...", 16);
    return 0;
}

TEST(memory_has_a_limit) {
    struct err err;
    skip_where_memory_has_no_limit();
    assert_fatal(allocate_for_ever, "SIGABRT");
    assert_int_equal(run_with(&small, NULL, 0, answer_for_ever, NULL, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "takes more than 64 MB of memory"));
}

/* --- what it may not do --- */

WORK(open_a_file) {
    UNUSED;
    return open("/etc/passwd", O_RDONLY) >= 0;
}

WORK(make_a_file) {
    UNUSED;
    return open("/tmp/benchmat-escaped", O_WRONLY | O_CREAT, 0600) >= 0;
}

WORK(make_a_socket) {
    UNUSED;
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}

WORK(start_a_program) {
    UNUSED;
    char *const arguments[] = {"true", NULL};
    return execv("/bin/true", arguments);
}

WORK(start_a_process) {
    UNUSED;
    return fork() >= 0;
}

WORK(kill_its_parent) {
    UNUSED;
    return kill(getppid(), SIGKILL);
}

WORK(rename_a_file) {
    UNUSED;
    return rename("/tmp/benchmat-a", "/tmp/benchmat-b");
}

TEST(reaching_outside_is_fatal) {
    static sandbox_work *const crimes[] = {open_a_file,     make_a_file,     make_a_socket,
                                           start_a_program, start_a_process, kill_its_parent,
                                           rename_a_file};
    if (!is_filtered())
        skip_for("this system has no filter of system calls");
    for (size_t i = 0; i < sizeof crimes / sizeof *crimes; i++)
        assert_fatal(crimes[i], "(SIGSYS)");
    assert_int_equal(access("/tmp/benchmat-escaped", F_OK), -1);
}

/* What can be seen of descriptors 0 to 1023. */
WORK(look_for_descriptors) {
    UNUSED;
    for (int fd = 0; fd < 1024; fd++)
        if (lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF)
            message_put_number(reply, (uint64_t)fd);
    return 0;
}

TEST(it_has_no_descriptors_but_its_own) {
    int own = open("/dev/null", O_RDONLY), other = open("/dev/null", O_RDONLY);
    struct message reply = {0};
    struct err err;
    assert_int_equal(run_with(&small, &own, 1, look_for_descriptors, &reply, &err), 0);
    if (HAS_ASAN)
        assert_int_equal(message_take_number(&reply), STDERR_FILENO);
    assert_int_equal(message_take_number(&reply), own);
    assert_int_equal(message_left(&reply), sizeof(uint64_t)); /* its socket */
    message_release(&reply);
    close(own);
    close(other);
}

WORK(overwrite) {
    (void)request, (void)reply, (void)err;
    int fd = *(int *)context;
    int done = pwrite(fd, "new", 3, 0) == 3 || ftruncate(fd, 3) == 0;
    return done ? 0 : err_set(err, ERR_FAILED, "not written");
}

TEST(it_cannot_write_even_to_what_is_open_for_writing) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    char text[9] = "";
    struct err err = {""};
    const struct sandbox_terms terms = {
        .path = path, .descriptors = &fd, .descriptor_count = 1, .limits = small};
    if (!is_filtered()) {
        close(fd);
        skip_for("this system has no filter of system calls");
    }
    assert_int_equal(pwrite(fd, "old text", 8, 0), 8);
    assert_int_equal(run(&terms, overwrite, &fd, NULL, &err), ERR_FAILED);
    assert_int_equal(pread(fd, text, 8, 0), 8);
    assert_string_equal(text, "old text");
    close(fd);
}

/* A claim that cannot be met, which is noticed; it is said as such. */
WORK(claim_too_much_memory) {
    (void)context, (void)request, (void)reply;
    void *volatile much = malloc((size_t)1 << 31);
    free(much);
    return much ? 0 : err_set(err, ERR_FAILED, "no memory");
}

TEST(a_file_that_needs_more_memory_than_the_limit_is_damaged) {
    struct rlimit limit;
    struct err err = {""};
    struct sandbox_terms terms = {.path = path, .limits = small};
    skip_where_memory_has_no_limit();
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur != RLIM_INFINITY)
        skip_for("memory has a limit of its own here");
    assert_int_equal(run(&terms, claim_too_much_memory, NULL, NULL, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "takes more than 64 MB of memory"));
    terms.is_new = 1;
    assert_int_equal(run(&terms, claim_too_much_memory, NULL, NULL, &err), ERR_FAILED);
    assert_string_equal(err.message, "no memory");
}

/* Its parent was given less than the limit. */
TEST(a_request_that_needs_more_memory_says_nothing_about_the_file) {
    const struct sandbox_terms terms = {.path = "results.h5", .limits = small};
    struct message request = {0}, reply = {0};
    struct sandbox sandbox;
    struct err err;
    unsigned char *bytes = calloc(1, 33 << 20);
    message_put(&request, bytes, 33 << 20);
    assert_int_equal(sandbox_start(&sandbox, &terms, count_calls, NULL, &err), 0);
    assert_int_equal(sandbox_ask(&sandbox, &request, &reply, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "more than 64 MB of memory; give it less at once"));
    sandbox_end(&sandbox);
    message_release(&request);
    message_release(&reply);
    free(bytes);
}

TEST(a_machine_that_has_no_memory_says_nothing_about_the_file) {
    struct rlimit old, limit;
    struct err err = {""};
    const struct sandbox_terms terms = {.path = path, .limits = small};
    skip_where_memory_has_no_limit();
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    limit = (struct rlimit){(rlim_t)1 << 31, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    int code = run(&terms, claim_too_much_memory, NULL, NULL, &err);
    assert_int_equal(setrlimit(RLIMIT_AS, &old), 0);
    assert_int_equal(code, ERR_FAILED);
}

/* As a library may where it gets no memory. */
WORK(end_with_a_status) {
    UNUSED;
    _exit(255);
}

TEST(a_limit_of_the_user_is_blamed_for_what_it_may_have_caused) {
    static sandbox_work *const ends[] = {crash, give_up, end_with_a_status};
    struct rlimit old, limit, now;
    struct err err;
    if (HAS_ASAN || getrlimit(RLIMIT_DATA, &old))
        skip_for("memory has no limit under AddressSanitizer");
    limit = (struct rlimit){small.memory - 1024, old.rlim_max};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        assert_int_equal(setrlimit(RLIMIT_DATA, &limit), 0);
        assert_int_equal(getrlimit(RLIMIT_DATA, &now), 0);
        int code = run_with(&small, NULL, 0, ends[i], NULL, &err);
        assert_int_equal(setrlimit(RLIMIT_DATA, &old), 0);
        if (now.rlim_cur != limit.rlim_cur)
            skip_for("memory has no limit on this system");
        assert_int_equal(code, ERR_FAILED);
        assert_non_null(strstr(err.message, "for want of memory: ulimit -d allows 65535 kB"));
    }
}

TEST(what_goes_wrong_with_a_new_file_is_no_damage) {
    struct err err = {""};
    const struct sandbox_terms terms = {.path = path, .is_new = 1, .limits = small};
    assert_int_equal(run(&terms, crash, NULL, NULL, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "cannot be made: its writer, with HDF5 "));
}

/* --- lies --- */

/* Whatever is sent to the parent here comes before the true answer, and is taken for it. */
static void lie(const void *bytes, size_t size) {
    for (int fd = 0; fd < 64; fd++)
        if (send(fd, bytes, size, MSG_NOSIGNAL) == (ssize_t)size)
            return;
}

/* A length, and what an answer begins with. */
static void lie_in_numbers(uint64_t size, uint64_t is_last, uint64_t code, uint64_t text) {
    const uint64_t numbers[] = {size, is_last, code, text};
    lie(numbers, sizeof numbers);
}

WORK(claim_much) {
    UNUSED;
    lie_in_numbers((uint64_t)1 << 60, 0, 0, 0);
    return 0;
}

WORK(claim_more_than_follows) {
    UNUSED;
    lie_in_numbers(1000, 0, 0, 0);
    _exit(3);
}

WORK(return_a_positive_code) {
    UNUSED;
    lie_in_numbers(24, 0, 5, UINT64_MAX);
    return 0;
}

WORK(be_last_more_than_once) {
    UNUSED;
    lie_in_numbers(24, 2, 0, UINT64_MAX);
    return 0;
}

WORK(return_an_unknown_code) {
    UNUSED;
    lie_in_numbers(24, 0, (uint64_t)-77, 0);
    return 0;
}

WORK(fail_without_a_reason) {
    UNUSED;
    lie_in_numbers(24, 0, (uint64_t)ERR_FAILED, UINT64_MAX);
    return 0;
}

WORK(claim_a_long_reason) {
    UNUSED;
    lie_in_numbers(24, 0, (uint64_t)ERR_FAILED, 1000);
    return 0;
}

WORK(answer_too_little) {
    UNUSED;
    lie_in_numbers(4, 0, 0, 0);
    return 0;
}

/* A byte now and then, for ever. */
WORK(trickle) {
    UNUSED;
    lie_in_numbers(1 << 20, 0, 0, 0);
    for (volatile int i = 0; i >= 0; i = (i + 1) % (20 * 1000 * 1000))
        if (i == 0)
            lie("", 1);
    return 0;
}

WORK(close_everything_and_stay) {
    UNUSED;
    for (int fd = 0; fd < 64; fd++)
        close(fd);
    return compute_for_ever(context, request, reply, err);
}

TEST(lies_are_found_out) {
    assert_impossible(claim_much);
    assert_fatal(claim_more_than_follows, "(status 3)");
    assert_impossible(return_a_positive_code);
    assert_impossible(be_last_more_than_once);
    assert_impossible(return_an_unknown_code);
    assert_impossible(fail_without_a_reason);
    assert_impossible(claim_a_long_reason);
    assert_impossible(answer_too_little);
    assert_fatal_with(&brief, trickle, "did not end within 0.5 seconds");
    assert_fatal(close_everything_and_stay, "");
}

/* --- archives --- */

/* Kills the only child of this process. */
static void kill_child(void) {
    char name[64], text[32] = "";
    snprintf(name, sizeof name, "/proc/self/task/%d/children", (int)getpid());
    int fd = open(name, O_RDONLY);
    assert_true(read(fd, text, sizeof text - 1) > 0);
    close(fd);
    assert_true(atoi(text) > 1);
    assert_int_equal(kill(atoi(text), SIGSEGV), 0);
}

TEST(an_archive_outlives_its_reader) {
    struct run *run = sample_run(), *read;
    struct err err = {""};
    append(path, run);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_is_filtered(archive), is_filtered());
    kill_child();
    assert_int_equal(archive_read_run(archive, 0, NULL, &read, &err), ERR_UNREADABLE);
    assert_null(read);
    assert_non_null(strstr(err.message, "crashed (SIGSEGV)"));
    read = read_run(archive, 0, NULL);
    assert_int_equal(read->measurement_count, 1);
    run_free(read);
    run_free(run);
    archive_close(archive);
}

/* Archives with faults that HDF5 1.10.8 crashes at, found by fuzzing; a newer one may refuse them.
 */
TEST(archives_that_crash_hdf5_are_refused) {
    static const char *const wild[] = {"tests/fuzz/corpus/wild-read.h5",
                                       "tests/fuzz/corpus/wild-close.h5",
                                       "tests/fuzz/corpus/wild-free.h5"};
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
        struct archive *archive = NULL;
        struct run *run = NULL;
        struct err err = {""};
        int code = archive_open(&archive, wild[i], &err);
        if (!code)
            code = archive_read_run(archive, 0, NULL, &run, &err);
        assert_non_null(err_file_state(code));
        assert_non_null(strstr(err.message, wild[i]));
        assert_null(strchr(err.message, '\n'));
        archive_close(archive);
    }
}
