/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_template.h: finds what commands were before the values of parameters were filled in.
 *
 * "./axpy1 1" with n = 1 and "./axpy1 2" with n = 2 both come from the template "./axpy1 {n}". Of
 * all ways to replace values by their parameters, a command's template is the one that yields the
 * most of the other commands, each with its own values; of several, the one that replaces the
 * fewest parts of words, then the fewest values. A value that is the same in all commands of the
 * template is replaced if it is a whole word, unless two parameters have it. In a command that
 * shares a template with no other, only whole words are replaced. */
#ifndef BENCHMAT_FORMATS_HARNESS_COMMAND_TEMPLATE_H
#define BENCHMAT_FORMATS_HARNESS_COMMAND_TEMPLATE_H

#include <stddef.h>
#include <stdint.h>

struct command_value {
    const char *name, *text;
    int is_number; /* other values belong to the command and stay in it */
};

struct command {
    const char *text;
    const struct command_value *values;
    size_t value_count;
    uint32_t setting; /* private: the same for commands with the same values */
    char *template;   /* with {NAME} in place of values; the caller must free it */
};

/* Sets the templates of the COUNT commands, which must be NULL before. Returns 0 if memory runs
 * out. */
int command_templates_find(struct command *commands, size_t count);

#endif
