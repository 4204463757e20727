/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library.h: which shared objects, or programs in their place, a command line means, and what
 * people call them.
 *
 * Nothing here loads a library: its code runs only in a worker. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_H

#include <stddef.h>

#include "collect/libraries/builds.h"
#include "collect/libraries/library_family.h"
#include "formats/text/err.h"

enum { LIBRARY_MAX_OBJECTS = 4 };

/* A library: the shared objects that are loaded, in this order, to get its symbols. Usually it is
 * one; a second may be the same vendor's LAPACK in a file of its own (netlib, ATLAS), or single
 * precision (FFTW).
 *
 * A chain is a LAPACK over a BLAS of any vendor: first the BLAS, then the LAPACK, which is made to
 * call that BLAS whatever name it asks for. A routine is taken from the last object that has it. */
struct library {
    char *name; /* "openblas", "lapack+openblas", or what NAME=path said; unique in its list */
    char *paths[LIBRARY_MAX_OBJECTS]; /* real paths; the first is the library itself */
    size_t path_count;                /* 0: not a library, but the action's own */
    int is_chain; /* 1: each object after the first calls those before it, from the bottom up */
    int implementation; /* if path_count is 0, or of plain functions: its number */
    int was_found;      /* on this system, without being asked for */
    int word;           /* the number of the word that named it, from 1; 0: no other has its word */
    char *command;      /* the words that start a program (program.h), whose file is the first path;
                           NULL:      shared objects are loaded */
    struct builds builds; /* files that the user made, of which each round loads one in the first
                             path's place; that is one of them. None: it is installed */
    char *relink; /* the command that makes another build for each round; the only one of BUILDS is
                     where it has made the first. NULL: none */
};

struct libraries {
    struct library *items;
    size_t count;
};

/* Finds all numerical libraries of known vendors in the places where systems keep them, sorted by
 * name. A real file is listed once. Finding none is not an error. */
int library_find_installed(struct libraries *found, struct err *err);

/* Finds the libraries that ARGUMENTS mean, in their order. An argument is one of
 *   - "builtin", which is BUILTIN_PATH, or the name of one of the sets beside it: "striped";
 *   - a path, with a slash in it;
 *   - a file name ending in ".so" or ".so.N...", in the working directory or a library directory;
 *   - the name of an installed library; "openblas" is also every installed "openblas-..." if no
 *     library has that very name, and "openblas-pthread" also an "openblas" of that flavour;
 *   - LAPACK+BLAS, a chain. BLAS is one of the above, or "all" for every installed library. LAPACK
 *     is "lapack" or "netlib-lapack" for netlib's ("lapack64" with 64-bit integers); a path or a
 *     file name as above; the name of an installed library, for its LAPACK; or "all" for the LAPACK
 *     of every installed library that has it in a file of its own. If either means several, so does
 *     the chain. A ScaLAPACK may stand in the LAPACK's place; netlib's LAPACK is then put between
 *     the two. A '+' in a path or a file name that exists is part of it;
 *   - a script, by its path or its name in the working directory: a file whose extension or whose
 *     "#!" tells how to start it (program.h); or a command that ends with " --worker";
 *   - "NAME=" and one of these, if it means one library. NAME has 1 to 63 bytes of UTF-8 without
 *     '=', '/' and control characters;
 *   - "NAME=" and a pattern, such as "old-*.so": several builds of one source, as one library.
 * Without arguments: all installed libraries of the KINDS, and the builtin one if these include
 * sorting, or linear algebra and none of them is a BLAS.
 *
 * Arguments that mean the same real file count once, unless a NAME= tells them apart; a file that
 * completes another library of the list (netlib's LAPACK) does not count by itself. A chain is a
 * different library from those whose files it has.
 *
 * Names from NAME=, and names that asked for installed libraries, stay as they are
 * ("lapack+openblas"); other chains are named after the families of both, with "lapack" for
 * netlib's. Only a worker finds out whether a LAPACK works over a BLAS at all.
 *
 * ERR_USAGE: an unknown name or a missing file; the message lists the installed names. On failure
 * LIBRARIES is empty; otherwise the caller gives it to libraries_release. */
int library_resolve(char *const *arguments, size_t count, const char *builtin_path,
                    enum library_kind kinds, struct libraries *libraries, struct err *err);

void libraries_release(struct libraries *libraries);

/* Adds a copy of LIBRARY to LIBRARIES, which has room for it. ERR_FAILED: memory runs out. */
int libraries_append_copy(struct libraries *libraries, const struct library *library,
                          struct err *err);

/* Whether any of them is a program. */
int libraries_have_program(const struct libraries *libraries);

/* Whether any of them calculates on a device, by its file's name. */
int libraries_have_device(const struct libraries *libraries);

/* Whether A and B are the same files, combined or started in the same way, or the same
 * implementation, whatever their names. */
int library_is_same(const struct library *a, const struct library *b);

/* Writes to NAME what people call the library at PATH, a real path: its family ("openblas", "blis",
 * "atlas", "netlib", "gslcblas", ...) by a table of path patterns, else the file's name without
 * "lib", ".so" and versions. FLAVOUR gets what distinguishes members of a family ("pthread",
 * "openmp", "serial", "64-pthread", or the version, or ""). */
void library_name(const char *path, char *name, size_t name_size, char *flavour,
                  size_t flavour_size);

/* --- library paths --- */

/* The directories in which this system keeps shared objects. */

enum { LIBRARY_PATHS_MAX = 256 }; /* further directories are ignored */

/* Real paths of existing directories, without duplicates. Zero-initialised: empty. */
struct library_paths {
    char **items;
    size_t count;
    int incomplete; /* memory ran out */
};

/* Adds all directories, in the order in which the loader searches: those of LD_LIBRARY_PATH, those
 * of /etc/ld.so.conf (ld.so(8), ldconfig(8)), then the usual ones and those that vendors use. */
void library_paths_find(struct library_paths *paths);

/* Adds the directories named in FILE, which has ld.so.conf's format; follows "include". */
void library_paths_add_conf(struct library_paths *paths, const char *file);

/* Returns the path of the first FILE in any of the directories, which the caller must free; NULL if
 * there is none. */
char *library_paths_search(const struct library_paths *paths, const char *file);

void library_paths_release(struct library_paths *paths);

#endif
