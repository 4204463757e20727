/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sched.h>
#include <signal.h>
#include <seccomp.h>
#include <unistd.h>

#include "collect/processes/worker_pool.h"
#include "collect/harness/clock.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

enum { ARENA_BYTES = 4 << 20 };

static struct rig rig;
static size_t descriptors;

static int begin(void **state) {
    (void)state;
    descriptors = rig_count_descriptors();
    rig_begin(&rig);
    return 0;
}

static int end(void **state) {
    (void)state;
    rig_end(&rig);
    return rig_is_childless() && rig_count_descriptors() == descriptors ? 0 : -1;
}

static int answer(struct worker_pool *pool, size_t i, int64_t size, uint64_t seed,
                  enum cell_status *fate, struct err *err) {
    struct wire_answer request = {.seed = seed};
    struct wire_answered reply;
    struct question question = {WIRE_ANSWER, &request, sizeof request, &reply, sizeof reply, 60};
    return worker_pool_ask(pool, i, &(struct design_point){.size = size}, &question, fate, err);
}

/* Asks, and copies the first output to NUMBERS. */
static size_t answered(struct worker_pool *pool, size_t i, int64_t size, uint64_t seed,
                       double *numbers) {
    enum cell_status fate;
    struct err err = {""};
    size_t count;
    char type = 0;
    if (answer(pool, i, size, seed, &fate, &err))
        fail_msg("%s", err.message);
    const void *output = worker_pool_output(pool, i, 0, &count, &type);
    assert_non_null(output);
    assert_int_equal(type, 'd');
    assert_null(worker_pool_output(pool, i, 1, &(size_t){0}, &type));
    memcpy(numbers, output, count * sizeof *numbers);
    return count;
}

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(the_same_seed_gives_the_same_bits_in_two_processes) {
    struct worker_pool pool;
    double one[100], two[100];
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    for (uint64_t seed = 0; seed < 3; seed++) {
        assert_int_equal(answered(&pool, 0, 100, seed, one), 100);
        assert_int_equal(answered(&pool, 1, 100, seed, two), 100);
        assert_memory_equal(one, two, sizeof one);
    }
    assert_int_not_equal(pool.members[0].process.pid, pool.members[1].process.pid);
    answered(&pool, 0, 100, 0, one);
    assert_memory_not_equal(one, two, sizeof one);
    worker_pool_end(&pool);
}

/* A library that answers with the addresses of x, of y and of its stack. */
#define ADDRESSES                                                                                  \
    "#define AFTER_AXPY y[0] = (double)(uintptr_t)x; y[1] = (double)(uintptr_t)y; "                \
    "y[2] = (double)(uintptr_t)&n\n"

TEST(two_libraries_of_a_round_have_the_same_addresses) {
    rig_add(&rig, "one", fake_build("addresses", ADDRESSES));
    rig_add(&rig, "two", fake_build("addresses_under_a_much_longer_name", ADDRESSES));
    rig_add(&rig, "three", fake_build("addresses_of_64_bits", "#define INT int64_t\n" ADDRESSES));
    size_t moved = 0;
    for (uint64_t layout = 1; layout < 5; layout++) {
        static double before[2];
        double one[10], two[10], three[10];
        struct worker_pool pool;
        rig_pool(&rig, &pool, "axpy", 'd', layout, ARENA_BYTES);
        answered(&pool, 0, 10, 0, one);
        answered(&pool, 1, 10, 0, two);
        answered(&pool, 2, 10, 0, three);
        assert_memory_equal(one, two, 2 * sizeof *one);
        assert_memory_equal(one, three, 2 * sizeof *one);
        assert_int_equal((uintptr_t)one[0] % 64, 0);
        assert_int_equal((uintptr_t)one[1] % 64, 0);
        assert_true(one[0] > (double)(uintptr_t)WIRE_ARENA_ADDRESS);
        if (!pool.members[0].loaded.random_addresses)
            assert_true(one[2] == two[2]);
        moved += memcmp(before, one, sizeof before) != 0;
        memcpy(before, one, sizeof before);
        worker_pool_end(&pool);
    }
    assert_int_equal(moved, 4);
}

