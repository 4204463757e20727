/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/design/action_info.h"
#include "collect/design/actions.h"
#include "collect/harness/number.h"
#include "collect/harness/workspace.h"
#include "tests/collect/design_points.h"
#include "tests/test.h"

/* --- an action of the test's own: two plain arrays and two renewed ones --- */

struct four {
    double *a, *b, *c, *d;
};

static int setup(struct bench *bench) {
    struct four *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_array(bench, n);
    s->c = bench_renewed_array(bench, n);
    s->b = bench_array(bench, 2 * n);
    s->d = bench_renewed_array(bench, 3);
    bench_output(bench, s->c, n);
    bench_output(bench, s->b, 2 * n);
    return bench->size == 666;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct four *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->a, n);
    bench_fill(bench, s->c, n);
    bench_fill(bench, s->b, 2 * n);
    bench_fill(bench, s->d, 3);
}

static void calculate(struct bench *bench, int64_t calls) {
    (void)bench, (void)calls;
}

static const struct bench_action four = {
    .abi = BENCH_ACTION_ABI,
    .struct_bytes = sizeof four,
    .name = "four",
    .routines = (const struct bench_routine[]){{0}},
    .state_bytes = sizeof(struct four),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
};

/* --- an arena with a guard behind it --- */

enum { CAPACITY = 1 << 20, GUARD = 4096 };

static char *arena;

static int make_arena(void **state) {
    (void)state;
    arena = aligned_alloc(4096, CAPACITY + GUARD);
    memset(arena, 0x5a, CAPACITY + GUARD);
    return arena ? 0 : -1;
}

static int free_arena(void **state) {
    (void)state;
    for (size_t i = 0; i < GUARD; i++)
        if (arena[CAPACITY + i] != 0x5a)
            return -1;
    free(arena);
    return 0;
}

static struct workspace laid_out(const struct bench_action *action, char type, int64_t size,
                                 uint64_t layout) {
    struct workspace w;
    struct err err = {""};
    if (workspace_setup(&w, action, type, at(size), NULL, 0, arena, CAPACITY, layout, &err))
        fail_msg("%s", err.message);
    return w;
}

/* --- tests --- */

EACH_TEST(make_arena, free_arena);

TEST(arrays_are_aligned_and_do_not_overlap) {
    for (uint64_t layout = 0; layout < 50; layout++) {
        struct workspace w = laid_out(&four, 'd', 100, layout);
        const struct four *s = w.bench.state;
        assert_int_equal((uintptr_t)s->a % 64, 0);
        assert_int_equal((uintptr_t)s->b % 64, 0);
        assert_int_equal((uintptr_t)s->c % 64, 0);
        assert_int_equal((uintptr_t)s->d % 64, 0);
        assert_true((char *)s->a >= arena);
        assert_true(s->b >= s->a + 100);
        assert_true(s->c >= s->b + 200);
        assert_true(s->d >= s->c + 100);
        assert_true((char *)(s->d + 3) <= arena + CAPACITY);
        workspace_release(&w);
    }
}

static const struct {
    size_t bytes, unit, rest;
} alignments[] = {{WORKSPACE_LINE, 64, 0}, {WORKSPACE_HEAP, 64, 16}, {WORKSPACE_PAGE, 4096, 0}};
enum { ALIGNMENTS = sizeof alignments / sizeof *alignments };

TEST(arrays_and_copies_begin_where_the_alignment_says) {
    for (size_t i = 0; i < ALIGNMENTS; i++)
        for (uint64_t layout = 0; layout < 20; layout++) {
            workspace_align(alignments[i].bytes);
            struct workspace w = laid_out(&four, 'd', 100, layout);
            workspace_align(WORKSPACE_LINE);
            const struct four *s = w.bench.state;
            const double *const arrays[] = {s->a, s->b, s->c, s->d};
            for (size_t k = 0; k < 4; k++)
                assert_int_equal((uintptr_t)arrays[k] % alignments[i].unit, alignments[i].rest);
            assert_int_equal(w.bench.copy_stride / alignments[i].unit % 2, 1);
            assert_int_equal(w.bench.copy_stride % alignments[i].unit, 0);
            assert_true(s->b >= s->a + 100 && s->c >= s->b + 200 && s->d >= s->c + 100);
            workspace_release(&w);
        }
}

