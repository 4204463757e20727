/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library.h: which shared objects a command line means, and what people call them.
 *
 * Nothing here loads anything: a library's code runs in a worker only. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_H

#include <stddef.h>

#include "formats/text/err.h"

enum { LIBRARY_MAX_OBJECTS = 4 };

/* A library: the shared objects that are loaded, in this order, to get its symbols. Mostly one;
 * a LAPACK of the same vendor that lives in a file of its own (netlib, ATLAS) is a second, and so
 * is single precision (FFTW).
 *
 * A chain is a LAPACK over a BLAS of anybody's: the BLAS, then the LAPACK, which is made to call
 * that BLAS whatever name it asks for. A routine is that of the last object that has it. */
struct library {
    char *name; /* "openblas", "lapack+openblas", or what NAME=path said; unique in its list */
    char *paths[LIBRARY_MAX_OBJECTS]; /* real paths; the first is the library itself */
    size_t path_count;                /* 0: no library, but the action's own */
    int is_chain; /* 1: each object after the first calls those before it, from the bottom up */
    int implementation; /* without paths: of that number */
    int was_found;      /* on this system, without being asked for */
};

struct libraries {
    struct library *items;
    size_t count;
};

/* All libraries of known vendors found where systems keep them, sorted by name. The same real file
 * is listed once. None is not an error. */
int library_find_installed(struct libraries *found, struct err *err);

/* The libraries that ARGUMENTS mean, in their order. An argument is one of
 *   - "builtin", which is BUILTIN_PATH;
 *   - a path, with a slash in it;
 *   - a file name ending in ".so" or ".so.N...", in the working directory or a library directory;
 *   - the name of an installed library; "openblas" is also every installed "openblas-..." when it
 *     is no name of its own, and "openblas-pthread" also an "openblas" that is of that flavour;
 *   - LAPACK+BLAS, a chain. BLAS is one of the above, or "all" for every installed library. LAPACK
 *     is "lapack" or "netlib-lapack", netlib's ("lapack64" with 64-bit integers); a path or a file
 *     name as above; the name of an installed library, whose LAPACK is meant; or "all" for that of
 *     every installed one that has it in a file of its own. Where either means several, so does
 *     the chain. A '+' in a path or a file name that exists is part of it.
 *   - "NAME=" and one of these, if it means one library. NAME has 1 to 63 bytes of UTF-8 without
 *     '=', '/' and control characters.
 * Without arguments: all that are installed, and the builtin one where none of them is a BLAS.
 * Arguments that mean the same real file count once, unless a NAME= tells them apart; a file that
 * completes another library of the list (netlib's LAPACK) does not count by itself. A chain is
 * another library than those whose files it has.
 * Names that NAME= gave or under which installed libraries were asked for stay as they are
 * ("lapack+openblas"); other chains are called by the families of both, with "lapack" for netlib's.
 * Whether a LAPACK can be put over a BLAS at all only a worker finds out. An unknown name or a
 * missing file is an ERR_USAGE that lists the installed names. On failure LIBRARIES is empty;
 * otherwise the caller gives it to libraries_release. */
int library_resolve(char *const *arguments, size_t count, const char *builtin_path,
                    struct libraries *libraries, struct err *err);

void libraries_release(struct libraries *libraries);

/* Whether A and B are the same files put together in the same way, or the same implementation,
 * whatever they are called. */
int library_is_same(const struct library *a, const struct library *b);

/* The name that people use for the library at PATH, a real path, written to NAME: its family
 * ("openblas", "blis", "atlas", "netlib", "gslcblas", ...) by a table of path patterns, else the
 * file's name without "lib", ".so" and versions. FLAVOUR gets what tells two of a family apart
 * ("pthread", "openmp", "serial", "64-pthread", or the version, or ""). */
void library_name(const char *path, char *name, size_t name_size, char *flavour,
                  size_t flavour_size);

/* --- library paths --- */

/* The directories in which this system keeps shared objects. */

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
