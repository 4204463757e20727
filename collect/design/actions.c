/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/design/actions.h"

#include <string.h>

extern const struct bench_action action_axpy, action_axpby, action_dot, action_nrm2, action_rot,
    action_scal, action_copy, action_matrix_vector_product, action_atv_product, action_symv,
    action_syr2, action_ger, action_trisolve_vector, action_matrix_matrix_product,
    action_ata_product, action_aat_product, action_trmm, action_trisolve_matrix, action_syrk,
    action_cholesky, action_complete_lu_decomp, action_partial_lu_decomp, action_lu_solve,
    action_qr, action_least_squares, action_hessenberg, action_tridiagonalization,
    action_symmetric_eigen, action_svd, action_general_eigen, action_empty, action_spin,
    action_fft_1d, action_fft_2d, action_fft_3d, action_sparse_matrix_vector_product,
    action_conjugate_gradient, action_stream_triad, action_peak_flops, action_pointer_chase,
    action_counter, action_queue, action_barrier, action_thread_create, action_prime_count,
    action_concurrent_set, action_allocate, action_parallel_matrix_product,
    action_parallel_cholesky, action_parallel_lu, action_parallel_symmetric_eigen, action_ping_pong,
    action_broadcast, action_allreduce, action_alltoall, action_empty_operation, action_sort,
    action_lower_bound;

const struct bench_action *const actions[] = {
    &action_axpy,
    &action_axpby,
    &action_dot,
    &action_nrm2,
    &action_rot,
    &action_scal,
    &action_copy,
    &action_matrix_vector_product,
    &action_atv_product,
    &action_symv,
    &action_syr2,
    &action_ger,
    &action_trisolve_vector,
    &action_matrix_matrix_product,
    &action_ata_product,
    &action_aat_product,
    &action_trmm,
    &action_trisolve_matrix,
    &action_syrk,
    &action_cholesky,
    &action_complete_lu_decomp,
    &action_partial_lu_decomp,
    &action_lu_solve,
    &action_qr,
    &action_least_squares,
    &action_hessenberg,
    &action_tridiagonalization,
    &action_symmetric_eigen,
    &action_svd,
    &action_general_eigen,
    &action_empty,
    &action_spin,
    &action_fft_1d,
    &action_fft_2d,
    &action_fft_3d,
    &action_sparse_matrix_vector_product,
    &action_conjugate_gradient,
    &action_stream_triad,
    &action_peak_flops,
    &action_pointer_chase,
    &action_sort,
    &action_lower_bound,
    &action_counter,
    &action_queue,
    &action_barrier,
    &action_thread_create,
    &action_prime_count,
    &action_concurrent_set,
    &action_allocate,
    &action_parallel_matrix_product,
    &action_parallel_cholesky,
    &action_parallel_lu,
    &action_parallel_symmetric_eigen,
    &action_ping_pong,
    &action_broadcast,
    &action_allreduce,
    &action_alltoall,
    &action_empty_operation,
    NULL,
};

const struct bench_action *actions_find(const char *name) {
    name = action_name(name);
    for (const struct bench_action *const *a = actions; *a; a++)
        if (strcmp((*a)->name, name) == 0)
            return *a;
    return NULL;
}

const struct bench_action *actions_find_routine(const char *name, char *type) {
    const struct bench_action *action = *name ? actions_find(name + 1) : NULL;
    int is_routine = action && action->routines && action->routines[0].fortran;
    if (!is_routine || !strchr(action->types ? action->types : "sd", *name))
        return NULL;
    *type = *name;
    return action;
}

size_t actions_idle(const char *name, bench_function routines[IDLE_ROUTINES]) {
    static const struct {
        const char *name;
        const bench_function *routines;
        size_t count;
    } idle[] = {
        {"allocate", allocate_idle, 2},
        {"barrier", barrier_idle, 1},
        {"concurrent_set", concurrent_set_idle, IDLE_ROUTINES},
        {"counter", counter_idle, 1},
        {"prime_count", prime_count_idle, 1},
        {"queue", queue_idle, 1},
        {"thread_create", thread_create_idle, 1},
    };
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (strcmp(idle[i].name, name) == 0) {
            memcpy(routines, idle[i].routines, idle[i].count * sizeof *routines);
            return idle[i].count;
        }
    return 0;
}

int actions_have_kernel(const char *name) {
    static const char *const with_kernels[] = {"peak_flops", "stream_triad"};
    for (size_t i = 0; i < sizeof with_kernels / sizeof *with_kernels; i++)
        if (strcmp(with_kernels[i], name) == 0)
            return 1;
    return 0;
}
