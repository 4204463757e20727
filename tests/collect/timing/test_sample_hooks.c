/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an action does around and beside its calls: hooks, writing where nothing is, own timing. */

#include "tests/collect/limits.h"
#include "tests/collect/talk.h"
#include "tests/collect/counted.h"
#include "tests/test.h"

/* --- around rounds and batches --- */

/* A letter a hook, in a file: the action tells of each that runs. */
#define TELLING                                                                                    \
    "#define BEFORE static void tell(const char *letter) {"                                        \
    " FILE *file = fopen(FOLDER \"/told\", \"a\"); fputs(letter, file); fclose(file); }"           \
    "static int begin_run(struct bench *b) { tell(b->state ? \"R\" : \"?\"); return 0; }"          \
    "static void end_run(struct bench *b) { (void)b; tell(\"r\"); }"                               \
    "static int begin_round(struct bench *b) {"                                                    \
    " ((struct saxpy *)b->state)->x[0] = 1; tell(\"O\"); return b->size == 13; }"                  \
    "static void end_round(struct bench *b) {"                                                     \
    " ((struct saxpy *)b->state)->x[0] = 1; tell(\"o\"); }"                                        \
    "static int begin_batch(struct bench *b) { tell(\"B\"); return b->size == 14; }"               \
    "static void end_batch(struct bench *b) { (void)b; tell(\"b\"); }\n"                           \
    "#define IN_CALCULATE if (c == 0) tell(\"c\")\n"                                               \
    "#define MEMBERS .begin_run = begin_run, .end_run = end_run, .begin_round = begin_round,"      \
    " .end_round = end_round, .begin_batch = begin_batch, .end_batch = end_batch\n"

static const char *telling(void) {
    char lines[4096];
    snprintf(lines, sizeof lines, "#define FOLDER \"%s\"\n%s", fake_folder, TELLING);
    return plugin_build("telling", lines);
}

/* What was told since the last time, each letter once in a row. */
static const char *told(void) {
    static char text[4096];
    char path[512];
    size_t count = 0;
    snprintf(path, sizeof path, "%s/told", fake_folder);
    FILE *file = fopen(path, "r");
    for (int c; file && (c = getc(file)) != EOF;)
        if (count + 1 < sizeof text && !(count && text[count - 1] == c))
            text[count++] = (char)c;
    if (file)
        fclose(file);
    remove(path);
    text[count] = '\0';
    return text;
}

TEST(a_round_and_its_batches_begin_and_end) {
    struct process process = loaded(telling(), 0, 1);
    struct wire_ready ready;
    struct wire_answered answered;
    struct wire_sample sample;
    assert_int_equal(set_up(&process, 10, 1, &ready), 0);
    assert_string_equal(told(), "O");
    assert_int_equal(answer(&process, &answered), 0);
    assert_string_equal(told(), "Bcb");
    assert_int_equal(batch(&process, &sample), 0);
    assert_string_equal(told(), "Bcb");
    assert_int_equal(set_up(&process, 20, 1, &ready), 0);
    assert_string_equal(told(), "oO");
    process_end(&process);
    assert_string_equal(told(), "o");
}

TEST(what_cannot_begin_is_told_and_not_ended) {
    struct process process = loaded(telling(), 0, 1);
    struct wire_ready ready;
    struct wire_answered answered;
    struct wire_sample sample;
    assert_int_equal(set_up(&process, 13, 1, &ready), ERR_FAILED);
    assert_string_equal(err.message, "its begin_round failed with 1");
    assert_int_equal(answer(&process, &answered), ERR_FAILED);
    assert_string_equal(told(), "O");
    assert_int_equal(set_up(&process, 14, 1, &ready), 0);
    assert_int_equal(answer(&process, &answered), ERR_FAILED);
    assert_string_equal(err.message, "its begin_batch failed with 1");
    assert_int_equal(batch(&process, &sample), ERR_FAILED);
    assert_string_equal(err.message, "its begin_batch failed with 1");
    assert_string_equal(told(), "OB");
    process_end(&process);
    assert_string_equal(told(), "o");
}

static int run(struct process *process, int is_end) {
    struct wire_run request = {.is_end = is_end};
    char nothing[1];
    return ask(process, WIRE_RUN, &request, sizeof request, nothing, 0);
}

