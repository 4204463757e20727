/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_list.h: builds a list of libraries, without duplicate files or names. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_LIST_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_LIST_H

#include <stddef.h>

#include "collect/libraries/builds.h"
#include "collect/libraries/library.h"
#include "collect/libraries/library_family.h"
#include "formats/text/err.h"

/* Where a library's name comes from. */
enum library_naming {
    NAMED_BY_FILE,      /* its family, and what distinguishes it from others in the list */
    NAMED_AS_INSTALLED, /* the name that asked for it, unchanged */
    NAMED_BY_USER,      /* likewise, and the user may give one file several names */
};

struct library_entry {
    char name[LIBRARY_NAME_SIZE];
    enum library_naming naming;
    struct library_identity identity;
    char *paths[LIBRARY_MAX_OBJECTS];
    size_t path_count;
    int is_chain;
    char *command; /* of a program; NULL: shared objects */
    int word;      /* the number of the word that named it, from 1; 0: not set yet */
    struct builds builds;
};

/* Zero-initialised: empty. */
struct library_list {
    struct library_entry *items;
    size_t count;
};

/* Adds the library whose file is PATH, with its companions, unless the list has it. NAME is its
 * name unless NAMING is NAMED_BY_FILE. ERR_USAGE: the list has NAME for another file. */
int library_list_add(struct library_list *list, const char *path, enum library_naming naming,
                     const char *name, struct err *err);

/* The same of files that the user made: BUILDS of one source, which are copied. If they are several
 * they have no companions. */
int library_list_add_builds(struct library_list *list, const struct builds *builds,
                            enum library_naming naming, const char *name, struct err *err);

/* Adds the program whose file is PATH and which COMMAND starts, unless the list has it. A program
 * has no companions and is not a companion. */
int library_list_add_program(struct library_list *list, const char *path, const char *command,
                             enum library_naming naming, const char *name, struct err *err);

/* Adds the chain of PATHS, from the bottom up (see struct library), unless the list has it. A chain
 * has no companions and is not a companion. Its flavour and version are those of the first path;
 * its family names the families of all, from the top down: "lapack+openblas". */
int library_list_add_chain(struct library_list *list, const char *const *paths, size_t count,
                           enum library_naming naming, const char *name, struct err *err);

/* Drops the generic files of families whose own file is in the list and in the same directory. */
void library_list_drop_generic(struct library_list *list);

/* Sets the final names: a family's name alone; with "-flavour" if the list has other flavours of
 * it; with "-version" if that is not enough; finally with "-2", "-3". Fails only if memory runs
 * out. */
int library_list_name(struct library_list *list, struct err *err);

void library_list_sort(struct library_list *list); /* by name */

/* Copies the list to LIBRARIES, which the caller gives to libraries_release, also after a failure.
 */
int library_list_export(const struct library_list *list, struct libraries *libraries,
                        struct err *err);

void library_list_release(struct library_list *list);

#endif
