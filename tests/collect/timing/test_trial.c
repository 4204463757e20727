/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/timing/team.h"
#include "collect/timing/trial.h"
#include "tests/collect/clocks.h"
#include "tests/collect/working.h"
#include "tests/test.h"

enum { ARENA = 1 << 16 };
#define TRIAL 0.01

/* --- an action that adds up --- */

static struct {
    int begins, ends; /* of batches */
    int cannot_begin, is_wrong, is_slow, gives_up_at_last;
    uint64_t drawn;     /* by the first thread */
    double first_input; /* as begin_batch finds it */
} told;

struct shared {
    double *inputs;
};

static int setup(struct bench *bench) {
    struct shared *shared = bench->state;
    shared->inputs = bench_array(bench, 10);
    return 0;
}

static int begin_batch(struct bench *bench) {
    told.begins++;
    told.first_input = ((struct shared *)bench->state)->inputs[0];
    return told.cannot_begin;
}

static void end_batch(struct bench *bench) {
    told.ends++;
    if (told.gives_up_at_last)
        bench_fail(bench, "cannot clean up");
}

static void operate(struct bench_thread *thread) {
    if (thread->number == 0)
        told.drawn = bench_random(thread);
    if (told.is_slow)
        while (bench_goes_on(thread))
            usleep(100);
    else
        do {
            working_operates(thread);
            thread->counters[0]++;
        } while (bench_next_operation(thread));
}

static int64_t level(const struct bench *bench) {
    (void)bench;
    return 42;
}

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    (void)team, (void)count;
    if (told.is_wrong)
        bench_wrong(bench, "3 keys were lost");
}

static void one(void) {
}

static const char *const counters[] = {"all", NULL};
static const struct bench_implementation implementations[] = {BENCH_IMPLEMENTATION(one), {0}};
static const struct bench_action adding = {BENCH_ACTION_HEAD,
                                           .name = "adding",
                                           .about = "adds",
                                           .largest = 1,
                                           .implementations = implementations,
                                           .state_bytes = sizeof(struct shared),
                                           .setup = setup,
                                           .begin_batch = begin_batch,
                                           .end_batch = end_batch,
                                           .operate = operate,
                                           .level = level,
                                           .check = check,
                                           .counters = counters};

/* --- one trial --- */

static struct workspace workspace;
static struct design_point point = {.size = 1, .threads = 1};
static struct wire_trial trial;
static struct wire_sample sample;
static struct wire_team members;
static struct bench_action action;
static struct err err;
static char *arena;

static void wait_in_the_window(void) {
    if (!told.is_slow)
        working_await_operation();
}

static int begin(void **state) {
    (void)state;
    static const bench_function routines[] = {one};
    memset(&told, 0, sizeof told);
    memset(&trial, 0, sizeof trial);
    err.message[0] = '\0';
    action = adding;
    clocks_stop();
    clocks_call(NULL, wait_in_the_window);
    arena = aligned_alloc(4096, ARENA);
    return workspace_setup(&workspace, &action, 'd', &point, routines, 1, arena, ARENA, 1, &err);
}

static int end(void **state) {
    (void)state;
    clocks_go();
    workspace_release(&workspace);
    free(arena);
    return 0;
}

static int take(int threads, uint64_t seed) {
    trial.threads = threads;
    working_begin();
    memset(&sample, 0, sizeof sample);
    return trial_take(&workspace, &trial, TRIAL, seed, &sample, &err);
}

static void taken(int threads) {
    if (take(threads, 5))
        fail_msg("%s", err.message);
}

static void failed(const char *expected) {
    assert_int_equal(take(2, 5), ERR_FAILED);
    assert_string_equal(err.message, expected);
    assert_int_equal(told.begins, told.ends + told.cannot_begin);
}

/* --- samples --- */

EACH_TEST(begin, end);

TEST(the_sample_is_seconds_per_operation_of_the_team) {
    taken(2);
    double operations = 0, cpu = 0, all = 0;
    team_members(0, &members);
    assert_int_equal(members.count, 2);
    for (size_t i = 0; i < 2; i++) {
        operations += members.members[i].operations;
        cpu += members.members[i].cpu_seconds;
        all += (double)members.members[i].counters[0];
    }
    assert_true((double)sample.calls == operations && sample.interval_calls == sample.calls);
    double window = sample.seconds * operations;
    assert_float_equal(window, TRIAL, 1e-12);
    for (size_t i = 0; i < 2; i++)
        assert_float_equal(members.members[i].end - members.members[i].begin, TRIAL, 1e-12);
    assert_true(sample.batch_mean == sample.seconds);
    /* What they did before and after the window took time, too. */
    assert_true(fabs(sample.cpu_seconds - cpu / all) <= 1e-12 * sample.cpu_seconds);
}

TEST(what_a_trial_does_not_know_is_not_there) {
    taken(2);
    assert_int_equal(sample.threads, 2);
    assert_true(sample.told.level == 42 && sample.told.start_skew == 0 && sample.is_steady);
    for (size_t i = 0; i < REPORT_cycles; i++)
        assert_true(isnan(sample.told.all[i]));
    workspace_release(&workspace);
    free(arena);
    begin(NULL);
    action.level = NULL;
    taken(1);
    assert_true(isnan(sample.told.level));
}

TEST(waiting_for_one_another_is_no_disturbance) {
    cpu_set_t own;
    sched_getaffinity(0, sizeof own, &own);
    int cpus = CPU_COUNT(&own);
    taken(1);
    int is_known = !isnan(sample.run_delay); /* the kernel may not tell */
    taken(cpus);
    assert_int_equal(!isnan(sample.run_delay), is_known);
    taken(cpus + 1);
    assert_true(isnan(sample.run_delay));
    trial.cpu_count = 1;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &own))
            trial.cpus[0] = cpu;
    taken(2);
    assert_true(isnan(sample.run_delay));
    taken(1);
    assert_int_equal(!isnan(sample.run_delay), is_known);
}

TEST(inputs_and_random_numbers_follow_from_the_seed) {
    taken(1);
    double input = told.first_input;
    uint64_t drawn = told.drawn;
    assert_true(input >= -1 && input < 1);
    assert_int_equal(take(1, 6), 0);
    assert_true(told.first_input != input && told.drawn != drawn);
    taken(1);
    assert_true(told.first_input == input && told.drawn == drawn);
    assert_true(told.begins == 3 && told.ends == 3);
}

/* --- what goes wrong --- */

TEST(wrong_work_is_a_sample_that_says_so) {
    told.is_wrong = 1;
    taken(2);
    assert_string_equal(sample.wrong, "3 keys were lost");
    assert_true(sample.seconds > 0);
    told.is_wrong = 0;
    taken(2);
    assert_string_equal(sample.wrong, "");
}

TEST(a_trial_without_an_operation_is_none) {
    told.is_slow = 1;
    failed("no operation ended within 3.01 s; choose a longer --trial");
    trial.threads = 1;
    assert_int_equal(trial_take(&workspace, &trial, WIRE_ANSWER_TRIAL, 5, &sample, &err),
                     ERR_FAILED);
    assert_string_equal(err.message,
                        "no operation ended within 3.05 s; an operation may take 1 ms at most");
}

TEST(what_cannot_begin_or_end_is_told) {
    told.gives_up_at_last = 1;
    failed("gave up: cannot clean up");
    told.gives_up_at_last = 0;
    taken(2);
    told.cannot_begin = 1;
    told.begins = told.ends = 0;
    failed("its begin_batch failed with 1");
}
