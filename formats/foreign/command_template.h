/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_template.h: what commands were before the values of parameters were filled in.
 *
 * "./axpy1 1" with n = 1 and "./axpy1 2" with n = 2 are both "./axpy1 {n}": of all ways to put
 * parameters in the place of their values, a command's template is the one that makes the most of
 * the other commands, each with its own values; of several, the one that replaces the fewest parts
 * of words, then the fewest values at all. A value that is the same in all that it makes is
 * replaced where it is a whole word, unless two parameters have it. A command that no template
 * joins to another keeps what is no whole word. */
#ifndef BENCHMAT_FORMATS_FOREIGN_COMMAND_TEMPLATE_H
#define BENCHMAT_FORMATS_FOREIGN_COMMAND_TEMPLATE_H

#include <stddef.h>
#include <stdint.h>

struct command_value {
    const char *name, *text;
    int is_number; /* others are part of the command: they stay as they are */
};

struct command {
    const char *text;
    const struct command_value *values;
    size_t value_count;
    uint32_t setting; /* private: commands with the same values have the same */
    char *template;   /* with {NAME} where a value was; to be given to free */
};

/* Finds the templates of the COUNT commands, which have none yet. Whether there was memory. */
int command_templates_find(struct command *commands, size_t count);

#endif
