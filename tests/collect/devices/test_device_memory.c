/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "collect/devices/device_memory.h"
#include "tests/collect/design_points.h"
#include "tests/collect/devices/made_up_device.h"
#include "tests/test.h"

/* --- an action with one array that is read, one that is written, and two that are renewed --- */

enum { N = 100, BYTES = N * sizeof(double) };

struct four {
    double *in, *out, *one, *two;
};

static int setup(struct bench *bench) {
    struct four *s = bench->state;
    size_t n = (size_t)bench->size;
    s->in = bench_array(bench, n);
    s->out = bench_output(bench, bench_array(bench, n), n);
    s->one = bench_output(bench, bench_renewed_array(bench, n), n);
    s->two = bench_renewed_array(bench, n);
    bench_memory(bench, n, 1); /* no numbers: stays here */
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    (void)bench, (void)calls;
}

static const struct bench_action action = {
    BENCH_ACTION_HEAD,
    .name = "four",
    .routines = (const struct bench_routine[]){{0}},
    .state_bytes = sizeof(struct four),
    .setup = setup,
    .calculate = calculate,
};

static struct workspace workspace;
static char *arena;

static int lay_out(void **state) {
    enum { CAPACITY = 4 << 20 };
    struct err err = {""};
    (void)state;
    memset(&made_up, 0, sizeof made_up);
    made_up.most = CAPACITY;
    arena = aligned_alloc(4096, CAPACITY);
    if (workspace_setup(&workspace, &action, 'd', at(N), NULL, 0, arena, CAPACITY, 1, &err))
        return -1;
    workspace_initialize(&workspace, 1);
    device_forget();
    device_memory_on(&made_up_device, NULL, 0);
    return 0;
}

static int release(void **state) {
    (void)state;
    device_memory_release();
    workspace_release(&workspace);
    free(arena);
    device_forget();
    return made_up.buffers != 0;
}

static const struct four *arrays(void) {
    return workspace.bench.state;
}

static double *on_device(const void *host, unsigned access) {
    return (double *)made_up_at(device_memory_use(host, sizeof(double), access));
}

/* --- tests --- */

EACH_TEST(lay_out, release);

TEST(each_array_has_its_own_buffer_and_what_is_renewed_one) {
    const struct four *s = arrays();
    device_memory_allocate(&workspace);
    assert_int_equal(made_up.buffers, 5); /* in, out, originals, copies, value */
    struct device_place in = device_memory_use(s->in, BYTES, DEVICE_READS),
                        out = device_memory_use(s->out, BYTES, DEVICE_READS),
                        one = device_memory_use(s->one, BYTES, DEVICE_READS),
                        two = device_memory_use(s->two, BYTES, DEVICE_READS),
                        later = device_memory_use((char *)s->one + workspace.bench.copy_stride,
                                                  BYTES, DEVICE_READS);
    assert_null(device_failure());
    assert_true(in.buffer != out.buffer && out.buffer != one.buffer);
    assert_true(one.buffer == two.buffer && one.buffer == later.buffer);
    assert_int_equal(in.offset, 0);
    assert_int_equal(two.offset - one.offset, (size_t)(s->two - s->one) * sizeof(double));
    assert_int_equal(later.offset - one.offset, workspace.bench.copy_stride);
    assert_int_equal(device_memory_use(s->in + 7, 8, DEVICE_READS).offset, 56);
    device_memory_release();
    assert_int_equal(made_up.buffers, 0);
}

TEST(what_is_not_on_the_device_is_refused) {
    static const char says[] = "a routine was given memory that is not on the device";
    static double elsewhere[N];
    const struct four *s = arrays();
    const struct {
        const void *host;
        size_t bytes;
    } wrong[] = {
        {elsewhere, 8},
        {s->in, BYTES + 8},
        {s->in + 1, BYTES},
        {(const char *)s->in - 8, 16},
    };
    device_memory_allocate(&workspace);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        device_memory_use(wrong[i].host, wrong[i].bytes, DEVICE_READS);
        assert_non_null(device_failure());
        assert_string_equal(device_failure(), says);
        device_forget();
    }
    device_memory_use(s->in, BYTES, DEVICE_READS);
    assert_null(device_failure());
}

TEST(inputs_lie_there_before_a_call_and_are_renewed_there) {
    const struct four *s = arrays();
    device_memory_allocate(&workspace);
    device_memory_upload();
    device_memory_renew(2);
    double *in = on_device(s->in, DEVICE_READS), *one = on_device(s->one, DEVICE_READS),
           *two = on_device(s->two, DEVICE_READS);
    double *later = (double *)((char *)one + workspace.bench.copy_stride);
    assert_memory_equal(in, s->in, BYTES);
    assert_memory_equal(one, bench_original(&workspace.bench, s->one), BYTES);
    assert_memory_equal(two, bench_original(&workspace.bench, s->two), BYTES);
    assert_memory_equal(later, one, BYTES);
    one[3] = later[3] = 77;
    device_memory_renew(1);
    assert_true(one[3] != 77);
    assert_float_equal(later[3], 77, 0);
    assert_null(device_failure());
}

