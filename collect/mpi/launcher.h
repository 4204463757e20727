/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher.h: the program that starts the ranks of an MPI job.
 *
 * Each MPI has its own, and with another's every rank believes to be alone. So the launcher follows
 * from the MPI that a library needs: mpirun of that MPI or, inside a Slurm job, srun. */
#ifndef BENCHMAT_COLLECT_MPI_LAUNCHER_H
#define BENCHMAT_COLLECT_MPI_LAUNCHER_H

#include <stddef.h>
#include <sys/types.h>

#include "formats/text/err.h"

enum { LAUNCHER_TEXT = 4096, LAUNCHER_MOST_WORDS = 48 };

struct launcher {
    char text[LAUNCHER_TEXT];             /* the words, quoted for a shell, for people */
    char room[LAUNCHER_TEXT];             /* their memory */
    char *words[LAUNCHER_MOST_WORDS + 1]; /* end with NULL; behind them comes what it starts */
    size_t count;
    int is_local; /* it starts all ranks on this machine */
};

/* Chooses the launcher for COUNT ranks of the libraries at PATHS: the words WANTED, as a shell
 * splits them, followed by "-n COUNT", or, if they are "", the one that belongs to the MPI that the
 * libraries need. ERR_FAILED: they need no MPI that is known here, or its launcher is not in PATH.
 */
int launcher_choose(struct launcher *launcher, const char *const *paths, size_t path_count,
                    const char *wanted, int ranks, struct err *err);

/* Starts PROGRAM by LAUNCHER, with ENVIRONMENT's variable NAME=VALUE added. What it prints goes
 * where this process prints. Sets PID. If this process ends, the launcher is asked to end, too. */
int launcher_start(const struct launcher *launcher, const char *program, pid_t *pid,
                   struct err *err);

/* Waits a moment for the launcher to end by itself, which it does after the last rank; then asks it
 * to end (SIGTERM), with all ranks, and at last kills it. */
void launcher_end(pid_t pid);

/* --- which CPU --- */

/* Pins this process, a rank that a launcher has started, to a CPU of its own among those that it
 * may run on, by its number among the ranks of its machine. Does nothing if the launcher does not
 * tell that, or has fewer CPUs than ranks here. */
void launcher_pin_rank(void);

#endif
