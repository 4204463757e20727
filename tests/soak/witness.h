/* SPDX-License-Identifier: GPL-3.0-or-later */
/* witness.h: some of the archives that trials end with, read once more by h5py.
 *
 * Of the images that trials meet for the first time a few are kept, named after what they hold; in
 * the end one Python process reads every array of them, and calculates the same digest from it by
 * the description of the format alone (tests/soak/witness.py). */
#ifndef BENCHMAT_TESTS_SOAK_WITNESS_H
#define BENCHMAT_TESTS_SOAK_WITNESS_H

#include "tests/store/trial.h"

enum { WITNESS_EVERY = 4 };

static char witness_directory[200];
static long witness_seen;

static inline void witness_copy(const char *from, const char *to) {
    char bytes[1 << 16];
    size_t n;
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    if (!in || !out)
        abort();
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
        if (fwrite(bytes, 1, n, out) != n)
            abort();
    if (fclose(out) || fclose(in))
        abort();
}

static inline void witness_take(const char *path, const struct trial_state *state) {
    char copy[300];
    if (strcmp(state->text, "unreadable") == 0 || witness_seen++ % WITNESS_EVERY)
        return;
    snprintf(copy, sizeof copy, "%s/%s-%ld.h5", witness_directory, state->text, witness_seen);
    witness_copy(path, copy);
}

static inline void witness_begin(const char *directory) {
    snprintf(witness_directory, sizeof witness_directory, "%s/witness", directory);
    mkdir(witness_directory, 0777);
    trial_witness = witness_take;
}

/* Syncs that are left out on purpose make archives that nobody can read. */
static inline void witness_pause(void) {
    trial_witness = NULL;
}

/* Returns 0 when all could be read, and hold what they should. */
static inline int witness_end(void) {
    char command[300];
    snprintf(command, sizeof command, "/usr/bin/python3 tests/soak/witness.py '%s'",
             witness_directory);
    fflush(stdout);
    return system(command);
}

#endif
