/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launch PROGRAM: what launch_run takes for PROGRAM, beside a plain vfork and wait4, in turns. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/worker/launch.h"
#include "formats/model/ascending.h"

static double plain(char *const *arguments) {
    struct instant began = clock_now();
    struct rusage usage;
    int status;
    pid_t pid = vfork();
    if (pid == 0) {
        execv(arguments[0], arguments);
        _exit(127);
    }
    wait4(pid, &status, 0, &usage);
    return clock_seconds(began, clock_now());
}

static double ours(const struct launch *launch) {
    struct launched launched;
    struct err err;
    if (launch_run(launch, &launched, &err)) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    return launched.seconds;
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, ascending_reals);
    return values[count / 2];
}

int main(int argc, char **argv) {
    enum { TURNS = 3001 };
    static double all[2][TURNS];
    if (argc != 2)
        return 64;
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    const struct launch launch = {.path = argv[1],
                                  .arguments = argv + 1,
                                  .descriptors = {nothing, nothing, nothing},
                                  .socket = -1,
                                  .readers = {{.fd = -1}, {.fd = -1}}};
    launch_prepare();
    for (int i = 0; i < TURNS; i++) {
        all[0][i] = plain(argv + 1);
        all[1][i] = ours(&launch);
    }
    double of_plain = median(all[0], TURNS), of_ours = median(all[1], TURNS);
    printf("  launch %.1f us, plain %.1f us, ratio %.3f\n", 1e6 * of_ours, 1e6 * of_plain,
           of_ours / of_plain);
    return 0;
}
