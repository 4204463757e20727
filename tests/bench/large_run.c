/* SPDX-License-Identifier: GPL-3.0-or-later */
/* large_run ARCHIVE [SIZES [LIBRARIES [ROUNDS [SEEDS]]]]: appends one run as many_runs does, but
 * without a transaction and its memory. */
#include "store/archive/archive_append.h"
#include "tests/bench/made_run.h"
#include "tests/bench/plain.h"

int main(int argc, char **argv) {
    struct random random = {1};
    struct err err = {"no memory"};
    struct made made = made_parse(argc, argv, 2), small = {1, 1, 1, 1};
    if (argc < 2 || !made.sizes) {
        fputs("usage: large_run ARCHIVE [SIZES [LIBRARIES [ROUNDS [SEEDS]]]]\n", stderr);
        return 64;
    }
    struct run *first = made_run(&random, &small, 1), *run = made_run(&random, &made, 2);
    plain_check(first && run && !archive_append(argv[1], first, &err), argv[1], &err);
    hid_t file = plain_open(argv[1]);
    plain_write(file, run);
    plain_check(H5Fclose(file) >= 0, argv[1], &(struct err){"HDF5 cannot close it"});
    run_free(first);
    run_free(run);
    return 0;
}