TEST(outputs_come_back_where_calls_have_written_them) {
    const struct four *s = arrays();
    device_memory_allocate(&workspace);
    device_memory_upload();
    double before = s->out[5];
    on_device(s->out, DEVICE_READS)[5] = 55; /* by no call that said so */
    on_device(s->one, DEVICE_READS)[5] = 66; /* what is renewed is written by every call */
    device_memory_download();
    assert_float_equal(s->out[5], before, 0);
    assert_float_equal(s->one[5], 66, 0);
    on_device(s->out, DEVICE_WRITES)[5] = 55;
    device_memory_download();
    assert_float_equal(s->out[5], 55, 0);
    device_memory_upload(); /* is written by no call since */
    on_device(s->out, DEVICE_READS)[5] = 44;
    device_memory_download();
    assert_float_equal(s->out[5], 55, 0);
}

TEST(with_transfers_each_call_brings_what_it_reads_and_takes_back) {
    struct four *s = workspace.bench.state;
    device_memory_on(&made_up_device, NULL, 1);
    device_memory_allocate(&workspace);
    s->in[2] = 22;
    double *in = (double *)made_up_at(device_memory_use(s->in, BYTES, DEVICE_READS)),
           *out = (double *)made_up_at(device_memory_use(s->out, BYTES, DEVICE_WRITES));
    assert_int_equal(made_up.uploads, 1);
    assert_float_equal(in[2], 22, 0);
    assert_float_equal(out[2], 0, 0); /* it was not brought */
    out[2] = 33;
    assert_int_equal(made_up.downloads, 0);
    device_memory_done(0, "copying");
    assert_int_equal(made_up.downloads, 1);
    assert_float_equal(s->out[2], 33, 0);
    device_memory_use(s->in, BYTES, DEVICE_READS);
    device_memory_done(0, "copying");
    assert_int_equal(made_up.downloads, 1); /* nothing was written */
}

/* As a routine does that skips the rest once something has failed. */
TEST(after_a_failure_calls_move_and_keep_nothing) {
    const struct four *s = arrays();
    device_memory_on(&made_up_device, NULL, 1);
    device_memory_allocate(&workspace);
    device_memory_use(s->out, BYTES, DEVICE_WRITES);
    made_up.uploading = MADE_UP_FAULT;
    for (int call = 0; call < 10; call++)
        device_memory_use(s->out, BYTES, DEVICE_READS | DEVICE_WRITES);
    assert_string_equal(device_failure(), "copying to the device: made-up error 5, MADE_UP_FAULT");
    assert_int_equal(made_up.uploads, 1);
    device_memory_done(0, "copying");
    assert_int_equal(made_up.downloads, 0);
    device_forget();
    made_up.uploading = 0;
    device_memory_use(s->out, BYTES, DEVICE_WRITES);
    device_memory_allocate(&workspace); /* of the next cell: the last call has not ended */
    device_memory_use(s->in, BYTES, DEVICE_READS);
    device_memory_done(0, "copying");
    assert_int_equal(made_up.downloads, 0);
}

TEST(a_call_that_writes_more_than_there_is_room_for_fails) {
    const struct four *s = arrays();
    device_memory_on(&made_up_device, NULL, 1);
    device_memory_allocate(&workspace);
    for (int i = 0; i < 4; i++)
        device_memory_use(s->out + i, 8, DEVICE_WRITES);
    assert_null(device_failure());
    for (int i = 0; i < 4; i++)
        device_memory_use(s->out + i, 8, DEVICE_WRITES);
    assert_string_equal(device_failure(),
                        "a routine writes more arrays than can be copied from the device");
}

TEST(memory_that_is_too_small_is_said_with_what_was_asked_for) {
    static const struct {
        size_t most;
        const char *says;
    } limits[] = {{BYTES - 1, "out of device memory: asked for 800 bytes (MADE_UP_FULL)"},
                  {BYTES * 3, "MB (MADE_UP_FULL)"}}; /* of all copies */
    for (size_t i = 0; i < 2; i++) {
        made_up.most = limits[i].most;
        device_memory_allocate(&workspace);
        assert_non_null(device_failure());
        assert_non_null(strstr(device_failure(), limits[i].says));
        device_memory_release();
        assert_int_equal(made_up.buffers, 0);
        device_forget();
    }
}

TEST(values_are_fetched_only_while_they_are_wanted) {
    double value = 9, seven = 7;
    device_memory_allocate(&workspace);
    memcpy(made_up_at(device_memory_value()), &seven, sizeof seven);
    device_memory_read_value(&value, sizeof value);
    assert_float_equal(value, 0, 0);
    device_memory_want_values(1);
    device_memory_read_value(&value, sizeof value);
    device_memory_want_values(0);
    assert_float_equal(value, 7, 0);
}

TEST(a_failed_call_is_named) {
    device_memory_on(&made_up_device, &made_up_errors, 0);
    device_memory_allocate(&workspace);
    device_memory_done(4, "gemm");
    assert_string_equal(device_failure(), "gemm: libmadeup error 4, no luck");
    device_forget();
    assert_int_equal(device_memory_check(0, "planning"), 0);
    assert_null(device_failure());
}