TEST(without_a_layout_arrays_follow_one_another) {
    struct workspace w = laid_out(&four, 'd', 100, 0);
    const struct four *s = w.bench.state;
    assert_ptr_equal(s->a, arena);
    assert_ptr_equal(s->b, arena + 832); /* 800 bytes, to the next multiple of 64 */
    workspace_release(&w);
}

TEST(the_layout_alone_decides_on_addresses) {
    size_t moved = 0;
    for (uint64_t layout = 0; layout < 20; layout++) {
        struct workspace one = laid_out(&four, 'd', 100, layout),
                         same = laid_out(&four, 'd', 100, layout),
                         other = laid_out(&four, 'd', 100, layout + 1);
        assert_memory_equal(one.bench.state, same.bench.state, sizeof(struct four));
        const struct four *a = one.bench.state, *b = other.bench.state;
        moved += ((uintptr_t)a->a - (uintptr_t)a->b) % 4096 !=
                 ((uintptr_t)b->a - (uintptr_t)b->b) % 4096;
        workspace_release(&one);
        workspace_release(&same);
        workspace_release(&other);
    }
    assert_true(moved > 15);
}

/* Two arrays, the second twice as long. */
static int setup_two(struct bench *bench) {
    struct four *s = bench->state;
    s->a = bench_array(bench, (size_t)bench->size);
    s->b = bench_array(bench, 2 * (size_t)bench->size);
    return 0;
}

static const struct bench_action two = {
    .abi = BENCH_ACTION_ABI,
    .struct_bytes = sizeof two,
    .name = "two",
    .routines = (const struct bench_routine[]){{0}},
    .state_bytes = sizeof(struct four),
    .setup = setup_two,
    .calculate = calculate,
};

/* Fails where some of the COUNT bytes from ADDRESS on, or one at the same offset in another page,
 * is in USED; then adds them. */
static void use_bytes(char *used, const void *address, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t offset = ((uintptr_t)address + i) % 4096;
        assert_false(used[offset]);
        used[offset] = 1;
    }
}

TEST(small_arrays_and_the_stack_lie_at_different_offsets_in_their_pages) {
    for (uint64_t layout = 1; layout < 50; layout++) {
        char used[4096] = "";
        struct workspace w = laid_out(&two, 'd', 100, layout);
        const struct four *s = w.bench.state;
        const char *frame = used + layout;
        use_bytes(used, s->a, 100 * sizeof(double));
        use_bytes(used, s->b, 200 * sizeof(double));
        use_bytes(used, s, sizeof *s);
        /* 1696 bytes are free, in two pieces at most. */
        use_bytes(used, frame - workspace_stack_shift(&w, frame) - 700, 700);
        assert_in_range(workspace_stack_shift(&w, frame), 0, 4095);
        workspace_release(&w);
    }
}

TEST(arrays_that_leave_no_room_leave_the_stack_where_it_is) {
    struct workspace large = laid_out(&two, 'd', 512, 7), packed = laid_out(&two, 'd', 100, 0),
                     renewed = laid_out(&four, 'd', 100, 7);
    assert_int_equal(workspace_stack_shift(&large, &large), 0);
    assert_int_equal(workspace_stack_shift(&packed, &large), 0);
    assert_int_equal(workspace_stack_shift(&renewed, &large), 0); /* its copies are everywhere */
    workspace_release(&large);
    workspace_release(&packed);
    workspace_release(&renewed);
}