TEST(the_stack_lies_elsewhere_in_another_round) {
    double stacks[4], numbers[10];
    int random_addresses = 0;
    rig_add(&rig, "one", fake_build("addresses", ADDRESSES));
    for (uint64_t layout = 1; layout < 5; layout++) {
        struct worker_pool pool;
        rig_pool(&rig, &pool, "axpy", 'd', layout, ARENA_BYTES);
        answered(&pool, 0, 10, 0, numbers);
        stacks[layout - 1] = numbers[2];
        random_addresses |= pool.members[0].loaded.random_addresses;
        worker_pool_end(&pool);
    }
    if (random_addresses)
        skip_for("this system does not let a program fix its addresses");
    assert_false(stacks[0] == stacks[1] && stacks[1] == stacks[2] && stacks[2] == stacks[3]);
}

/* Of eight processes no two have the arena at the same place. */
TEST(with_the_systems_own_layout_everybody_lies_elsewhere) {
    enum { MEMBERS = 8 };
    double numbers[MEMBERS][10], first[10];
    struct worker_pool pool;
    size_t same = 0;
    for (size_t i = 0; i < MEMBERS; i++)
        rig_add(&rig, "one", fake_build("addresses", ADDRESSES));
    rig_pool(&rig, &pool, "axpy", 'd', 0, ARENA_BYTES);
    for (size_t i = 0; i < MEMBERS; i++)
        answered(&pool, i, 10, 0, numbers[i]);
    assert_true(pool.members[0].loaded.random_addresses);
    for (size_t i = 1; i < MEMBERS; i++)
        same += numbers[i][0] == numbers[0][0] || numbers[i][2] == numbers[0][2];
    assert_true(numbers[0][1] == numbers[0][0] + 128); /* ten numbers, to the next 64 bytes */
    worker_pool_end(&pool);

    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    answered(&pool, 0, 10, 0, first);
    int is_switched_off = !pool.members[0].loaded.random_addresses;
    worker_pool_end(&pool);
    if (is_switched_off) /* then it is on by itself, as far as the system has it at all */
        assert_true(same < MEMBERS - 1);
}

TEST(with_the_systems_own_layout_no_memory_is_shared) {
    struct worker_pool pool;
    double one[10], two[10], again[10];
    size_t count;
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig_pool(&rig, &pool, "axpy", 'd', 0, ARENA_BYTES);
    answered(&pool, 0, 10, 0, one);
    answered(&pool, 1, 10, 1, two);
    assert_memory_not_equal(one, two, sizeof one);
    char type = 0;
    memcpy(again, worker_pool_output(&pool, 0, 0, &count, &type), sizeof again);
    assert_memory_equal(one, again, sizeof one);
    worker_pool_end(&pool);
}

static int batch(struct worker_pool *pool, size_t i, const struct wire_batch *request,
                 struct wire_sample *sample, struct err *err) {
    struct question question = {WIRE_BATCH, request, sizeof *request, sample, sizeof *sample, 60};
    enum cell_status fate;
    return worker_pool_ask(pool, i, &(struct design_point){.size = 10}, &question, &fate, err);
}

TEST(caches_are_swept_beside_the_arena) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    for (uint64_t layout = 0; layout < 2; layout++) {
        struct wire_batch request = {
            .calls = 5, .call_seconds = 1e-6, .shortest = 1e-3, .evict_bytes = 1 << 20};
        struct wire_sample sample;
        struct worker_pool pool;
        struct err err = {""};
        double numbers[10];
        rig_pool(&rig, &pool, "axpy", 'd', layout, ARENA_BYTES - 4096);
        for (size_t i = 0; i < 2; i++) {
            if (batch(&pool, i, &request, &sample, &err))
                fail_msg("%s", err.message);
            assert_int_equal(sample.calls, 5);
            assert_int_equal(sample.interval_calls, 1);
            answered(&pool, i, 10, 0, numbers);
        }
        request.evict_bytes = WIRE_SWEEP_MOST + 1;
        assert_int_equal(batch(&pool, 0, &request, &sample, &err), ERR_FAILED);
        assert_non_null(strstr(err.message, "sweep"));
        answered(&pool, 0, 10, 0, numbers);
        worker_pool_end(&pool);
    }
}

