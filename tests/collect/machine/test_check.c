/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "collect/machine/check.h"
#include "formats/text/unicode.h"
#include "tests/collect/tree.h"
#include "tests/test.h"

static struct cpus cpus;
static struct check_result results[CHECK_MAX];

static void write_text(const char *path, const char *text) {
    write_file(path, text, strlen(text));
}

/* Workers on CPU 3, of four. */
static int begin(void **state) {
    cpus.workers[0] = 3;
    cpus.count = 1;
    cpus.own_count = 3;
    cpus.shared = 0;
    return make_tree(state);
}

static const struct check_result *run(const char *name) {
    struct check_machine machine = {.root = tree, .cpus = &cpus, .can_fix_addresses = 1};
    size_t count = check_run(&machine, results);
    for (size_t i = 0; i < count; i++)
        if (strcmp(results[i].name, name) == 0)
            return &results[i];
    fail_msg("no check is called %s", name);
    return NULL;
}

/* One file of a made-up system, and what a check makes of it. */
struct expectation {
    const char *check, *path, *text;
    enum check_state state;
    const char *found;
};

#define CPU      "sys/devices/system/cpu/"
#define PRESSING "MemTotal: 4096000 kB\nMemAvailable: 102400 kB\n"
#define PLENTY   "MemTotal: 4096000 kB\nMemAvailable: 3072000 kB\n"
#define CLOCK    "sys/devices/system/clocksource/clocksource0/current_clocksource"
#define PAGES    "sys/kernel/mm/transparent_hugepage/"
#define R_FIELDS " 1 1 1 0 -1 4 0 0 0 0 5 5 0 0 20 0 1 0 9 9 9 9 9 9 9 9 9 0 0 0 0 0 0 0 17 "