TEST(outputs_are_where_their_arrays_are) {
    struct workspace w = laid_out(&four, 'd', 10, 3);
    const struct four *s = w.bench.state;
    assert_int_equal(w.output_count, 2);
    assert_ptr_equal(arena + w.outputs[0].offset, s->c);
    assert_int_equal(w.outputs[0].count, 10);
    assert_ptr_equal(arena + w.outputs[1].offset, s->b);
    assert_int_equal(w.outputs[1].count, 20);
    workspace_release(&w);
}

TEST(the_same_seed_fills_with_the_same_bits) {
    struct workspace w = laid_out(&four, 'd', 10, 3);
    const struct four *s = w.bench.state;
    double a[10], c[10];
    workspace_initialize(&w, 7);
    memcpy(a, s->a, sizeof a);
    memcpy(c, s->c, sizeof c);
    workspace_initialize(&w, 8);
    assert_memory_not_equal(a, s->a, sizeof a);
    workspace_initialize(&w, 7);
    assert_memory_equal(a, s->a, sizeof a);
    assert_memory_equal(c, s->c, sizeof c);
    struct random plain = {7};
    double expected[10];
    random_fill_double(&plain, expected, 10);
    assert_memory_equal(a, expected, sizeof a);
    workspace_release(&w);
}

TEST(without_initialize_arrays_of_numbers_are_filled_in_their_order) {
    struct bench_action plain = four;
    plain.initialize = NULL;
    for (uint64_t layout = 0; layout < 3; layout++) {
        struct workspace w = laid_out(&plain, 'd', 10, layout);
        const struct four *s = w.bench.state;
        struct random random = {7};
        double expected[10 + 10 + 20 + 3];
        random_fill_double(&random, expected, 43);
        workspace_initialize(&w, 7);
        assert_memory_equal(s->a, expected, 10 * sizeof(double));
        assert_memory_equal(s->c, expected + 10, 10 * sizeof(double));
        assert_memory_equal(s->b, expected + 20, 20 * sizeof(double));
        assert_memory_equal(s->d, expected + 40, 3 * sizeof(double));
        assert_memory_equal(bench_original(&w.bench, s->d), expected + 40, 3 * sizeof(double));
        workspace_release(&w);
    }
}

TEST(copies_are_renewed_one_by_one) {
    struct workspace w = laid_out(&four, 'd', 10, 3);
    struct four *s = w.bench.state;
    double c[10], d[3];
    workspace_initialize(&w, 1);
    memcpy(c, s->c, sizeof c);
    memcpy(d, s->d, sizeof d);
    assert_memory_equal(bench_original(&w.bench, s->c), c, sizeof c);
    assert_memory_equal(bench_original(&w.bench, s->d), d, sizeof d);
    for (size_t copy = 0; copy < 4; copy++)
        memset((char *)s->c + copy * w.bench.copy_stride, 0, sizeof c);
    workspace_renew(&w, 3);
    for (size_t copy = 0; copy < 3; copy++) {
        assert_memory_equal((char *)s->c + copy * w.bench.copy_stride, c, sizeof c);
        assert_memory_equal((char *)s->d + copy * w.bench.copy_stride, d, sizeof d);
    }
    assert_true(*(double *)((char *)s->c + 3 * w.bench.copy_stride) == 0);
    workspace_release(&w);
}

TEST(copies_are_an_odd_number_of_lines_apart) {
    for (int64_t size = 1; size < 40; size += 3) {
        struct workspace w = laid_out(&four, 'd', size, 3);
        assert_int_equal(w.bench.copy_stride % 128, 64);
        assert_true(w.bench.copy_stride >= w.image_bytes);
        workspace_release(&w);
    }
}

TEST(as_many_copies_as_there_is_room_for) {
    struct workspace w = laid_out(&four, 'd', 100, 3);
    int64_t most = workspace_max_copies(&w, SIZE_MAX);
    workspace_initialize(&w, 1);
    workspace_renew(&w, most); /* the guard is looked at afterwards */
    assert_true((size_t)most * w.bench.copy_stride > CAPACITY * 9 / 10);
    assert_int_equal(workspace_max_copies(&w, 5 * w.bench.copy_stride), 5);
    assert_int_equal(workspace_max_copies(&w, 1), 1);
    workspace_release(&w);
    w = laid_out(actions_find("axpy"), 'd', 100, 3);
    assert_int_equal(workspace_max_copies(&w, 1), INT64_MAX);
    workspace_release(&w);
}

