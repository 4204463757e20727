/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/machine/environment.h"
#include "collect/timing/team.h"
#include "tests/collect/clocks.h"
#include "tests/collect/working.h"
#include "tests/test.h"

#define TRIAL 0.01
enum { MOST = 16, ARENA = 1 << 16, COUNTED = 0, MINE = 1 };

/* --- an action whose every part tells what it saw --- */

/* What the threads share. */
static struct {
    int64_t filled;                   /* threads that have prefilled */
    int64_t filled_at_begin[MOST];    /* as each found it when it began to operate */
    uint64_t drawn[MOST], after;      /* first random numbers; drawn once in prefill */
    int is_level_called, has_checked; /* the level comes before anybody operates */
    int64_t operated_at_level, operated;
    int team[MOST], size_at_check;
    int is_state_zero[MOST];
    cpu_set_t cpus[MOST];
    int cpu[MOST];
} seen;

/* What a test changes. */
static struct {
    int ends, gives_up, is_wrong; /* thread number + 1 that does so; 0: none */
    int gives_up_filling, leaves;
} fault;

/* A state of an awkward size, which the thread writes all over. */
struct state {
    int64_t mine;
    char bytes[123];
};

static void prefill(struct bench_thread *thread) {
    const struct state *state = thread->state;
    int is_zero = state->mine == 0;
    for (size_t i = 0; i < sizeof state->bytes; i++)
        is_zero &= state->bytes[i] == 0;
    seen.is_state_zero[thread->number] = is_zero;
    seen.drawn[thread->number] = bench_random(thread);
    if (fault.gives_up_filling == thread->number + 1)
        bench_fail(thread->bench, "out of keys");
    /* Whoever began to operate before all have filled would be seen: the last waits for it. */
    if (thread->number + 1 == thread->count)
        for (int i = 0; i < 100; i++)
            sched_yield();
    clocks_pass(1e-3);
    __atomic_add_fetch(&seen.filled, 1, __ATOMIC_SEQ_CST);
}

static int64_t level(const struct bench *bench) {
    (void)bench;
    seen.is_level_called = 1;
    seen.operated_at_level = __atomic_load_n(&seen.operated, __ATOMIC_SEQ_CST);
    return 1000 + seen.filled;
}

static void operate(struct bench_thread *thread) {
    int number = thread->number;
    struct state *state = thread->state;
    __atomic_add_fetch(&seen.operated, 1, __ATOMIC_SEQ_CST);
    seen.filled_at_begin[number] = __atomic_load_n(&seen.filled, __ATOMIC_SEQ_CST);
    sched_getaffinity(0, sizeof seen.cpus[number], &seen.cpus[number]);
    memset(state->bytes, number + 1, sizeof state->bytes);
    if (fault.ends == number + 1 || fault.leaves == number + 1)
        working_ends();
    if (fault.ends == number + 1)
        return;
    if (fault.leaves == number + 1)
        pthread_exit(NULL);
    if (fault.gives_up == number + 1) {
        bench_fail(thread->bench, "the queue is full");
        return;
    }
    do {
        working_operates(thread);
        thread->counters[COUNTED]++;
        thread->counters[MINE] += number + 1;
        state->mine++;
        bench_random(thread);
    } while (bench_next_operation(thread));
    seen.cpu[number] = sched_getcpu();
}

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    seen.has_checked = 1;
    seen.size_at_check = count;
    for (int i = 0; i < count && i < MOST; i++)
        seen.team[i] = team[i]->number;
    if (fault.is_wrong) {
        bench_wrong(bench, "3 keys were lost");
        bench_wrong(bench, "and a fourth");
    }
}

static int setup(struct bench *bench) {
    (void)bench;
    return 0;
}

static void one(void) {
}

static const char *const counters[] = {"counted", "mine", NULL};
static const struct bench_implementation implementations[] = {BENCH_IMPLEMENTATION(one), {0}};
static const struct bench_action telling = {BENCH_ACTION_HEAD,
                                            .name = "telling",
                                            .about = "tells",
                                            .largest = 1,
                                            .implementations = implementations,
                                            .setup = setup,
                                            .operate = operate,
                                            .prefill = prefill,
                                            .level = level,
                                            .check = check,
                                            .thread_bytes = sizeof(struct state),
                                            .counters = counters};

/* --- one trial --- */

static struct workspace workspace;
static struct design_point point = {.size = 1, .threads = 1};
static struct team_result result;
static struct wire_trial trial;
static struct wire_team members;
static struct err err;
static char *arena;