/* The names that an OpenBLAS with 64-bit integers has. */
TEST(a_library_of_64_bit_names_is_called_with_64_bits) {
    struct worker_pool pool;
    double right[10], suffixed[10];
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "suffixed",
            fake_build("suffixed", "#define INT int64_t\n"
                                   "#define daxpy_ daxpy_64_\n#define dasum_ dasum_64_\n"
                                   "#define cblas_daxpy cblas_daxpy64_\n"));
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    answered(&pool, 0, 10, 0, right);
    answered(&pool, 1, 10, 0, suffixed);
    assert_memory_equal(right, suffixed, sizeof right);
    assert_int_equal(pool.members[0].loaded.integer_bits, 32);
    assert_int_equal(pool.members[1].loaded.integer_bits, 64);
    worker_pool_end(&pool);
}

/* A container may forbid to switch address randomisation off, as this filter does. */
static void forbid_personality(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter ||
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(personality), 1,
                         SCMP_A0(SCMP_CMP_NE, 0xffffffff, 0)) != 0 ||
        seccomp_load(filter) != 0)
        _exit(77);
    seccomp_release(filter);
}

TEST(where_randomisation_cannot_be_switched_off_it_goes_on_and_says_so) {
    int status = -1;
    rig_add(&rig, "one", rig.builtin);
    fflush(NULL);
    pid_t forbidden = fork();
    if (forbidden == 0) {
        struct worker_pool pool;
        double numbers[10];
        forbid_personality();
        rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
        answered(&pool, 0, 10, 0, numbers);
        int is_random = pool.members[0].loaded.random_addresses;
        worker_pool_end(&pool);
        _exit(is_random ? 0 : 1);
    }
    assert_int_equal(waitpid(forbidden, &status, 0), forbidden);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        skip_for("this system has no filter of system calls");
    assert_int_equal(WEXITSTATUS(status), 0);
}

TEST(outputs_left_by_another_are_not_an_answer) {
    struct worker_pool pool;
    double right[400], idle[400];
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "idle", fake_compile("idle", "void dgemm_(void);\nvoid dgemm_(void) {}\n"));
    rig_pool(&rig, &pool, "matrix_matrix_product", 'd', 1, ARENA_BYTES);
    answered(&pool, 0, 20, 0, right);
    answered(&pool, 1, 20, 0, idle);
    for (size_t i = 0; i < 400; i++)
        assert_true(!isnan(right[i]) && isnan(idle[i]));
    worker_pool_end(&pool);
}

TEST(one_that_died_is_started_again) {
    struct worker_pool pool;
    double numbers[20], before[20];
    enum cell_status fate;
    struct err err = {""};
    rig_add(&rig, "crashing",
            fake_build("crashing_at_10", "#define BEFORE_AXPY if (n == 10) raise(SIGSEGV)\n"));
    rig_add(&rig, "right", fake_build("right", ""));
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    answered(&pool, 0, 20, 0, before);
    assert_int_equal(answer(&pool, 0, 10, 0, &fate, &err), ERR_FAILED);
    assert_int_equal(fate, CELL_CRASHED);
    assert_int_equal(answered(&pool, 0, 20, 0, numbers), 20);
    assert_memory_equal(numbers, before, sizeof numbers);
    answered(&pool, 1, 20, 0, numbers);
    assert_memory_equal(numbers, before, sizeof numbers);
    worker_pool_end(&pool);
}