static const struct expectation expectations[] = {
    {"governor", CPU "cpu3/cpufreq/scaling_governor", "performance\n", CHECK_OK,
     "performance on CPU 3"},
    {"governor", CPU "cpu3/cpufreq/scaling_governor", "powersave\n", CHECK_FINDING,
     "powersave on CPU 3"},
    {"governor", CPU "cpu2/cpufreq/scaling_governor", "powersave\n", CHECK_NOT_READABLE, ""},
    {"turbo", CPU "intel_pstate/no_turbo", "0\n", CHECK_FINDING, "on"},
    {"turbo", CPU "intel_pstate/no_turbo", "1\n", CHECK_OK, "off"},
    {"boost", CPU "cpufreq/boost", "1\n", CHECK_FINDING, "on"},
    {"boost", CPU "cpufreq/boost", "0\n", CHECK_OK, "off"},
    {"load", "proc/loadavg", "3.60 1.0 1.0 1/99 1\n", CHECK_FINDING,
     "3.6 in the last minute, and 3 CPUs besides the measuring ones"},
    {"load", "proc/loadavg", "3.40 1.0 1.0 1/99 1\n", CHECK_OK,
     "3.4 in the last minute, and 3 CPUs besides the measuring ones"},
    {"SMT sibling", CPU "cpu3/topology/thread_siblings_list", "3,7\n", CHECK_FINDING,
     "CPU 3 shares its core (CPUs 3,7)"},
    {"SMT sibling", CPU "cpu3/topology/thread_siblings_list", "3\n", CHECK_OK, "none"},
    {"isolated CPUs", CPU "isolated", "1-2\n", CHECK_FINDING, "1-2, but CPU 3 is used"},
    {"isolated CPUs", CPU "isolated", "2-3\n", CHECK_OK, "2-3"},
    {"isolated CPUs", CPU "isolated", "\n", CHECK_OK, "none"},
    {"steal", "proc/stat", "cpu 1 1 1 1 1 1 1 1 0 0\ncpu3 400 0 100 450 0 0 0 50 0 0\n",
     CHECK_FINDING, "5 % of the time of CPU 3 since boot"},
    {"steal", "proc/stat", "cpu3 400 0 100 495 0 0 0 5 0 0\n", CHECK_OK,
     "0.5 % of the time of CPU 3 since boot"},
    {"steal", "proc/stat", "cpu3 400 0 100\ncpu30 1 1 1 1 1 1 1 9 0 0\n", CHECK_NOT_READABLE, ""},
    {"other processes", "proc/12/stat", "12 (a) b) R" R_FIELDS "3 0 0\n", CHECK_FINDING,
     "a) b (process 12) runs on CPU 3"},
    {"other processes", "proc/12/stat", "12 (ab) R" R_FIELDS "2 0 0\n", CHECK_OK,
     "none runs there now"},
    {"other processes", "proc/12/stat", "12 (ab) S" R_FIELDS "3 0 0\n", CHECK_OK,
     "none runs there now"},
    {"other processes", "proc/12/stat", "12 (ab) R 1 2", CHECK_OK, "none runs there now"},
    {"other processes", "proc/12/stat", "12 (a\x1b[1m) R" R_FIELDS "3 0 0\n", CHECK_FINDING,
     "a?[1m (process 12) runs on CPU 3"},
    {"CPU quota", "sys/fs/cgroup/cpu.max", "100000 100000\n", CHECK_FINDING,
     "time of 1 CPUs, for 1 busy ones"},
    {"CPU quota", "sys/fs/cgroup/cpu.max", "200000 100000\n", CHECK_OK,
     "time of 2 CPUs, for 1 busy ones"},
    {"CPU quota", "sys/fs/cgroup/cpu.max", "max 100000\n", CHECK_OK, "none"},
    {"CPU quota", "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n", CHECK_OK, "none"},
    {"CPU quota", "sys/fs/cgroup/cpu.stat", "nr_throttled 9\n", CHECK_NOT_READABLE, ""},
    {"clock", CLOCK, "tsc\n", CHECK_OK, "tsc"},
    {"clock", CLOCK, "kvm-clock\n", CHECK_OK, "kvm-clock"},
    {"clock", CLOCK, "hpet\n", CHECK_FINDING, "hpet"},
    {"huge pages", PAGES "enabled", "[always] madvise never\n", CHECK_FINDING, "always"},
    {"huge pages", PAGES "enabled", "always [madvise] never\n", CHECK_OK, "madvise"},
    {"shared huge pages", PAGES "shmem_enabled", "always [within_size] advise never deny force\n",
     CHECK_FINDING, "within_size"},
    {"shared huge pages", PAGES "shmem_enabled", "always within_size advise [never] deny force\n",
     CHECK_OK, "never"},
    {"swap", "proc/meminfo", PLENTY "SwapTotal: 1024000 kB\nSwapFree: 512000 kB\n", CHECK_FINDING,
     "500 MiB in use"},
    {"swap", "proc/meminfo", PLENTY "SwapTotal: 1024000 kB\nSwapFree: 1023000 kB\n", CHECK_OK,
     "1 MiB in use"},
    {"memory", "proc/meminfo", PRESSING, CHECK_FINDING, "100 of 4000 MiB are free"},
    {"memory", "proc/meminfo", PLENTY, CHECK_OK, "3000 of 4000 MiB are free"},
    {"memory", "proc/meminfo", "MemTotal: 1 kB\n", CHECK_NOT_READABLE, ""},
};

EACH_TEST(begin, remove_tree);

TEST(each_check_says_what_it_found) {
    for (size_t i = 0; i < COUNT(expectations); i++) {
        const struct expectation *e = &expectations[i];
        write_text(e->path, e->text);
        const struct check_result *result = run(e->check);
        if (result->state != e->state || (*e->found && strcmp(result->found, e->found) != 0))
            fail_msg("%s with \"%s\": %d, \"%s\"", e->check, e->text, result->state, result->found);
        assert_int_equal(result->advice != NULL, e->state == CHECK_FINDING);
        assert_true(utf8_is_clean(result->found));
        remove(at(e->path));
    }
}

TEST(a_quota_is_that_of_the_own_group) {
    write_text("proc/self/cgroup", "0::/job/7\n");
    write_text("sys/fs/cgroup/job/7/cpu.max", "50000 100000\n");
    assert_int_equal(run("CPU quota")->state, CHECK_FINDING);
    write_text("sys/fs/cgroup/cpu.max", "max 100000\n");
    assert_int_equal(run("CPU quota")->state, CHECK_FINDING);
}