static int begin_with(const struct bench_action *action) {
    static const bench_function routines[] = {one};
    arena = aligned_alloc(4096, ARENA);
    return workspace_setup(&workspace, action, 'd', &point, routines, 1, arena, ARENA, 1, &err);
}

static void wait_in_the_window(void) {
    if (fault.ends || fault.leaves)
        working_await_end();
    else
        working_await_operation();
}

static int begin(void **state) {
    (void)state;
    memset(&seen, 0, sizeof seen);
    memset(&fault, 0, sizeof fault);
    memset(&trial, 0, sizeof trial);
    err.message[0] = '\0';
    clocks_stop();
    clocks_call(NULL, wait_in_the_window);
    return begin_with(&telling);
}

static int end(void **state) {
    (void)state;
    clocks_go();
    workspace_release(&workspace);
    free(arena);
    return 0;
}

static int operate_with(int threads, uint64_t seed) {
    memset(&seen, 0, sizeof seen);
    working_begin();
    trial.threads = threads;
    report_clear(&workspace.report);
    return team_operate(&workspace, &trial, TRIAL, seed, &result, &err);
}

static void operated(int threads) {
    if (operate_with(threads, 7))
        fail_msg("%s", err.message);
    team_members(0, &members);
    assert_int_equal(members.count, threads);
}

/* The failure's line, of which EXPECTED is all. */
static void failed(int threads, const char *expected) {
    assert_int_equal(operate_with(threads, 7), ERR_FAILED);
    assert_string_equal(err.message, expected);
}

/* --- what is counted --- */

static void the_window_counts_what_was_done_in_it(int threads) {
    operated(threads);
    double sum = 0;
    for (int i = 0; i < threads; i++) {
        const struct team_member *member = &members.members[i];
        double all = (double)member->counters[COUNTED];
        assert_true(member->operations >= 0 && member->operations <= all);
        assert_true(member->counters[MINE] == member->counters[COUNTED] * (i + 1));
        assert_true(member->begin >= 0 && member->begin <= result.skew);
        assert_true(member->end - member->begin >= result.seconds);
        assert_true(member->cpu_seconds > 0);
        sum += member->operations;
    }
    assert_true(sum == (double)result.operations && sum > 0);
    assert_float_equal(result.seconds, TRIAL, 1e-12);
}

EACH_TEST(begin, end);

TEST(one_thread_and_many_are_counted_exactly) {
    for (int threads = 1; threads <= MOST; threads = threads < 3 ? threads + 1 : threads * 5)
        the_window_counts_what_was_done_in_it(threads);
    the_window_counts_what_was_done_in_it(MOST);
}

static const struct bench_thread *kept[MOST];

static void keep_team(struct bench *bench, struct bench_thread *const *team, int count) {
    (void)bench;
    for (int i = 0; i < count && i < MOST; i++)
        kept[i] = team[i];
}

/* Begins anew with the telling action, of which CHANGED differs. */
static void change(const struct bench_action *changed) {
    workspace_release(&workspace);
    free(arena);
    if (begin_with(changed))
        fail_msg("%s", err.message);
}

static const struct bench_thread *thread_of(int number) {
    return kept[number];
}

TEST(the_threads_that_check_sees_are_those_that_worked) {
    struct bench_action keeping = telling;
    keeping.check = keep_team;
    change(&keeping);
    operated(3);
    for (int i = 0; i < 3; i++) {
        const struct bench_thread *thread = thread_of(i);
        const struct state *own = thread->state;
        assert_int_equal(thread->number, i);
        assert_int_equal(thread->count, 3);
        assert_true(thread->bench == &workspace.bench);
        assert_true(bench_operations_of(thread) == thread->counters[COUNTED]);
        assert_true(own->mine == thread->counters[COUNTED]);
        for (size_t b = 0; b < sizeof own->bytes; b++)
            assert_int_equal(own->bytes[b], i + 1);
    }
}

TEST(a_second_trial_begins_from_nothing) {
    operated(4);
    operated(2);
    assert_true(seen.is_state_zero[0] && seen.is_state_zero[1]);
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        assert_true(members.members[i].operations <= (double)members.members[i].counters[COUNTED]);
        sum += members.members[i].operations;
    }
    assert_true(sum == (double)result.operations);
}

/* --- before the window --- */

TEST(all_have_prefilled_before_anybody_operates) {
    operated(5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(seen.filled_at_begin[i], 5);
        assert_true(seen.is_state_zero[i]);
    }
    assert_float_equal(result.prefill_seconds, 5e-3, 1e-12);
}

