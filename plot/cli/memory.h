/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h: ends the program with a message if a library runs out of memory without an error. */
#ifndef BENCHMAT_PLOT_CLI_MEMORY_H
#define BENCHMAT_PLOT_CLI_MEMORY_H

/* Call this once, before starting threads. If memory has a limit (ulimit -v), a library may fail
 * when it gets no memory: GLib ends the program by a signal if it gets no memory or no thread, and
 * other libraries go on without the memory and crash. memory_watch then ends the program with
 * status 1 and a line from PROGRAM that names the limit. Nothing is left behind: files appear
 * only when they are complete, and what was begun of them is removed (formats/files/destination.h).
 * Child processes forked later end as usual. Without a limit a signal means a bug, so memory_watch
 * changes nothing. */
void memory_watch(const char *program);

#endif
