/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lock.h: lets one writer and many readers share a file. Private.
 *
 * It uses open-file-description locks (fcntl(2)) on bytes far beyond the end of any file, in
 * SQLite's manner (sqlite.org/lockingv3.html):
 *
 *     byte           held for reading by         held for writing by
 *     PENDING        a reader, while it enters   a writer about to change the file: none may enter
 *     SHARED         readers                     a writer that changes the file: nobody is inside
 *     RESERVED                                   a writer that prepares a change; readers go on
 *     RUNS + number                              a process that measures the run of that number
 *
 * HDF5's own programs take flock(2) on the files that they open. So that they never see half a
 * change either, readers and preparing writers also hold flock shared, and the changing writer
 * holds it exclusively. The two kinds of locks are independent. All vanish with the process. */
#ifndef BENCHMAT_STORE_FILE_LOCK_H
#define BENCHMAT_STORE_FILE_LOCK_H

#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/system.h"

/* --- access --- */

/* How long to wait for an archive, and who hears about it. */

struct system;

/* Zero-initialised, or NULL instead of a pointer to it, is what most callers want. */
struct access {
    /* Seconds to wait for others who use the archive: 0 means ACCESS_LOCK_TIMEOUT, negative means
     * not at all. */
    double lock_timeout;

    /* Receives one line for the user, without a newline; the line names the file. It says that the
     * program waits, and for whom (once, after ACCESS_PATIENCE seconds), that an interrupted change
     * was undone, or that the process which reads an archive is not filtered (LINE is then
     * ACCESS_UNFILTERED, which names no file). LINE is valid until the call returns. May be
     * NULL. */
    void (*tell)(void *context, const char *line);
    void *context;

    /* Called once, while the process that reads the archive has been forked and makes itself ready:
     * a caller with other work to do meanwhile may start threads here, and not before. May be
     * NULL. */
    void (*meanwhile)(void);

    const struct system *system; /* NULL: the machine itself; tests use a simulated one */
};

/* It applies to all files, so it names none. */
#define ACCESS_UNFILTERED                                                                          \
    "this system permits no filter of system calls (seccomp): a hostile archive could do harm; "   \
    "read only what you trust"

#define ACCESS_LOCK_TIMEOUT 60.0
#define ACCESS_PATIENCE     0.5

/* --- lock --- */

#define LOCK_PENDING  ((uint64_t)1 << 62)
#define LOCK_RESERVED (LOCK_PENDING + 1)
#define LOCK_SHARED   (LOCK_PENDING + 2)
#define LOCK_RUNS     (LOCK_PENDING + 4096)
#define LOCK_MOST_RUN 999999999ul

/* In place of a number: whoever makes an archive holds it until its first run is there. */
#define LOCK_FIRST_RUN 0ul

/* An open file. FD and PATH (for messages) are borrowed; HOW may be NULL. */
struct lock {
    const struct access *how;
    const struct system *system;
    const char *path;
    int fd;
};

void lock_init(struct lock *lock, int fd, const char *path, const struct access *how);

/* Seconds that they wait. */
double lock_patience(const struct lock *lock);

/* Each waits as HOW says. They return 0, or ERR_FAILED with ERR filled: the wait timed out, or no
 * locks are available. */
int lock_to_read(struct lock *lock, struct err *err);    /* nothing held -> reading */
int lock_to_prepare(struct lock *lock, struct err *err); /* nothing held -> preparing */
int lock_to_change(struct lock *lock, struct err *err);  /* preparing -> changing */
void lock_changed(struct lock *lock);                    /* changing -> preparing */
void lock_release(struct lock *lock);                    /* anything -> nothing */

/* Marks the run of that NUMBER as being measured, until FD is closed. Returns -EAGAIN if somebody
 * else has marked it, another negative errno value on failure. */
int lock_hold_run(const struct system *system, int fd, unsigned long number);
/* Whether somebody measures the run, or any run, through another descriptor than FD. */
int lock_run_is_held(const struct system *system, int fd, unsigned long number);
int lock_any_run_is_held(const struct system *system, int fd);

#endif
