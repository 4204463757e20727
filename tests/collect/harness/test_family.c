/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/harness/family.h"
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
