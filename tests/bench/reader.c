/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader: what it costs a program to print 1 GB/s into a pipe that launch_run empties, beside the
 * same program's own processor time: it should wait for nobody, and share its CPU with nobody. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/worker/launch.h"
#include "formats/model/ascending.h"

enum { BLOCK = 1 << 16, BLOCKS = 1 << 14 }; /* a gibibyte */

/* Prints the blocks, each calculated PASSES times. */
static int print(int passes) {
    static uint64_t block[BLOCK / sizeof(uint64_t)];
    uint64_t x = 1;
    for (int b = 0; b < BLOCKS; b++) {
        for (int p = 0; p < passes; p++)
            for (size_t i = 0; i < sizeof block / sizeof *block; i++) {
                x = x * 6364136223846793005 + 1442695040888963407;
                block[i] = x;
            }
        for (size_t written = 0; written < sizeof block;) {
            ssize_t count = write(1, (const char *)block + written, sizeof block - written);
            if (count <= 0)
                return 1;
            written += (size_t)count;
        }
    }
    return 0;
}

static double processor_seconds(const struct rusage *used) {
    return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
           1e-6 * (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

/* Runs this program with PASSES, into a pipe or to NOTHING. */
static struct launched run(const char *self, int passes, int nothing, int into_pipe) {
    char number[16];
    snprintf(number, sizeof number, "%d", passes);
    char *arguments[] = {(char *)(uintptr_t)self, number, NULL};
    int ends[2] = {-1, -1};
    struct launched launched;
    struct err err = {"no pipe"};
    if ((into_pipe && launch_pipe(ends)) ||
        launch_run(&(struct launch){.path = self,
                                    .arguments = arguments,
                                    .descriptors = {nothing, into_pipe ? ends[1] : nothing, 2},
                                    .socket = -1,
                                    .readers = {{.fd = ends[0]}, {.fd = -1}}},
                   &launched, &err) ||
        launched.status) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    for (int i = 0; i < 2 && into_pipe; i++)
        close(ends[i]);
    return launched;
}

int main(int argc, char **argv) {
    enum { TURNS = 15 };
    double over[TURNS], rates[TURNS], read[TURNS];
    if (argc == 2)
        return print(atoi(argv[1]));
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC), passes = 1;
    launch_prepare();
    while (passes < 64 && run("/proc/self/exe", passes, nothing, 0).seconds < 0.9)
        passes++;
    for (int t = 0; t < TURNS; t++) {
        struct rusage before, after;
        getrusage(RUSAGE_SELF, &before);
        struct launched launched = run("/proc/self/exe", passes, nothing, 1);
        getrusage(RUSAGE_SELF, &after);
        over[t] = launched.seconds / processor_seconds(&launched.usage) - 1;
        read[t] = (processor_seconds(&after) - processor_seconds(&before)) / launched.seconds;
        rates[t] = 1e-9 * (double)launched.printed[0] / launched.seconds;
    }
    qsort(over, TURNS, sizeof *over, ascending_reals);
    qsort(rates, TURNS, sizeof *rates, ascending_reals);
    qsort(read, TURNS, sizeof *read, ascending_reals);
    printf("  %.2f GB/s: the program waits for %.2f %% of its time (median), %.2f %% (worst); the "
           "reader works for %.2f %%\n",
           rates[TURNS / 2], 100 * over[TURNS / 2], 100 * over[TURNS - 1], 100 * read[TURNS / 2]);
    return 0;
}
