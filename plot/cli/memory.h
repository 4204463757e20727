/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h: what is said when memory runs out where nobody returns an error. */
#ifndef BENCHMAT_PLOT_CLI_MEMORY_H
#define BENCHMAT_PLOT_CLI_MEMORY_H

/* Where memory has a limit (ulimit -v): a library that ends the program by a signal, as GLib does
 * when it gets no memory or no thread, or that goes on without the memory and crashes, ends it with
 * status 1 instead, and a line of PROGRAM's that names the limit. Files appear once they are whole
 * (formats/files/destination.h), so nothing is left behind. Children that are forked later end as
 * ever. Without a limit a signal is a bug, and nothing is changed. To be called once, before
 * threads are begun; PROGRAM is static. */
void memory_watch(const char *program);

#endif
