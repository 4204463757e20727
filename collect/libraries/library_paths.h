/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_paths.h: the directories in which this system keeps shared objects. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_PATHS_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_PATHS_H

#include <stddef.h>

enum { LIBRARY_PATHS_MAX = 256 }; /* more directories than this are not looked into */

/* Real paths of directories that exist, each once. Zero-initialised is empty. */
struct library_paths {
    char **items;
    size_t count;
    int incomplete; /* memory ran out */
};

/* Adds all there are, in the order in which the loader would search: those of LD_LIBRARY_PATH,
 * those of /etc/ld.so.conf (ld.so(8), ldconfig(8)), then the usual ones and those where vendors put
 * theirs. */
void library_paths_find(struct library_paths *paths);

/* Adds the directories that FILE, in ld.so.conf's format, names; "include" is followed. */
void library_paths_add_conf(struct library_paths *paths, const char *file);

/* The path of the first FILE in any of the directories, to be freed; NULL when there is none. */
char *library_paths_search(const struct library_paths *paths, const char *file);

void library_paths_release(struct library_paths *paths);

#endif
