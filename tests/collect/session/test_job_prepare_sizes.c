/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>

#include "collect/session/job_prepare.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"
#include "collect/session/session.h"
#include "collect/harness/family.h"
#include "tests/test.h"

static struct rig rig;
static struct run *run;
static struct job job;

static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    run = run_new();
    job = (struct job){0};
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    session_release(&job);
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

static int choose(const char *action, const char *sizes, struct err *err) {
    struct session session = rig_session(&rig);
    if (sizes)
        rig_sizes(&rig, sizes);
    session_release(&job);
    job = (struct job){.action = rig_action(action), .libraries = &rig.libraries};
    return job_sizes_choose(&session, &job, err);
}

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(sizes_given_must_fit) {
    struct err err = {""};
    rig.settings.memory = 64 << 20;
    assert_int_equal(choose("axpy", "10,1000000", &err), 0); /* 16 MB and a copy of an output */
    assert_int_equal(job.design_points.count, 2);
    assert_int_equal(choose("axpy", "10,4000000", &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "4000000"));
    assert_non_null(strstr(err.message, "--memory"));
}

TEST(default_sizes_that_do_not_fit_are_left_out_with_a_note) {
    struct err err = {""};
    rig.settings.memory = 1 << 20;
    rig.settings.sizes_wanted = SIZES_FULL;
    assert_int_equal(choose("axpy", NULL, &err), 0);
    assert_uint_in_range(job.design_points.count, 20, 99);
    assert_uint_in_range(job.design_points.items[job.design_points.count - 1].size, 5000,
                         (1 << 20) / 24);
    assert_non_null(strstr(rig.notes, "left out"));
    rig.settings.memory = 1 << 12;
    assert_int_equal(choose("axpy", NULL, &err), ERR_FAILED);
}

static const struct bench_parameter strides[] = {{"stride", "", 1}, {0}};

/* The built-in axpy, as it would be with a parameter, or without a size. */
static int choose_variant(const struct bench_action *variant, const char *sizes, struct err *err) {
    struct session session = rig_session(&rig);
    if (sizes)
        rig_sizes(&rig, sizes);
    session_release(&job);
    job = (struct job){.action = rig_info(variant), .libraries = &rig.libraries};
    return job_sizes_choose(&session, &job, err);
}

TEST(every_combination_has_the_sizes_that_fit) {
    struct err err = {""};
    struct bench_action strided = *actions_find("axpy");
    strided.parameters = strides;
    rig.settings.memory = 1 << 20;
    rig.settings.sizes_wanted = SIZES_FULL;
    rig_parameter(&rig, "stride=1,8");
    rig_threads(&rig, "1,2");
    assert_int_equal(choose_variant(&strided, NULL, &err), 0);
    assert_int_equal(design_points_count_curves(&job.design_points), 4);
    size_t each = design_points_end_curve(&job.design_points, 0);
    assert_uint_in_range(each, 20, 99);
    assert_int_equal(job.design_points.count, 4 * each);
    for (size_t p = 0; p < each; p++)
        assert_int_equal(job.design_points.items[p].size,
                         job.design_points.items[3 * each + p].size);
    const char *note = strstr(rig.notes, "stride 1 up need more than");
    assert_non_null(note);
    note = strstr(note, "stride 8 up need more than");
    assert_non_null(note);
    assert_null(strstr(note + 1, "left out\naxpy"));
}

TEST(an_action_without_a_size_is_measured_at_one) {
    struct err err = {""};
    struct bench_action sizeless = *actions_find("axpy");
    sizeless.size_means = NULL;
    sizeless.parameters = strides;
    rig_parameter(&rig, "stride=1,2,3");
    assert_int_equal(choose_variant(&sizeless, NULL, &err), 0);
    assert_int_equal(job.design_points.count, 3);
    assert_int_equal(job.design_points.items[2].size, 1);
    assert_true(job.design_points.items[2].parameters[0] == 3);
    assert_true(job_sizes_are_given(&rig.settings, &job));
    assert_int_equal(choose_variant(&sizeless, "10", &err), ERR_USAGE);
    assert_string_equal(err.message, "axpy has no size; leave --sizes out");
}

/* Copies are worth having, and never go beyond. */
TEST(the_arena_stays_within_the_memory_given) {
    struct err err = {""};
    static const uint64_t memories[] = {4 << 20, 16 << 20, 100 << 20};
    for (size_t m = 0; m < 3; m++) {
        rig.settings.memory = memories[m];
        assert_int_equal(choose("cholesky", "10,100,300", &err), 0);
        assert_true(job.arena_bytes <= memories[m]);
        assert_true(job.arena_bytes > memories[m] / 2);
        assert_int_equal(job.arena_bytes % 4096, 0);
    }
}

TEST(arenas_of_their_own_share_the_memory) {
    struct err err = {""};
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig_add(&rig, "three", rig.builtin);
    rig.settings.memory = 16 << 20;
    rig.settings.placement = PLACEMENT_FREE;
    assert_int_equal(choose("axpy", "100", &err), 0);
    assert_true(4 * job.arena_bytes <= rig.settings.memory);
}

/* --- what workers really take --- */

enum { MANY = 8, LARGE = 1500000 }; /* axpy: 24 MB of vectors, 12 MB of outputs kept aside */

static size_t most_bytes, watched;

/* "Pss_Shmem:  123 kB": of the shared memory, which the arena is, what each process answers for. */
static size_t shared_bytes(const char *pid) {
    char path[64], line[256];
    unsigned long long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%.20s/smaps_rollup", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Pss_Shmem: %llu kB", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return (size_t)kilobytes * 1024;
}

/* Our children are guardians, and theirs are workers. */
static int is_our_worker(const char *pid) {
    struct relative worker, guardian;
    return family_read(atoi(pid), &worker) && family_read(worker.parent, &guardian) &&
           guardian.parent == getpid();
}

static void add_up_workers(struct rig *r, const struct progress *progress) {
    (void)r;
    if (progress->design_point->size != LARGE)
        return;
    DIR *processes = opendir("/proc");
    size_t bytes = 0, workers = 0;
    for (struct dirent *entry; (entry = readdir(processes));) {
        if (!is_our_worker(entry->d_name))
            continue;
        bytes += shared_bytes(entry->d_name);
        workers++;
    }
    closedir(processes);
    watched = workers > watched ? workers : watched;
    most_bytes = bytes > most_bytes ? bytes : most_bytes;
}

TEST(many_libraries_take_the_memory_of_one) {
    struct err err = {""};
    char name[24];
    most_bytes = watched = 0;
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "number%d", i);
        rig_add(&rig, name, fake_build("right", ""));
    }
    rig_sizes(&rig, "1500000");
    rig.settings.memory = 48 << 20;
    rig.settings.timeout = 60;
    rig.watch = add_up_workers;
    struct session session = rig_session(&rig);
    assert_int_equal(session_prepare(&session, rig_action("axpy"), NULL, &job, &err), 0);
    assert_int_equal(session_measure(&session, &job, run, &err), 0);
    assert_true(watched >= MANY);
    size_t arena = (size_t)2 * LARGE * sizeof(double);
    assert_uint_in_range(most_bytes, arena / 2, arena + arena / 2);
}
