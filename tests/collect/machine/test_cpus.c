/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/machine/cpus.h"
#include "tests/collect/tree.h"
#include "tests/test.h"

static struct cpus cpus, others;
static const int eight[] = {0, 1, 2, 3, 4, 5, 6, 7};

/* Claims of this test program alone. */
static const char *claims(void) {
    static char text[64];
    snprintf(text, sizeof text, "benchmat-test-%d", (int)getpid());
    return text;
}

static void write_text(const char *path, const char *text) {
    write_file(path, text, strlen(text));
}

/* CPU i and CPU i + 4 are siblings. */
static void make_four_cores(void) {
    for (int cpu = 0; cpu < 8; cpu++) {
        char path[128], list[16];
        snprintf(path, sizeof path, "sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
                 cpu);
        snprintf(list, sizeof list, "%d,%d\n", cpu % 4, cpu % 4 + 4);
        write_text(path, list);
    }
}

static void choose(struct cpus *chosen, size_t count) {
    struct err err;
    assert_int_equal(cpus_choose(chosen, tree, claims(), eight, COUNT(eight), count, &err), 0);
    assert_int_equal(chosen->count, count);
}

static void assert_cpus(const int *found, size_t count, const int *expected, size_t wanted) {
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < wanted; i++)
        assert_int_equal(found[i], expected[i]);
}
#define ASSERT_CPUS(found, count, ...)                                                             \
    assert_cpus(found, count, (const int[]){__VA_ARGS__}, COUNT(((const int[]){__VA_ARGS__})))

EACH_TEST(make_tree, remove_tree);

