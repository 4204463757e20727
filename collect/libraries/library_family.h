/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_family.h: the vendors of libraries, and how to recognise their files.
 *
 * One table of path patterns says both where to look and what to call what was found. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_FAMILY_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_FAMILY_H

enum { LIBRARY_NAME_SIZE = 64 }; /* bytes of a name with its terminator */

/* What libraries are for; a library may be of several kinds. */
enum library_kind {
    KIND_LINEAR_ALGEBRA = 1,
    KIND_TRANSFORMS = 2,
    KIND_NUMERICAL = KIND_LINEAR_ALGEBRA | KIND_TRANSFORMS,
    KIND_SETS = 4,              /* collect/set.h */
    KIND_ALLOCATORS = 8,        /* malloc and free */
    KIND_PARALLEL_ALGEBRA = 16, /* ScaLAPACK */
    KIND_MPI = 32,
    KIND_DEVICE = 64,   /* calculates on a device; measured only where it is named */
    KIND_SORTING = 128, /* sort, lower_bound; the builtin one comes with benchmat */
    KIND_ANY = KIND_NUMERICAL | KIND_SETS | KIND_ALLOCATORS | KIND_PARALLEL_ALGEBRA | KIND_MPI |
               KIND_DEVICE | KIND_SORTING,
};

/* What a path tells about a library. All texts are clean UTF-8 without '=' and '/'. */
struct library_identity {
    char family[LIBRARY_NAME_SIZE];  /* "openblas"; for an unknown vendor the file's own name */
    char flavour[LIBRARY_NAME_SIZE]; /* integer width and threading: "64-pthread", "serial", "" */
    char version[LIBRARY_NAME_SIZE]; /* "0.3.21" or ""; for a generic file its name, "libblas" */
    int is_generic; /* a file that only stands in for its family's own: openblas-x/libblas.so.3 */
};

/* Sets IDENTITY to what PATH, a real path, tells. */
void library_family_identify(const char *path, struct library_identity *identity);

/* Whether the file at PATH looks like a library of a known vendor, and whether a directory called
 * NAME inside a library directory may contain some. */
int library_family_expects(const char *path);
int library_family_lives_in(const char *name);

/* The files, relative to the directory of a library of FAMILY, that may complete it with CBLAS,
 * LAPACK or another precision; ends with NULL. A file counts only if it has the same family and
 * flavour. */
const char *const *library_family_companions(const char *family);

/* The kind of the library at PATH. An unknown vendor's may be of any. */
enum library_kind library_family_kind(const char *path);

/* The kind of library that has ROUTINE, by its name or the pattern of it; NULL, as of a plug-in,
 * whose routines are not known: a numerical one. */
enum library_kind library_family_kind_of_routine(const char *routine);

/* Whether the library at PATH may have that ROUTINE, by their kinds. */
int library_family_may_have(const char *path, const char *routine);

/* Whether FILE ends in ".so" or in ".so." and numbers. */
int library_family_is_shared_object(const char *file);

#endif