TEST(the_level_is_that_between_prefilling_and_operating) {
    operated(3);
    assert_true(result.has_level && result.level == 1003 && seen.operated_at_level == 0);
    struct bench_action plain = telling;
    plain.level = NULL;
    plain.prefill = NULL;
    change(&plain);
    operated(3);
    assert_false(result.has_level);
    assert_int_equal(seen.filled_at_begin[2], 0);
}

TEST(threads_draw_differently_and_the_same_again) {
    uint64_t first[MOST];
    operated(4);
    memcpy(first, seen.drawn, sizeof first);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++)
            assert_true(first[i] != first[j]);
    operated(4);
    assert_memory_equal(first, seen.drawn, 4 * sizeof *first);
    operated(2); /* a thread draws the same in a smaller team */
    assert_memory_equal(first, seen.drawn, 2 * sizeof *first);
    assert_int_equal(operate_with(4, 8), 0);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            assert_true(first[i] != seen.drawn[j]);
}

/* --- padding --- */

/* The pair of cache lines that ADDRESS lies in. */
static uintptr_t pair(const volatile void *address) {
    return (uintptr_t)address / TEAM_LINES;
}

struct span {
    uintptr_t first, last; /* pairs of lines */
};

static struct span span_of(const volatile void *begin, size_t bytes) {
    return (struct span){pair(begin), pair((const volatile char *)begin + bytes - 1)};
}

static void assert_apart(struct span a, struct span b) {
    assert_true(a.last < b.first || b.last < a.first);
}

/* Without a state to write to. */
static void spin(struct bench_thread *thread) {
    do
        working_operates(thread);
    while (bench_next_operation(thread));
}

static void assert_all_apart(int count, size_t bytes) {
    struct span spans[3 * MOST];
    size_t used = 0;
    spans[used++] = span_of(thread_of(0)->stop, sizeof *thread_of(0)->stop);
    spans[used++] = span_of(&workspace, sizeof workspace);
    for (int i = 0; i < count; i++) {
        const struct bench_thread *thread = thread_of(i);
        assert_true(thread->stop == thread_of(0)->stop);
        assert_int_equal((uintptr_t)thread % TEAM_LINES, 0);
        spans[used++] = span_of(thread, sizeof *thread);
        if (!bytes) {
            assert_null(thread->state);
            continue;
        }
        assert_int_equal((uintptr_t)thread->state % TEAM_LINES, 0);
        spans[used++] = span_of(thread->state, bytes);
    }
    for (size_t i = 0; i < used; i++)
        for (size_t j = 0; j < i; j++)
            assert_apart(spans[i], spans[j]);
}

TEST(no_two_threads_write_to_the_same_pair_of_cache_lines) {
    static const size_t sizes[] = {0, 1, 127, 128, 129, 1 << 20};
    assert_true(TEAM_LINES >= 2 * sysconf(_SC_LEVEL1_DCACHE_LINESIZE));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        struct bench_action keeping = telling;
        keeping.prefill = NULL;
        keeping.operate = spin;
        keeping.check = keep_team;
        keeping.thread_bytes = sizes[s];
        change(&keeping);
        operated(8);
        assert_int_equal((uintptr_t)thread_of(0)->stop % TEAM_LINES, 0);
        assert_all_apart(8, sizes[s]);
    }
}

/* --- where threads run --- */

TEST(each_thread_runs_on_its_cpu) {
    int cpus[2] = {0, 0}, allowed[CPU_SETSIZE];
    size_t count = environment_allowed_cpus(allowed, CPU_SETSIZE);
    cpus[0] = allowed[0];
    cpus[1] = allowed[count - 1];
    trial.cpu_count = 2;
    memcpy(trial.cpus, cpus, sizeof cpus);
    operated(5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(CPU_COUNT(&seen.cpus[i]), 1);
        assert_true(CPU_ISSET(cpus[i % 2], &seen.cpus[i]));
        assert_int_equal(seen.cpu[i], cpus[i % 2]);
    }
}

TEST(threads_that_are_not_pinned_may_run_on_all_cpus) {
    cpu_set_t own;
    sched_getaffinity(0, sizeof own, &own);
    operated(3);
    for (int i = 0; i < 3; i++)
        assert_true(CPU_EQUAL(&own, &seen.cpus[i]));
}