TEST_WITH(a_list_of_the_kernel_is_understood, NULL, NULL) {
    static const struct {
        const char *list;
        int cpu, has;
    } cases[] = {
        {"0-3,8", 0, 1}, {"0-3,8", 3, 1}, {"0-3,8", 4, 0}, {"0-3,8", 8, 1}, {"5", 5, 1},
        {"", 0, 0},      {"x", 0, 0},     {"1,,x", 7, 0},  {"3-1", 2, 0},   {"1 2", 2, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(cpus_list_has(cases[i].list, cases[i].cpu), cases[i].has);
}

TEST(workers_get_the_last_cpu_where_nothing_is_known) {
    choose(&cpus, 1);
    ASSERT_CPUS(cpus.workers, cpus.count, 7);
    ASSERT_CPUS(cpus.own, cpus.own_count, 0, 1, 2, 3, 4, 5, 6);
    cpus_release(&cpus);
    choose(&cpus, 2);
    ASSERT_CPUS(cpus.workers, cpus.count, 7, 6);
    cpus_release(&cpus);
}

TEST(the_collector_stays_off_the_workers_cores) {
    make_four_cores();
    choose(&cpus, 1);
    ASSERT_CPUS(cpus.workers, cpus.count, 7);
    ASSERT_CPUS(cpus.own, cpus.own_count, 0, 1, 2, 4, 5, 6);
    cpus_release(&cpus);
}

TEST(the_collectors_core_comes_last) {
    make_four_cores();
    static const int few[] = {0, 3, 4};
    struct err err;
    assert_int_equal(cpus_choose(&cpus, tree, claims(), few, COUNT(few), 1, &err), 0);
    ASSERT_CPUS(cpus.workers, cpus.count, 3);
    ASSERT_CPUS(cpus.own, cpus.own_count, 0, 4);
    cpus_release(&cpus);
}

TEST(threads_are_spread_over_cores) {
    make_four_cores();
    choose(&cpus, 4);
    ASSERT_CPUS(cpus.workers, cpus.count, 7, 6, 5, 4);
    ASSERT_CPUS(cpus.own, cpus.own_count, 0, 1, 2, 3);
    cpus_release(&cpus);
}

TEST(an_isolated_cpu_is_preferred) {
    make_four_cores();
    write_text("sys/devices/system/cpu/isolated", "1-2\n");
    choose(&cpus, 1);
    ASSERT_CPUS(cpus.workers, cpus.count, 2);
    cpus_release(&cpus);
    choose(&cpus, 3);
    ASSERT_CPUS(cpus.workers, cpus.count, 2, 1, 7);
    cpus_release(&cpus);
}

TEST(cores_of_the_fastest_kind_are_preferred) {
    static const char *const kilohertz[] = {"5200000", "5300000", "5200000", "5200000",
                                            "3900000", "3900000", "3900000", "3900000"};
    for (int cpu = 0; cpu < 8; cpu++) {
        char path[128];
        snprintf(path, sizeof path, "sys/devices/system/cpu/cpu%d/cpufreq/cpuinfo_max_freq", cpu);
        write_text(path, kilohertz[cpu]);
    }
    choose(&cpus, 1);
    ASSERT_CPUS(cpus.workers, cpus.count, 3);
    cpus_release(&cpus);
    write_text("sys/devices/system/cpu/cpu7/cpu_capacity", "9000000");
    choose(&cpus, 1);
    ASSERT_CPUS(cpus.workers, cpus.count, 7);
    cpus_release(&cpus);
}

TEST(two_collectors_take_different_cores) {
    make_four_cores();
    choose(&cpus, 1);
    choose(&others, 1);
    ASSERT_CPUS(cpus.workers, cpus.count, 7);
    ASSERT_CPUS(others.workers, others.count, 6);
    assert_int_equal(others.shared, 0);
    cpus_release(&others);
    cpus_release(&cpus);
}

TEST(the_last_resort_is_to_share) {
    make_four_cores();
    choose(&cpus, 3);
    ASSERT_CPUS(cpus.workers, cpus.count, 7, 6, 5);
    choose(&others, 2);
    ASSERT_CPUS(others.workers, others.count, 4, 0);
    assert_int_equal(others.shared, 0);
    cpus_release(&others);
    choose(&others, 3);
    ASSERT_CPUS(others.workers, others.count, 4, 0, 7);
    assert_int_equal(others.shared, 1);
    cpus_release(&others);
    cpus_release(&cpus);
}

TEST(who_shares_is_seen_when_the_first_has_ended) {
    static const int single[] = {7};
    struct err err;
    make_four_cores();
    assert_int_equal(cpus_choose(&others, tree, claims(), single, 1, 1, &err), 0);
    assert_int_equal(cpus_choose(&cpus, tree, claims(), single, 1, 1, &err), 0);
    assert_int_equal(cpus.shared, 1);
    cpus_release(&others);
    choose(&others, 1);
    ASSERT_CPUS(others.workers, others.count, 6);
    assert_int_equal(others.shared, 0);
    cpus_release(&others);
    cpus_release(&cpus);
    choose(&others, 1);
    ASSERT_CPUS(others.workers, others.count, 7);
    cpus_release(&others);
}

TEST(more_share_than_there_is_room_for) {
    static struct cpus many[70];
    static const int single[] = {7};
    struct err err;
    for (size_t i = 0; i < COUNT(many); i++) {
        assert_int_equal(cpus_choose(&many[i], tree, claims(), single, 1, 1, &err), 0);
        assert_int_equal(many[i].shared, i > 0);
    }
    for (size_t i = 0; i < COUNT(many); i++)
        cpus_release(&many[i]);
}

TEST(a_claim_ends_with_its_process) {
    const char *name = claims();
    pid_t child = fork();
    if (child == 0) {
        struct err err;
        _exit(cpus_choose(&cpus, tree, name, eight, 8, 1, &err) == 0 && cpus.claim_count == 1 ? 0
                                                                                              : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    choose(&cpus, 8);
    assert_int_equal(cpus.shared, 0);
    assert_int_equal(cpus.own_count, 0);
    cpus_release(&cpus);
}

TEST(more_threads_than_cpus_are_refused) {
    struct err err;
    assert_int_equal(cpus_choose(&cpus, tree, claims(), eight, 8, 9, &err), ERR_USAGE);
    assert_string_equal(err.message, "--threads 9: this process may use 8 CPUs");
    assert_int_equal(cpus_choose(&cpus, tree, claims(), eight, 0, 1, &err), ERR_FAILED);
}

TEST_WITH(the_collector_moves_to_its_own_cpus, NULL, NULL) {
    cpu_set_t before, now;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    int last = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &before))
            last = cpu;
    cpus.own_count = 0;
    cpus_stay_away(&cpus);
    assert_int_equal(sched_getaffinity(0, sizeof now, &now), 0);
    assert_true(CPU_EQUAL(&before, &now));
    cpus.own[cpus.own_count++] = last;
    cpus_stay_away(&cpus);
    assert_int_equal(sched_getaffinity(0, sizeof now, &now), 0);
    sched_setaffinity(0, sizeof before, &before);
    assert_int_equal(CPU_COUNT(&now), 1);
    assert_true(CPU_ISSET(last, &now));
}
