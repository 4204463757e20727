/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lock.h: one writer, many readers, of one file. Private.
 *
 * Open-file-description locks (fcntl(2)) on bytes far beyond the end of any file, in SQLite's
 * manner (sqlite.org/lockingv3.html):
 *
 *     byte           held for reading by         held for writing by
 *     PENDING        a reader, while it enters   who is about to change the file: none may enter
 *     SHARED         readers                     who changes the file: none is inside
 *     RESERVED                                   who prepares a change; readers go on
 *     RUNS + number                              who still measures the run of that number
 *
 * So that HDF5's own programs never see half a change either, which take flock(2) on what they
 * open: readers and who prepares hold it shared, who changes the file exclusive. The two kinds of
 * locks know nothing of each other. All are gone when the process is. */
#ifndef BENCHMAT_STORE_FILE_LOCK_H
#define BENCHMAT_STORE_FILE_LOCK_H

#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/system.h"

/* --- access --- */

/* How an archive is waited for, and who hears of it. */

struct system;

/* Zero-initialised, and NULL in its place, is what most want. */
struct access {
    /* How many seconds to wait for others who use the archive: 0 is ACCESS_LOCK_TIMEOUT, below 0 is
     * not at all. */
    double lock_timeout;

    /* Is told, in one line without a newline that names the file, what the user should know: that
     * it waits, and for whom (once, after ACCESS_PATIENCE seconds), and that an interrupted change
     * was undone; and that what reads an archive is not filtered, for which LINE is
     * ACCESS_UNFILTERED. LINE is valid until it returns. May be NULL. */
    void (*tell)(void *context, const char *line);
    void *context;

    /* Called once, when whoever reads the archive is forked and makes itself ready: who has other
     * work to do meanwhile may begin threads here, and not before. May be NULL. */
    void (*meanwhile)(void);

    const struct system *system; /* NULL is the machine itself; tests put another here */
};

/* True of all files, so it names none. */
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

/* An open file. FD and PATH (for messages) are borrowed; HOW may be NULL. */
struct lock {
    const struct access *how;
    const struct system *system;
    const char *path;
    int fd;
};

void lock_init(struct lock *lock, int fd, const char *path, const struct access *how);

/* Each waits as HOW says. They return 0, or ERR_FAILED with ERR filled: waited in vain, or there
 * are no locks to be had. */
int lock_to_read(struct lock *lock, struct err *err);    /* nothing held -> reading */
int lock_to_prepare(struct lock *lock, struct err *err); /* nothing held -> preparing */
int lock_to_change(struct lock *lock, struct err *err);  /* preparing -> changing */
void lock_changed(struct lock *lock);                    /* changing -> preparing */
void lock_release(struct lock *lock);                    /* anything -> nothing */

/* Marks the run of that NUMBER as being measured, until FD is closed. -EAGAIN when somebody else
 * has, another negative errno value on failure. */
int lock_hold_run(const struct system *system, int fd, unsigned long number);
/* Whether somebody, through another descriptor than FD, measures the run; or any run at all. */
int lock_run_is_held(const struct system *system, int fd, unsigned long number);
int lock_any_run_is_held(const struct system *system, int fd);

#endif