TEST(poison_is_nan_everywhere_that_is_used) {
    struct workspace w = laid_out(&four, 'd', 100, 3);
    const struct four *s = w.bench.state;
    workspace_initialize(&w, 1);
    workspace_poison(&w);
    for (size_t i = 0; i < 100; i++) {
        assert_true(isnan(s->a[i]) && isnan(s->b[i]) && isnan(s->b[100 + i]) && isnan(s->c[i]));
        assert_false(number_is_written('d', s->a, i) || number_is_written('d', s->c, i));
    }
    assert_true(isnan(s->d[2]));
    workspace_release(&w);
    w = laid_out(actions_find("matrix_vector_product"), 's', 50, 3);
    workspace_poison(&w);
    const float *y = (const float *)(void *)(arena + w.outputs[0].offset);
    assert_true(isnan(y[0]) && isnan(y[49]));
    assert_false(number_is_written('s', y, 0) || number_is_written('s', y, 49));
    workspace_release(&w);
}

TEST(every_layout_fits_in_what_was_measured) {
    enum { SIZE = 24 }; /* of which all actions are capable, and no power of two */
    for (const struct bench_action *const *action = actions; *action; action++)
        for (uint64_t layout = 0; layout < 500; layout++) {
            struct workspace_needs needs;
            workspace_align(alignments[layout % ALIGNMENTS].bytes);
            struct workspace w;
            struct err err = {""};
            assert_int_equal(workspace_measure(*action, 'd', usual(*action, SIZE), &needs, &err),
                             0);
            if (workspace_setup(&w, *action, 'd', usual(*action, SIZE), NULL, 0, arena,
                                needs.arena_bytes, layout, &err))
                fail_msg("layout %d: %s", (int)layout, err.message);
            workspace_release(&w);
        }
    workspace_align(WORKSPACE_LINE);
}

TEST(too_small_an_arena_is_refused) {
    struct workspace w;
    struct err err = {""};
    int code = workspace_setup(&w, &four, 'd', at(100000), NULL, 0, arena, CAPACITY, 1, &err);
    assert_int_equal(code, ERR_FAILED);
    assert_non_null(strstr(err.message, "four at size 100000"));
    workspace_release(&w);
}

TEST(a_size_that_the_action_refuses_is_named) {
    struct workspace_needs needs;
    struct err err = {""};
    assert_int_equal(workspace_measure(&four, 'd', at(666), &needs, &err), ERR_FAILED);
    assert_string_equal(err.message, "four at size 666 cannot be done: setup returned 1");
}

static int refuse(struct bench *bench) {
    bench_fail(bench, bench->parameters[1] > 2 ? "too wide" : "");
    return 7;
}

static int refuse_silently(struct bench *bench) {
    (void)bench;
    return 7;
}

TEST(a_parameter_that_the_action_refuses_is_named_with_the_reason) {
    const struct bench_parameter parameters[] = {{"depth", "", 1}, {"width", "", 2.5}, {0}};
    struct bench_action action = four;
    struct workspace_needs needs;
    struct err err = {""};
    action.parameters = parameters;
    action.size_means = "numbers";
    action.setup = refuse;
    assert_int_equal(workspace_measure(&action, 'd', usual(&action, 5), &needs, &err), ERR_FAILED);
    assert_string_equal(err.message, "four at size 5, depth 1, width 2.5 cannot be done: too wide");
    action.size_means = NULL;
    action.setup = refuse_silently;
    assert_int_equal(workspace_measure(&action, 'd', usual(&action, 1), &needs, &err), ERR_FAILED);
    assert_string_equal(err.message, "four at depth 1, width 2.5 cannot be done: setup returned 7");
}

