/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/harness/family.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

static pid_t idle(void) {
    pid_t pid = fork();
    while (pid == 0)
        pause();
    return pid;
}

/* Whether CHILD is the one with the larger number, or that has been waited for. */
static int ends_downwards(const struct relative *child, void *context) {
    const pid_t *pids = context;
    pid_t first = pids[0] > pids[1] ? pids[0] : pids[1];
    return child->pid == first || kill(first, 0) != 0;
}

/* As where a process left another after the numbers had come round. */
TEST(what_ends_later_with_a_smaller_number_is_counted) {
    struct wire_left left = {0};
    pid_t pids[] = {idle(), idle()};
    family_end(ends_downwards, pids, &left);
    assert_int_equal(left.count, 2);
    assert_string_equal(left.name, "tests");
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* However long that takes to die. */
TEST(what_is_seen_again_is_counted_once) {
    struct wire_left left = {0};
    for (int i = 0; i < 20; i++)
        idle();
    family_end(NULL, NULL, &left);
    assert_int_equal(left.count, 20);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void count(const struct relative *relative, void *context) {
    (void)relative;
    (*(int *)context)++;
}

/* Reads by this process so far. */
static long reads(void) {
    char line[128];
    long count = -1;
    FILE *io = fopen("/proc/self/io", "r");
    assert_non_null(io);
    while (fgets(line, sizeof line, io))
        sscanf(line, "syscr: %ld", &count);
    fclose(io);
    return count;
}

/* Only those that are older than this one, as most of a machine are, need not be read again. */
TEST(what_began_after_a_look_is_found_by_the_next) {
    struct wire_left left = {0};
    int before = 0, after = 0;
    clocks_stop();
    clocks_stop_waits();
    idle();
    family_visit(count, &before);
    long first = reads();
    idle();
    family_visit(count, &after);
    long second = reads();
    assert_int_equal(before, 1);
    assert_int_equal(after, 2);
    clocks_pass(60);
    family_visit(count, &after);
    long third = reads();
    assert_int_equal(after, 4);
    assert_true(third - second > second - first);
    clocks_go();
    family_end(NULL, NULL, &left);
    assert_int_equal(left.count, 2);
}
