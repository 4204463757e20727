/* SPDX-License-Identifier: GPL-3.0-or-later */
/* access.h: how an archive is waited for, and who hears of it. */
#ifndef BENCHMAT_STORE_FILE_ACCESS_H
#define BENCHMAT_STORE_FILE_ACCESS_H

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

#endif
