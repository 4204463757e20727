/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/processes/child.h"
#include "tests/test.h"

TEST(one_that_ends_by_itself_tells_its_status) {
    pid_t pid = fork();
    if (pid == 0)
        _exit(7);
    int status = child_end(pid, 10000);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
    assert_int_equal(waitpid(pid, &status, 0), -1);
}

TEST(one_that_does_not_is_killed) {
    for (int patience = 0; patience < 20; patience += 10) {
        pid_t pid = fork();
        while (pid == 0)
            pause();
        int status = child_end(pid, patience);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGKILL);
    }
}

TEST(descriptors_of_a_span_are_closed) {
    int first = fcntl(STDIN_FILENO, F_DUPFD, 100);
    int last = fcntl(STDIN_FILENO, F_DUPFD, first + 1),
        other = fcntl(STDIN_FILENO, F_DUPFD, last + 1);
    close_descriptors(first, last);
    assert_int_equal(fcntl(first, F_GETFD), -1);
    assert_int_equal(fcntl(last, F_GETFD), -1);
    close_descriptors(other + 1, other); /* none */
    assert_int_not_equal(fcntl(other, F_GETFD), -1);
    close(other);
}
