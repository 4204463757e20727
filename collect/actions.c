/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions.h"

#include <string.h>

extern const struct bench_action action_axpy, action_axpby, action_dot,
    action_matrix_vector_product, action_matrix_matrix_product, action_cholesky, action_empty,
    action_spin;

const struct bench_action *const actions[] = {
    &action_axpy,
    &action_axpby,
    &action_dot,
    &action_matrix_vector_product,
    &action_matrix_matrix_product,
    &action_cholesky,
    &action_empty,
    &action_spin,
    NULL,
};

const struct bench_action *actions_find(const char *name) {
    static const char prefix[] = "action_";
    if (strncmp(name, prefix, sizeof prefix - 1) == 0)
        name += sizeof prefix - 1;
    for (const struct bench_action *const *a = actions; *a; a++)
        if (strcmp((*a)->name, name) == 0)
            return *a;
    return NULL;
}
