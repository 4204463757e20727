/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpi.h: the MPI that a library belongs to, found when it is loaded.
 *
 * No mpi.h of any MPI is needed to build this: functions are looked up by name, and the constants,
 * which differ between MPIs, are in a table (MPICH's ABI initiative, https://www.mpich.org/abi, and
 * Open MPI's mpi.h). A process has one MPI. All functions are for one thread. */
#ifndef BENCHMAT_COLLECT_MPI_MPI_H
#define BENCHMAT_COLLECT_MPI_MPI_H

#include <stddef.h>

#include "collect/action.h"
#include "formats/text/err.h"

/* Begins MPI, unless that is done, in the library with that HANDLE of dlopen or one that it needs.
 * ERR_FAILED: it has no MPI, or one that is not in the table. Whatever else goes wrong, MPI itself
 * ends the process. */
int mpi_start(void *handle, struct err *err);

/* Ends MPI. */
void mpi_end(void);

/* This process's number, from 0, and how many there are. */
int mpi_rank(void);
int mpi_ranks(void);

/* For actions. NULL before mpi_start. */
const struct bench_mpi *mpi_handles(void);

/* Writes its name and version, such as "Open MPI v4.1.4". */
void mpi_version(char *text, size_t size);

/* Sends BYTES bytes to rank TO; receives as many from rank FROM; both at once. These messages never
 * meet those of the library. */
void mpi_send(const void *message, size_t bytes, int to);
void mpi_receive(void *message, size_t bytes, int from);
void mpi_exchange(const void *sent, int to, void *received, int from, size_t bytes);

#endif
