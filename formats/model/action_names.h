/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action_names.h: the names by which people call an action. */
#ifndef BENCHMAT_FORMATS_MODEL_ACTION_NAMES_H
#define BENCHMAT_FORMATS_MODEL_ACTION_NAMES_H

/* Other names of actions, that the classic suite and the routine that an action calls have; ends
 * with NULLs. */
struct action_alias {
    const char *alias, *name;
};
extern const struct action_alias action_aliases[];

/* Returns the name of the action that is called NAME, which may be an alias, with or without
 * "action_" in front: "matrix_matrix_product" for "gemm". Any other name is that of its action. */
const char *action_name(const char *name);

/* Whether ACTION, measured in TYPE ("s", "d", "c" or "z"; NULL: unknown), is called NAME: its name
 * or an alias, or a routine whose first letter is the type, as dgemm is the matrix_matrix_product
 * in double precision. */
int action_is_called(const char *action, const char *type, const char *name);

#endif
