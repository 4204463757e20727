/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/machine/pinning.h"
#include "tests/collect/tree.h"
#include "tests/test.h"

/* --- order --- */

static hwloc_topology_t made_of(const char *description) {
    hwloc_topology_t topology;
    assert_int_equal(hwloc_topology_init(&topology), 0);
    assert_int_equal(hwloc_topology_set_synthetic(topology, description), 0);
    assert_int_equal(hwloc_topology_load(topology), 0);
    return topology;
}

/* Sorts the CPUS of the machine DESCRIBED, such as "0 2 5". */
static const char *sorted(enum pinning pinning, const char *described, const char *cpus) {
    static char text[512];
    struct err err = {""};
    int list[64];
    size_t count = 0;
    for (char *end; *cpus; cpus = end + (*end == ' '))
        list[count++] = (int)strtol(cpus, &end, 10);
    hwloc_topology_t topology = made_of(described);
    if (pinning_sort(pinning, topology, list, count, &err))
        fail_msg("%s", err.message);
    hwloc_topology_destroy(topology);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? " " : "", list[i]);
    return text;
}

/* Two packages of two L3 caches of two cores of two threads; CPU i and i + 8 share a core, as on
 * many machines. */
#define SERVER    "pack:2 l3:2 core:2 pu:2(indexes=0,8,1,9,2,10,3,11,4,12,5,13,6,14,7,15)"
#define ALL_OF_16 "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"

TEST(compact_fills_one_core_after_the_other) {
    assert_string_equal(sorted(PINNING_COMPACT, "pack:2 core:4 pu:2", "3 2 1 0 15 14 13 12"),
                        "0 1 2 3 12 13 14 15");
    assert_string_equal(sorted(PINNING_COMPACT, SERVER, ALL_OF_16),
                        "0 8 1 9 2 10 3 11 4 12 5 13 6 14 7 15");
}

TEST(scatter_takes_packages_then_caches_then_cores_then_threads) {
    assert_string_equal(sorted(PINNING_SCATTER, SERVER, ALL_OF_16),
                        "0 4 2 6 1 5 3 7 8 12 10 14 9 13 11 15");
    assert_string_equal(sorted(PINNING_SCATTER, "pack:2 core:4 pu:2", ALL_OF_16),
                        "0 8 2 10 4 12 6 14 1 9 3 11 5 13 7 15");
    assert_string_equal(sorted(PINNING_SCATTER, "core:2 pu:1", "0 1"), "0 1");
}

TEST(only_the_given_cpus_are_sorted) {
    assert_string_equal(sorted(PINNING_COMPACT, SERVER, "15 8 7 0"), "0 8 7 15");
    assert_string_equal(sorted(PINNING_SCATTER, SERVER, "15 8 7 0"), "0 7 8 15");
    assert_string_equal(sorted(PINNING_SCATTER, SERVER, "8 9 10 11 12"), "8 12 10 9 11");
    assert_string_equal(sorted(PINNING_SCATTER, SERVER, "5"), "5");
}

TEST(a_tree_of_uneven_branches_is_scattered_as_far_as_it_goes) {
    /* Three CPUs of the first package, one of the second. */
    assert_string_equal(sorted(PINNING_SCATTER, "pack:2 core:4 pu:1", "0 1 2 7"), "0 7 1 2");
}

TEST(other_pinnings_leave_the_order) {
    assert_string_equal(sorted(PINNING_CORES, SERVER, "3 1 2"), "3 1 2");
    assert_string_equal(sorted(PINNING_NONE, SERVER, "3 1 2"), "3 1 2");
    int list[] = {3, 1, 2};
    assert_int_equal(pinning_sort(PINNING_CORES, NULL, list, 3, NULL), 0);
}