TEST(a_run_begins_and_ends_once) {
    static struct wire_described described;
    struct process process = loaded(telling(), -1, 0);
    assert_int_equal(ask(&process, WIRE_DESCRIBE, NULL, 0, &described, sizeof described), 0);
    assert_true(described.has_run);
    assert_int_equal(run(&process, 0), 0);
    assert_string_equal(told(), "R");
    assert_int_equal(run(&process, 1), 0);
    assert_int_equal(run(&process, 1), 0);
    assert_string_equal(told(), "r");
    assert_int_equal(run(&process, 0), 0);
    process_end(&process);
    assert_string_equal(told(), "Rr");
}

/* --- writing where nothing is --- */

/* The answer of an action that writes there: 0, or its fate. */
static int answer_of(const char *name, const char *where, uint64_t layout) {
    char lines[512];
    snprintf(lines, sizeof lines, "#define IN_CALCULATE %s = 1\n", where);
    struct process process = loaded(plugin_build(name, lines), 0, layout);
    struct wire_ready ready;
    struct wire_answered answered;
    err.message[0] = '\0';
    if (set_up(&process, 1000, 1, &ready))
        fail_msg("%s", err.message);
    int status = answer(&process, &answered);
    process_end(&process);
    return status ? (int)fate : 0;
}

TEST(writing_beyond_an_array_costs_the_cell) {
    for (uint64_t layout = 0; layout < 4; layout++) {
        assert_int_equal(answer_of("inside", "s->x[999]", layout), 0);
        assert_int_equal(answer_of("beyond_x", "s->x[1000]", layout), CELL_FAILED);
        assert_string_equal(err.message, "wrote beyond its array number 1");
        assert_int_equal(answer_of("beyond_y", "y[1000]", layout), CELL_FAILED);
        assert_string_equal(err.message, "wrote beyond its array number 2 (\"y\")");
    }
}

TEST(writing_far_beyond_crashes) {
    for (uint64_t layout = 0; layout < 4; layout++) {
        assert_int_equal(answer_of("far_beyond_x", "s->x[1024 + 1023]", layout), CELL_CRASHED);
        assert_int_equal(answer_of("far_beyond_y", "y[1024 + 1023]", layout), CELL_CRASHED);
    }
}

/* --- timing by itself --- */

/* A device: every call keeps the clock busy for 200 us and says that it took 20. */
#define DEVICE                                                                                     \
    "#define BEFORE static double now(void) { struct timespec t;"                                  \
    " clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }"                   \
    "static void wait(double seconds) { for (double end = now() + seconds; now() < end;) {} }"     \
    "static void device(struct bench *bench, int64_t calls) {"                                     \
    " for (int64_t c = 0; c < calls; c++) { wait(200e-6); TELL; } }\n"                             \
    "#define MEMBERS .calculate = device\n"

TEST(a_device_that_tells_its_seconds_is_believed) {
    counted_begin(&rig);
    struct process process = loaded(
        plugin_build("device", DEVICE "#define TELL bench_set_seconds(bench, 20e-6)\n"), 0, 1);
    struct wire_ready ready;
    struct wire_answered answered;
    struct wire_sample sample;
    struct wire_estimate wanted = {.shortest = 50e-6};
    struct wire_seconds seconds;
    if (set_up(&process, 10, 1, &ready) || answer(&process, &answered))
        fail_msg("%s", err.message);
    assert_true(detail_set_has(&answered.details, DETAIL_whole_seconds) &&
                counted_takes(answered.first_call, 200e-6, 10));
    assert_int_equal(ASK(&process, WIRE_ESTIMATE, &wanted, &seconds), 0);
    assert_true(counted_takes(seconds.seconds, 20e-6, 10));
    assert_true(counted_takes(seconds.whole, 200e-6, 10));
    assert_int_equal(batch(&process, &sample), 0);
    assert_float_equal(sample.seconds, 20e-6, 1e-12);
    assert_float_equal(sample.batch_mean, 20e-6, 1e-12);
    assert_true(counted_takes(sample.told.whole_seconds, 200e-6, 10));
    assert_true(sample.cpu_seconds > 0);
    assert_int_equal(cold_batch(&process, 1 << 20, &sample), 0);
    assert_float_equal(sample.seconds, 20e-6, 1e-12);
    assert_true(counted_takes(sample.told.whole_seconds, 200e-6, 10) && sample.cpu_seconds > 0);
    process_end(&process);
}

