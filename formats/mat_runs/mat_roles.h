/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_roles.h: what the variables of an action in another program's MAT-file are, by their names
 * (header_words.h) and their dimensions. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_ROLES_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_ROLES_H

#include "formats/import/format.h"
#include "formats/import/header_words.h"
#include "formats/mat/mat_array.h"
#include "formats/mat_runs/mat_layout.h"
#include "formats/mat_runs/mat_ours.h"
#include "formats/model/hash_table.h"

/* What a variable beside the sizes is. */
enum variable_role {
    VARIABLE_OTHER,
    VARIABLE_RESULT,
    VARIABLE_MEASURE,
    VARIABLE_PARAMETER,
    VARIABLE_CALLS,  /* of how many calls totals are */
    VARIABLE_COLUMN, /* of a table (mat_table.h) */
};

struct mat_variable {
    enum variable_role role;
    const char *name;
    const struct mat_array *array;
    struct header header;
    struct mat_points layout;
    size_t libraries, library_step; /* of results with a dimension for these; else 1 */
    char library[MAT_MOST_NAME + 1];
    char measure[MEASURE_NAME];
    double worth;
};

/* The variables that stand beside results, by their numbers. */
struct mat_others {
    size_t *of_all; /* parameters, and measures of all libraries */
    size_t count;
    struct slots by_library; /* the first measure of each */
    size_t *next;            /* [data->field_count] of the same library; 0: none */
};

/* An action that is being read. */
struct mat_action {
    struct import_builder *builder;
    const struct mat_array *data, *sizes, *seeds;
    const struct mat_array *names; /* a cell of texts: of libraries, if some result has as many */
    const char *name, *size_name, *stem;
    const struct format_options *options;
    struct measured_unit of_file, given; /* units by options or texts, of the file and of DATA */
    struct mat_budget *budget;
    struct mat_variable *variables; /* [data->field_count]; NULL: DATA is no action */
    struct mat_others others;
    const char *skipped_names;        /* as in mat_variables, beside DATA; NULL: none */
    int has_matrix;                   /* some result has a dimension for the names */
    int has_units;                    /* some result has one */
    const struct mat_variable *calls; /* by which totals are divided; NULL: there are none */
    double least;                     /* of the results to which nothing gives a unit */
    size_t libraries;
    size_t tables; /* how many were read */
    struct err *err;
};

/* Returns the sizes of DATA and sets their name: those called as asked, or else by a word for
 * sizes; NULL if it has none. */
const struct mat_array *mat_roles_find_sizes(struct mat_action *action,
                                             const struct mat_array *data);

/* Returns the first cell of several texts; NULL if there is none. */
const struct mat_array *mat_roles_find_names(const struct mat_array *data);

/* Returns the unit that a text of DATA says, called unit or as a title is; UNIT_NONE if none does.
 */
struct measured_unit mat_roles_find_unit(const struct mat_array *data);

/* Tells the role of variable F of the data, whose sizes and names are known. */
void mat_roles_tell(struct mat_action *action, size_t f);

/* Settles what the names of several variables tell together: whether units are said, in which
 * statistics are that do not say theirs, and by what totals are divided. ERR_DAMAGED: one has no
 * unit and others have; a total may be of one call or of all. */
int mat_roles_settle(struct mat_action *action);

#endif