TEST(outputs_are_counted_in_bytes) {
    struct workspace_needs needs;
    assert_int_equal(workspace_measure(&four, 'd', at(10), &needs, NULL), 0);
    assert_int_equal(needs.output_bytes, 30 * sizeof(double));
}

TEST(enormous_sizes_need_enormous_memory) {
    for (const struct bench_action *const *action = actions; *action; action++) {
        if (!(*action)->state_bytes) /* nothing to calculate with */
            continue;
        struct action_info info;
        action_info_of_builtin(&info, *action);
        for (int bits = 31; bits <= 53; bits++) {
            struct workspace_needs needs;
            int64_t size = INT64_C(1) << bits;
            if (action_info_check_size(&info, size, NULL)) /* nobody can ask for that */
                continue;
            double least = strncmp((*action)->name, "matrix", 6) == 0 ||
                                   strcmp((*action)->name, "cholesky") == 0
                               ? 8.0 * (double)size * (double)size
                               : 8.0 * (double)size;
            if (workspace_measure(*action, 'd', usual(*action, size), &needs, NULL) == 0 &&
                (double)needs.arena_bytes < least)
                fail_msg("%s at 2^%d is said to need only %zu bytes", (*action)->name, bits,
                         needs.arena_bytes);
        }
    }
}

/* --- gaps and guards --- */

static struct workspace answered_by(uint64_t layout) {
    struct workspace w = laid_out(&four, 'd', 100, layout);
    workspace_poison(&w);
    workspace_initialize(&w, 1);
    assert_int_equal(workspace_check_gaps(&w, NULL), 0);
    return w;
}

/* That one number at ADDRESS, changed, is found and told as EXPECTED; unless it is in the guard,
 * which an array may reach up to. */
static void overwritten(const struct workspace *w, double *address, const char *expected) {
    struct err err = {""};
    for (size_t i = 0; i < w->guard_count; i++)
        if ((char *)address == w->arena + w->guards[i])
            return;
    double before = *address;
    *address = 1;
    assert_int_equal(workspace_check_gaps(w, &err), ERR_FAILED);
    assert_string_equal(err.message, expected);
    *address = before;
    assert_int_equal(workspace_check_gaps(w, &err), 0);
}

TEST(what_is_written_beside_an_array_is_found) {
    for (uint64_t layout = 0; layout < 100; layout++) {
        struct workspace w = answered_by(layout);
        const struct four *s = w.bench.state;
        overwritten(&w, s->a + 100, "wrote beyond its array number 1");
        overwritten(&w, s->c + 100, "wrote beyond its array number 2 (\"output 1\")");
        overwritten(&w, s->b + 200, "wrote beyond its array number 3 (\"output 2\")");
        overwritten(&w, s->d + 3, "wrote beyond its array number 4");
        overwritten(&w, s->d + 3 + 10, "wrote beyond its array number 4");
        if ((uintptr_t)s->b % 4096)
            overwritten(&w, s->b - 1,
                        layout ? "wrote before its array number 3 (\"output 2\")"
                               : "wrote beyond its array number 1");
        workspace_release(&w);
    }
}

TEST(renewing_and_filling_leave_the_gaps_alone) {
    for (uint64_t layout = 0; layout < 20; layout++) {
        struct workspace w = answered_by(layout);
        workspace_renew(&w, 1);
        workspace_initialize(&w, 2);
        assert_int_equal(workspace_check_gaps(&w, NULL), 0);
        workspace_release(&w);
    }
}

static sigjmp_buf faulted;

static void on_fault(int signal) {
    siglongjmp(faulted, signal);
}

static int can_be_written(volatile char *address) {
    if (sigsetjmp(faulted, 1))
        return 0;
    *address = '\xff';
    return 1;
}

/* Guards lie within a page behind each array, do not hinder the workspace's own work, and are gone
 * with it. */
