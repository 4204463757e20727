/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/processes/machine.h"
#include "tests/test.h"

TEST(only_cpus_that_may_be_used_count) {
    cpu_set_t allowed, one;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    assert_int_equal(machine_cpus(), CPU_COUNT(&allowed));
    int cpu = 0, status;
    while (!CPU_ISSET(cpu, &allowed))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    pid_t pid = fork();
    if (pid == 0) {
        sched_setaffinity(0, sizeof one, &one);
        _exit(machine_cpus() == 1 ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

TEST(large_pages_keep_what_is_in_them) {
    enum { LARGE = 1 << 21 };
    char *memory = aligned_alloc(LARGE, LARGE);
    assert_non_null(memory);
    memset(memory, 7, LARGE);
    machine_use_large_pages(memory, LARGE);
    for (size_t i = 0; i < LARGE; i++)
        if (memory[i] != 7)
            fail_msg("byte %zu is %d", i, memory[i]);
    free(memory);
}

TEST(dropped_pages_can_be_used_again) {
    size_t size = 4 * (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(memory, MAP_FAILED);
    memset(memory, 7, size);
    machine_drop_pages(memory + size / 2, size / 2);
    assert_int_equal(memory[size / 2 - 1], 7);
    assert_true(memory[size / 2] == 0 || memory[size / 2] == 7);
    memset(memory, 8, size);
    assert_int_equal(memory[size - 1], 8);
    munmap(memory, size);
}