TEST(an_unknown_topology_is_told_and_nothing_is_sorted) {
    struct err err = {""};
    int list[] = {3, 1, 2};
    static const enum pinning pinnings[] = {PINNING_COMPACT, PINNING_SCATTER};
    for (size_t i = 0; i < COUNT(pinnings); i++) {
        assert_int_equal(pinning_sort(pinnings[i], NULL, list, 3, &err), ERR_FAILED);
        assert_string_equal(err.message, "--pin: the topology of this machine is unknown; choose "
                                         "cores or none");
        hwloc_topology_t topology = made_of("core:3 pu:1");
        assert_int_equal(pinning_sort(pinnings[i], topology, list, 3, &err), ERR_FAILED);
        assert_string_equal(err.message, "--pin: the topology of this machine has 2 of 3 CPUs; "
                                         "choose cores or none");
        hwloc_topology_destroy(topology);
        assert_true(list[0] == 3 && list[1] == 1 && list[2] == 2);
    }
}

/* --- limits --- */

static void write_text(const char *path, const char *text) {
    write_file(path, text, strlen(text));
}

static void refused(size_t threads, const char *expected) {
    struct err err = {""};
    assert_int_equal(pinning_check_limits(tree, threads, &err), ERR_USAGE);
    assert_string_equal(err.message, expected);
}

static void allowed(size_t threads) {
    struct err err = {""};
    if (pinning_check_limits(tree, threads, &err))
        fail_msg("%s", err.message);
}

TEST_WITH(where_nothing_is_known_nothing_is_refused, make_tree, remove_tree) {
    allowed(4096);
}

TEST_WITH(the_kernels_limit_is_named, make_tree, remove_tree) {
    write_text("proc/sys/kernel/threads-max", "100\n");
    allowed(100);
    refused(101, "--threads 101: the limit of this kernel (/proc/sys/kernel/threads-max) allows "
                 "100");
}

TEST_WITH(what_a_control_group_has_left_is_named, make_tree, remove_tree) {
    write_text("proc/self/cgroup", "0::/user.slice/job\n");
    write_text("sys/fs/cgroup/user.slice/job/pids.max", "max\n");
    allowed(4096);
    write_text("sys/fs/cgroup/user.slice/job/pids.max", "64\n");
    refused(65, "--threads 65: the limit of this control group (pids.max) allows 64");
    write_text("sys/fs/cgroup/user.slice/job/pids.current", "14\n");
    allowed(50);
    refused(51, "--threads 51: the limit of this control group (pids.max) allows 50");
    /* The limit was lowered below what there is. */
    write_text("sys/fs/cgroup/user.slice/job/pids.current", "80\n");
    refused(1, "--threads 1: the limit of this control group (pids.max) allows 0");
}

TEST_WITH(a_group_above_limits_those_below, make_tree, remove_tree) {
    write_text("proc/self/cgroup", "0::/user.slice/job\n");
    write_text("sys/fs/cgroup/user.slice/job/pids.max", "max\n");
    write_text("sys/fs/cgroup/user.slice/pids.max", "32\n");
    write_text("sys/fs/cgroup/user.slice/pids.current", "2\n");
    allowed(30);
    refused(31, "--threads 31: the limit of this control group (pids.max) allows 30");
    write_text("sys/fs/cgroup/pids.max", "9\n");
    refused(10, "--threads 10: the limit of this control group (pids.max) allows 9");
}

TEST_WITH(a_containers_own_group_is_the_root, make_tree, remove_tree) {
    write_text("proc/self/cgroup", "12:pids:/old\n0::/\n");
    write_text("sys/fs/cgroup/pids.max", "20\n");
    refused(21, "--threads 21: the limit of this control group (pids.max) allows 20");
}

/* root has no such limit, so another user asks. */
TEST_WITH(the_users_limit_is_named, make_tree, remove_tree) {
    int is_root = geteuid() == 0;
    pid_t child = fork();
    if (child == 0) {
        struct err err = {""};
        struct rlimit limit = {40, 40};
        int failed = setrlimit(RLIMIT_NPROC, &limit) != 0;
        failed |= is_root && pinning_check_limits(tree, 41, &err) != 0;
        failed |= is_root && setuid(65534) != 0;
        failed |= pinning_check_limits(tree, 40, &err) != 0;
        failed |= pinning_check_limits(tree, 41, &err) != ERR_USAGE;
        failed |= strcmp(err.message, "--threads 41: the limit of this user (ulimit -u) allows "
                                      "40") != 0;
        _exit(failed);
    }
    int status;
    assert_true(waitpid(child, &status, 0) == child && status == 0);
}
