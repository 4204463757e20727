/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "collect/machine/quota.h"
#include "formats/model/run.h"
#include "tests/collect/tree.h"
#include "tests/test.h"

static void write_text(const char *path, const char *text) {
    write_file(path, text, strlen(text));
}

EACH_TEST(make_tree, remove_tree);

TEST(without_groups_nothing_is_known) {
    struct quota quota = quota_read(tree);
    assert_true(quota.cpus == 0 && quota.periods == 0 && quota.throttled == 0);
}

TEST(the_least_limit_from_the_own_group_up_counts) {
    write_text("proc/self/cgroup", "0::/pod/job\n");
    write_text("sys/fs/cgroup/pod/job/cpu.max", "max 100000\n");
    assert_true(isinf(quota_read(tree).cpus));
    write_text("sys/fs/cgroup/pod/cpu.max", "150000 100000\n");
    assert_true(quota_read(tree).cpus == 1.5);
    write_text("sys/fs/cgroup/pod/job/cpu.max", "400000 100000\n");
    assert_true(quota_read(tree).cpus == 1.5);
    write_text("sys/fs/cgroup/pod/job/cpu.max", "25000 50000\n");
    assert_true(quota_read(tree).cpus == 0.5);
    write_text("sys/fs/cgroup/other/cpu.max", "1000 100000\n");
    assert_true(quota_read(tree).cpus == 0.5);
}

TEST(version_1_has_groups_too) {
    write_text("proc/self/cgroup", "3:cpuset:/\n2:cpuacct,cpu:/pod/job\n0::/elsewhere\n");
    write_text("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    write_text("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    assert_true(isinf(quota_read(tree).cpus));
    write_text("sys/fs/cgroup/cpu/pod/cpu.cfs_quota_us", "200000\n");
    write_text("sys/fs/cgroup/cpu/pod/cpu.cfs_period_us", "100000\n");
    assert_true(quota_read(tree).cpus == 2);
    write_text("sys/fs/cgroup/cpu/pod/job/cpu.cfs_quota_us", "75000\n");
    write_text("sys/fs/cgroup/cpu/pod/job/cpu.cfs_period_us", "100000\n");
    assert_true(quota_read(tree).cpus == 0.75);
}

/* In a container with the hierarchies of its host, names are those outside. */
TEST(an_own_group_may_be_the_root_of_the_mount) {
    write_text("proc/self/cgroup", "4:cpu,cpuacct:/docker/12ab\n");
    write_text("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n");
    write_text("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    assert_true(quota_read(tree).cpus == 0.5);
    write_text("proc/self/cgroup", "0::/../../job\n");
    assert_true(quota_read(tree).cpus == 0.5);
}

TEST(periods_of_all_groups_add_up) {
    write_text("proc/self/cgroup", "0::/pod/job\n");
    write_text("sys/fs/cgroup/pod/job/cpu.max", "50000 100000\n");
    write_text("sys/fs/cgroup/pod/job/cpu.stat",
               "usage_usec 9\nnr_periods 40\nnr_throttled 7\nthrottled_usec 250000\n");
    write_text("sys/fs/cgroup/pod/cpu.max", "90000 100000\n");
    write_text("sys/fs/cgroup/pod/cpu.stat",
               "nr_periods 60\nnr_throttled 3\nthrottled_usec 500000\n");
    struct quota quota = quota_read(tree);
    assert_int_equal(quota.periods, 100);
    assert_int_equal(quota.throttled, 10);
    assert_true(quota.throttled_seconds == 0.75);
}

TEST(what_a_measurement_stood_still_is_recorded) {
    struct facts facts = {0};
    const struct quota begin = {0.5, 10, 1, 0.5}, end = {0.5, 30, 7, 1.75},
                       none = {INFINITY, 0, 0, 0};
    struct quota spent = quota_since(&none, &none);
    quota_record(&spent, &facts);
    assert_int_equal(facts.count, 0);
    spent = quota_since(&begin, &end);
    quota_record(&spent, &facts);
    quota_record(&spent, &facts);
    assert_int_equal(facts_find(&facts, FACT_QUOTA_PERIODS)->integer, 40);
    assert_int_equal(facts_find(&facts, FACT_THROTTLED_PERIODS)->integer, 12);
    assert_true(facts_find(&facts, FACT_THROTTLED_SECONDS)->real == 2.5);
    facts_release(&facts);
}
