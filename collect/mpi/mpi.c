/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/mpi.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* --- constants --- */

enum { WORLD, BYTE, SINGLE, DOUBLE, SUM, CONSTANTS };

/* An MPI that has MARK. A constant is the address of the object of that name, or else the number.
 */
static const struct abi {
    const char *mark;
    struct {
        const char *object;
        intptr_t number;
    } constants[CONSTANTS];
    intptr_t ignored_status;
} abis[] = {
    {"ompi_mpi_comm_world",
     {[WORLD] = {"ompi_mpi_comm_world", 0},
      [BYTE] = {"ompi_mpi_byte", 0},
      [SINGLE] = {"ompi_mpi_float", 0},
      [DOUBLE] = {"ompi_mpi_double", 0},
      [SUM] = {"ompi_mpi_op_sum", 0}},
     0},
    {"MPIR_Dup_fn", /* named in its mpi.h: MPICH and those that keep to its ABI */
     {[WORLD] = {NULL, 0x44000000},
      [BYTE] = {NULL, 0x4c00010d},
      [SINGLE] = {NULL, 0x4c00040a},
      [DOUBLE] = {NULL, 0x4c00080b},
      [SUM] = {NULL, 0x58000003}},
     1},
};
enum { ABIS = sizeof abis / sizeof *abis };

/* --- functions --- */

/* Handles are int or pointers: both fit the place of an intptr_t. */
static struct {
    int (*initialized)(int *flag);
    int (*init)(int *argc, char ***argv);
    int (*finalize)(void);
    int (*comm_rank)(intptr_t comm, int *rank);
    int (*comm_size)(intptr_t comm, int *size);
    int (*comm_dup)(intptr_t comm, intptr_t *copy);
    int (*send)(const void *, int count, intptr_t type, int to, int tag, intptr_t comm);
    int (*receive)(void *, int count, intptr_t type, int from, int tag, intptr_t comm,
                   intptr_t status);
    int (*sendrecv)(const void *, int, intptr_t, int to, int tag, void *, int, intptr_t, int from,
                    int tag_of_receive, intptr_t comm, intptr_t status);
    int (*version)(char *text, int *length);
} mpi;

static const struct {
    const char *name;
    void *function;
} functions[] = {
    {"MPI_Initialized", &mpi.initialized},
    {"MPI_Init", &mpi.init},
    {"MPI_Finalize", &mpi.finalize},
    {"MPI_Comm_rank", &mpi.comm_rank},
    {"MPI_Comm_size", &mpi.comm_size},
    {"MPI_Comm_dup", &mpi.comm_dup},
    {"MPI_Send", &mpi.send},
    {"MPI_Recv", &mpi.receive},
    {"MPI_Sendrecv", &mpi.sendrecv},
    {"MPI_Get_library_version", &mpi.version},
};

static struct {
    struct bench_mpi handles;
    intptr_t comm; /* our own */
    int rank, ranks, is_started;
} own;

static int bind_functions(void *handle, struct err *err) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *address = dlsym(handle, functions[i].name);
        if (!address)
            return err_set(err, ERR_FAILED, "it needs no MPI: %s is missing", functions[i].name);
        memcpy(functions[i].function, &address, sizeof address);
    }
    return 0;
}

static const struct abi *find_abi(void *handle) {
    for (size_t i = 0; i < ABIS; i++)
        if (dlsym(handle, abis[i].mark))
            return &abis[i];
    return NULL;
}

static int bind_constants(void *handle, struct err *err) {
    const struct abi *abi = find_abi(handle);
    intptr_t values[CONSTANTS];
    if (!abi)
        return err_set(err, ERR_FAILED,
                       "its MPI is neither Open MPI nor MPICH nor one with the ABI of these");
    for (size_t i = 0; i < CONSTANTS; i++)
        values[i] = abi->constants[i].object ? (intptr_t)dlsym(handle, abi->constants[i].object)
                                             : abi->constants[i].number;
    own.handles = (struct bench_mpi){.world = values[WORLD],
                                     .byte = values[BYTE],
                                     .single_ = values[SINGLE],
                                     .double_ = values[DOUBLE],
                                     .sum = values[SUM],
                                     .ignored_status = abi->ignored_status};
    return 0;
}

int mpi_start(void *handle, struct err *err) {
    int is_initialized = 0;
    int status = bind_functions(handle, err);
    if (status == 0)
        status = bind_constants(handle, err);
    if (status)
        return status;
    mpi.initialized(&is_initialized);
    if (!is_initialized && mpi.init(NULL, NULL) != 0)
        return err_set(err, ERR_FAILED, "MPI_Init failed");
    mpi.comm_rank(own.handles.world, &own.rank);
    mpi.comm_size(own.handles.world, &own.ranks);
    if (mpi.comm_dup(own.handles.world, &own.comm) != 0)
        return err_set(err, ERR_FAILED, "MPI_Comm_dup failed");
    own.is_started = 1;
    return 0;
}

void mpi_end(void) {
    if (own.is_started)
        mpi.finalize();
    own.is_started = 0;
}

int mpi_rank(void) {
    return own.rank;
}

int mpi_ranks(void) {
    return own.ranks;
}

const struct bench_mpi *mpi_handles(void) {
    return own.is_started ? &own.handles : NULL;
}

/* "Open MPI v4.1.4, package: ..." and "MPICH Version:\t4.0.2\n..." */
void mpi_version(char *text, size_t size) {
    static char all[8192]; /* MPICH's longest */
    int length = 0;
    mpi.version(all, &length);
    all[strcspn(all, ",\n")] = '\0';
    char *tab = strstr(all, ":\t");
    if (tab)
        memmove(tab, tab + 1, strlen(tab));
    if (tab)
        *tab = ' ';
    snprintf(text, size, "%s", all);
}

/* --- messages --- */

enum { TAG = 1 };

void mpi_send(const void *message, size_t bytes, int to) {
    mpi.send(message, (int)bytes, own.handles.byte, to, TAG, own.comm);
}

void mpi_receive(void *message, size_t bytes, int from) {
    mpi.receive(message, (int)bytes, own.handles.byte, from, TAG, own.comm,
                own.handles.ignored_status);
}

void mpi_exchange(const void *sent, int to, void *received, int from, size_t bytes) {
    mpi.sendrecv(sent, (int)bytes, own.handles.byte, to, TAG, received, (int)bytes,
                 own.handles.byte, from, TAG, own.comm, own.handles.ignored_status);
}