TEST(a_region_is_a_part_of_the_whole) {
    counted_begin(&rig);
    struct process process =
        loaded(plugin_build("region", DEVICE "#define TELL bench_begin_region(bench); wait(100e-6);"
                                             " bench_end_region(bench); bench_begin_region(bench);"
                                             " wait(100e-6); bench_end_region(bench)\n"),
               0, 1);
    struct wire_ready ready;
    struct wire_sample sample;
    if (set_up(&process, 10, 1, &ready) || batch(&process, &sample))
        fail_msg("%s", err.message);
    assert_true(counted_takes(sample.seconds, 200e-6, 10) &&
                counted_takes(sample.told.whole_seconds, 400e-6, 10));
    process_end(&process);
}

TEST(an_action_that_takes_no_time_by_itself_comes_to_an_end) {
    counted_begin(&rig);
    struct process process =
        loaded(plugin_build("timeless", DEVICE "#define TELL bench_set_seconds(bench, 0)\n"), 0, 1);
    struct wire_ready ready;
    struct wire_sample sample;
    struct wire_estimate wanted = {.shortest = 50e-6};
    struct wire_seconds seconds;
    if (set_up(&process, 10, 1, &ready))
        fail_msg("%s", err.message);
    assert_int_equal(ASK(&process, WIRE_ESTIMATE, &wanted, &seconds), 0);
    assert_true(counted_takes(seconds.seconds, 20e-6, 10)); /* a tenth of the whole */
    if (batch(&process, &sample))
        fail_msg("%s", err.message);
    assert_true(sample.seconds == 0);
    process_end(&process);
}

TEST(timing_that_makes_no_sense_costs_the_cell) {
    static const struct {
        const char *name, *lines, *expected;
    } faults[] = {
        {"too_long", "bench_set_seconds(bench, 3600)",
         "the seconds it set are 3.6e+03, but its calls"},
        {"backward", "bench_set_seconds(bench, -1)", "gave up: the seconds it set are no time"},
        {"endless", "bench_begin_region(bench)", "gave up: a region"},
        {"beginless", "bench_end_region(bench)", "gave up: a region ended that had not begun"},
        {"uncounted", "bench_count(bench, BENCH_OPERATIONS, NAN)", "is not a number of anything"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char lines[256];
        snprintf(lines, sizeof lines, "#define IN_CALCULATE %s\n", faults[i].lines);
        struct process process = loaded(plugin_build(faults[i].name, lines), 0, 1);
        struct wire_ready ready;
        struct wire_answered answered;
        assert_int_equal(set_up(&process, 10, 1, &ready), 0);
        assert_int_equal(answer(&process, &answered), ERR_FAILED);
        assert_non_null(strstr(err.message, faults[i].expected));
        process_end(&process);
    }
}

TEST(what_is_counted_is_told_per_call) {
    struct process process =
        loaded(plugin_build("counting", "#define IN_CALCULATE bench_count(bench, BENCH_ITERATIONS, "
                                        "bench->parameters[0] + 2)\n"),
               0, 1);
    struct wire_ready ready;
    struct wire_answered answered;
    struct wire_sample sample;
    if (set_up(&process, 10, 5, &ready) || answer(&process, &answered))
        fail_msg("%s", err.message);
    assert_true(detail_set_has(&answered.details, DETAIL_iterations) &&
                !detail_set_has(&answered.details, DETAIL_operations));
    assert_int_equal(batch(&process, &sample), 0);
    assert_true(sample.told.iterations == 7 && isnan(sample.told.operations));
    assert_true(isnan(sample.told.whole_seconds) && sample.cpu_seconds >= 0);
    assert_int_equal(cold_batch(&process, 1 << 20, &sample), 0);
    assert_true(sample.told.iterations == 7 && isnan(sample.told.operations));
    process_end(&process);
}

static int nobody_hangs(const struct wire_load *load, int64_t size, uint32_t kind) {
    (void)load, (void)size, (void)kind;
    return 0;
}

static int begin(void **state) {
    limits_leave(nobody_hangs);
    return talk_begin(state);
}

EACH_TEST(begin, talk_end);
ALL_TESTS(fake_set_up, fake_tear_down);