TEST(sizes_may_change_back_and_forth) {
    struct worker_pool pool;
    double first[50], again[50], other[50];
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    answered(&pool, 0, 50, 0, first);
    answered(&pool, 1, 7, 0, other);
    answered(&pool, 0, 7, 0, other);
    answered(&pool, 0, 50, 0, again);
    assert_memory_equal(first, again, sizeof first);
    worker_pool_end(&pool);
}

/* Does axpy, and lets the clock of the collector, $1, go on before it writes its outputs. */
#define SLOW_WRITER                                                                                \
    "while read -r word n rest <&3; do case $word in "                                             \
    "hello) echo hello 1 sh;; describe) echo describe d;; setup) size=$n; echo ready;; "           \
    "run) echo seconds 1e-6;; end) exit;; "                                                        \
    "output) kill -ALRM $1; printf \"output $size\"; yes \" 0.5\" | head -n $size | tr -d '\\n'; " \
    "echo;; "                                                                                      \
    "esac >&4; done\n"

static void let_time_pass(int signal) {
    (void)signal;
    clocks_pass(1);
}

TEST(a_program_has_time_to_write_its_outputs) {
    enum { SIZE = 1 << 17 };
    struct worker_pool pool;
    enum cell_status fate;
    struct err err = {""};
    struct wire_answer request = {0};
    struct wire_answered reply;
    const double limit = 0.05; /* would do for the calculation */
    struct question question = {WIRE_ANSWER, &request, sizeof request, &reply, sizeof reply, limit};
    struct sigaction passing = {.sa_handler = let_time_pass}, before;
    static char command[64]; /* the library borrows it */
    char path[] = "/tmp/benchmat-slow-XXXXXX";
    int file = mkstemp(path);
    assert_int_equal(write(file, SLOW_WRITER, strlen(SLOW_WRITER)), strlen(SLOW_WRITER));
    close(file);
    snprintf(command, sizeof command, "sh %s %d", path, (int)getpid());
    rig.items[rig_add(&rig, "slow", path)].command = command;
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    sigaction(SIGALRM, &passing, &before);
    clocks_stop();
    clocks_stop_waits();
    double began = wall_clock_now();
    int status =
        worker_pool_ask(&pool, 0, &(struct design_point){.size = SIZE}, &question, &fate, &err);
    double passed = wall_clock_now() - began;
    clocks_go();
    sigaction(SIGALRM, &before, NULL);
    unlink(path);
    if (status)
        fail_msg("%s", err.message);
    assert_true(passed > limit);
    struct member *member = &pool.members[0];
    assert_true(worker_pool_text_seconds(member) == SIZE * sizeof(double) * 2e-6);
    member->conditions.load_limit = limit; /* as --timeout does */
    assert_true(worker_pool_text_seconds(member) == 0);
    worker_pool_end(&pool);
}

/* A plug-in may use a device, but one that hangs is not waited for as long as for compilers. */
TEST(only_libraries_on_a_device_may_take_long_to_set_up) {
    struct process_conditions conditions = {.has_devices = 1};
    assert_float_equal(worker_pool_load_limit(&conditions), 60, 0);
    conditions.compiles_kernels = 1;
    assert_float_equal(worker_pool_load_limit(&conditions), 300, 0);
    conditions.load_limit = 5; /* as --timeout does */
    assert_float_equal(worker_pool_load_limit(&conditions), 5, 0);
}

