/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scalapack.h: one rank's share of a parallel action, beside the serial action that has the same
 * inputs, in the test's own process. */
#ifndef BENCHMAT_TESTS_COLLECT_SCALAPACK_H
#define BENCHMAT_TESTS_COLLECT_SCALAPACK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/actions/scalapack.h"
#include "collect/design/actions.h"
#include "collect/harness/number.h"
#include "collect/harness/workspace.h"

static const struct scalapack_case {
    const char *parallel, *serial, *types;
    size_t inputs; /* matrices */
} scalapack_cases[] = {
    {"parallel_matrix_product", "matrix_matrix_product", "sdcz", 2},
    {"parallel_cholesky", "cholesky", "sdcz", 1},
    {"parallel_lu", "partial_lu_decomp", "sdcz", 1},
    {"parallel_symmetric_eigen", "symmetric_eigen", "sd", 1},
};
enum { SCALAPACK_CASES = sizeof scalapack_cases / sizeof *scalapack_cases };

struct share {
    struct workspace workspace;
    struct design_point design_point;
    struct bench *bench;
    char *arena;
};

/* Lays the action out and returns 0, or returns an error. */
static inline int share_begin(struct share *share, const char *name, char type, int64_t size,
                              int ranks, int block, int rows, const bench_function *routines,
                              struct err *err) {
    const struct bench_action *action = actions_find(name);
    struct workspace_needs needs;
    share->design_point =
        (struct design_point){.size = size, .parameters = {block, rows}, .threads = ranks};
    int status = workspace_measure(action, type, &share->design_point, &needs, err);
    if (status)
        return status;
    share->arena = aligned_alloc(4096, (needs.arena_bytes + 4095) / 4096 * 4096);
    share->bench = &share->workspace.bench;
    return workspace_setup(&share->workspace, action, type, &share->design_point, routines, 0,
                           share->arena, needs.arena_bytes, 1, err);
}

static inline void share_fill(struct share *share, uint64_t seed) {
    workspace_poison(&share->workspace);
    workspace_initialize(&share->workspace, seed);
    workspace_renew(&share->workspace, 1);
}

static inline void share_end(struct share *share) {
    workspace_release(&share->workspace);
    free(share->arena);
}

/* The action's own arrays follow struct scalapack in its state; in that of the serial actions the
 * matrices are first. */
static inline char *share_array(const struct share *share, size_t which) {
    char *array;
    size_t before = share->workspace.action->is_parallel ? sizeof(struct scalapack) : 0;
    memcpy(&array, (char *)share->bench->state + before + which * sizeof array, sizeof array);
    return array;
}

/* How many numbers of input WHICH are not, bit for bit, those of the serial action's. */
static inline size_t share_wrong(const struct share *part, const struct share *whole,
                                 size_t which) {
    const struct scalapack *s = part->bench->state;
    size_t wrong = 0, bytes = part->bench->element;
    const char *here = share_array(part, which), *there = share_array(whole, which);
    for (size_t c = 0; c < s->local_columns; c++)
        for (size_t r = 0; r < s->local_rows; r++) {
            size_t i = scalapack_global_row(s, r), j = scalapack_global_column(s, c);
            wrong += memcmp(here + (c * s->leading + r) * bytes, there + (j * s->n + i) * bytes,
                            bytes) != 0;
        }
    return wrong;
}

#endif
