/* SPDX-License-Identifier: GPL-3.0-or-later */
/* open_run ARCHIVE NUMBER REPEATS: how long the library takes to open an archive, read its NUMBERth
 * run whole and close it again. Prints the seconds of each repeat. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "store/archive/archive.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int open_run(const char *path, size_t number, struct err *err) {
    struct archive *archive;
    struct run *run = NULL;
    int code = archive_open(&archive, path, err);
    if (!code)
        code = number <= archive_run_count(archive)
                   ? archive_read_run(archive, number - 1, NULL, &run, err)
                   : err_set(err, ERR_USAGE, "%s has no run %zu", path, number);
    run_free(run);
    archive_close(archive);
    return code;
}

int main(int argc, char **argv) {
    size_t number = argc > 3 ? strtoul(argv[2], NULL, 10) : 0;
    struct err err = {""};
    int code = 0;
    if (!number) {
        fputs("usage: open_run ARCHIVE NUMBER REPEATS\n", stderr);
        return 64;
    }
    for (long r = strtol(argv[3], NULL, 10); r > 0 && !code; r--) {
        double begin = now();
        code = open_run(argv[1], number, &err);
        printf("%.6f\n", now() - begin);
    }
    if (code)
        fprintf(stderr, "open_run: %s\n", err.message);
    return err_exit_status(code);
}