TEST(what_a_worker_claims_outside_the_arena_is_not_read) {
    struct worker_pool pool;
    double numbers[10];
    size_t count;
    char type = 0;
    rig_add(&rig, "one", rig.builtin);
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    answered(&pool, 0, 10, 0, numbers);
    struct wire_ready *ready = &pool.members[0].ready;
    ready->outputs[0] = (struct workspace_output){ARENA_BYTES - 8, 1, 'd', ""};
    assert_non_null(worker_pool_output(&pool, 0, 0, &count, &type));
    static const struct workspace_output lies[] = {{ARENA_BYTES - 8, 2, 'd', ""},
                                                   {ARENA_BYTES + 8, 0, 'd', ""},
                                                   {UINT64_MAX - 7, 2, 'd', ""},
                                                   {0, UINT64_MAX / 8 + 2, 'd', ""},
                                                   {0, UINT64_MAX, 'd', ""},
                                                   {4, 1, 'd', ""},
                                                   {0, 1, '?', ""}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        ready->outputs[0] = lies[i];
        assert_null(worker_pool_output(&pool, 0, 0, &count, &type));
        assert_int_equal(count, 0);
    }
    ready->output_count = UINT32_MAX;
    assert_null(worker_pool_output(&pool, 0, WORKSPACE_MAX_OUTPUTS, &count, &type));
    assert_null(worker_pool_output(&pool, 0, SIZE_MAX, &count, &type));
    worker_pool_end(&pool);
}

TEST(a_library_that_cannot_be_loaded_is_told) {
    struct worker_pool pool;
    enum cell_status fate;
    struct err err = {""};
    rig_add(&rig, "gone", "/nowhere/libgone.so");
    rig_add(&rig, "poor", fake_build("no_axpy", "#define WITHOUT_AXPY\n"));
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    assert_int_equal(worker_pool_load(&pool, 0, 0, &fate, &err), ERR_FAILED);
    assert_int_equal(fate, CELL_FAILED);
    assert_non_null(strstr(err.message, "/nowhere/libgone.so"));
    assert_int_equal(worker_pool_load(&pool, 1, 0, &fate, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "daxpy_"));
    worker_pool_end(&pool);
}

static int has_variable(pid_t pid, const char *variable) {
    char path[64], text[8192];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    for (size_t at = 0; at < length; at += strlen(text + at) + 1)
        if (strcmp(text + at, variable) == 0)
            return 1;
    return 0;
}

static size_t count_cpus(pid_t pid) {
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(pid, sizeof set, &set), 0);
    return (size_t)CPU_COUNT(&set);
}

static pid_t loaded_for(struct worker_pool *pool, int threads) {
    struct err err = {""};
    enum cell_status fate;
    if (worker_pool_load(pool, 0, threads, &fate, &err))
        fail_msg("%s", err.message);
    return pool->members[0].process.pid;
}

TEST(a_worker_has_threads_and_cpus_for_life) {
    struct worker_pool pool;
    size_t allowed = environment_allowed_cpus(rig.cpus, 1024);
    rig_add(&rig, "one", rig.builtin);
    rig.conditions.cpus = rig.cpus;
    rig.conditions.cpu_count = allowed > 1 ? 2 : 1;
    rig.conditions.threads = 2;
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    pid_t one = loaded_for(&pool, 1);
    assert_true(has_variable(one, "OMP_NUM_THREADS=1"));
    assert_int_equal(count_cpus(one), 1);
    assert_int_equal(loaded_for(&pool, 1), one);
    pid_t two = loaded_for(&pool, 2);
    assert_int_not_equal(two, one);
    assert_int_equal(kill(one, 0), -1); /* and waited for */
    assert_true(has_variable(two, "OMP_NUM_THREADS=2"));
    assert_int_equal(count_cpus(two), rig.conditions.cpu_count);
    assert_int_equal(loaded_for(&pool, 0), two); /* as the conditions say */
    worker_pool_end(&pool);
}

TEST(an_arena_that_cannot_be_made_is_an_error) {
    struct worker_pool pool;
    struct err err = {""};
    rig_add(&rig, "one", rig.builtin);
    assert_int_equal(worker_pool_begin(&pool, &rig.conditions, rig_action("axpy"), 1,
                                       (size_t)1 << 62, rig.pointers, 1, &err),
                     ERR_FAILED);
    assert_non_null(strstr(err.message, "arena"));
    worker_pool_end(&pool);
}