TEST(a_cpu_that_is_not_there_is_told) {
    trial.cpu_count = 1;
    trial.cpus[0] = 8191;
    failed(2, "cannot start thread 1 of 2: Invalid argument");
    assert_int_equal(seen.filled + seen.operated, 0);
    trial.cpu_count = 0;
    operated(2);
}

/* The second thread cannot be started, so the first must not begin. */
TEST(nobody_begins_unless_all_can) {
    int allowed[CPU_SETSIZE];
    assert_true(environment_allowed_cpus(allowed, CPU_SETSIZE) > 0);
    trial.cpu_count = 2;
    trial.cpus[0] = allowed[0];
    trial.cpus[1] = 8191;
    failed(2, "cannot start thread 2 of 2: Invalid argument");
    assert_int_equal(seen.filled + seen.operated, 0);
}

/* --- what the action says of it --- */

TEST(check_sees_all_threads) {
    operated(MOST);
    assert_int_equal(seen.size_at_check, MOST);
    for (int i = 0; i < MOST; i++)
        assert_int_equal(seen.team[i], i);
    assert_string_equal(workspace.report.wrong, "");
}

TEST(what_is_wrong_is_reported_and_no_failure) {
    fault.is_wrong = 1;
    operated(2);
    assert_string_equal(workspace.report.wrong, "3 keys were lost");
}

TEST(a_thread_that_ends_early_costs_the_trial) {
    fault.ends = 2;
    failed(3, "thread 2 of 3 stopped before the trial was over");
    assert_false(seen.has_checked);
    fault.ends = 1;
    failed(1, "thread 1 of 1 stopped before the trial was over");
}

/* It never returns from operate. */
TEST(a_thread_that_exits_costs_the_trial) {
    fault.leaves = 3;
    failed(3, "thread 3 of 3 stopped before the trial was over");
    assert_false(seen.has_checked);
}

TEST(giving_up_costs_the_trial) {
    fault.gives_up = 2;
    failed(3, "gave up: the queue is full");
    assert_false(seen.has_checked);
}

TEST(giving_up_while_prefilling_ends_it_before_anybody_operates) {
    fault.gives_up_filling = 1;
    failed(3, "gave up: out of keys");
    assert_true(!seen.operated && !seen.is_level_called && !seen.has_checked);
}

/* --- limits --- */

TEST(a_team_has_a_sane_number_of_threads) {
    failed(0, "a team has 1 to 4096 threads, not 0");
    failed(WIRE_MOST_THREADS + 1, "a team has 1 to 4096 threads, not 4097");
    team_members(0, &members);
    assert_int_equal(members.count, 0);
}

TEST(members_come_in_pages) {
    enum { LARGE = WIRE_MOST_MEMBERS + 12 };
    struct bench_action plain = telling;
    plain.prefill = NULL;
    plain.operate = spin;
    plain.thread_bytes = 0;
    change(&plain);
    assert_int_equal(operate_with(LARGE, 7), 0);
    double sum = 0;
    for (size_t from = 0; from < LARGE; from += members.count) {
        team_members(from, &members);
        assert_int_equal(members.count, from ? LARGE - WIRE_MOST_MEMBERS : WIRE_MOST_MEMBERS);
        for (size_t i = 0; i < members.count; i++)
            sum += members.members[i].operations;
    }
    assert_true(sum == (double)result.operations);
    team_members(LARGE, &members);
    assert_int_equal(members.count, 0);
    team_members(SIZE_MAX, &members);
    assert_int_equal(members.count, 0);
}

/* --- threads of a library's own --- */

static pthread_t lodger;
static int lodger_leaves;

static void *lodge(void *argument) {
    (void)argument;
    while (!__atomic_load_n(&lodger_leaves, __ATOMIC_ACQUIRE))
        usleep(1000);
    return NULL;
}

TEST(a_librarys_own_threads_cost_the_trial_and_an_implementations_do_not) {
    static const struct bench_routine routines[] = {{"f_", "f"}, {0}};
    struct bench_action library = telling;
    library.routines = routines;
    library.implementations = NULL;
    __atomic_store_n(&lodger_leaves, 0, __ATOMIC_RELEASE);
    pthread_create(&lodger, NULL, lodge, NULL);
    operated(2);
    change(&library);
    int status = operate_with(2, 7);
    __atomic_store_n(&lodger_leaves, 1, __ATOMIC_RELEASE);
    pthread_join(lodger, NULL);
    assert_int_equal(status, ERR_FAILED);
    assert_string_equal(err.message, "it started threads of its own: 1 beside the team's 2");
    operated(2);
}
