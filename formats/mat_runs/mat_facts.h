/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_facts.h: facts as a struct of MATLAB. Each is a field: a row of characters, an int64 or a
 * double. Where any has a name that is no identifier, a second struct, called as the first and
 * "_names", has the true names by the same fields. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_FACTS_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_FACTS_H

#include "formats/model/facts.h"
#include "formats/mat/mat_build.h"

/* The most that are read of one struct: each is looked for among the others. */
enum { MAT_MOST_FACTS = 1000 };

/* Adds FACTS to PARENT as the struct NAME; nothing where there are none. */
void mat_facts_add(struct mat_build *build, struct mat_fields *parent, const char *name,
                   const struct facts *facts);

/* Sets in FACTS what the struct NAME of PARENT has; fields that are no facts are left out. More
 * than MAT_MOST_FACTS leave facts->incomplete. */
void mat_facts_read(struct facts *facts, const struct mat_array *parent, const char *name);

/* The text in the field NAME of NAMES, made printable, to be freed; where there is none, OTHERWISE.
 * NULL when there is no memory. */
char *mat_facts_true_name(const struct mat_array *names, const char *name, const char *otherwise);

#endif