TEST(a_quota_tells_how_often_it_was_used_up) {
    write_text("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
    write_text("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    assert_string_equal(run("CPU quota")->found, "time of 0.5 CPUs, for 1 busy ones");
    write_text("sys/fs/cgroup/cpu/cpu.stat", "nr_periods 120\nnr_throttled 37\n");
    assert_string_equal(run("CPU quota")->found, "time of 0.5 CPUs, for 1 busy ones; used up in 37 "
                                                 "of 120 periods so far");
}

TEST(only_several_memory_nodes_make_pages_migrate) {
    write_text("proc/sys/kernel/numa_balancing", "1\n");
    assert_int_equal(run("page migration")->state, CHECK_NOT_READABLE);
    write_text("sys/devices/system/node/online", "0\n");
    assert_int_equal(run("page migration")->state, CHECK_OK);
    write_text("sys/devices/system/node/online", "0-1\n");
    assert_int_equal(run("page migration")->state, CHECK_FINDING);
    write_text("proc/sys/kernel/numa_balancing", "0\n");
    assert_int_equal(run("page migration")->state, CHECK_OK);
}

TEST(a_battery_feeds_the_machine_when_no_mains_do) {
    write_text("sys/class/power_supply/BAT0/type", "Battery\n");
    assert_int_equal(run("power supply")->state, CHECK_NOT_READABLE);
    write_text("sys/class/power_supply/AC/type", "Mains\n");
    write_text("sys/class/power_supply/AC/online", "0\n");
    assert_string_equal(run("power supply")->found, "battery");
    write_text("sys/class/power_supply/USBC/type", "USB\n");
    write_text("sys/class/power_supply/USBC/online", "1\n");
    assert_string_equal(run("power supply")->found, "mains");
}

TEST(addresses_that_stay_random_are_a_finding) {
    struct check_machine machine = {.root = tree, .cpus = &cpus, .can_fix_addresses = 0};
    run("addresses");
    size_t i = 0;
    while (strcmp(results[i].name, "addresses") != 0)
        i++;
    assert_int_equal(results[i].state, CHECK_OK);
    check_run(&machine, results);
    assert_int_equal(results[i].state, CHECK_FINDING);
    write_text("proc/sys/kernel/randomize_va_space", "0\n");
    check_run(&machine, results);
    assert_int_equal(results[i].state, CHECK_OK);
}

TEST(another_collector_on_the_same_cpu_is_a_finding) {
    cpus.shared = 1;
    assert_int_equal(run("other collectors")->state, CHECK_FINDING);
}

TEST(a_system_that_says_nothing_has_no_findings) {
    struct facts facts = {0};
    struct check_machine machine = {.root = tree, .cpus = &cpus, .can_fix_addresses = 1};
    size_t count = check_run(&machine, results);
    for (size_t i = 0; i < count; i++)
        assert_int_not_equal(results[i].state, CHECK_FINDING);
    check_record(results, count, &facts);
    assert_int_equal(facts.count, 0);
}

TEST(findings_are_a_line_each) {
    struct facts facts = {0};
    char line[512];
    write_text(CPU "cpu3/cpufreq/scaling_governor", "powersave\n");
    write_text(CLOCK, "hpet\n");
    const struct check_result *governor = run("governor");
    check_describe(governor, line, sizeof line);
    assert_string_equal(line, "governor: powersave on CPU 3");
    struct check_machine machine = {.root = tree, .cpus = &cpus, .can_fix_addresses = 1};
    check_record(results, check_run(&machine, results), &facts);
    assert_string_equal(facts_text(&facts, "system_findings", ""),
                        "governor: powersave on CPU 3\nclock: hpet");
    facts_release(&facts);
}

TEST_WITH(asking_for_fixed_addresses_leaves_them_as_they_are, NULL, NULL) {
    int before = personality(0xffffffff);
    check_addresses();
    assert_int_equal(personality(0xffffffff), before);
}
