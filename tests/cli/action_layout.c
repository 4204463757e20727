/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the types and constants of action.f90 with those of action.h; action_layout.f90 calls
 * what is here. Prints what differs, and ends with 1 if anything does. */
#include <stdio.h>
#include <string.h>

#include "collect/action.h"

void begin_type(const char *address, size_t bytes);
void member(const char *address, size_t bytes);
void tell_types(void);
void tell_constants(int *abi, int *max_parameters, int *max_counters, int *operations,
                    int *iterations);
void bench_fill_plugin(void);

static const struct {
    const char *name;
    size_t offset, bytes; /* an offset of WHOLE: a type, whose members follow */
} expected[] = {
#define WHOLE ((size_t)-1)
#define TYPE(type)                                                                                 \
    { #type, WHOLE, sizeof(struct type) }
#define MEMBER(type, member)                                                                       \
    { #type "%" #member, offsetof(struct type, member), sizeof(((struct type *)0)->member) }
    TYPE(bench),
    MEMBER(bench, size),
    MEMBER(bench, type),
    MEMBER(bench, element),
    MEMBER(bench, parameters),
    MEMBER(bench, routines),
    MEMBER(bench, c_interface),
    MEMBER(bench, state),
    MEMBER(bench, copy_stride),
    MEMBER(bench, services),
    MEMBER(bench, rank),
    MEMBER(bench, ranks),
    MEMBER(bench, mpi),
    TYPE(bench_mpi),
    MEMBER(bench_mpi, world),
    MEMBER(bench_mpi, byte),
    MEMBER(bench_mpi, single_),
    MEMBER(bench_mpi, double_),
    MEMBER(bench_mpi, sum),
    MEMBER(bench_mpi, ignored_status),
    TYPE(bench_services),
    MEMBER(bench_services, allocate),
    MEMBER(bench_services, output),
    MEMBER(bench_services, original),
    MEMBER(bench_services, uniform),
    MEMBER(bench_services, fill),
    MEMBER(bench_services, fill_symmetric),
    MEMBER(bench_services, set_seconds),
    MEMBER(bench_services, begin_region),
    MEMBER(bench_services, end_region),
    MEMBER(bench_services, count),
    MEMBER(bench_services, give_up),
    MEMBER(bench_services, wrong),
    MEMBER(bench_services, fill_part),
    MEMBER(bench_services, sum),
    TYPE(bench_thread),
    MEMBER(bench_thread, bench),
    MEMBER(bench_thread, number),
    MEMBER(bench_thread, count),
    MEMBER(bench_thread, state),
    MEMBER(bench_thread, counters),
    MEMBER(bench_thread, operations),
    MEMBER(bench_thread, random),
    MEMBER(bench_thread, stop),
    TYPE(bench_routine),
    MEMBER(bench_routine, fortran),
    MEMBER(bench_routine, c),
    TYPE(bench_implementation),
    MEMBER(bench_implementation, name),
    MEMBER(bench_implementation, function),
    TYPE(bench_parameter),
    MEMBER(bench_parameter, name),
    MEMBER(bench_parameter, about),
    MEMBER(bench_parameter, value),
    TYPE(bench_action),
    MEMBER(bench_action, abi),
    MEMBER(bench_action, struct_bytes),
    MEMBER(bench_action, name),
    MEMBER(bench_action, about),
    MEMBER(bench_action, size_means),
    MEMBER(bench_action, largest),
    MEMBER(bench_action, types),
    MEMBER(bench_action, routines),
    MEMBER(bench_action, implementations),
    MEMBER(bench_action, parameters),
    MEMBER(bench_action, state_bytes),
    MEMBER(bench_action, begin_run),
    MEMBER(bench_action, end_run),
    MEMBER(bench_action, setup),
    MEMBER(bench_action, begin_round),
    MEMBER(bench_action, end_round),
    MEMBER(bench_action, initialize),
    MEMBER(bench_action, begin_batch),
    MEMBER(bench_action, end_batch),
    MEMBER(bench_action, calculate),
    MEMBER(bench_action, residual),
    MEMBER(bench_action, tolerance),
    MEMBER(bench_action, flops),
    MEMBER(bench_action, bytes),
    MEMBER(bench_action, flops_formula),
    MEMBER(bench_action, bytes_formula),
    MEMBER(bench_action, operate),
    MEMBER(bench_action, prefill),
    MEMBER(bench_action, level),
    MEMBER(bench_action, check),
    MEMBER(bench_action, thread_bytes),
    MEMBER(bench_action, counters),
    MEMBER(bench_action, is_preloaded),
    MEMBER(bench_action, is_parallel),
    MEMBER(bench_action, is_collective),
    MEMBER(bench_action, smallest_power),
    MEMBER(bench_action, renew),
};
enum { EXPECTED = sizeof expected / sizeof *expected };

static const char *type;
static size_t told;
static int differences;

static void compare(size_t offset, size_t bytes) {
    if (told < EXPECTED && (offset != expected[told].offset || bytes != expected[told].bytes)) {
        printf("%s: offset %zd, %zu bytes; in Fortran %zd, %zu\n", expected[told].name,
               expected[told].offset, expected[told].bytes, offset, bytes);
        differences++;
    }
    told++;
}

void begin_type(const char *address, size_t bytes) {
    type = address;
    compare(WHOLE, bytes);
}

void member(const char *address, size_t bytes) {
    compare((size_t)(address - type), bytes);
}

static void expect(const char *name, long long ours, long long theirs) {
    if (ours != theirs) {
        printf("%s: %lld; in Fortran %lld\n", name, ours, theirs);
        differences++;
    }
}

int main(void) {
    int abi, max_parameters, max_counters, operations, iterations;
    tell_types();
    expect("types and members", EXPECTED, (long long)told);
    tell_constants(&abi, &max_parameters, &max_counters, &operations, &iterations);
    expect("BENCH_ACTION_ABI", BENCH_ACTION_ABI, abi);
    expect("BENCH_MAX_PARAMETERS", BENCH_MAX_PARAMETERS, max_parameters);
    expect("BENCH_MAX_COUNTERS", BENCH_MAX_COUNTERS, max_counters);
    expect("BENCH_OPERATIONS", BENCH_OPERATIONS, operations);
    expect("BENCH_ITERATIONS", BENCH_ITERATIONS, iterations);
    bench_fill_plugin();
    expect("bench_plugin%abi", BENCH_ACTION_ABI, bench_plugin.abi);
    expect("bench_plugin%struct_bytes", sizeof bench_plugin, bench_plugin.struct_bytes);
    expect("the name is \"layout\"", 0, strcmp(bench_plugin.name, "layout"));
    return differences != 0;
}
