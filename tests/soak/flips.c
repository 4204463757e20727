/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flips: one bit of every byte of an archive is flipped and the archive read; of every 13th byte,
 * and the archive verified. */
#include "tests/store/flips.h"
#include "tests/store/sample.h"

/* HDF5 itself loses memory when it gives up on a damaged file. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libhdf5";
}

enum { READ_EVERY = 1, VERIFY_EVERY = 13 };

static struct run *append_one(const char *path, const char *uuid) {
    struct run *run = sample_run();
    facts_set_text(&run->facts, FACT_UUID, uuid);
    if (archive_append(path, run, NULL))
        exit(1);
    return run;
}

static long told(const char *what, struct flips flips) {
    printf("%-10s %6ld bits flipped, %6ld found, %ld wrong\n", what, flips.tried, flips.found,
           flips.wrong);
    fflush(stdout);
    return flips.wrong + (flips.found == 0);
}

int main(void) {
    char directory[64], path[128];
    strcpy(directory, sample_directory());
    snprintf(path, sizeof path, "%s/results.h5", directory);
    struct run *first = append_one(path, "0b8f6b9e-0000-4000-8000-000000000001");
    long wrong = told("read", flips_of_reading(path, first, READ_EVERY));
    struct run *second = append_one(path, "0b8f6b9e-0000-4000-8000-000000000002");
    wrong += told("verified", flips_of_verifying(path, VERIFY_EVERY));
    run_free(first);
    run_free(second);
    sample_remove(directory);
    return wrong != 0;
}