TEST(guards_stop_what_runs_away) {
    struct sigaction before, catch = {.sa_handler = on_fault};
    if (sysconf(_SC_PAGESIZE) != WORKSPACE_PAGE)
        skip_for("a page of this system is not of %d bytes", WORKSPACE_PAGE);
    sigaction(SIGSEGV, &catch, &before);
    for (uint64_t layout = 0; layout < 20; layout++) {
        struct workspace w = laid_out(&four, 'd', 100, layout);
        const struct four *s = w.bench.state;
        assert_int_equal(workspace_guard(&w, NULL), 0);
        workspace_poison(&w);
        workspace_initialize(&w, 1);
        workspace_renew(&w, workspace_max_copies(&w, SIZE_MAX));
        workspace_poison(&w);
        char *behind_a = (char *)(s->a + 100) + 4096, *behind_b = (char *)(s->b + 200) + 4096;
        char *behind_d = (char *)(s->d + 3) + 4096;
        assert_true(can_be_written(behind_d));
        workspace_fence(&w, 1);
        int fenced = !can_be_written(behind_d);
        workspace_fence(&w, 0);
        assert_true(fenced && can_be_written(behind_d));
        int stopped = !can_be_written(behind_a), stopped_again = !can_be_written(behind_b);
        workspace_release(&w);
        assert_true(stopped || layout == 0); /* there it may be in the next array */
        assert_true(stopped_again);
        assert_true(can_be_written(behind_a) && can_be_written(behind_b));
    }
    sigaction(SIGSEGV, &before, NULL);
}

TEST(a_symmetric_matrix_is_symmetric_with_its_diagonal_added) {
    enum { N = 17 };
    struct workspace w = laid_out(&four, 'd', 400, 3);
    double matrix[N * N];
    w.inputs.state = 5;
    w.bench.services->fill_symmetric(&w.bench, matrix, N, N);
    for (size_t j = 0; j < N; j++)
        for (size_t i = 0; i < N; i++) {
            assert_true(matrix[j * N + i] == matrix[i * N + j]);
            double off = i == j ? matrix[j * N + i] - N : matrix[j * N + i];
            assert_true(off >= -1 && off < 1);
        }
    workspace_release(&w);
}

/* --- devices --- */

static const char *begin_to_time(enum bench_device kind, void *queue) {
    (void)queue;
    return kind == BENCH_CUDA ? NULL : "no luck";
}

static const char *end_to_time(double *seconds) {
    *seconds = 2;
    return NULL;
}

static int64_t no_time(void) {
    return 0;
}

/* One cell that fails between the two costs the next ones nothing. */
TEST(the_timing_of_a_device_begins_and_ends_within_an_interval) {
    static const struct workspace_devices devices = {begin_to_time, end_to_time};
    static const struct {
        const char *steps; /* of an interval: begin, end, begin what fails */
        const char *says;
    } cases[] = {
        {"b", "gave up: it began to time a device and did not end"},
        {"be", NULL},
        {"bb", "gave up: it began to time a device again before the end"},
        {"beb", "gave up: it began to time a device and did not end"},
        {"e", "gave up: it ended to time a device before it began"},
        {"f", "gave up: no luck"},
        {"fe", "gave up: no luck"},
        {"bebe", NULL},
    };
    struct workspace w = laid_out(&four, 'd', 10, 1);
    struct report *report = &w.report;
    workspace_time_devices(&devices);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err err;
        report_clear(report);
        report_begin_interval(report, no_time);
        for (const char *step = cases[i].steps; *step; step++)
            if (*step == 'e')
                bench_device_end(&w.bench);
            else
                bench_device_begin(&w.bench, *step == 'b' ? BENCH_CUDA : BENCH_HIP, NULL);
        report_end_interval(report);
        assert_int_equal(report_status(report, &err), cases[i].says ? ERR_FAILED : 0);
        if (cases[i].says)
            assert_string_equal(err.message, cases[i].says);
    }
    assert_float_equal(report->seconds, 4, 0);
    workspace_time_devices(NULL);
    workspace_release(&w);
}
