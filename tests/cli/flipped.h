/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flipped.h: an archive with one bit flipped in an object header, as every program sees it: what
 * it says is what it says of the whole archive, or it exits with 2. */
#ifndef BENCHMAT_TESTS_CLI_FLIPPED_H
#define BENCHMAT_TESTS_CLI_FLIPPED_H

#include <fcntl.h>

#include "tests/cli/shell.h"
#include "tests/test.h"

/* RUNS runs of two actions over LIBRARIES libraries: several heads are asked for at once. */
#define FLIPPED_ARCHIVE(runs, libraries)                                                           \
    "awk 'BEGIN { for (n = 1; n <= " runs "; n++) {"                                               \
    "  file = n \".csv\"; print \"action,library,size,round,seed,seconds\" >file;"                 \
    "  for (a = 0; a < 2; a++) for (l = 0; l < " libraries "; l++) for (r = 0; r < 4; r++)"        \
    "    for (s = 1; s <= 2; s++) printf \"%s,lib%d,%d,%d,0,%.9g\\n\", a ? \"dot\" : \"axpy\","    \
    "      l, 8 * s, r, 1e-6 * (l + s + 0.01 * ((r * 7 + l * 3 + n) % 5)) >file } }';"             \
    "bench-store import --quiet -o whole.h5 ?.csv"

static const char *const flipped_commands[] = {
    "bench-analyze flipped.h5",
    "bench-analyze --run=all flipped.h5",
    "bench-analyze --action=dot flipped.h5",
    "bench-analyze --history flipped.h5",
    "bench-analyze --fastest flipped.h5",
    "bench-plot --format=svg -o - flipped.h5",
    "bench-plot --kind=history --format=terminal -o - flipped.h5",
    "bench-store list flipped.h5",
    "bench-store info flipped.h5",
    "bench-store show flipped.h5",
    "bench-store export --run=all --to=csv -o - flipped.h5",
};

enum { FLIPPED_COMMANDS = sizeof flipped_commands / sizeof *flipped_commands };

/* Offsets from a signature, OHDR or OCHK: in the signature, version, flags, size, and a type, a
 * size, flags and a body of messages. */
static const int flipped_offsets[] = {5, 4, 6, 8, 0, 7, 12, 10, 16, 24, 40};

enum { FLIPPED_OFFSETS = sizeof flipped_offsets / sizeof *flipped_offsets };

struct flipped {
    struct shell *shell;
    char *right[FLIPPED_COMMANDS];
    unsigned char *bytes; /* of the whole archive */
    size_t size;
    int is_short;               /* of the commands, the first and one of the others for each bit */
    long tried, noticed, wrong; /* bits; of these, found out by some program; commands */
};

static void flipped_begin(struct flipped *f, struct shell *shell) {
    *f = (struct flipped){.shell = shell};
    shell_expect(shell, 0, "cp whole.h5 flipped.h5");
    for (int i = 0; i < FLIPPED_COMMANDS; i++) {
        shell_expect(shell, 0, flipped_commands[i]);
        f->right[i] = strdup(shell->out);
    }
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/whole.h5", shell->directory);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    f->size = (size_t)ftell(file);
    f->bytes = malloc(f->size);
    rewind(file);
    assert_int_equal(fread(f->bytes, 1, f->size, file), f->size);
    fclose(file);
}

static void flipped_end(struct flipped *f) {
    for (int i = 0; i < FLIPPED_COMMANDS; i++)
        free(f->right[i]);
    free(f->bytes);
}

static void flipped_put(const struct flipped *f, size_t at, unsigned char byte) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/flipped.h5", f->shell->directory);
    int fd = open(path, O_WRONLY);
    assert_int_equal(pwrite(fd, &byte, 1, (off_t)at), 1);
    close(fd);
}

/* Returns whether the command noticed. */
static int flipped_run(struct flipped *f, int command, size_t at) {
    int status = shell_run(f->shell, flipped_commands[command]);
    int has_noticed =
        status == 2 || (status == 1 && strstr(f->shell->err, "its reader, with HDF5"));
    if (!has_noticed && (status || strcmp(f->shell->out, f->right[command]) != 0)) {
        f->wrong++;
        fprintf(stderr, "bit %zu of byte %zu: %s exits with %d, and says something else\n", at % 8,
                at, flipped_commands[command], status);
    }
    return has_noticed;
}

static void flipped_try(struct flipped *f, size_t at) {
    int noticed = 0, one = 1 + (int)(f->tried % (FLIPPED_COMMANDS - 1));
    flipped_put(f, at, f->bytes[at] ^ (unsigned char)(1 << at % 8));
    for (int i = 0; i < FLIPPED_COMMANDS; i++)
        if (!f->is_short || i == 0 || i == one)
            noticed |= flipped_run(f, i, at);
    f->tried++;
    f->noticed += noticed;
    flipped_put(f, at, f->bytes[at]);
}

/* One bit of every object header, or continuation of one, by its signature; each at the next of the
 * offsets, beginning with OFFSET. */
static void flipped_scan(struct flipped *f, const char *signature, size_t offset) {
    for (size_t at = 0; at + 64 < f->size; at++)
        if (memcmp(f->bytes + at, signature, 4) == 0)
            flipped_try(f, at + (size_t)flipped_offsets[offset++ % FLIPPED_OFFSETS]);
}

#endif
