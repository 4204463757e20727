/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/action_names.h"

#include <stddef.h>
#include <string.h>

/* The classic suite used different names for an action, its results and its settings; people type
 * the names of routines. */
const struct action_alias action_aliases[] = {
    {"matrix_vector", "matrix_vector_product"},
    {"atv", "atv_product"},
    {"trisolve", "trisolve_vector"},
    {"matrix_matrix", "matrix_matrix_product"},
    {"ata", "ata_product"},
    {"aat", "aat_product"},
    {"matrix_trisolve", "trisolve_matrix"},
    {"lu_decomp", "complete_lu_decomp"},
    {"partial_lu", "partial_lu_decomp"},
    {"general_solve", "lu_solve"},
    {"qr_decomp", "qr"},
    {"svd_decomp", "svd"},
    {"symm_ev", "symmetric_eigen"},
    {"gemv", "matrix_vector_product"},
    {"trsv", "trisolve_vector"},
    {"gemm", "matrix_matrix_product"},
    {"trsm", "trisolve_matrix"},
    {"potrf", "cholesky"},
    {"getc2", "complete_lu_decomp"},
    {"getrf", "partial_lu_decomp"},
    {"gesv", "lu_solve"},
    {"geqrf", "qr"},
    {"gels", "least_squares"},
    {"gehrd", "hessenberg"},
    {"sytrd", "tridiagonalization"},
    {"hetrd", "tridiagonalization"},
    {"syev", "symmetric_eigen"},
    {"heev", "symmetric_eigen"},
    {"gesvd", "svd"},
    {"geev", "general_eigen"},
    {"hemv", "symv"},
    {"her2", "syr2"},
    {"herk", "syrk"},
    {"spmv", "sparse_matrix_vector_product"},
    {"triad", "stream_triad"},
    {NULL, NULL},
};

const char *action_name(const char *name) {
    static const char prefix[] = "action_";
    if (strncmp(name, prefix, sizeof prefix - 1) == 0)
        name += sizeof prefix - 1;
    for (const struct action_alias *a = action_aliases; a->alias; a++)
        if (strcmp(a->alias, name) == 0)
            return a->name;
    return name;
}

int action_is_called(const char *action, const char *type, const char *name) {
    if (strcmp(action, name) == 0 || strcmp(action, action_name(name)) == 0)
        return 1;
    int is_routine = *name && strchr("sdcz", *name) && strcmp(action, action_name(name + 1)) == 0;
    return is_routine && (!type || strncmp(type, name, 1) == 0);
}
