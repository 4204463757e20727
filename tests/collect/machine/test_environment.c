/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "collect/machine/environment.h"
#include "collect/machine/environment_readers.h"
#include "formats/text/unicode.h"
#include "tests/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- a made-up system under root --- */

static char root[64];

static void write_bytes(const char *path, const char *text, size_t size) {
    char whole[1024];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    for (char *slash = strchr(whole + strlen(root) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(whole, 0700);
        *slash = '/';
    }
    FILE *file = fopen(whole, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}

static void write_text(const char *path, const char *text) {
    write_bytes(path, text, strlen(text));
}

static int make_root(void **state) {
    (void)state;
    strcpy(root, "/tmp/benchmat-test-XXXXXX");
    return mkdtemp(root) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *where) {
    (void)status, (void)flag, (void)where;
    return remove(path);
}

static int remove_root(void **state) {
    (void)state;
    return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void assert_text(const struct facts *facts, const char *name, const char *text) {
    assert_string_equal(facts_text(facts, name, "(none)"), text);
}

static int64_t integer(const struct facts *facts, const char *name) {
    const struct fact *fact = facts_find(facts, name);
    return fact && fact->kind == FACT_INTEGER ? fact->integer : -1;
}

/* --- facts of a made-up system --- */

EACH_TEST(make_root, remove_root);

TEST(a_system_is_described_from_its_files) {
    write_text("/proc/sys/kernel/hostname", "node17\n");
    write_text("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU @ 3 GHz\n"
                                "microcode\t: 0xd0003b9\nflags\t\t: fpu sse2 hypervisor avx\n\n"
                                "processor\t: 1\nmodel name\t: Another\n");
    write_text("/proc/meminfo", "MemTotal:       1024 kB\nMemFree: 1 kB\nSwapTotal: 2048 kB\n"
                                "SwapFree:     512 kB\n");
    write_text("/proc/loadavg", "1.25 0.05 0.01 1/86 10360\n");
    write_text("/proc/sys/kernel/randomize_va_space", "2\n");
    write_text("/proc/sys/vm/swappiness", "60\n");
    write_text("/proc/sys/kernel/numa_balancing", "0\n");
    write_text("/sys/devices/system/cpu/isolated", "2-3\n");
    write_text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "intel_pstate\n");
    write_text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq", "3400000\n");
    write_text("/sys/kernel/mm/transparent_hugepage/shmem_enabled", "always [advise] never\n");
    write_text("/sys/devices/system/cpu/smt/control", "off\n");
    write_text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    write_text("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
    write_text("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
    write_text("/sys/devices/system/cpu/vulnerabilities/mds", "Not affected\n");
    write_text("/sys/devices/system/cpu/vulnerabilities/spectre_v2", "Mitigation: Retpolines\n");
    write_text("/sys/devices/system/cpu/vulnerabilities/retbleed", "Vulnerable\n");
    write_text("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    write_text("/sys/class/dmi/id/product_name", "Rack 1000\n");
    write_text("/etc/os-release", "NAME=\"Some\"\nPRETTY_NAME=\"Some Linux 1 (one)\"\nID=some\n");
    write_text("/run/systemd/container", "lxc\n");

    struct facts facts = {0};
    environment_describe_at(&facts, root);
    assert_text(&facts, FACT_HOST, "node17");
    assert_text(&facts, FACT_CPU, "Some CPU @ 3 GHz");
    assert_text(&facts, "cpu_flags", "fpu sse2 hypervisor avx");
    assert_text(&facts, "microcode", "0xd0003b9");
    assert_int_equal(integer(&facts, "memory"), 1024 * 1024);
    assert_int_equal(integer(&facts, "swap"), 2048 * 1024);
    assert_int_equal(integer(&facts, "swap_free"), 512 * 1024);
    assert_text(&facts, "smt", "off");
    assert_text(&facts, "governor", "powersave");
    assert_text(&facts, "turbo", "off");
    assert_text(&facts, "clocksource", "hpet");
    assert_text(&facts, "isolated_cpus", "2-3");
    assert_text(&facts, "frequency_driver", "intel_pstate");
    assert_int_equal(integer(&facts, "frequency_limit"), 3400000000);
    assert_text(&facts, "transparent_huge_pages_shared", "advise");
    assert_int_equal(integer(&facts, "swappiness"), 60);
    assert_int_equal(integer(&facts, "numa_balancing"), 0);
    assert_text(&facts, "distribution", "Some Linux 1 (one)");
    assert_text(&facts, "virtualisation", "Rack 1000, lxc");
    assert_text(&facts, "mitigations", "retbleed: Vulnerable; spectre_v2: Mitigation: Retpolines");
    assert_text(&facts, "transparent_huge_pages", "madvise");
    assert_int_equal(integer(&facts, "aslr"), 2);
    assert_float_equal(facts_find(&facts, "load")->real, 1.25, 0);
    facts_release(&facts);
}

TEST(a_processor_of_arm_has_numbers_for_a_name) {
    write_text("/proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\n"
                                "CPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n");
    struct facts facts = {0};
    environment_describe_at(&facts, root);
    assert_text(&facts, FACT_CPU, "ARM, implementer 0x41, part 0xd0c");
    assert_text(&facts, "cpu_flags", "fp asimd");
    facts_release(&facts);
}

TEST(what_a_system_does_not_say_is_absent) {
    static const char *const silent[] = {
        FACT_HOST,      FACT_CPU,       "cpu_flags",       "microcode",
        "cores",        "caches",       "memory",          "swap",
        "governor",     "turbo",        "frequency_limit", "isolated_cpus",
        "distribution", "mitigations",  "topology",        "aslr",
        "load",         "memory_limit", FACT_L1D_CACHE,    FACT_L2_CACHE,
        FACT_L3_CACHE};
    struct facts facts = {0};
    environment_describe_at(&facts, root);
    for (size_t i = 0; i < COUNT(silent); i++)
        assert_null(facts_find(&facts, silent[i]));
    assert_text(&facts, "virtualisation", "none");
    assert_int_equal(integer(&facts, "page_size"), sysconf(_SC_PAGESIZE));
    facts_release(&facts);
}

TEST(text_from_outside_is_stored_clean) {
    write_text("/proc/sys/kernel/hostname", "a\x1b[31m\xff\n");
    struct facts facts = {0};
    environment_describe_at(&facts, root);
    assert_text(&facts, FACT_HOST, "a?[31m?");
    facts_release(&facts);
}

TEST(thread_variables_are_facts) {
    setenv("OMP_NUM_THREADS", "3", 1);
    unsetenv("MKL_NUM_THREADS");
    struct facts facts = {0};
    environment_describe_at(&facts, root);
    unsetenv("OMP_NUM_THREADS");
    assert_text(&facts, "OMP_NUM_THREADS", "3");
    assert_null(facts_find(&facts, "MKL_NUM_THREADS"));
    facts_release(&facts);
}

/* --- memory --- */

TEST(available_memory_is_what_the_system_has) {
    assert_int_equal(environment_memory_available(root), 0);
    write_text("/proc/meminfo", "MemTotal: 9 kB\nMemAvailable:   4096 kB\n");
    assert_int_equal(environment_memory_available(root), 4096 * 1024);
}

TEST(a_control_group_of_version_2_narrows_it) {
    write_text("/proc/meminfo", "MemAvailable: 1048576 kB\n");
    write_text("/proc/self/cgroup", "0::/outer/inner\n");
    write_text("/sys/fs/cgroup/outer/inner/memory.max", "max\n");
    assert_int_equal(environment_memory_available(root), 1048576 * 1024);

    write_text("/sys/fs/cgroup/outer/memory.max", "1000000\n");
    write_text("/sys/fs/cgroup/outer/memory.current", "300000\n");
    assert_int_equal(environment_memory_available(root), 700000);

    write_text("/sys/fs/cgroup/outer/memory.stat", "anon 200000\ninactive_file 100000\n");
    assert_int_equal(environment_memory_available(root), 800000);

    write_text("/sys/fs/cgroup/outer/inner/memory.max", "500000\n");
    write_text("/sys/fs/cgroup/outer/inner/memory.current", "100000\n");
    assert_int_equal(environment_memory_available(root), 400000);

    struct facts facts = {0};
    environment_describe_at(&facts, root);
    assert_int_equal(integer(&facts, "memory_limit"), 500000);
    facts_release(&facts);

    write_text("/sys/fs/cgroup/outer/inner/memory.current", "600000\n");
    assert_int_equal(environment_memory_available(root), 1);
}

TEST(a_control_group_of_version_1_narrows_it) {
    write_text("/proc/meminfo", "MemAvailable: 1048576 kB\n");
    write_text("/proc/self/cgroup",
               "5:cpu,cpuacct:/other\n4:hugetlb,memory:/job:1\n1:name=systemd:/x\n0::/\n");
    write_text("/sys/fs/cgroup/memory/job:1/memory.limit_in_bytes", "9223372036854771712\n");
    assert_int_equal(environment_memory_available(root), 1048576 * 1024);
    struct facts facts = {0};
    environment_describe_at(&facts, root);
    assert_null(facts_find(&facts, "memory_limit"));
    facts_release(&facts);

    write_text("/sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n");
    write_text("/sys/fs/cgroup/memory/memory.usage_in_bytes", "1500000\n");
    write_text("/sys/fs/cgroup/memory/memory.stat",
               "inactive_file 7\ntotal_inactive_file 1000000\n");
    assert_int_equal(environment_memory_available(root), 1500000);
}

TEST(a_controller_with_memory_in_its_name_is_another_one) {
    write_text("/proc/meminfo", "MemAvailable: 1048576 kB\n");
    write_text("/proc/self/cgroup", "4:memory_pressure:/\n3:nomemory:/\n");
    write_text("/sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n");
    assert_int_equal(environment_memory_available(root), 1048576 * 1024);
}

/* --- caches --- */

static void write_cache(int index, const char *type, const char *size, const char *sharers) {
    const struct {
        const char *name, *text;
    } attributes[] = {{"type", type}, {"size", size}, {"shared_cpu_list", sharers}};
    for (size_t i = 0; i < COUNT(attributes); i++) {
        char path[128];
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index,
                 attributes[i].name);
        write_text(path, attributes[i].text);
    }
}

TEST(a_cores_own_cache_is_the_largest_it_does_not_share) {
    assert_int_equal(environment_cpu_private_cache(root), 0);
    write_text("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0,4\n");
    write_cache(0, "Data\n", "48K\n", "0,4\n");
    write_cache(1, "Instruction\n", "9000K\n", "0,4\n");
    assert_int_equal(environment_cpu_private_cache(root), 48 * 1024);
    write_cache(2, "Unified\n", "2048K\n", "0,4\n");
    write_cache(3, "Unified\n", "266240K\n", "0-7\n");
    assert_int_equal(environment_cpu_private_cache(root), 2048 * 1024);
}

/* --- files --- */

TEST(a_file_is_read_up_to_its_bound) {
    char text[8];
    write_text("/long", "0123456789");
    assert_true(environment_files_read(root, "/long", text, sizeof text));
    assert_string_equal(text, "0123456");
    write_text("/blank", " \n\n");
    assert_false(environment_files_read(root, "/blank", text, sizeof text));
    assert_false(environment_files_read(root, "/missing", text, sizeof text));
    assert_string_equal(text, "");
    assert_false(environment_files_read("", root, text, sizeof text)); /* a directory */
    assert_true(environment_files_read("", "/dev/zero", text, sizeof text) == 0);
}

TEST(numbers_that_do_not_fit_are_unknown) {
    static const struct {
        const char *text;
        int64_t number;
    } cases[] = {
        {"0\n", 0}, {"12 kB", 12}, {"max", -1}, {"-5", -1}, {"99999999999999999999", -1}, {"", -1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        write_text("/number", cases[i].text);
        assert_int_equal(environment_files_number(root, "/number"), cases[i].number);
    }
}

TEST(a_value_is_found_by_its_whole_key) {
    static const char text[] = "cpu family\t: 6\ncpu\t\t: POWER9\nempty\t:\nlast : x: y";
    char value[16];
    assert_true(environment_files_value(text, "cpu", ':', value, sizeof value));
    assert_string_equal(value, "POWER9");
    assert_true(environment_files_value(text, "last", ':', value, sizeof value));
    assert_string_equal(value, "x: y");
    assert_false(environment_files_value(text, "empty", ':', value, sizeof value));
    assert_false(environment_files_value(text, "family", ':', value, sizeof value));
    assert_false(environment_files_value("", "cpu", ':', value, sizeof value));
    assert_true(environment_files_value("file 1\ninactive_file 2", "inactive_file", ' ', value,
                                        sizeof value));
    assert_string_equal(value, "2");
    assert_true(environment_files_value(text, "cpu", ':', value, 4));
    assert_string_equal(value, "POW");
}

/* --- this machine --- */

TEST_WITH(this_machine_is_described, NULL, NULL) {
    struct facts facts = {0};
    environment_describe(&facts);
    assert_false(facts.incomplete);
    for (size_t i = 0; i < facts.count; i++) {
        const struct fact *fact = &facts.items[i];
        assert_ptr_equal(facts_find(&facts, fact->name), fact);
        if (fact->kind == FACT_TEXT && strcmp(fact->name, FACT_TOPOLOGY) != 0)
            assert_true(utf8_is_clean(fact->text));
    }
    char host[256];
    gethostname(host, sizeof host);
    assert_text(&facts, FACT_HOST, host);
    assert_uint_in_range(integer(&facts, "memory"), 1 << 20, INT64_MAX);
    assert_uint_in_range(integer(&facts, "cores"), 1, integer(&facts, "logical_cpus"));
    assert_non_null(strstr(facts_text(&facts, FACT_TOPOLOGY, ""), "<topology"));
    assert_non_null(strstr(facts_text(&facts, "kernel", ""), "Linux "));
    assert_non_null(strstr(facts_text(&facts, "compiler", ""), __VERSION__));
    assert_text(&facts, "benchmat_version", BENCHMAT_VERSION);
    assert_non_null(strstr(facts_text(&facts, "libc", ""), "glibc "));
    facts_release(&facts);
}

TEST_WITH(the_environment_is_left_as_it_was, NULL, NULL) {
    struct facts facts = {0};
    setenv("HWLOC_HIDE_ERRORS", "1", 1);
    environment_describe(&facts);
    assert_string_equal(getenv("HWLOC_HIDE_ERRORS"), "1");
    unsetenv("HWLOC_HIDE_ERRORS");
    environment_describe(&facts);
    assert_null(getenv("HWLOC_HIDE_ERRORS"));
    facts_release(&facts);
}

TEST_WITH(allowed_cpus_are_those_of_the_affinity, NULL, NULL) {
    cpu_set_t before, one;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    int cpus[CPU_SETSIZE];
    size_t count = environment_allowed_cpus(cpus, COUNT(cpus));
    assert_int_equal(count, CPU_COUNT(&before));
    for (size_t i = 0; i < count; i++) {
        assert_true(CPU_ISSET(cpus[i], &before));
        assert_true(i == 0 || cpus[i - 1] < cpus[i]);
    }
    int last = cpus[count - 1], untouched[2] = {-7, -7};
    assert_int_equal(environment_allowed_cpus(untouched, 0), count);
    assert_int_equal(untouched[0], -7);
    CPU_ZERO(&one);
    CPU_SET(last, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(environment_allowed_cpus(cpus, COUNT(cpus)), 1);
    assert_int_equal(cpus[0], last);
    sched_setaffinity(0, sizeof before, &before);
}

TEST_WITH(available_memory_is_less_than_there_is, NULL, NULL) {
    struct facts facts = {0};
    environment_describe(&facts);
    assert_uint_in_range(environment_available_memory(), 1, integer(&facts, "memory"));
    facts_release(&facts);
}

/* --- time and identity --- */

TEST_WITH(a_timestamp_is_local_time_with_its_offset, NULL, NULL) {
    char text[32], before[32], after[32];
    setenv("TZ", "IST-05:30", 1); /* POSIX counts westwards */
    tzset();
    time_t t = time(NULL);
    strftime(before, sizeof before, "%Y-%m-%dT%H:%M:%S+05:30", localtime(&t));
    environment_timestamp(text, sizeof text);
    t = time(NULL);
    strftime(after, sizeof after, "%Y-%m-%dT%H:%M:%S+05:30", localtime(&t));
    unsetenv("TZ");
    tzset();
    assert_true(strcmp(before, text) <= 0 && strcmp(text, after) <= 0);
}
