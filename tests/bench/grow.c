/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grow SOURCE ARCHIVE BYTES: makes ARCHIVE, of SOURCE's first run again and again, until it has so
 * many bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/bench/plain.h"

static void grow(const char *path, struct run *run, hsize_t bytes) {
    hsize_t length = 0;
    hid_t file = plain_open(path);
    for (unsigned long number = 1000000; length < bytes; number++) {
        plain_rename(run, number);
        plain_write(file, run);
        H5Fget_filesize(file, &length);
    }
    plain_check(H5Fclose(file) >= 0, path, &(struct err){"HDF5 cannot close it"});
}

int main(int argc, char **argv) {
    struct err err = {""};
    if (argc != 4) {
        fputs("usage: grow SOURCE ARCHIVE BYTES\n", stderr);
        return 64;
    }
    struct run *run = plain_take_run(argv[1]);
    int code = archive_append(argv[2], run, &err);
    plain_check(!code, argv[2], &err);
    grow(argv[2], run, strtoull(argv[3], NULL, 10));
    run_free(run);
    return 0;
}
